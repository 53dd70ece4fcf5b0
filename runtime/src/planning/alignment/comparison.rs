//! What elements are compared by: equality that leaves aside what one side cannot have, and hashes that agree with it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use tfgen_cty::Value;

use crate::planning::equality;
use crate::schema::{Attribute, Block, NestedBlock};

/// What a pair of elements is compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// Configured elements against stored ones: a computed attribute that is not configured says nothing, and
    /// write-only attributes are never stored.
    Configured,
    /// Planned or stored elements against what a handler returned: unknown attributes say nothing, and write-only and
    /// local ones are not returned.
    Returned,
}

impl Comparison {
    /// Whether the attribute can never be compared.
    pub(super) fn leaves_out(self, attribute: &Attribute) -> bool {
        attribute.write_only || (self == Self::Returned && attribute.local)
    }

    /// Whether this value of the attribute says nothing about the other side.
    pub(super) fn leaves_aside(self, attribute: &Attribute, value: &Value) -> bool {
        match self {
            Self::Configured => attribute.mode.is_computed() && value.is_null(),
            Self::Returned => value.is_unknown(),
        }
    }

    /// Whether no value of the attribute is ever left out or aside.
    pub(super) fn always_compares(self, attribute: &Attribute) -> bool {
        !self.leaves_out(attribute) && !attribute.mode.is_computed()
    }
}

/// The hash of what is always compared.
pub(super) fn anchor(comparison: Comparison, block: &Block, element: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    hash_object(comparison, block, element, &mut hasher);
    hasher.finish()
}

fn hash_object(comparison: Comparison, block: &Block, element: &Value, hasher: &mut DefaultHasher) {
    for attribute in block.attributes.iter().filter(|attribute| comparison.always_compares(attribute)) {
        hash_attribute(comparison, attribute, element, hasher);
    }
    for nested in block.blocks {
        hash_level(comparison, &nested.block, element.get(nested.name), hasher);
    }
}

pub(super) fn hash_attribute(
    comparison: Comparison,
    attribute: &Attribute,
    element: &Value,
    hasher: &mut DefaultHasher,
) {
    let value = element.get(attribute.name).filter(|value| !is_absent(comparison, attribute, value));
    match (attribute.nested(), value) {
        (_, None) => 0_u8.hash(hasher),
        (Some((_, block)), value) => hash_level(comparison, &block, value, hasher),
        (None, Some(value)) => equality::hash(&attribute.ty, value, hasher),
    }
}

/// Hashes the objects of one level; those of a set in no order.
fn hash_level(comparison: Comparison, block: &Block, value: Option<&Value>, hasher: &mut DefaultHasher) {
    match value {
        Some(Value::Object(_)) => value.into_iter().for_each(|value| hash_object(comparison, block, value, hasher)),
        Some(Value::List(elements)) => {
            elements.len().hash(hasher);
            for element in elements {
                hash_object(comparison, block, element, hasher);
            }
        }
        Some(Value::Set(elements)) => {
            let sum = elements.iter().fold(0_u64, |sum, element| sum.wrapping_add(anchor(comparison, block, element)));
            (elements.len(), sum).hash(hasher);
        }
        Some(Value::Map(members)) => {
            for (key, member) in members {
                key.hash(hasher);
                hash_object(comparison, block, member, hasher);
            }
        }
        _ => 0_u8.hash(hasher),
    }
}

/// Which of the element's own attributes are compared.
pub(super) fn mask(comparison: Comparison, block: &Block, element: &Value) -> Vec<bool> {
    let compares = |attribute: &Attribute| {
        let value = element.get(attribute.name).unwrap_or(&Value::Null);
        !comparison.leaves_out(attribute) && !comparison.leaves_aside(attribute, value)
    };
    block.attributes.iter().map(compares).collect()
}

/// The hash of what the mask lets through.
pub(super) fn project(comparison: Comparison, block: &Block, element: &Value, mask: &[bool]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (attribute, _) in block.attributes.iter().zip(mask).filter(|(_, compares)| **compares) {
        hash_attribute(comparison, attribute, element, &mut hasher);
    }
    hasher.finish()
}

/// How many configurable attributes of the element, at any depth, are left aside; unknown values of a configuration
/// count too, since nothing can be equal to them yet.
pub(super) fn count_aside(comparison: Comparison, block: &Block, element: &Value) -> usize {
    if element.is_unknown() {
        return 1;
    }
    let own = block.attributes.iter().filter(|attribute| !comparison.leaves_out(attribute)).map(|attribute| {
        let value = element.get(attribute.name).unwrap_or(&Value::Null);
        if comparison.leaves_aside(attribute, value) {
            return usize::from(attribute.mode.is_configurable());
        }
        match attribute.nested() {
            Some((_, block)) => count_aside_below(comparison, &block, value),
            None => usize::from(!value.is_wholly_known()),
        }
    });
    let nested = |nested: &NestedBlock| {
        element.get(nested.name).map_or(0, |value| count_aside_below(comparison, &nested.block, value))
    };
    own.sum::<usize>() + block.blocks.iter().map(nested).sum::<usize>()
}

fn count_aside_below(comparison: Comparison, block: &Block, value: &Value) -> usize {
    objects(value).map(|element| count_aside(comparison, block, element)).sum()
}

/// The objects that a nested value holds: itself, or its elements.
pub(crate) fn objects(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::List(elements) => Box::new(elements.iter()),
        Value::Set(elements) => Box::new(elements.iter()),
        Value::Map(members) => Box::new(members.values()),
        Value::Object(_) | Value::Unknown(_) => Box::new(std::iter::once(value)),
        _ => Box::new(std::iter::empty()),
    }
}

/// Null, or an empty collection that means the same: to an API it may, to a configuration it does not.
pub(super) fn is_absent(comparison: Comparison, attribute: &Attribute, value: &Value) -> bool {
    value.is_null() || (comparison == Comparison::Returned && attribute.null_when_empty && is_empty(value))
}

/// Whether the value is a collection without elements.
pub(crate) fn is_empty(value: &Value) -> bool {
    match value.inner() {
        Value::List(elements) | Value::Tuple(elements) => elements.is_empty(),
        Value::Set(elements) => elements.is_empty(),
        Value::Map(members) => members.is_empty(),
        _ => false,
    }
}

/// How many choices of one element are looked at.
pub(super) const TRIES: usize = 16;
/// How many elements of an inner set are compared with one.
const NEAR: usize = 256;
/// How many elements are looked at to make room for one.
pub(super) const MOVES: usize = 64;

/// Whether everything that compares is equal.
pub(super) fn objects_equal(comparison: Comparison, block: &Block, now: &Value, before: &Value) -> bool {
    if now.is_unknown() {
        return comparison == Comparison::Returned;
    }
    let attributes = block.attributes.iter().filter(|attribute| !comparison.leaves_out(attribute));
    let attributes_equal = attributes.into_iter().all(|attribute| {
        let (a, b) =
            (now.get(attribute.name).unwrap_or(&Value::Null), before.get(attribute.name).unwrap_or(&Value::Null));
        if comparison.leaves_aside(attribute, a)
            || (is_absent(comparison, attribute, a) && is_absent(comparison, attribute, b))
        {
            return true;
        }
        match attribute.nested() {
            Some((_, block)) => levels_equal(comparison, &block, a, b),
            None => equality::semantically_equal(&attribute.ty, a, b),
        }
    });
    attributes_equal
        && block.blocks.iter().all(|nested| match (now.get(nested.name), before.get(nested.name)) {
            (Some(a), Some(b)) => levels_equal(comparison, &nested.block, a, b),
            (a, b) => a.is_none_or(Value::is_null) && b.is_none_or(Value::is_null),
        })
}

fn levels_equal(comparison: Comparison, block: &Block, now: &Value, before: &Value) -> bool {
    match (now, before) {
        (Value::Object(_), Value::Object(_)) => objects_equal(comparison, block, now, before),
        (Value::List(a), Value::List(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| objects_equal(comparison, block, a, b))
        }
        (Value::Map(a), Value::Map(b)) => {
            a.len() == b.len()
                && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| objects_equal(comparison, block, a, b)))
        }
        (Value::Set(a), Value::Set(b)) => {
            let settled = comparison == Comparison::Returned || now.is_wholly_known();
            settled && a.len() == b.len() && sets_equal(comparison, block, a.as_slice(), b.as_slice())
        }
        _ => now.is_null() && before.is_null(),
    }
}

/// Whether each element has an equal one of its own: a matching, since one that leaves attributes aside may equal several.
fn sets_equal(comparison: Comparison, block: &Block, now: &[Value], before: &[Value]) -> bool {
    let mut anchors: HashMap<u64, Vec<usize>> = HashMap::new();
    for (at, element) in before.iter().enumerate() {
        anchors.entry(anchor(comparison, block, element)).or_default().push(at);
    }
    let choices = |element: &Value| -> Vec<usize> {
        let near = anchors.get(&anchor(comparison, block, element)).into_iter().flatten().copied().take(NEAR);
        near.filter(|at| before.get(*at).is_some_and(|other| objects_equal(comparison, block, element, other)))
            .take(TRIES)
            .collect()
    };
    let choices: Vec<Vec<usize>> = now.iter().map(choices).collect();
    let mut holders = HashMap::new();
    (0..now.len()).all(|at| assign(at, &choices, &mut holders, &mut Vec::new()))
}

/// Gives an element one of its choices, moving those that hold them if need be.
fn assign(at: usize, choices: &[Vec<usize>], holders: &mut HashMap<usize, usize>, seen: &mut Vec<usize>) -> bool {
    let own = choices.get(at).map_or(&[][..], Vec::as_slice);
    if let Some(free) = own.iter().find(|choice| !holders.contains_key(choice)) {
        holders.insert(*free, at);
        return true;
    }
    for choice in own {
        if seen.len() >= MOVES || seen.contains(choice) {
            continue;
        }
        seen.push(*choice);
        if holders.get(choice).copied().is_some_and(|holder| assign(holder, choices, holders, seen)) {
            holders.insert(*choice, at);
            return true;
        }
    }
    false
}
