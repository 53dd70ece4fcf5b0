//! Configurations as core reads them: brought into the schema's types, before the provider sees anything.
//!
//! What Terraform itself refuses is refused here: names that the schema does not have, missing required ones, too few or
//! too many blocks, values that do not convert.

use super::hcl::Hcl;
use super::schema::{Attribute, Block, NestedBlock, Nesting};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Path, Step, Type, Value, convert, tree, unify};

/// A mistake in a configuration: where, and what.
pub(super) type Mistake = (Path, String);

/// The configuration of a block of this schema.
pub(super) fn read(block: &Block, given: &Hcl) -> Result<Value, Mistake> {
    let mut path = Path::root();
    object(block, &given.0, &mut path).map_err(|message| (path, message))
}

/// A value of this type: a function's argument, an identity's attribute.
pub(super) fn read_value(ty: &Type, given: &Hcl) -> Result<Value, Mistake> {
    value(ty, &given.0).map_err(|error| (error.path().clone(), error.message().to_owned()))
}

/// One object of a block or of nested attributes. On error, the path leads to it.
fn object(block: &Block, given: &Value, path: &mut Path) -> Result<Value, String> {
    let members = match given {
        Value::Object(members) | Value::Map(members) => members,
        Value::Null | Value::Unknown(_) => return Ok(given.clone()),
        _ => return Err(format!("an object is needed here, not {}", Hcl(given.clone()))),
    };
    if let Some(name) =
        members.keys().find(|name| !block.attributes.contains_key(*name) && !block.blocks.contains_key(*name))
    {
        let known: Vec<&str> = block.attributes.keys().chain(block.blocks.keys()).map(AsRef::as_ref).collect();
        return Err(format!("there is no {name:?} in the schema, which has: {}", known.join(", ")));
    }
    let mut result = BTreeMap::new();
    for (name, schema) in &block.attributes {
        path.push(Step::Attribute(Arc::clone(name)));
        let value = attribute(schema, members.get(name).unwrap_or(&Value::Null), path)?;
        if schema.required && value.is_null() {
            return Err("a value is required".to_owned());
        }
        path.pop();
        result.insert(Arc::clone(name), value);
    }
    for (name, schema) in &block.blocks {
        path.push(Step::Attribute(Arc::clone(name)));
        let value = nested_block(schema, members.get(name).unwrap_or(&Value::Null), path)?;
        path.pop();
        result.insert(Arc::clone(name), value);
    }
    Ok(Value::Object(result))
}

fn attribute(schema: &Attribute, given: &Value, path: &mut Path) -> Result<Value, String> {
    match &schema.nested {
        Some((nesting, block)) => nested(*nesting, given, path, &mut |given, path| object(block, given, path)),
        None => value(&schema.ty, given).map_err(|error| {
            error.path().steps().iter().cloned().for_each(|step| path.push(step));
            error.message().to_owned()
        }),
    }
}

fn nested_block(schema: &NestedBlock, given: &Value, path: &mut Path) -> Result<Value, String> {
    if !schema.is_collection() {
        let given = match given {
            Value::Null if schema.nesting == Nesting::Group => &Value::object::<&str>([]),
            given => given,
        };
        if given.is_null() && schema.min_items > 0 {
            return Err("a block is required".to_owned());
        }
        return object(&schema.block, given, path);
    }
    // A block that is written without a list is one block.
    let alone = Value::tuple([given.clone()]);
    let given = match (given, schema.nesting) {
        (Value::Null, Nesting::Map) => &Value::object::<&str>([]),
        (Value::Null, _) => &Value::tuple([]),
        (Value::Object(_), Nesting::List | Nesting::Set) => &alone,
        (given, _) => given,
    };
    let value = nested(schema.nesting, given, path, &mut |given, path| object(&schema.block, given, path))?;
    if let Some(count) = value.elements().map(<[Value]>::len) {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        if count < schema.min_items || (schema.max_items > 0 && count > schema.max_items) {
            return Err(format!("{count} blocks, but there may be {} to {}", schema.min_items, schema.max_items));
        }
    }
    Ok(if schema.ty == Type::Dynamic { mixed(schema, value) } else { value })
}

/// Instances that may differ in type stand in a tuple or an object.
fn mixed(schema: &NestedBlock, value: Value) -> Value {
    let ty = schema.block.ty();
    match value {
        Value::List(elements) => {
            let types = elements.iter().map(|element| concrete(&ty, element)).collect::<Vec<_>>();
            Value::dynamic(Type::tuple(types), Value::Tuple(elements.into_iter().map(plain).collect()))
        }
        Value::Map(members) => {
            let types = Type::object(members.iter().map(|(key, member)| (key, concrete(&ty, member))));
            Value::dynamic(types, Value::Object(tree(members.into_iter().map(|(key, one)| (key, plain(one))))))
        }
        other => other,
    }
}

fn nested(
    nesting: Nesting,
    given: &Value,
    path: &mut Path,
    one: &mut dyn FnMut(&Value, &mut Path) -> Result<Value, String>,
) -> Result<Value, String> {
    if given.is_null() || given.is_unknown() {
        return Ok(given.clone());
    }
    match nesting {
        Nesting::Single | Nesting::Group => one(given, path),
        Nesting::List | Nesting::Set => {
            let elements =
                given.elements().ok_or_else(|| format!("a list is needed here, not {}", Hcl(given.clone())))?;
            let mut values = Vec::with_capacity(elements.len());
            for (at, element) in elements.iter().enumerate() {
                path.push(Step::Index(at));
                values.push(one(element, path)?);
                path.pop();
            }
            Ok(if nesting == Nesting::List { Value::List(values) } else { Value::set(values) })
        }
        Nesting::Map => {
            let members = given.as_object().or_else(|| given.as_map());
            let members = members.ok_or_else(|| format!("a map is needed here, not {}", Hcl(given.clone())))?;
            let mut values = BTreeMap::new();
            for (key, member) in members {
                path.push(Step::Key(Arc::clone(key)));
                values.insert(Arc::clone(key), one(member, path)?);
                path.pop();
            }
            Ok(Value::Map(values))
        }
    }
}

/// A value of a plain type, by HCL's conversions.
fn value(ty: &Type, given: &Value) -> Result<Value, tfgen_cty::Error> {
    convert(given, &own_type(given), ty)
}

/// The type that a value has as it is written.
pub(super) fn own_type(value: &Value) -> Type {
    let elements = |elements: &[Value]| -> Vec<Type> { elements.iter().map(own_type).collect() };
    let common = |values: Vec<Type>| unify(&values).unwrap_or(Type::Dynamic);
    match value {
        Value::Bool(_) => Type::Bool,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::Tuple(parts) => Type::tuple(elements(parts)),
        Value::List(parts) => Type::list(common(elements(parts))),
        Value::Set(parts) => Type::set(common(elements(parts.as_slice()))),
        Value::Map(parts) => Type::map(common(parts.values().map(own_type).collect())),
        Value::Object(parts) => Type::object(parts.iter().map(|(name, part)| (name, own_type(part)))),
        Value::Dynamic(_) | Value::Unknown(_) | Value::Null => Type::Dynamic,
    }
}

/// The type with the dynamic parts as the value has them.
fn concrete(ty: &Type, value: &Value) -> Type {
    match (ty, value) {
        (Type::Dynamic, Value::Dynamic(dynamic)) => dynamic.ty.clone(),
        (Type::Object(object), Value::Object(members)) => {
            let attributes = object.attributes().iter();
            Type::object(attributes.map(|(name, ty)| (name, concrete(ty, members.get(name).unwrap_or(&Value::Null)))))
        }
        (ty, _) => ty.clone(),
    }
}

/// The value with what stands in its dynamic places made plain, for a type from [`concrete`].
fn plain(value: Value) -> Value {
    match value {
        Value::Dynamic(dynamic) => dynamic.value,
        Value::Object(members) => Value::Object(tree(members.into_iter().map(|(name, one)| (name, plain(one))))),
        other => other,
    }
}
