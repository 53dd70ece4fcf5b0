//! Conversions between types, by Terraform's rules.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::MAX_DEPTH;
use crate::error::Error;
use crate::number::Number;
use crate::path::Step;
use crate::refinement::Refinement;
use crate::ty::{ObjectType, Type};
use crate::unify::unify;
use crate::value::Value;

/// Converts a value of one type to another type.
///
/// Strings convert to and from numbers and bools; lists, sets and tuples to lists and sets; tuples to tuples of the same
/// length; objects to objects that have no other required attributes; maps and objects to each other; anything to
/// `dynamic`. Null converts to null and unknown to unknown, if the types can be converted at all.
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
    possible(from, to, 0)?;
    convert_value(value, from, to, 0)
}

/// Whether every value of the first type converts to the second.
pub(crate) fn safe(from: &Type, to: &Type) -> bool {
    match (from, to) {
        (from, to) if from == to => true,
        (_, Type::Dynamic) | (Type::Bool | Type::Number, Type::String) => true,
        (Type::List(from) | Type::Set(from), Type::List(to) | Type::Set(to)) | (Type::Map(from), Type::Map(to)) => {
            safe(from, to)
        }
        (Type::Tuple(from), Type::Tuple(to)) => {
            from.len() == to.len() && from.iter().zip(to.iter()).all(|(from, to)| safe(from, to))
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => from.iter().all(|from| safe(from, to)),
        (Type::Object(from), Type::Map(to)) => from.attributes().values().all(|from| safe(from, to)),
        (Type::Object(from), Type::Object(to)) => to.attributes().iter().all(|(name, to_type)| match from.get(name) {
            Some(from) => safe(from, to_type),
            None => to.optional().contains(name),
        }),
        _ => false,
    }
}

/// Whether some value of the first type can convert to the second.
fn possible(from: &Type, to: &Type, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    let all = |mut parts: &mut dyn Iterator<Item = (Step, &Type, &Type)>| {
        let part =
            |(step, from, to): (Step, &Type, &Type)| possible(from, to, depth + 1).map_err(|error| error.within(step));
        Iterator::try_for_each(&mut parts, part)
    };
    match (from, to) {
        (_, Type::Dynamic) | (Type::Dynamic, _) => Ok(()),
        (from, to) if from == to || (from.is_primitive() && *to == Type::String) => Ok(()),
        (Type::String, to) if to.is_primitive() => Ok(()),
        (Type::List(from) | Type::Set(from), Type::List(to) | Type::Set(to)) | (Type::Map(from), Type::Map(to)) => {
            possible(from, to, depth + 1)
        }
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => {
            all(&mut from.iter().zip(to.iter()).enumerate().map(|(index, (from, to))| (Step::Index(index), from, to)))
        }
        (Type::Tuple(from), Type::List(to) | Type::Set(to)) => {
            all(&mut from.iter().enumerate().map(|(index, from)| (Step::Index(index), from, &**to)))
        }
        (Type::Object(from), Type::Map(to)) => {
            all(&mut from.attributes().iter().map(|(name, from)| (Step::Attribute(Arc::clone(name)), from, &**to)))
        }
        (Type::Map(from), Type::Object(to)) => {
            all(&mut to.attributes().iter().map(|(name, to)| (Step::Key(Arc::clone(name)), &**from, to)))
        }
        (Type::Object(from), Type::Object(to)) => {
            let missing = |name: &&Arc<str>| from.get(name).is_none() && !to.optional().contains(*name);
            if let Some(name) = to.attributes().keys().find(missing) {
                return Err(Error::new(format!("attribute {name:?} is required")));
            }
            all(&mut to
                .attributes()
                .iter()
                .filter_map(|(name, to)| from.get(name).map(|from| (Step::Attribute(Arc::clone(name)), from, to))))
        }
        (from, to) => Err(Error::new(format!("{to} is required, which {from} does not convert to"))),
    }
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
            possible(&dynamic.ty, to, 0)?;
            return convert_value(&dynamic.value, &dynamic.ty, to, depth + 1);
        }
        (value, Type::Dynamic) => return Ok(Value::dynamic(from.clone(), value.clone())),
        (Value::Null, _) => return Ok(Value::Null),
        (Value::Unknown(unknown), _) => {
            // Of all that is known, only that it is not null stays true after any conversion.
            let not_null = unknown.refinement().is_some_and(Refinement::is_not_null);
            return Ok(if not_null { Value::unknown_with(Refinement::default().not_null()) } else { Value::unknown() });
        }
        _ => {}
    }
    match (value, from, to) {
        (Value::Map(elements), Type::Map(from), Type::Map(to)) => {
            named(elements.iter().map(|(key, value)| (key, value, &**from)), to, Step::Key, depth)
        }
        (Value::Map(elements), Type::Map(from), Type::Object(to)) => map_to_object(elements, from, to, depth),
        (Value::Object(attributes), Type::Object(from), Type::Map(to)) => {
            let typed = attributes.iter().filter_map(|(name, value)| Some((name, value, from.get(name)?)));
            named(typed, to, Step::Attribute, depth)
        }
        (Value::Object(attributes), Type::Object(from), Type::Object(to)) => {
            object_to_object(attributes, from, to, depth)
        }
        (Value::Tuple(elements), Type::Tuple(from), Type::Tuple(to)) => {
            let typed = elements.iter().zip(from.iter()).zip(to.iter());
            indexed(typed.map(|((value, from), to)| (value, from, to)), depth).map(Value::Tuple)
        }
        (_, _, Type::List(to)) => sequence(value, from, to, depth).map(Value::List),
        (_, _, Type::Set(to)) => sequence(value, from, to, depth).map(|elements| Value::Set(elements.into())),
        (value, _, to) => primitive(value, to),
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
        (value, to) => Err(crate::conform::mismatch(value, to)),
    }
}

/// The elements of a list, set or tuple, converted to one type; the types of a tuple are unified when any will do.
fn sequence(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Vec<Value>, Error> {
    match (value, from) {
        (Value::List(elements), Type::List(from)) => indexed(elements.iter().map(|value| (value, &**from, to)), depth),
        (Value::Set(elements), Type::Set(from)) => indexed(elements.iter().map(|value| (value, &**from, to)), depth),
        (Value::Tuple(elements), Type::Tuple(types)) => {
            let common = if *to == Type::Dynamic { Some(common(types)?) } else { None };
            let inner = common.as_ref().unwrap_or(to);
            let converted =
                indexed(elements.iter().zip(types.iter()).map(|(value, from)| (value, from, inner)), depth)?;
            Ok(if common.is_none() { converted } else { in_dynamic(converted, inner) })
        }
        (value, _) => Err(crate::conform::mismatch(value, &Type::list(to.clone()))),
    }
}

fn common(types: &[Type]) -> Result<Type, Error> {
    unify(types).ok_or_else(|| Error::new("all elements must have the same type, and there is none for these"))
}

fn in_dynamic(values: Vec<Value>, ty: &Type) -> Vec<Value> {
    values.into_iter().map(|value| Value::dynamic(ty.clone(), value)).collect()
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

/// Named values, converted to the elements of a map.
fn named<'v>(
    parts: impl Iterator<Item = (&'v Arc<str>, &'v Value, &'v Type)> + Clone,
    to: &Type,
    step: fn(Arc<str>) -> Step,
    depth: usize,
) -> Result<Value, Error> {
    let common = if *to == Type::Dynamic {
        Some(common(&parts.clone().map(|(_, _, ty)| ty.clone()).collect::<Vec<_>>())?)
    } else {
        None
    };
    let inner = common.as_ref().unwrap_or(to);
    let elements: BTreeMap<_, _> = parts
        .map(|(name, value, from)| {
            let value =
                convert_value(value, from, inner, depth + 1).map_err(|error| error.within(step(Arc::clone(name))))?;
            Ok((Arc::clone(name), if common.is_some() { Value::dynamic(inner.clone(), value) } else { value }))
        })
        .collect::<Result<_, Error>>()?;
    Ok(Value::Map(elements))
}

fn map_to_object(
    elements: &BTreeMap<Arc<str>, Value>,
    from: &Type,
    to: &ObjectType,
    depth: usize,
) -> Result<Value, Error> {
    attributes(to, |name, ty| {
        let converted = elements.get(name).map(|value| convert_value(value, from, ty, depth + 1));
        converted.transpose().map_err(|error| error.within(Step::Key(Arc::clone(name))))
    })
}

fn object_to_object(
    given: &BTreeMap<Arc<str>, Value>,
    from: &ObjectType,
    to: &ObjectType,
    depth: usize,
) -> Result<Value, Error> {
    attributes(to, |name, ty| {
        let (Some(value), Some(from)) = (given.get(name), from.get(name)) else { return Ok(None) };
        let converted = convert_value(value, from, ty, depth + 1);
        converted.map(Some).map_err(|error| error.within(Step::Attribute(Arc::clone(name))))
    })
}

/// An object of the type, with null for optional attributes that are not there.
fn attributes(
    to: &ObjectType,
    mut value: impl FnMut(&Arc<str>, &Type) -> Result<Option<Value>, Error>,
) -> Result<Value, Error> {
    let converted: BTreeMap<_, _> = to
        .attributes()
        .iter()
        .map(|(name, ty)| match value(name, ty)? {
            Some(value) => Ok((Arc::clone(name), value)),
            None if to.optional().contains(name) => Ok((Arc::clone(name), Value::Null)),
            None => Err(Error::new(format!("attribute {name:?} is required"))),
        })
        .collect::<Result<_, Error>>()?;
    Ok(Value::Object(converted))
}
