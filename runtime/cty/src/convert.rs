//! Conversions between types, by Terraform's rules.

mod collection;
mod possible;

use std::sync::Arc;

pub(crate) use self::possible::{possible, safe};
use crate::MAX_DEPTH;
use crate::conform::{concrete, mismatch};
use crate::error::Error;
use crate::number::Number;
use crate::path::Step;
use crate::refinement::Refinement;
use crate::tree::tree;
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// Converts a value of one type to another type.
///
/// Strings convert to and from numbers and bools; lists, sets and tuples to lists and sets; tuples to tuples of the same
/// length; objects to objects that have no other required attributes; maps and objects to each other; anything to
/// `dynamic`. Null converts to null and unknown to unknown, if the types can be converted at all; a set with unknown
/// elements converts to an unknown list, because it may have fewer elements than it seems.
///
/// ```
/// use tfgen_cty::{Type, Value, convert};
///
/// let value = Value::tuple([Value::number(1), Value::string("a"), Value::string("1")]);
/// let from = Type::tuple([Type::Number, Type::String, Type::String]);
/// let set = convert(&value, &from, &Type::set(Type::String))?;
/// assert_eq!(set, Value::set([Value::string("1"), Value::string("a")]));
/// assert_eq!(convert(&value, &from, &Type::list(Type::Number)).unwrap_err().to_string(), "[1]: a number is required");
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
pub fn convert(value: &Value, from: &Type, to: &Type) -> Result<Value, Error> {
    let actual = concrete(value, from);
    possible(&actual, to)?;
    if actual == *from {
        return convert_value(value, from, to, 0);
    }
    // The value tells more about its type than `from` does, and with that more conversions are possible.
    let value = convert_value(value, from, &actual, 0)?;
    convert_value(&value, &actual, to, 0)
}

fn convert_value(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Value, Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    if from == to {
        return Ok(value.clone());
    }
    match (value, to) {
        (Value::Dynamic(dynamic), to) if *from == Type::Dynamic => {
            possible(&dynamic.ty, to)?;
            convert_value(&dynamic.value, &dynamic.ty, to, depth + 1)
        }
        (value, Type::Dynamic) => Ok(Value::dynamic(from.clone(), value.clone())),
        (Value::Null, _) => Ok(Value::Null),
        (Value::Unknown(unknown), _) => Ok(unknown_result(unknown.refinement(), from, to)),
        (_, Type::Bool | Type::Number | Type::String) => primitive(value, to),
        (_, Type::List(element)) => collection::to_list(value, from, element, depth),
        (_, Type::Set(element)) => collection::to_set(value, from, element, depth),
        (_, Type::Map(element)) => collection::to_map(value, from, element, depth),
        (_, Type::Object(object)) => to_object(value, from, object, depth),
        (_, Type::Tuple(types)) => match (value, from) {
            (Value::Tuple(elements), Type::Tuple(from)) => {
                let typed = elements.iter().zip(from.iter()).zip(types.iter());
                indexed(typed.map(|((value, from), to)| (value, from, to)), depth).map(Value::Tuple)
            }
            _ => Err(mismatch(value, to)),
        },
    }
}

fn primitive(value: &Value, to: &Type) -> Result<Value, Error> {
    match (value, to) {
        (Value::Bool(value), Type::String) => Ok(Value::string(if *value { "true" } else { "false" })),
        (Value::Number(number), Type::String) => Ok(Value::string(number.to_string())),
        (Value::String(text), Type::Number) => text.parse::<Number>().map(Value::Number),
        (Value::String(text), Type::Bool) => match &**text {
            "true" | "1" => Ok(Value::Bool(true)),
            "false" | "0" => Ok(Value::Bool(false)),
            "True" | "TRUE" | "False" | "FALSE" => {
                Err(Error::new("a bool is required: true or false, in lower-case letters"))
            }
            _ => Err(Error::new("a bool is required: true or false")),
        },
        (value, to) => Err(mismatch(value, to)),
    }
}

/// What stays known about an unknown value: that it is not null, and what the types tell of its length.
fn unknown_result(known: Option<&Refinement>, from: &Type, to: &Type) -> Value {
    let mut result = Refinement::default();
    if known.is_some_and(Refinement::is_not_null) {
        result = result.not_null();
    }
    let count = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
    result = match (from, to) {
        (Type::Object(object), Type::Map(_)) => exactly(result, count(object.len())),
        (Type::Tuple(elements), Type::List(_)) => exactly(result, count(elements.len())),
        // Elements may turn out to be equal, but not all of them vanish.
        (Type::Tuple(elements), Type::Set(_)) => {
            result.length_at_least(count(elements.len().min(1))).length_at_most(count(elements.len()))
        }
        (from, to) => match (known, from.element(), to.element()) {
            (Some(known), Some(_), Some(_)) => {
                let most = if matches!(to, Type::Set(_)) { 1 } else { u64::MAX };
                let result = result.length_at_least(known.length_min().min(most));
                known.length_max().map_or(result.clone(), |max| result.length_at_most(max))
            }
            _ => result,
        },
    };
    result.settled(to).unwrap_or_else(|| Value::unknown_with(result))
}

fn exactly(refinement: Refinement, length: u64) -> Refinement {
    refinement.length_at_least(length).length_at_most(length)
}

fn to_object(value: &Value, from: &Type, to: &ObjectType, depth: usize) -> Result<Value, Error> {
    match (value, from) {
        (Value::Map(elements), Type::Map(from)) => attributes(to, |name, ty| {
            let convert = |value| possible(from, ty).and_then(|()| convert_value(value, from, ty, depth + 1));
            elements.get(name).map(convert).transpose().map_err(|error| error.within(Step::Key(Arc::clone(name))))
        }),
        (Value::Object(given), Type::Object(from)) => attributes(to, |name, ty| {
            let (Some(value), Some(from)) = (given.get(name), from.get(name)) else { return Ok(None) };
            let converted = convert_value(value, from, ty, depth + 1);
            converted.map(Some).map_err(|error| error.within(Step::Attribute(Arc::clone(name))))
        }),
        (value, _) => Err(mismatch(value, &Type::Object(to.clone()))),
    }
}

/// An object of the type, with null for optional attributes that are not there.
fn attributes(
    to: &ObjectType,
    mut value: impl FnMut(&Arc<str>, &Type) -> Result<Option<Value>, Error>,
) -> Result<Value, Error> {
    let converted: Vec<_> = to
        .attributes()
        .iter()
        .map(|(name, ty)| match value(name, ty)? {
            Some(value) => Ok((Arc::clone(name), value)),
            None if to.optional().contains(name) => Ok((Arc::clone(name), Value::Null)),
            None => Err(Error::new(format!("attribute {name:?} is required"))),
        })
        .collect::<Result<_, Error>>()?;
    Ok(Value::Object(tree(converted)))
}

fn indexed<'v>(
    elements: impl Iterator<Item = (&'v Value, &'v Type, &'v Type)>,
    depth: usize,
) -> Result<Vec<Value>, Error> {
    elements
        .enumerate()
        .map(|(index, (value, from, to))| {
            convert_value(value, from, to, depth + 1).map_err(|error| error.within(Step::Index(index)))
        })
        .collect()
}
