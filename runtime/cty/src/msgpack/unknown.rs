//! Unknown values on the wire: an extension whose payload says what is known about them.

use super::decode::Reader;
use super::encode as write;
use crate::error::Error;
use crate::refinement::{Bound, Refinement, truncated_prefix};
use crate::ty::Type;
use crate::value::{Unknown, Value};

/// The extension code of an unknown value about which something is known.
const REFINED: u8 = 0x0c;

/// A longer payload is not read.
const PAYLOAD_MAX: usize = 1024;

/// A longer prefix is cut when it is written.
const PREFIX_MAX: usize = 256;

const IS_NULL: i64 = 1;
const STRING_PREFIX: i64 = 2;
const NUMBER_LOWER: i64 = 3;
const NUMBER_UPPER: i64 = 4;
const LENGTH_MIN: i64 = 5;
const LENGTH_MAX: i64 = 6;

/// Reads an unknown value. When what is known leaves one value only, that value is the result.
pub(super) fn decode(code: u8, payload: &[u8], ty: &Type, depth: usize) -> Result<Value, Error> {
    if payload.len() <= 1 {
        return Ok(Value::unknown());
    }
    if code != REFINED {
        return Err(Error::new(format!("unsupported extension {code:#04x} of {} bytes", payload.len())));
    }
    if payload.len() > PAYLOAD_MAX {
        return Err(Error::new(format!("what is known about an unknown value takes more than {PAYLOAD_MAX} bytes")));
    }
    if *ty == Type::Dynamic {
        return Ok(Value::unknown());
    }
    refinement(payload, ty, depth).map_err(|error| Error::new(format!("unknown value: {}", error.message())))
}

fn refinement(payload: &[u8], ty: &Type, depth: usize) -> Result<Value, Error> {
    let mut reader = Reader::new(payload);
    let count = reader.map_start()?.ok_or_else(|| Error::new("what is known must be a map"))?;
    let mut known = Refinement::default();
    let mut is_null = false;
    for _ in 0..count {
        let key = integer(&mut reader, "a key of what is known")?;
        match key {
            IS_NULL => match reader.value(&Type::Bool, depth)? {
                Value::Bool(true) => is_null = true,
                Value::Bool(false) => known = known.not_null(),
                _ => return Err(Error::new("nullness must be a bool")),
            },
            STRING_PREFIX => match reader.value(&Type::String, depth)? {
                Value::String(prefix) => known = known.prefix(prefix),
                _ => return Err(Error::new("a prefix must be a string")),
            },
            NUMBER_LOWER => {
                let Bound { number, inclusive } = bound(&mut reader, depth)?;
                known = known.lower_bound(number, inclusive);
            }
            NUMBER_UPPER => {
                let Bound { number, inclusive } = bound(&mut reader, depth)?;
                known = known.upper_bound(number, inclusive);
            }
            LENGTH_MIN => known = known.length_at_least(length(&mut reader)?),
            LENGTH_MAX => known = known.length_at_most(length(&mut reader)?),
            _ => reader.skip()?,
        }
        if matches!(key, STRING_PREFIX) && *ty != Type::String
            || matches!(key, NUMBER_LOWER | NUMBER_UPPER) && *ty != Type::Number
            || matches!(key, LENGTH_MIN | LENGTH_MAX) && ty.element().is_none()
        {
            return Err(Error::new(format!("fact {key} is not about a value of type {ty}")));
        }
    }
    settle(known, is_null, ty)
}

fn settle(known: Refinement, is_null: bool, ty: &Type) -> Result<Value, Error> {
    if let Some(contradiction) = known.mismatch(ty) {
        return Err(Error::new(contradiction));
    }
    if is_null && known.is_not_null() {
        return Err(Error::new("it is both null and not null"));
    }
    if is_null {
        return Ok(Value::Null);
    }
    Ok(known.settled(ty).unwrap_or_else(|| Value::unknown_with(known)))
}

fn bound(reader: &mut Reader<'_>, depth: usize) -> Result<Bound, Error> {
    let ty = Type::tuple([Type::Number, Type::Bool]);
    match reader.value(&ty, depth)? {
        Value::Tuple(parts) => match <[Value; 2]>::try_from(parts) {
            Ok([Value::Number(number), Value::Bool(inclusive)]) => Ok(Bound { number, inclusive }),
            _ => Err(Error::new("a bound must be a number and a bool")),
        },
        _ => Err(Error::new("a bound must be a number and a bool")),
    }
}

fn length(reader: &mut Reader<'_>) -> Result<u64, Error> {
    u64::try_from(integer(reader, "a length")?).map_err(|_| Error::new("a length is negative"))
}

fn integer(reader: &mut Reader<'_>, what: &str) -> Result<i64, Error> {
    match reader.value(&Type::Number, 0)? {
        Value::Number(number) => number.to_i64().ok_or_else(|| Error::new(format!("{what} must be an integer"))),
        _ => Err(Error::new(format!("{what} must be an integer"))),
    }
}

/// Writes an unknown value; what is known is dropped in a `dynamic` place, and when it takes too much room.
pub(super) fn encode(out: &mut Vec<u8>, unknown: &Unknown, ty: &Type) -> Result<(), Error> {
    let known = unknown.refinement().filter(|_| *ty != Type::Dynamic);
    if let Some(contradiction) = known.and_then(|known| known.mismatch(ty)) {
        return Err(Error::new(contradiction));
    }
    let payload = known.map(facts).filter(|payload| payload.len() > 1);
    match payload {
        Some(payload) if payload.len() <= PAYLOAD_MAX => write::extension(out, REFINED, &payload),
        Some(_) if known.is_some_and(Refinement::is_not_null) => {
            write::extension(out, REFINED, &facts(&Refinement::default().not_null()));
        }
        _ => write::extension(out, 0, &[0]),
    }
    Ok(())
}

fn facts(known: &Refinement) -> Vec<u8> {
    let mut out = Vec::new();
    let mut count = 0;
    let mut fact = |key: i64, content: &dyn Fn(&mut Vec<u8>)| {
        write::integer(&mut out, key);
        content(&mut out);
        count += 1;
    };
    if known.is_not_null() {
        fact(IS_NULL, &|out| write::bool(out, false));
    }
    if let Some(prefix) = known.string_prefix() {
        let cut = if prefix.len() > PREFIX_MAX { truncated_prefix(prefix, PREFIX_MAX - 1) } else { prefix };
        if !cut.is_empty() {
            fact(STRING_PREFIX, &|out| write::text(out, cut));
        }
    }
    for (key, bound) in [(NUMBER_LOWER, known.number_lower_bound()), (NUMBER_UPPER, known.number_upper_bound())] {
        if let Some(bound) = bound {
            fact(key, &|out| {
                write::array_length(out, 2);
                write::number(out, &bound.number);
                write::bool(out, bound.inclusive);
            });
        }
    }
    if known.length_min() > 0 {
        fact(LENGTH_MIN, &|out| write::number(out, &known.length_min().into()));
    }
    if let Some(max) = known.length_max() {
        fact(LENGTH_MAX, &|out| write::number(out, &max.into()));
    }
    let mut payload = Vec::with_capacity(out.len() + 1);
    write::map_length(&mut payload, count);
    payload.append(&mut out);
    if count == 0 { Vec::new() } else { payload }
}
