//! From what a model stores to what its schema asks for: lists become sets, dynamic values get their type, attributes
//! that a model does not have (write-only and local ones) are added as null, and absent blocks are empty.
//!
//! What does not fit is left as it is; the conformance check reports it. Everything is one walk over the value.

use crate::schema::implied_type::block_type;
use crate::schema::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Dynamic, Type, Value, tree};

/// `value` in the shape of `block`. Null stays null.
pub(crate) fn shape_block(block: &Block, value: Value) -> Value {
    let mut given = match value {
        Value::Object(given) | Value::Map(given) => given,
        other => return other,
    };
    let mut shaped = shape_attributes(block.attributes, &mut given);
    for nested in block.blocks {
        let value = given.remove(nested.name).unwrap_or(Value::Null);
        shaped.insert(nested.name.into(), shape_nested_block(nested, value));
    }
    shaped.extend(given);
    Value::Object(shaped)
}

/// `value` in the shape of an attribute of type `ty`.
pub(crate) fn shape_type(ty: &AttributeType, value: Value) -> Value {
    if matches!(value, Value::Null | Value::Unknown(_)) {
        return value;
    }
    match ty {
        AttributeType::Dynamic => typed(value),
        AttributeType::List(element) => list(value, |value| shape_type(element, value)),
        AttributeType::Set(element) => set(value, |value| shape_type(element, value)),
        AttributeType::Map(element) => map(value, |value| shape_type(element, value)),
        AttributeType::Object(members) => object(value, members),
        AttributeType::Tuple(types) => tuple(value, types),
        AttributeType::Nested(nesting, attributes) => {
            let nested = |value| shape_nested(attributes, value);
            match nesting {
                Nesting::Single => nested(value),
                Nesting::List => list(value, nested),
                Nesting::Set => set(value, nested),
                Nesting::Map => map(value, nested),
            }
        }
        _ => value,
    }
}

fn shape_attributes(attributes: &[Attribute], given: &mut BTreeMap<Arc<str>, Value>) -> BTreeMap<Arc<str>, Value> {
    let shape = |attribute: &Attribute| {
        let value = given.remove(attribute.name).unwrap_or(Value::Null);
        (attribute.name.into(), shape_type(&attribute.ty, value))
    };
    tree(attributes.iter().map(shape))
}

fn shape_nested(attributes: &[Attribute], value: Value) -> Value {
    match value {
        Value::Object(mut given) | Value::Map(mut given) => {
            let mut shaped = shape_attributes(attributes, &mut given);
            shaped.extend(given);
            Value::Object(shaped)
        }
        other => other,
    }
}

fn shape_nested_block(nested: &NestedBlock, value: Value) -> Value {
    let element = |value| shape_block(&nested.block, value);
    let absent = matches!(value, Value::Null);
    match nested.nesting {
        BlockNesting::Group if absent => element(Value::Object(BTreeMap::new())),
        BlockNesting::Single | BlockNesting::Group => element(value),
        BlockNesting::Set if absent => Value::set([]),
        BlockNesting::Set => set(value, element),
        BlockNesting::List | BlockNesting::Map if holds_dynamic(&nested.block) => {
            loosely_typed(&nested.block, None, loose(nested.nesting, value, element))
        }
        BlockNesting::List if absent => Value::List(Vec::new()),
        BlockNesting::List => list(value, element),
        BlockNesting::Map if absent => Value::Map(BTreeMap::new()),
        BlockNesting::Map => map(value, element),
    }
}

/// With a dynamic attribute inside, each element of a list or map block has a type of its own: Terraform then takes a
/// tuple for the list and an object for the map.
fn loose(nesting: BlockNesting, value: Value, element: impl Fn(Value) -> Value) -> Value {
    let value = match value {
        Value::Dynamic(dynamic) => dynamic.value,
        other => other,
    };
    match (nesting, value) {
        (BlockNesting::List, Value::Null) => Value::Tuple(Vec::new()),
        (BlockNesting::Map, Value::Null) => Value::Object(BTreeMap::new()),
        (_, Value::List(elements) | Value::Tuple(elements)) => {
            Value::Tuple(elements.into_iter().map(element).collect())
        }
        (_, Value::Map(entries) | Value::Object(entries)) => {
            Value::Object(tree(entries.into_iter().map(|(key, value)| (key, element(value)))))
        }
        (_, other) => other,
    }
}

/// The instances of such a block with the types that they have: one tuple or object. What is configured in it keeps the type
/// that it came with, null and unknown values have the one of the schema.
pub(crate) fn loosely_typed(block: &Block, configured: Option<&Dynamic>, instances: Value) -> Value {
    let declared = block_type(block);
    let one = |given: Option<(&Type, &Value)>, instance: Value| told(&declared, given, instance);
    let (ty, value) = match instances {
        Value::Tuple(instances) => {
            let given = configured.and_then(|it| match &it.ty {
                Type::Tuple(types) => Some((types, it.value.elements()?)),
                _ => None,
            });
            let each = instances.into_iter().enumerate().map(|(at, instance)| {
                one(given.and_then(|(types, values)| Some((types.get(at)?, values.get(at)?))), instance)
            });
            let (types, values): (Vec<_>, Vec<_>) = each.unzip();
            (Type::tuple(types), Value::Tuple(values))
        }
        Value::Object(instances) => {
            let given = configured.and_then(|it| Some((it.ty.as_object()?, &it.value)));
            let each = instances.into_iter().map(|(key, instance)| {
                let given = given.and_then(|(types, values)| Some((types.get(&key)?, values.get(&key)?)));
                let (ty, value) = one(given, instance);
                ((key.clone(), ty), (key, value))
            });
            let (types, values): (Vec<_>, BTreeMap<_, _>) = each.unzip();
            (Type::object(types), Value::Object(values))
        }
        other => return other,
    };
    Value::Dynamic(Box::new(Dynamic { ty, value }))
}

/// A value with its type: the one that it was configured with, else the one that the schema says, else its own.
fn told(declared: &Type, given: Option<(&Type, &Value)>, value: Value) -> (Type, Value) {
    if let Some((ty, _)) = given.filter(|(_, given)| **given == value) {
        return (ty.clone(), value);
    }
    match (declared, value) {
        (Type::Dynamic, value) => infer(value),
        (declared, Value::Object(members)) if declared.has_dynamic() => {
            let Some(types) = declared.as_object() else { return (declared.clone(), Value::Object(members)) };
            let each = members.into_iter().map(|(name, value)| {
                let given = given.and_then(|(ty, object)| Some((ty.as_object()?.get(&name)?, object.get(&name)?)));
                let (ty, value) = told(types.get(&name).unwrap_or(&Type::Dynamic), given, value);
                ((name.clone(), ty), (name, value))
            });
            let (types, members): (Vec<_>, BTreeMap<_, _>) = each.unzip();
            (Type::object(types), Value::Object(members))
        }
        (declared, value) => (declared.clone(), value),
    }
}

fn holds_dynamic(block: &Block) -> bool {
    fn is_dynamic(ty: &AttributeType) -> bool {
        match ty {
            AttributeType::Dynamic => true,
            AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => {
                is_dynamic(element)
            }
            AttributeType::Object(members) => members.iter().any(|(_, ty)| is_dynamic(ty)),
            AttributeType::Tuple(types) => types.iter().any(is_dynamic),
            AttributeType::Nested(_, attributes) => attributes.iter().any(|attribute| is_dynamic(&attribute.ty)),
            _ => false,
        }
    }
    block.attributes.iter().any(|attribute| is_dynamic(&attribute.ty))
        || block.blocks.iter().any(|nested| holds_dynamic(&nested.block))
}

fn list(value: Value, element: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::List(elements) => Value::List(elements.into_iter().map(element).collect()),
        Value::Set(elements) => Value::List(elements.into_iter().map(element).collect()),
        other => other,
    }
}

fn set(value: Value, element: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::List(elements) => Value::Set(elements.into_iter().map(element).collect()),
        Value::Set(elements) => Value::Set(elements.into_iter().map(element).collect()),
        other => other,
    }
}

fn map(value: Value, element: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Map(entries) | Value::Object(entries) => {
            Value::Map(tree(entries.into_iter().map(|(key, value)| (key, element(value)))))
        }
        other => other,
    }
}

fn object(value: Value, members: &[(&str, AttributeType)]) -> Value {
    match value {
        Value::Object(mut given) | Value::Map(mut given) => {
            let mut shaped: BTreeMap<Arc<str>, Value> = BTreeMap::new();
            for (name, ty) in members {
                shaped.insert((*name).into(), shape_type(ty, given.remove(*name).unwrap_or(Value::Null)));
            }
            shaped.extend(given);
            Value::Object(shaped)
        }
        other => other,
    }
}

fn tuple(value: Value, types: &[AttributeType]) -> Value {
    match value {
        Value::Tuple(elements) | Value::List(elements) if elements.len() == types.len() => {
            Value::Tuple(elements.into_iter().zip(types).map(|(value, ty)| shape_type(ty, value)).collect())
        }
        other => other,
    }
}

/// A value with the type that its own form tells, for a place that takes any type.
fn typed(value: Value) -> Value {
    match value {
        Value::Null | Value::Unknown(_) | Value::Dynamic(_) => value,
        known => {
            let (ty, value) = infer(known);
            Value::Dynamic(Box::new(Dynamic { ty, value }))
        }
    }
}

/// The type that a value has by itself. A list of different things is a tuple, a map of different things an object.
fn infer(value: Value) -> (Type, Value) {
    match value {
        Value::Bool(_) => (Type::Bool, value),
        Value::Number(_) => (Type::Number, value),
        Value::String(_) => (Type::String, value),
        Value::Null | Value::Unknown(_) => (Type::Dynamic, value),
        Value::Dynamic(dynamic) => (dynamic.ty, dynamic.value),
        Value::List(elements) => {
            let (types, elements): (Vec<_>, Vec<_>) = elements.into_iter().map(infer).unzip();
            match same(&types) {
                Some(element) => (Type::list(element), Value::List(elements)),
                None => (Type::tuple(types), Value::Tuple(elements)),
            }
        }
        Value::Tuple(elements) => {
            let (types, elements): (Vec<_>, Vec<_>) = elements.into_iter().map(infer).unzip();
            (Type::tuple(types), Value::Tuple(elements))
        }
        Value::Set(elements) => {
            let (types, elements): (Vec<_>, Vec<_>) = elements.into_iter().map(infer).unzip();
            match same(&types) {
                Some(element) => (Type::set(element), Value::set(elements)),
                None => (Type::tuple(types), Value::Tuple(elements)),
            }
        }
        Value::Map(entries) => {
            let (types, entries) = infer_members(entries);
            let all: Vec<_> = types.iter().map(|(_, ty)| ty.clone()).collect();
            match same(&all) {
                Some(element) => (Type::map(element), Value::Map(entries)),
                None => (Type::object(types), Value::Object(entries)),
            }
        }
        Value::Object(members) => {
            let (types, members) = infer_members(members);
            (Type::object(types), Value::Object(members))
        }
    }
}

type Members = (Vec<(Arc<str>, Type)>, BTreeMap<Arc<str>, Value>);

fn infer_members(members: BTreeMap<Arc<str>, Value>) -> Members {
    let mut types = Vec::with_capacity(members.len());
    let mut values = BTreeMap::new();
    for (name, value) in members {
        let (ty, value) = infer(value);
        types.push((name.clone(), ty));
        values.insert(name, value);
    }
    (types, values)
}

/// The one type of all elements, when there is one that can stand in a collection.
fn same(types: &[Type]) -> Option<Type> {
    let first = types.first().filter(|ty| !ty.has_dynamic())?;
    types.iter().all(|ty| ty == first).then(|| first.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Mode;

    static BLOCK: Block = Block {
        attributes: &[
            Attribute { name: "any", ty: AttributeType::Dynamic, ..Attribute::DEFAULT },
            Attribute { name: "secret", write_only: true, ..Attribute::DEFAULT },
            Attribute {
                name: "tags",
                ty: AttributeType::Set(&AttributeType::String),
                mode: Mode::Required,
                ..Attribute::DEFAULT
            },
        ],
        blocks: &[NestedBlock {
            name: "rule",
            nesting: BlockNesting::List,
            min_items: 0,
            max_items: 0,
            computed: false,
            block: Block { attributes: &[], blocks: &[] },
            deprecation_message: "",
            identity_key: &[],
            ..NestedBlock::DEFAULT
        }],
    };

    #[test]
    fn a_model_takes_the_shape_of_its_schema() {
        let tags = Value::List(vec![Value::string("b"), Value::string("a")]);
        let shaped = shape_block(&BLOCK, Value::object([("any", Value::string("x")), ("tags", tags)]));
        let any = Value::Dynamic(Box::new(Dynamic { ty: Type::String, value: Value::string("x") }));
        let expected = Value::object([
            ("any", any),
            ("rule", Value::List(Vec::new())),
            ("secret", Value::Null),
            ("tags", Value::set([Value::string("a"), Value::string("b")])),
        ]);
        assert_eq!(shaped, expected);
    }

    #[test]
    fn a_dynamic_list_of_different_things_is_a_tuple() {
        let value = typed(Value::List(vec![Value::string("a"), Value::Bool(true)]));
        let Value::Dynamic(dynamic) = value else { panic!("not dynamic") };
        assert_eq!(dynamic.ty, Type::tuple([Type::String, Type::Bool]));
    }
}
