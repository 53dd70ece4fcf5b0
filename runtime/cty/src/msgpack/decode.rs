//! Bytes to values, directed by the type.

use std::collections::BTreeMap;
use std::sync::Arc;

use rmp::Marker;

use super::unknown;
use crate::MAX_DEPTH;
use crate::conform;
use crate::error::Error;
use crate::number::Number;
use crate::path::Step;
use crate::ty::{ObjectType, Type};
use crate::value::{Value, normalize};

/// Reads a value of the type.
///
/// ```
/// use tfgen_cty::{Type, Value, msgpack};
///
/// let ty = Type::list(Type::String);
/// assert_eq!(msgpack::decode(&[0x92, 0xa1, b'a', 0xc0], &ty), Ok(Value::list([Value::string("a"), Value::Null])));
/// assert_eq!(msgpack::decode(&[0xc3], &ty).unwrap_err().to_string(), "a list is required, not a bool");
/// ```
pub fn decode(bytes: &[u8], ty: &Type) -> Result<Value, Error> {
    Reader::new(bytes).value(ty, 0)
}

/// Where reading has come to.
pub(super) struct Reader<'b> {
    rest: &'b [u8],
}

impl<'b> Reader<'b> {
    pub(super) fn new(bytes: &'b [u8]) -> Self {
        Self { rest: bytes }
    }

    pub(super) fn value(&mut self, ty: &Type, depth: usize) -> Result<Value, Error> {
        if depth > MAX_DEPTH {
            return Err(Error::new(crate::TOO_DEEP));
        }
        let marker = self.marker()?;
        if marker == Marker::Null {
            return Ok(Value::Null);
        }
        if let Some((code, payload)) = self.extension(marker)? {
            return unknown::decode(code, payload, ty, depth);
        }
        match ty {
            Type::Bool => match marker {
                Marker::True => Ok(Value::Bool(true)),
                Marker::False => Ok(Value::Bool(false)),
                marker => Err(required("a bool", marker)),
            },
            Type::Number => self.number(marker).map(Value::Number),
            Type::String => self.text(marker, "a string").map(|text| Value::String(normalize(text))),
            Type::Dynamic => self.dynamic(marker, depth),
            Type::List(element) => self.elements(marker, "a list", element, depth).map(Value::List),
            Type::Set(element) => self.elements(marker, "a set", element, depth).map(|all| Value::Set(all.into())),
            Type::Tuple(elements) => self.tuple(marker, elements, depth),
            Type::Map(element) => self.map(marker, element, depth),
            Type::Object(object) => self.object(marker, object, depth),
        }
    }

    fn elements(&mut self, marker: Marker, what: &str, ty: &Type, depth: usize) -> Result<Vec<Value>, Error> {
        let count = self.array_length(marker)?.ok_or_else(|| required(what, marker))?;
        let mut elements = Vec::new();
        for index in 0..count {
            elements.push(self.value(ty, depth + 1).map_err(|error| error.within(Step::Index(index)))?);
        }
        conform::one_type(elements.iter(), ty)?;
        Ok(elements)
    }

    fn tuple(&mut self, marker: Marker, types: &[Type], depth: usize) -> Result<Value, Error> {
        let count = self.array_length(marker)?.ok_or_else(|| required("a tuple", marker))?;
        if count != types.len() {
            return Err(Error::new(format!("a tuple of length {} is required ({count} given)", types.len())));
        }
        let element = |(index, ty)| self.value(ty, depth + 1).map_err(|error| error.within(Step::Index(index)));
        types.iter().enumerate().map(element).collect::<Result<_, _>>().map(Value::Tuple)
    }

    fn map(&mut self, marker: Marker, ty: &Type, depth: usize) -> Result<Value, Error> {
        let count = self.map_length(marker)?.ok_or_else(|| required("a map", marker))?;
        let mut elements = BTreeMap::new();
        for _ in 0..count {
            let key = normalize(self.key("a map key")?);
            let element = self.value(ty, depth + 1).map_err(|error| error.within(Step::Key(Arc::clone(&key))))?;
            elements.insert(key, element);
        }
        conform::one_type(elements.values(), ty)?;
        Ok(Value::Map(elements))
    }

    /// Attributes mostly come in the type's order, so each is looked for next to the one before.
    fn object(&mut self, marker: Marker, ty: &ObjectType, depth: usize) -> Result<Value, Error> {
        let count = self.map_length(marker)?.ok_or_else(|| required("an object", marker))?;
        if count != ty.len() {
            return Err(Error::new(format!("an object with {} attributes is required ({count} given)", ty.len())));
        }
        let mut expected = ty.attributes().iter();
        let mut attributes = Vec::new();
        for _ in 0..count {
            let key = self.key("an attribute name")?;
            let (name, ty) = match expected.next() {
                Some((name, ty)) if **name == *key => (name, ty),
                _ => ty
                    .attributes()
                    .get_key_value(key)
                    .or_else(|| ty.attributes().get_key_value(&normalize(key)))
                    .ok_or_else(|| Error::new(format!("unsupported attribute {key:?}")))?,
            };
            let value = self.value(ty, depth + 1).map_err(|error| error.within(Step::Attribute(Arc::clone(name))))?;
            attributes.push((Arc::clone(name), value));
        }
        let attributes: BTreeMap<_, _> = attributes.into_iter().collect();
        if attributes.len() == count {
            return Ok(Value::Object(attributes));
        }
        let missing = ty.attributes().keys().find(|name| !attributes.contains_key(*name));
        let missing = missing.map(|name| format!("{name:?}")).unwrap_or_default();
        Err(Error::new(format!("an attribute comes twice, and {missing} is missing")))
    }

    fn dynamic(&mut self, marker: Marker, depth: usize) -> Result<Value, Error> {
        match self.array_length(marker)? {
            Some(2) => {}
            Some(_) => return Err(Error::new("a dynamic value is an array of exactly two elements")),
            None => return Err(required("a dynamic value", marker)),
        }
        let marker = self.marker()?;
        let ty = self.binary(marker)?.ok_or_else(|| required("the type of a dynamic value", marker))?;
        let ty = Type::from_json(ty)
            .map_err(|error| Error::new(format!("the type of a dynamic value is wrong: {error}")))?;
        let value = self.value(&ty, depth + 1)?;
        Ok(Value::dynamic(ty, value))
    }

    fn number(&mut self, marker: Marker) -> Result<Number, Error> {
        Ok(match marker {
            Marker::FixPos(integer) => i64::from(integer).into(),
            Marker::FixNeg(integer) => i64::from(integer).into(),
            Marker::U8 => i64::from(u8::from_be_bytes(self.array()?)).into(),
            Marker::U16 => i64::from(u16::from_be_bytes(self.array()?)).into(),
            Marker::U32 => u32::from_be_bytes(self.array()?).into(),
            Marker::U64 => u64::from_be_bytes(self.array()?).into(),
            Marker::I8 => i64::from(i8::from_be_bytes(self.array()?)).into(),
            Marker::I16 => i64::from(i16::from_be_bytes(self.array()?)).into(),
            Marker::I32 => i32::from_be_bytes(self.array()?).into(),
            Marker::I64 => i64::from_be_bytes(self.array()?).into(),
            Marker::F32 => return float(f32::from_be_bytes(self.array()?).into()),
            Marker::F64 => return float(f64::from_be_bytes(self.array()?)),
            marker => return self.text(marker, "a number")?.parse(),
        })
    }

    /// Text, which may also come as binary.
    fn text(&mut self, marker: Marker, what: &str) -> Result<&'b str, Error> {
        let bytes = self.binary(marker)?.ok_or_else(|| required(what, marker))?;
        std::str::from_utf8(bytes).map_err(|_| Error::new(format!("{what} is required, but this is not UTF-8 text")))
    }

    fn key(&mut self, what: &str) -> Result<&'b str, Error> {
        let marker = self.marker()?;
        self.text(marker, what)
    }

    /// Reads past any value, however deep.
    pub(super) fn skip(&mut self) -> Result<(), Error> {
        let mut values = 1_usize;
        while values > 0 {
            values -= 1;
            let marker = self.marker()?;
            if self.extension(marker)?.is_some() || self.binary(marker)?.is_some() {
                continue;
            }
            if let Some(count) = self.array_length(marker)? {
                values = values.saturating_add(count);
            } else if let Some(count) = self.map_length(marker)? {
                values = values.saturating_add(count.saturating_mul(2));
            } else {
                self.take(number_width(marker))?;
            }
        }
        Ok(())
    }

    /// The number of entries, if a map begins here.
    pub(super) fn map_start(&mut self) -> Result<Option<usize>, Error> {
        let marker = self.marker()?;
        self.map_length(marker)
    }

    fn marker(&mut self) -> Result<Marker, Error> {
        self.array::<1>().map(|[byte]| Marker::from_u8(byte))
    }

    fn array_length(&mut self, marker: Marker) -> Result<Option<usize>, Error> {
        match marker {
            Marker::FixArray(length) => Ok(Some(length.into())),
            Marker::Array16 => self.length::<2>().map(Some),
            Marker::Array32 => self.length::<4>().map(Some),
            _ => Ok(None),
        }
    }

    fn map_length(&mut self, marker: Marker) -> Result<Option<usize>, Error> {
        match marker {
            Marker::FixMap(length) => Ok(Some(length.into())),
            Marker::Map16 => self.length::<2>().map(Some),
            Marker::Map32 => self.length::<4>().map(Some),
            _ => Ok(None),
        }
    }

    fn binary(&mut self, marker: Marker) -> Result<Option<&'b [u8]>, Error> {
        let length = match marker {
            Marker::FixStr(length) => length.into(),
            Marker::Str8 | Marker::Bin8 => self.length::<1>()?,
            Marker::Str16 | Marker::Bin16 => self.length::<2>()?,
            Marker::Str32 | Marker::Bin32 => self.length::<4>()?,
            _ => return Ok(None),
        };
        self.take(length).map(Some)
    }

    /// Code and payload, if this is an extension: the form of unknown values.
    fn extension(&mut self, marker: Marker) -> Result<Option<(u8, &'b [u8])>, Error> {
        let length = match marker {
            Marker::FixExt1 => 1,
            Marker::FixExt2 => 2,
            Marker::FixExt4 => 4,
            Marker::FixExt8 => 8,
            Marker::FixExt16 => 16,
            Marker::Ext8 => self.length::<1>()?,
            Marker::Ext16 => self.length::<2>()?,
            Marker::Ext32 => self.length::<4>()?,
            _ => return Ok(None),
        };
        let [code] = self.array()?;
        self.take(length).map(|payload| Some((code, payload)))
    }

    fn length<const N: usize>(&mut self) -> Result<usize, Error> {
        let bytes: [u8; N] = self.array()?;
        Ok(bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)))
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or_else(|| Error::new(ENDS_EARLY))?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn take(&mut self, length: usize) -> Result<&'b [u8], Error> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or_else(|| Error::new(ENDS_EARLY))?;
        self.rest = rest;
        Ok(bytes)
    }
}

fn number_width(marker: Marker) -> usize {
    match marker {
        Marker::U8 | Marker::I8 => 1,
        Marker::U16 | Marker::I16 => 2,
        Marker::U32 | Marker::I32 | Marker::F32 => 4,
        Marker::U64 | Marker::I64 | Marker::F64 => 8,
        _ => 0,
    }
}

const ENDS_EARLY: &str = "the value ends early";

fn float(float: f64) -> Result<Number, Error> {
    Number::from_binary(float).ok_or_else(|| Error::new("a number is required, not NaN"))
}

fn required(what: &str, marker: Marker) -> Error {
    let given = match marker {
        Marker::True | Marker::False => "a bool",
        Marker::FixStr(_) | Marker::Str8 | Marker::Str16 | Marker::Str32 => "text",
        Marker::Bin8 | Marker::Bin16 | Marker::Bin32 => "binary",
        Marker::FixArray(_) | Marker::Array16 | Marker::Array32 => "an array",
        Marker::FixMap(_) | Marker::Map16 | Marker::Map32 => "a map",
        Marker::Null => "null",
        Marker::Reserved => "a byte that means nothing",
        _ => "a number",
    };
    Error::new(format!("{what} is required, not {given}"))
}
