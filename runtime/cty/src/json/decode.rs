//! JSON text to values, directed by the type.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::reader::{Kind, Reader};
use super::type_json::decode_type;
use crate::MAX_DEPTH;
use crate::conform;
use crate::error::Error;
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{Value, normalize};

/// Reads a value of the type. An attribute that the type does not have is an error.
///
/// ```
/// use tfgen_cty::{Type, Value, json};
///
/// let ty = Type::object([("a", Type::String), ("b", Type::Number)]);
/// assert_eq!(json::decode(br#"{"b": "5"}"#, &ty), Ok(Value::object([("a", Value::Null), ("b", Value::number(5))])));
/// assert_eq!(json::decode(br#"{"c": 1}"#, &ty).unwrap_err().to_string(), "unsupported attribute \"c\"");
/// ```
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, Error> {
    read(bytes, ty, false)
}

/// Like [`decode`], except that attributes which the types do not have are left out, at every level. This is how the
/// state of an older schema version is read.
///
/// ```
/// use tfgen_cty::{Type, Value, json};
///
/// let ty = Type::object([("a", Type::String)]);
/// assert_eq!(json::decode_lenient(br#"{"a": "x", "gone": {}}"#, &ty), Ok(Value::object([("a", Value::string("x"))])));
/// ```
pub fn decode_lenient(bytes: &[u8], ty: &Type) -> Result<Value, Error> {
    read(bytes, ty, true)
}

/// The type that a JSON text has by itself: objects, tuples, and `dynamic` for null.
///
/// ```
/// use tfgen_cty::json;
///
/// let ty = json::implied_type(br#"{"a": [1, "x", null]}"#)?;
/// assert_eq!(ty.to_string(), "object({a = tuple([number, string, dynamic])})");
/// # Ok::<(), tfgen_cty::Error>(())
/// ```
pub fn implied_type(bytes: &[u8]) -> Result<Type, Error> {
    let mut reader = Reader::new(bytes)?;
    let ty = implied(&mut reader, 0)?;
    reader.end()?;
    Ok(ty)
}

fn read(bytes: &[u8], ty: &Type, lenient: bool) -> Result<Value, Error> {
    let mut decoder = Decoder { reader: Reader::new(bytes)?, lenient };
    let value = decoder.value(ty, 0)?;
    decoder.reader.end()?;
    Ok(value)
}

struct Decoder<'j> {
    reader: Reader<'j>,
    lenient: bool,
}

impl Decoder<'_> {
    fn value(&mut self, ty: &Type, depth: usize) -> Result<Value, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::new(crate::TOO_DEEP));
        }
        let kind = self.reader.peek()?;
        if kind == Kind::Null {
            return self.reader.null().map(|()| Value::Null);
        }
        match (ty, kind) {
            (Type::Bool, _) => self.bool(kind).map(Value::Bool),
            (Type::Number, Kind::Number) => self.reader.number()?.parse().map(Value::Number),
            (Type::Number, Kind::String) => self.reader.string()?.parse().map(Value::Number),
            (Type::String, Kind::String) => self.reader.string().map(Value::string),
            (Type::String, Kind::Number) => self.reader.number().map(Value::string),
            (Type::String, Kind::Bool) => self.reader.bool().map(|value| Value::string(value.to_string())),
            (Type::Dynamic, Kind::Object) => self.dynamic(depth),
            (Type::List(element), Kind::Array) => self.elements(element, depth).map(Value::List),
            (Type::Set(element), Kind::Array) => self.elements(element, depth).map(|all| Value::Set(all.into())),
            (Type::Tuple(elements), Kind::Array) => self.tuple(elements, depth),
            (Type::Map(element), Kind::Object) => self.map(element, depth),
            (Type::Object(object), Kind::Object) => self.object(object, depth),
            (ty, kind) => Err(required(ty, kind)),
        }
    }

    fn bool(&mut self, kind: Kind) -> Result<bool, Error> {
        match kind {
            Kind::Bool => self.reader.bool(),
            Kind::String => match &*self.reader.string()? {
                "true" | "1" => Ok(true),
                "false" | "0" => Ok(false),
                _ => Err(Error::new("a bool is required: true or false")),
            },
            kind => Err(required(&Type::Bool, kind)),
        }
    }

    fn elements(&mut self, ty: &Type, depth: usize) -> Result<Vec<Value>, Error> {
        self.reader.array_start()?;
        let mut elements = Vec::new();
        while self.reader.array_next(elements.len())? {
            let element = self.value(ty, depth + 1).map_err(|error| error.within(Step::Index(elements.len())))?;
            elements.push(element);
        }
        conform::one_type(elements.iter(), ty)?;
        Ok(elements)
    }

    fn tuple(&mut self, types: &[Type], depth: usize) -> Result<Value, Error> {
        self.reader.array_start()?;
        let mut elements = Vec::new();
        while self.reader.array_next(elements.len())? {
            let index = elements.len();
            let ty = types.get(index).ok_or_else(|| Error::new(tuple_too_long(types.len())))?;
            elements.push(self.value(ty, depth + 1).map_err(|error| error.within(Step::Index(index)))?);
        }
        if elements.len() < types.len() {
            return Err(conform::tuple_length(elements.len(), types.len()));
        }
        Ok(Value::Tuple(elements))
    }

    fn map(&mut self, ty: &Type, depth: usize) -> Result<Value, Error> {
        self.reader.object_start()?;
        let mut elements = BTreeMap::new();
        let mut count = 0;
        while let Some(key) = self.reader.object_next(count)? {
            let key = normalize(&key);
            let element = self.value(ty, depth + 1).map_err(|error| error.within(Step::Key(Arc::clone(&key))))?;
            elements.insert(key, element);
            count += 1;
        }
        conform::one_type(elements.values(), ty)?;
        Ok(Value::Map(elements))
    }

    fn object(&mut self, ty: &ObjectType, depth: usize) -> Result<Value, Error> {
        self.reader.object_start()?;
        let mut attributes = BTreeMap::new();
        let mut count = 0;
        while let Some(key) = self.reader.object_next(count)? {
            count += 1;
            let Some((name, ty)) = ty.attributes().get_key_value(&*crate::value::normalized(&key)) else {
                if self.lenient {
                    self.reader.skip()?;
                    continue;
                }
                return Err(Error::new(conform::unsupported(&key)));
            };
            let value = self.value(ty, depth + 1).map_err(|error| error.within(Step::Attribute(Arc::clone(name))))?;
            attributes.insert(Arc::clone(name), value);
        }
        for name in ty.attributes().keys() {
            if !attributes.contains_key(name) {
                attributes.insert(Arc::clone(name), Value::Null);
            }
        }
        Ok(Value::Object(attributes))
    }

    /// The type may come after the value, so the value is read when the whole object has been seen.
    fn dynamic(&mut self, depth: usize) -> Result<Value, Error> {
        self.reader.object_start()?;
        let (mut value, mut ty) = (None, None);
        let mut count = 0;
        while let Some(key) = self.reader.object_next(count)? {
            match &*key {
                "value" => value = Some(self.reader.skip()?),
                "type" => ty = Some(decode_type(&mut self.reader, 0)?),
                _ => return Err(Error::new(format!("a dynamic value has no {key:?}, only \"value\" and \"type\""))),
            }
            count += 1;
        }
        let (Some(reader), Some(ty)) = (value, ty) else {
            return Err(Error::new("a dynamic value needs both \"value\" and \"type\""));
        };
        let value = Decoder { reader, lenient: self.lenient }.value(&ty, depth + 1)?;
        Ok(Value::dynamic(ty, value))
    }
}

fn implied(reader: &mut Reader<'_>, depth: usize) -> Result<Type, Error> {
    if depth > MAX_DEPTH {
        return Err(Error::new(crate::TOO_DEEP));
    }
    match reader.peek()? {
        Kind::Null => reader.null().map(|()| Type::Dynamic),
        Kind::Bool => reader.bool().map(|_| Type::Bool),
        Kind::Number => reader.number().map(|_| Type::Number),
        Kind::String => reader.string().map(|_| Type::String),
        Kind::Array => {
            reader.array_start()?;
            let mut elements = Vec::new();
            while reader.array_next(elements.len())? {
                elements.push(implied(reader, depth + 1)?);
            }
            Ok(Type::Tuple(elements.into()))
        }
        Kind::Object => {
            reader.object_start()?;
            let mut attributes = Vec::new();
            while let Some(name) = reader.object_next(attributes.len())? {
                let ty = implied(reader, depth + 1)?;
                attributes.push((name, ty));
            }
            Ok(Type::object(attributes))
        }
    }
}

fn required(ty: &Type, kind: Kind) -> Error {
    let what = match ty {
        Type::Bool => "a bool",
        Type::Number => "a number",
        Type::String => "a string",
        Type::Dynamic => "an object with \"value\" and \"type\"",
        Type::List(_) | Type::Set(_) | Type::Tuple(_) => "an array",
        Type::Map(_) | Type::Object(_) => "an object",
    };
    Error::new(format!("{what} is required, not {}", kind.name()))
}

fn tuple_too_long(length: usize) -> String {
    format!("a tuple of length {length} is required (more given)")
}
