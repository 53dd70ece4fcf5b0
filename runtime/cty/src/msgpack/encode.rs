//! Values to bytes: every part in its most compact form, attributes and keys sorted.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmp::encode as write;

use super::unknown;
use crate::MAX_DEPTH;
use crate::error::Error;
use crate::number::{Number, WireForm};
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::Value;

/// Writes a value that conforms to the type; one that does not is an error.
///
/// ```
/// use tfgen_cty::{Type, Value, msgpack};
///
/// let ty = Type::object([("a", Type::Number), ("b", Type::Dynamic)]);
/// let value = Value::object([("a", Value::unknown()), ("b", Value::dynamic(Type::Bool, Value::Bool(true)))]);
/// let bytes = msgpack::encode(&value, &ty)?;
/// assert_eq!(msgpack::decode(&bytes, &ty)?, value);
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>, Error> {
    let mut out = Vec::new();
    encode_value(&mut out, value, ty, 0)?;
    Ok(out)
}

fn encode_value(out: &mut Vec<u8>, value: &Value, ty: &Type, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    match (value, ty) {
        (Value::Null, _) => out.push(0xc0),
        (Value::Unknown(unknown), _) => unknown::encode(out, unknown, ty)?,
        (Value::Dynamic(dynamic), Type::Dynamic) => return encode_dynamic(out, dynamic, depth),
        (Value::Bool(value), Type::Bool) => bool(out, *value),
        (Value::Number(value), Type::Number) => number(out, value),
        (Value::String(value), Type::String) => text(out, value),
        (Value::List(elements), Type::List(ty)) => return encode_elements(out, elements, ty, depth),
        (Value::Set(elements), Type::Set(ty)) => return encode_elements(out, elements.as_slice(), ty, depth),
        (Value::Tuple(elements), Type::Tuple(types)) => return encode_tuple(out, elements, types, depth),
        (Value::Map(elements), Type::Map(ty)) => return encode_map(out, elements, ty, depth),
        (Value::Object(attributes), Type::Object(ty)) => return encode_object(out, attributes, ty, depth),
        (value, ty) => return Err(crate::conform::mismatch(value, ty)),
    }
    Ok(())
}

fn encode_dynamic(out: &mut Vec<u8>, dynamic: &crate::value::Dynamic, depth: usize) -> Result<(), Error> {
    if dynamic.ty == Type::Dynamic {
        return encode_value(out, &dynamic.value, &Type::Dynamic, depth + 1);
    }
    array_length(out, 2);
    let ty = dynamic.ty.to_json();
    sink(write::write_bin(out, ty.as_bytes()));
    encode_value(out, &dynamic.value, &dynamic.ty, depth + 1)
}

fn encode_elements(out: &mut Vec<u8>, elements: &[Value], ty: &Type, depth: usize) -> Result<(), Error> {
    crate::conform::one_type(elements.iter(), ty)?;
    array_length(out, length(elements.len())?);
    elements.iter().enumerate().try_for_each(|(index, element)| {
        encode_value(out, element, ty, depth + 1).map_err(|error| error.within(Step::Index(index)))
    })
}

fn encode_tuple(out: &mut Vec<u8>, elements: &[Value], types: &[Type], depth: usize) -> Result<(), Error> {
    if elements.len() != types.len() {
        return Err(crate::conform::tuple_length(elements.len(), types.len()));
    }
    array_length(out, length(elements.len())?);
    elements.iter().zip(types).enumerate().try_for_each(|(index, (element, ty))| {
        encode_value(out, element, ty, depth + 1).map_err(|error| error.within(Step::Index(index)))
    })
}

fn encode_map(out: &mut Vec<u8>, elements: &BTreeMap<Arc<str>, Value>, ty: &Type, depth: usize) -> Result<(), Error> {
    crate::conform::one_type(elements.values(), ty)?;
    map_length(out, length(elements.len())?);
    elements.iter().try_for_each(|(key, element)| {
        text(out, key);
        encode_value(out, element, ty, depth + 1).map_err(|error| error.within(Step::Key(Arc::clone(key))))
    })
}

fn encode_object(
    out: &mut Vec<u8>,
    attributes: &BTreeMap<Arc<str>, Value>,
    object: &ObjectType,
    depth: usize,
) -> Result<(), Error> {
    crate::conform::same_names(attributes, object)?;
    map_length(out, length(attributes.len())?);
    // Both are sorted and have the same names, so they go side by side.
    attributes.iter().zip(object.attributes().values()).try_for_each(|((name, value), ty)| {
        text(out, name);
        encode_value(out, value, ty, depth + 1).map_err(|error| error.within(Step::Attribute(Arc::clone(name))))
    })
}

pub(super) fn number(out: &mut Vec<u8>, number: &Number) {
    match number.wire_form() {
        WireForm::Integer(value) => integer(out, value),
        WireForm::Float(value) => sink(write::write_f64(out, value)),
        WireForm::Text(value) => text(out, &value.to_string()),
    }
}

pub(super) fn integer(out: &mut Vec<u8>, value: i64) {
    sink(write::write_sint(out, value));
}

pub(super) fn bool(out: &mut Vec<u8>, value: bool) {
    out.push(if value { 0xc3 } else { 0xc2 });
}

pub(super) fn text(out: &mut Vec<u8>, value: &str) {
    sink(write::write_str(out, value));
}

pub(super) fn array_length(out: &mut Vec<u8>, length: u32) {
    sink(write::write_array_len(out, length));
}

pub(super) fn map_length(out: &mut Vec<u8>, length: u32) {
    sink(write::write_map_len(out, length));
}

pub(super) fn extension(out: &mut Vec<u8>, code: u8, payload: &[u8]) {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    sink(write::write_ext_meta(out, length, code.cast_signed()));
    out.extend_from_slice(payload);
}

/// Writing to memory cannot fail.
fn sink<T, E>(result: Result<T, E>) {
    drop(result);
}

fn length(count: usize) -> Result<u32, Error> {
    u32::try_from(count).map_err(|_| Error::new("there are too many elements to write"))
}
