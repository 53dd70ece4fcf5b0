//! Conversions to lists, sets and maps. Where the element type leaves a part open (`dynamic`), all elements must still
//! be of one type in the end.

use std::sync::Arc;

use super::possible::{NO_COMMON_TYPE, common, common_elements};
use super::{convert_value, indexed};
use crate::conform::{concrete, mismatch, one_type};
use crate::error::Error;
use crate::path::Step;
use crate::tree::tree;
use crate::ty::Type;
use crate::unify::{unify, unify_hopefully};
use crate::value::Value;

pub(super) fn to_list(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Value, Error> {
    match (value, from) {
        // Unknown elements of a set may turn out to be equal to others, so the length is open.
        (Value::Set(elements), Type::Set(_)) if elements.len() > 1 && !value.is_wholly_known() => Ok(Value::unknown()),
        (Value::Tuple(elements), Type::Tuple(types)) => {
            let common = if *to == Type::Dynamic { common_elements(types)? } else { to.clone() };
            let typed = elements.iter().zip(types.iter()).map(|(value, from)| (value, from, &common));
            let alike = harmonize(indexed(typed, depth)?, &common, unify_hopefully, depth)?;
            settle(alike, &common, to, depth).map(Value::List)
        }
        _ => elements(value, from, to, depth).map(Value::List),
    }
}

pub(super) fn to_set(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Value, Error> {
    let converted = match (value, from) {
        (Value::Tuple(elements), Type::Tuple(types)) => {
            let common = if *to == Type::Dynamic { common_elements(types)? } else { to.clone() };
            let typed = elements.iter().zip(types.iter()).map(|(value, from)| (value, from, &common));
            settle(indexed(typed, depth)?, &common, to, depth)?
        }
        _ => elements(value, from, to, depth)?,
    };
    one_type(converted.iter(), to)?;
    Ok(Value::Set(converted.into()))
}

/// The elements of a list or a set.
fn elements(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Vec<Value>, Error> {
    let converted = match (value, from) {
        (Value::List(elements), Type::List(from)) => indexed(elements.iter().map(|value| (value, &**from, to)), depth)?,
        (Value::Set(elements), Type::Set(from)) => indexed(elements.iter().map(|value| (value, &**from, to)), depth)?,
        (value, _) => return Err(mismatch(value, &Type::list(to.clone()))),
    };
    one_type(converted.iter(), to)?;
    Ok(converted)
}

pub(super) fn to_map(value: &Value, from: &Type, to: &Type, depth: usize) -> Result<Value, Error> {
    let compound = |ty: &Type| ty.element().is_some() || ty.as_object().is_some();
    let (names, values): (Vec<_>, Vec<_>) = match (value, from) {
        (Value::Map(elements), Type::Map(from)) => {
            let convert = |(key, value)| {
                let converted = convert_value(value, from, to, depth + 1);
                Ok((Arc::clone(key), converted.map_err(|error: Error| error.within(Step::Key(Arc::clone(key))))?))
            };
            let (names, values) = elements.iter().map(convert).collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
            (names, if compound(to) { harmonize(values, to, unify, depth)? } else { values })
        }
        (Value::Object(attributes), Type::Object(object)) => {
            let types: Vec<Type> = object.attributes().values().cloned().collect();
            let common = if *to == Type::Dynamic { common(&types)? } else { to.clone() };
            let convert = |(name, from)| {
                let value = attributes.get(name).unwrap_or(&Value::Null);
                let converted = convert_value(value, from, &common, depth + 1);
                Ok((
                    Arc::clone(name),
                    converted.map_err(|error: Error| error.within(Step::Attribute(Arc::clone(name))))?,
                ))
            };
            let converted = object.attributes().iter().map(convert).collect::<Result<Vec<_>, Error>>()?;
            let (names, values): (_, Vec<_>) = converted.into_iter().unzip();
            let alike = if compound(&common) { harmonize(values, &common, unify_hopefully, depth)? } else { values };
            (names, settle(alike, &common, to, depth)?)
        }
        (value, _) => return Err(mismatch(value, &Type::map(to.clone()))),
    };
    one_type(values.iter(), to)?;
    Ok(Value::Map(tree(names.into_iter().zip(values))))
}

/// Makes values of a type that leaves something open agree on one type, if they do not yet.
fn harmonize(
    values: Vec<Value>,
    ty: &Type,
    unify: fn(&[Type]) -> Option<Type>,
    depth: usize,
) -> Result<Vec<Value>, Error> {
    if one_type(values.iter(), ty).is_ok() {
        return Ok(values);
    }
    let types: Vec<Type> = values.iter().map(|value| concrete(value, ty)).collect();
    let common = unify(&types).ok_or_else(|| Error::new(NO_COMMON_TYPE))?;
    let agreed = values.iter().map(|value| convert_value(value, ty, &common, depth + 1)).collect::<Result<_, _>>()?;
    let settled = settle(agreed, &common, ty, depth)?;
    one_type(settled.iter(), ty)?;
    Ok(settled)
}

/// Puts values of one type where another one is open for it.
fn settle(values: Vec<Value>, from: &Type, to: &Type, depth: usize) -> Result<Vec<Value>, Error> {
    if from == to {
        return Ok(values);
    }
    values.iter().map(|value| convert_value(value, from, to, depth + 1)).collect()
}
