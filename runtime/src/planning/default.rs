//! Defaults: constants of the schema tables as values, and a configuration with them filled in.

use std::borrow::Cow;
use std::collections::BTreeMap;

use tfgen_cty::{Dynamic, Type, Value, tree};

use crate::schema::{Attribute, AttributeType, Block, BlockNesting, Literal, NestedBlock, Nesting};

/// The value of a constant at a place of this type. Members of an object that the constant leaves out are null.
///
/// The generator has checked that constants fit their types; what does not fit is null.
pub fn literal_value(literal: &Literal, ty: &AttributeType) -> Value {
    match (literal, ty) {
        (_, AttributeType::Dynamic) => dynamic(literal),
        (Literal::Bool(value), _) => Value::Bool(*value),
        (Literal::Number(text), _) => text.parse().map_or(Value::Null, Value::Number),
        (Literal::String(text), _) => Value::string(text),
        (Literal::List(elements), AttributeType::List(of)) => {
            Value::list(elements.iter().map(|element| literal_value(element, of)))
        }
        (Literal::List(elements), AttributeType::Set(of)) => {
            Value::set(elements.iter().map(|element| literal_value(element, of)))
        }
        (Literal::List(elements), AttributeType::Tuple(types)) => {
            Value::Tuple(elements.iter().zip(*types).map(|(element, ty)| literal_value(element, ty)).collect())
        }
        (Literal::List(elements), AttributeType::Nested(Nesting::List, attributes)) => {
            Value::list(elements.iter().map(|element| nested_value(element, attributes)))
        }
        (Literal::List(elements), AttributeType::Nested(Nesting::Set, attributes)) => {
            Value::set(elements.iter().map(|element| nested_value(element, attributes)))
        }
        (Literal::Map(members), AttributeType::Map(of)) => {
            Value::map(members.iter().map(|(key, member)| (*key, literal_value(member, of))))
        }
        (Literal::Map(members), AttributeType::Object(types)) => Value::object(types.iter().map(|(name, ty)| {
            let member = members.iter().find(|(member, _)| member == name);
            (*name, member.map_or(Value::Null, |(_, member)| literal_value(member, ty)))
        })),
        (Literal::Map(members), AttributeType::Nested(Nesting::Map, attributes)) => {
            Value::map(members.iter().map(|(key, member)| (*key, nested_value(member, attributes))))
        }
        (Literal::Map(_), AttributeType::Nested(Nesting::Single, attributes)) => nested_value(literal, attributes),
        (Literal::Null | Literal::List(_) | Literal::Map(_), _) => Value::Null,
    }
}

fn nested_value(literal: &Literal, attributes: &'static [Attribute]) -> Value {
    let Literal::Map(members) = literal else { return Value::Null };
    Value::object(attributes.iter().map(|attribute| {
        let member = members.iter().find(|(name, _)| *name == attribute.name);
        (attribute.name, member.map_or(Value::Null, |(_, member)| literal_value(member, &attribute.ty)))
    }))
}

/// A constant where its own shape decides the type: collections become tuples and objects.
fn dynamic(literal: &Literal) -> Value {
    match typed(literal) {
        (_, Value::Null) => Value::Null,
        (ty, value) => Value::Dynamic(Box::new(Dynamic { ty, value })),
    }
}

fn typed(literal: &Literal) -> (Type, Value) {
    match literal {
        Literal::Null => (Type::Dynamic, Value::Null),
        Literal::Bool(value) => (Type::Bool, Value::Bool(*value)),
        Literal::Number(text) => (Type::Number, text.parse().map_or(Value::Null, Value::Number)),
        Literal::String(text) => (Type::String, Value::string(text)),
        Literal::List(elements) => {
            let (types, values): (Vec<_>, Vec<_>) = elements.iter().map(typed).unzip();
            (Type::tuple(types), Value::Tuple(values))
        }
        Literal::Map(members) => {
            let members: Vec<_> = members.iter().map(|(name, member)| (*name, typed(member))).collect();
            let ty = Type::object(members.iter().map(|(name, (ty, _))| (*name, ty.clone())));
            (ty, Value::object(members.into_iter().map(|(name, (_, value))| (name, value))))
        }
    }
}

/// What an attribute is taken to be configured as: the default where the configuration is null, and null if it is
/// write-only, since such a value never enters a plan.
pub fn given<'a>(attribute: &Attribute, config: &'a Value) -> Cow<'a, Value> {
    match &attribute.default {
        _ if attribute.write_only => Cow::Owned(Value::Null),
        Some(default) if config.is_null() => Cow::Owned(literal_value(default, &attribute.ty)),
        _ => Cow::Borrowed(config),
    }
}

/// An object with defaults filled in at every depth and write-only attributes null: what elements are compared by.
pub fn fill<'a>(block: &Block, config: &'a Value) -> Cow<'a, Value> {
    let Some(members) = config.as_object().filter(|_| fills(block)) else { return Cow::Borrowed(config) };
    let mut filled: BTreeMap<_, _> = members.clone();
    for attribute in block.attributes {
        if let Some(member) = filled.get_mut(attribute.name) {
            *member = fill_attribute(attribute, member);
        }
    }
    for nested in block.blocks {
        if let Some(member) = filled.get_mut(nested.name) {
            *member = fill_block(nested, member);
        }
    }
    Cow::Owned(Value::Object(filled))
}

fn fill_attribute(attribute: &Attribute, config: &Value) -> Value {
    let value = given(attribute, config);
    match attribute.nested() {
        Some((_, block)) => fill_elements(&block, &value),
        None => value.into_owned(),
    }
}

fn fill_block(nested: &NestedBlock, config: &Value) -> Value {
    match (nested.nesting, config) {
        (BlockNesting::Single | BlockNesting::Group, _) => fill(&nested.block, config).into_owned(),
        _ => fill_elements(&nested.block, config),
    }
}

fn fill_elements(block: &Block, value: &Value) -> Value {
    match value {
        Value::List(elements) => Value::list(elements.iter().map(|element| fill(block, element).into_owned())),
        Value::Set(elements) => Value::set(elements.iter().map(|element| fill(block, element).into_owned())),
        Value::Map(members) => {
            let filled = members.iter().map(|(key, member)| (key.clone(), fill(block, member).into_owned()));
            Value::Map(tree(filled))
        }
        Value::Object(_) => fill(block, value).into_owned(),
        _ => value.clone(),
    }
}

/// Whether filling in could change anything below this level.
fn fills(block: &Block) -> bool {
    let attribute = |attribute: &Attribute| {
        attribute.default.is_some()
            || attribute.write_only
            || attribute.nested().is_some_and(|(_, block)| fills(&block))
    };
    block.attributes.iter().any(attribute) || block.blocks.iter().any(|nested| fills(&nested.block))
}
