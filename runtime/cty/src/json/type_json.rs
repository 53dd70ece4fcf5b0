//! The JSON form of types: `"string"`, `["list","string"]`, `["object",{"a":"bool"},["a"]]`.

use std::fmt::Write as _;
use std::sync::Arc;

use super::encode::write_string;
use super::reader::{Kind, Reader};
use crate::MAX_DEPTH;
use crate::error::Error;
use crate::ty::{ObjectType, Type};

/// Reads a type; anything after it is an error.
pub(crate) fn decode(json: &[u8]) -> Result<Type, Error> {
    let mut reader = Reader::new(json)?;
    let ty = decode_type(&mut reader, 0)?;
    reader.end()?;
    Ok(ty)
}

pub(super) fn decode_type(reader: &mut Reader<'_>, depth: usize) -> Result<Type, Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    match reader.peek()? {
        Kind::String => match &*reader.string()? {
            "bool" => Ok(Type::Bool),
            "number" => Ok(Type::Number),
            "string" => Ok(Type::String),
            "dynamic" => Ok(Type::Dynamic),
            other => Err(Error::new(format!("there is no type {other:?}"))),
        },
        Kind::Array => {
            reader.array_start()?;
            if !reader.array_next(0)? {
                return Err(Error::new("a compound type needs its kind"));
            }
            decode_compound(reader, depth)
        }
        kind => Err(Error::new(format!("a type is a string or an array, not {}", kind.name()))),
    }
}

fn decode_compound(reader: &mut Reader<'_>, depth: usize) -> Result<Type, Error> {
    let kind = reader.string()?;
    if !reader.array_next(1)? {
        return Err(Error::new(format!("the type {kind:?} needs the types of its parts")));
    }
    let ty = match &*kind {
        "list" => Type::list(decode_type(reader, depth + 1)?),
        "set" => Type::set(decode_type(reader, depth + 1)?),
        "map" => Type::map(decode_type(reader, depth + 1)?),
        "tuple" => {
            reader.array_start()?;
            let mut elements = Vec::new();
            while reader.array_next(elements.len())? {
                elements.push(decode_type(reader, depth + 1)?);
            }
            Type::Tuple(elements.into())
        }
        "object" => return decode_object(reader, depth),
        other => return Err(Error::new(format!("there is no compound type {other:?}"))),
    };
    if reader.array_next(2)? {
        return Err(Error::new(format!("the type {kind:?} has too many parts")));
    }
    Ok(ty)
}

fn decode_object(reader: &mut Reader<'_>, depth: usize) -> Result<Type, Error> {
    reader.object_start()?;
    let mut attributes = Vec::new();
    while let Some(name) = reader.object_next(attributes.len())? {
        let ty = decode_type(reader, depth + 1)?;
        attributes.push((name, ty));
    }
    let mut optional = Vec::new();
    if reader.array_next(2)? {
        reader.array_start()?;
        while reader.array_next(optional.len())? {
            optional.push(reader.string()?);
        }
        if reader.array_next(3)? {
            return Err(Error::new("an object type has too many parts"));
        }
    }
    let object = ObjectType::with_optional(attributes, &optional);
    match optional.iter().find(|name| object.optional().get(&*crate::value::normalized(name)).is_none()) {
        Some(name) => Err(Error::new(format!("the optional attribute {name:?} does not exist"))),
        None => Ok(Type::Object(object)),
    }
}

/// Writes a type, without spaces and with sorted names.
pub(crate) fn encode(ty: &Type) -> String {
    let mut out = String::new();
    encode_type(&mut out, ty);
    out
}

pub(super) fn encode_type(out: &mut String, ty: &Type) {
    match ty {
        Type::Bool => out.push_str("\"bool\""),
        Type::Number => out.push_str("\"number\""),
        Type::String => out.push_str("\"string\""),
        Type::Dynamic => out.push_str("\"dynamic\""),
        Type::List(element) => encode_collection(out, "list", element),
        Type::Set(element) => encode_collection(out, "set", element),
        Type::Map(element) => encode_collection(out, "map", element),
        Type::Tuple(elements) => {
            out.push_str("[\"tuple\",[");
            for (position, element) in elements.iter().enumerate() {
                separate(out, position);
                encode_type(out, element);
            }
            out.push_str("]]");
        }
        Type::Object(object) => encode_object(out, object),
    }
}

fn encode_collection(out: &mut String, kind: &str, element: &Arc<Type>) {
    // Writing to a string cannot fail.
    let _ = write!(out, "[\"{kind}\",");
    encode_type(out, element);
    out.push(']');
}

fn encode_object(out: &mut String, object: &ObjectType) {
    out.push_str("[\"object\",{");
    for (position, (name, ty)) in object.attributes().iter().enumerate() {
        separate(out, position);
        write_string(out, name);
        out.push(':');
        encode_type(out, ty);
    }
    out.push('}');
    if !object.optional().is_empty() {
        out.push_str(",[");
        for (position, name) in object.optional().iter().enumerate() {
            separate(out, position);
            write_string(out, name);
        }
        out.push(']');
    }
    out.push(']');
}

fn separate(out: &mut String, position: usize) {
    if position > 0 {
        out.push(',');
    }
}
