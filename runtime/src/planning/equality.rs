//! Equality of values as their attribute types see it, and hashes that agree with it.
//!
//! It differs from the values' own equality in two cases. An API that stores floats of 32 or 64 bits may answer with other
//! digits than were sent, and one that reads a text of some format may word it in its own way: that is no change.

use std::hash::{DefaultHasher, Hash, Hasher};

use tfgen_cty::{Number, Value};

use crate::format::canonical;
use crate::schema::{AttributeType, Nesting};

/// Whether two values mean the same to an attribute of this type: equal, floats that round to the same 32 or 64 bits, or
/// texts with one canonical form.
/// Null and unknown equal only themselves.
pub fn semantically_equal(ty: &AttributeType, left: &Value, right: &Value) -> bool {
    if left == right || !is_loose(ty) {
        return left == right;
    }
    match (ty, left, right) {
        (AttributeType::Float32 | AttributeType::Float64, Value::Number(left), Value::Number(right)) => {
            rounded(ty, left) == rounded(ty, right)
        }
        (AttributeType::Text(format), Value::String(left), Value::String(right)) => {
            let left = canonical(*format, left);
            left.is_some() && left == canonical(*format, right)
        }
        (AttributeType::List(of), Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| semantically_equal(of, left, right))
        }
        (AttributeType::Set(of), Value::Set(left), Value::Set(right)) => {
            left.len() == right.len() && sorted_hashes(of, left.iter()) == sorted_hashes(of, right.iter())
        }
        (AttributeType::Map(of), Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|((a, left), (b, right))| a == b && semantically_equal(of, left, right))
        }
        (AttributeType::Object(members), Value::Object(_), Value::Object(_)) => members
            .iter()
            .all(|(name, ty)| matches!((left.get(name), right.get(name)), (Some(l), Some(r)) if semantically_equal(ty, l, r))),
        (AttributeType::Tuple(types), Value::Tuple(left), Value::Tuple(right)) => {
            left.len() == right.len()
                && types.iter().zip(left.iter().zip(right)).all(|(ty, (left, right))| semantically_equal(ty, left, right))
        }
        (AttributeType::Nested(nesting, attributes), _, _) => nested_equal(*nesting, attributes, left, right),
        _ => false,
    }
}

fn nested_equal(nesting: Nesting, attributes: &[crate::schema::Attribute], left: &Value, right: &Value) -> bool {
    let objects = |left: &Value, right: &Value| {
        attributes.iter().all(|attribute| match (left.get(attribute.name), right.get(attribute.name)) {
            (Some(left), Some(right)) => semantically_equal(&attribute.ty, left, right),
            _ => false,
        })
    };
    match (nesting, left, right) {
        (Nesting::Single, Value::Object(_), Value::Object(_)) => objects(left, right),
        (Nesting::List, Value::List(left), Value::List(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| objects(left, right))
        }
        (Nesting::Map, Value::Map(left), Value::Map(right)) => {
            left.len() == right.len()
                && left.iter().zip(right).all(|((a, left), (b, right))| a == b && objects(left, right))
        }
        _ => false,
    }
}

/// Feeds a value to a hasher so that semantically equal values hash the same.
pub fn hash(ty: &AttributeType, value: &Value, hasher: &mut impl Hasher) {
    if !is_loose(ty) {
        return value.hash(hasher);
    }
    match (ty, value) {
        (AttributeType::Float32 | AttributeType::Float64, Value::Number(number)) => rounded(ty, number).hash(hasher),
        (AttributeType::Text(format), Value::String(text)) => match canonical(*format, text) {
            Some(canonical) => canonical.hash(hasher),
            None => value.hash(hasher),
        },
        (AttributeType::List(of), Value::List(elements)) => elements.iter().for_each(|value| hash(of, value, hasher)),
        (AttributeType::Set(of), Value::Set(elements)) => sorted_hashes(of, elements.iter()).hash(hasher),
        (AttributeType::Map(of), Value::Map(members)) => {
            for (key, value) in members {
                key.hash(hasher);
                hash(of, value, hasher);
            }
        }
        (AttributeType::Object(members), Value::Object(_)) => {
            members
                .iter()
                .filter_map(|(name, ty)| Some((ty, value.get(name)?)))
                .for_each(|(ty, v)| hash(ty, v, hasher));
        }
        (AttributeType::Tuple(types), Value::Tuple(elements)) => {
            types.iter().zip(elements).for_each(|(ty, value)| hash(ty, value, hasher));
        }
        // What is loose inside nested attributes is left out: fewer distinctions, never a wrong one.
        (AttributeType::Nested(..), _) => value.is_null().hash(hasher),
        _ => value.hash(hasher),
    }
}

/// The hash of one value.
pub fn hash_of(ty: &AttributeType, value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash(ty, value, &mut hasher);
    hasher.finish()
}

fn sorted_hashes<'a>(ty: &AttributeType, values: impl Iterator<Item = &'a Value>) -> Vec<u64> {
    let mut hashes: Vec<u64> = values.map(|value| hash_of(ty, value)).collect();
    hashes.sort_unstable();
    hashes
}

/// The bits of the float that a number rounds to; both zeros are one.
#[expect(clippy::cast_possible_truncation, reason = "rounding to 32 bits is what is asked for")]
fn rounded(ty: &AttributeType, number: &Number) -> u64 {
    let wide = number.to_f64() + 0.0;
    if matches!(ty, AttributeType::Float32) { u64::from((wide as f32).to_bits()) } else { wide.to_bits() }
}

/// Whether a float, or a text of some format, stands anywhere in the type.
fn is_loose(ty: &AttributeType) -> bool {
    match ty {
        AttributeType::Float32 | AttributeType::Float64 | AttributeType::Text(_) => true,
        AttributeType::List(of) | AttributeType::Set(of) | AttributeType::Map(of) => is_loose(of),
        AttributeType::Object(members) => members.iter().any(|(_, ty)| is_loose(ty)),
        AttributeType::Tuple(types) => types.iter().any(is_loose),
        AttributeType::Nested(_, attributes) => attributes.iter().any(|attribute| is_loose(&attribute.ty)),
        _ => false,
    }
}
