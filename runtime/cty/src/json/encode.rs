//! Values to JSON text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

use super::type_json::encode_type;
use crate::MAX_DEPTH;
use crate::conform;
use crate::error::Error;
use crate::path::Step;
use crate::ty::Type;
use crate::value::{Dynamic, Value};

/// Writes a value that conforms to the type and is wholly known.
///
/// ```
/// use tfgen_cty::{Type, Value, json};
///
/// let ty = Type::object([("a", Type::Number), ("b", Type::Dynamic)]);
/// let value = Value::object([("a", Value::Number("0.10".parse()?)), ("b", Value::dynamic(Type::Bool, Value::Null))]);
/// assert_eq!(json::encode(&value, &ty)?, br#"{"a":0.1,"b":{"value":null,"type":"bool"}}"#);
/// assert_eq!(json::encode(&Value::unknown(), &ty).unwrap_err().message(), "the value is not known");
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
pub fn encode(value: &Value, ty: &Type) -> Result<Vec<u8>, Error> {
    let mut out = String::new();
    encode_value(&mut out, value, ty, 0)?;
    Ok(out.into_bytes())
}

fn encode_value(out: &mut String, value: &Value, ty: &Type, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    match (value, ty) {
        (Value::Null, _) => out.push_str("null"),
        (Value::Unknown(_), _) => return Err(Error::new("the value is not known")),
        (Value::Dynamic(dynamic), Type::Dynamic) => return encode_dynamic(out, dynamic, depth),
        (Value::Bool(value), Type::Bool) => out.push_str(if *value { "true" } else { "false" }),
        (Value::Number(number), Type::Number) if number.is_finite() => {
            // Writing to a string cannot fail.
            let _ = write!(out, "{number}");
        }
        (Value::Number(_), Type::Number) => return Err(Error::new("infinity cannot be written as JSON")),
        (Value::String(text), Type::String) => write_string(out, text),
        (Value::List(elements), Type::List(ty)) => return encode_elements(out, elements, ty, depth),
        (Value::Set(elements), Type::Set(ty)) => return encode_elements(out, elements.as_slice(), ty, depth),
        (Value::Tuple(elements), Type::Tuple(types)) => {
            if elements.len() != types.len() {
                return Err(conform::tuple_length(elements.len(), types.len()));
            }
            return encode_array(out, elements.iter().zip(types.iter()), depth);
        }
        (Value::Map(elements), Type::Map(ty)) => {
            conform::one_type(elements.values(), ty)?;
            return encode_named(out, elements, std::iter::repeat(&**ty), Step::Key, depth);
        }
        (Value::Object(attributes), Type::Object(object)) => {
            conform::same_names(attributes, object)?;
            return encode_named(out, attributes, object.attributes().values(), Step::Attribute, depth);
        }
        (value, ty) => return Err(conform::mismatch(value, ty)),
    }
    Ok(())
}

fn encode_dynamic(out: &mut String, dynamic: &Dynamic, depth: usize) -> Result<(), Error> {
    if dynamic.ty == Type::Dynamic {
        return encode_value(out, &dynamic.value, &Type::Dynamic, depth + 1);
    }
    out.push_str("{\"value\":");
    encode_value(out, &dynamic.value, &dynamic.ty, depth + 1)?;
    out.push_str(",\"type\":");
    encode_type(out, &dynamic.ty);
    out.push('}');
    Ok(())
}

fn encode_elements(out: &mut String, elements: &[Value], ty: &Type, depth: usize) -> Result<(), Error> {
    conform::one_type(elements.iter(), ty)?;
    encode_array(out, elements.iter().zip(std::iter::repeat(ty)), depth)
}

fn encode_array<'v>(
    out: &mut String,
    elements: impl Iterator<Item = (&'v Value, &'v Type)>,
    depth: usize,
) -> Result<(), Error> {
    out.push('[');
    for (index, (element, ty)) in elements.enumerate() {
        if index > 0 {
            out.push(',');
        }
        encode_value(out, element, ty, depth + 1).map_err(|error| error.within(Step::Index(index)))?;
    }
    out.push(']');
    Ok(())
}

fn encode_named<'v>(
    out: &mut String,
    parts: &'v BTreeMap<Arc<str>, Value>,
    types: impl Iterator<Item = &'v Type>,
    step: fn(Arc<str>) -> Step,
    depth: usize,
) -> Result<(), Error> {
    out.push('{');
    for (position, ((name, value), ty)) in parts.iter().zip(types).enumerate() {
        if position > 0 {
            out.push(',');
        }
        write_string(out, name);
        out.push(':');
        encode_value(out, value, ty, depth + 1).map_err(|error| error.within(step(Arc::clone(name))))?;
    }
    out.push('}');
    Ok(())
}

/// Writes a JSON string.
pub(super) fn write_string(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Line separators are escaped because JavaScript once took them for line ends.
            '\u{0}'..='\u{1f}' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(out, "\\u{:04x}", u32::from(character));
            }
            character => out.push(character),
        }
    }
    out.push('"');
}
