//! Which element of a list or set continues which earlier one.
//!
//! Terraform gives elements no names, so they are paired by what they hold, each earlier element at most once:
//!
//! 1. by `identity_key`, if the schema names one, and by nothing else;
//! 2. lists: an element equal to the earlier one at its index;
//! 3. an element equal to an earlier one;
//! 4. the best match: all but one attribute equal, then any one, where only these two elements have it so;
//! 5. lists: the earlier element at the same index.
//!
//! "Equal" leaves aside what the other side cannot have: see [`Comparison`]. All of it works on hashes, so the work is
//! linear in the number of elements. Core plans again when unknown values are known, and the second pairing must not
//! contradict the first. So while a part of the collection is unknown, only pairs are made that no element which
//! becomes known later can claim: steps 1 and 2, and step 3 for elements that leave nothing aside but what only the
//! provider gives.

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use tfgen_cty::Value;

use super::equality;
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
    fn leaves_out(self, attribute: &Attribute) -> bool {
        attribute.write_only || (self == Self::Returned && attribute.local)
    }

    /// Whether this value of the attribute says nothing about the other side.
    fn leaves_aside(self, attribute: &Attribute, value: &Value) -> bool {
        match self {
            Self::Configured => attribute.mode.is_computed() && value.is_null(),
            Self::Returned => value.is_unknown(),
        }
    }

    /// Whether no value of the attribute is ever left out or aside.
    fn always_compares(self, attribute: &Attribute) -> bool {
        !self.leaves_out(attribute) && !attribute.mode.is_computed()
    }
}

/// The collection that elements stand in.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// What one element holds.
    pub block: Block,
    /// The attributes that tell one element from another; may be empty.
    pub identity_key: &'static [&'static str],
    /// Whether the position means something: a list.
    pub ordered: bool,
    /// How elements are compared.
    pub comparison: Comparison,
}

/// Which earlier elements are continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alignment {
    /// For each element the index of the earlier one that it continues.
    pub pairs: Vec<Option<usize>>,
    /// How many elements were hashed or compared on the way: what the work grows with.
    pub work: usize,
}

/// Pairs elements with earlier ones.
pub fn align(elements: &Elements, now: &[&Value], before: &[&Value]) -> Alignment {
    let mut pairing = Pairing {
        elements,
        now,
        before,
        pairs: vec![None; now.len()],
        taken: vec![false; before.len()],
        settled: elements.comparison == Comparison::Returned || now.iter().all(|value| value.is_wholly_known()),
        work: 0,
    };
    if elements.identity_key.is_empty() {
        pairing.by_content();
    } else {
        pairing.by_identity();
    }
    Alignment { pairs: pairing.pairs, work: pairing.work }
}

struct Pairing<'a> {
    elements: &'a Elements,
    now: &'a [&'a Value],
    before: &'a [&'a Value],
    pairs: Vec<Option<usize>>,
    taken: Vec<bool>,
    /// Whether nothing can become known later that would want another pair.
    settled: bool,
    work: usize,
}

impl Pairing<'_> {
    fn pair(&mut self, now: usize, before: usize) {
        if let (Some(pair), Some(taken)) = (self.pairs.get_mut(now), self.taken.get_mut(before)) {
            *pair = Some(before);
            *taken = true;
        }
    }

    fn is_free(&self, before: usize) -> bool {
        self.taken.get(before) == Some(&false)
    }

    fn unpaired(&self) -> Vec<usize> {
        (0..self.now.len()).filter(|now| self.pairs.get(*now) == Some(&None)).collect()
    }

    fn free(&self) -> Vec<usize> {
        (0..self.before.len()).filter(|before| self.is_free(*before)).collect()
    }

    fn by_identity(&mut self) {
        let mut index: HashMap<Option<u64>, VecDeque<usize>> = HashMap::new();
        for (at, value) in self.before.iter().enumerate() {
            index.entry(self.identity(value)).or_default().push_back(at);
        }
        index.remove(&None);
        self.work += self.now.len() + self.before.len();
        for (at, value) in self.now.iter().enumerate() {
            if let Some(before) = index.get_mut(&self.identity(value)).and_then(VecDeque::pop_front) {
                self.pair(at, before);
            }
        }
        if self.settled && self.now.iter().any(|value| self.identity(value).is_none()) {
            // The provider gives the key itself, so these elements have nothing but their content to go by.
            let keyed: Vec<usize> = self.unpaired().into_iter().filter(|at| self.has_identity(*at)).collect();
            self.by_content_except(&keyed);
        }
    }

    /// The hash of the identity key; none where a part of it is null or unknown.
    fn identity(&self, element: &Value) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        for name in self.elements.identity_key {
            let value = element.get(name).filter(|value| !value.is_null() && value.is_wholly_known())?;
            match self.elements.block.attribute(name) {
                Some(attribute) => equality::hash(&attribute.ty, value, &mut hasher),
                None => value.hash(&mut hasher),
            }
        }
        Some(hasher.finish())
    }

    fn has_identity(&self, now: usize) -> bool {
        self.now.get(now).is_some_and(|value| self.identity(value).is_some())
    }

    fn by_content(&mut self) {
        if self.elements.ordered && self.now.len() == 1 && self.before.len() == 1 {
            return self.pair(0, 0);
        }
        self.by_content_except(&[]);
    }

    fn by_content_except(&mut self, except: &[usize]) {
        if self.elements.ordered {
            self.equal_in_place(except);
        }
        if self.settled || !self.elements.ordered {
            self.equal_anywhere(except);
        }
        if self.settled {
            self.best_match(except);
            if self.elements.ordered {
                for now in self.candidates(except) {
                    if self.is_free(now) {
                        self.pair(now, now);
                    }
                }
            }
        }
    }

    fn candidates(&self, except: &[usize]) -> Vec<usize> {
        self.unpaired().into_iter().filter(|now| except.binary_search(now).is_err()).collect()
    }

    fn equal_in_place(&mut self, except: &[usize]) {
        for now in self.candidates(except) {
            if self.is_free(now) && self.equal(now, now) {
                self.pair(now, now);
            }
        }
    }

    fn equal(&mut self, now: usize, before: usize) -> bool {
        self.work += 1;
        match (self.now.get(now), self.before.get(before)) {
            (Some(now), Some(before)) => objects_equal(self.elements.comparison, &self.elements.block, now, before),
            _ => false,
        }
    }

    /// Pairs equal elements. Those that leave least aside come first, so that what becomes known cannot displace them.
    fn equal_anywhere(&mut self, except: &[usize]) {
        let Elements { comparison, block, .. } = *self.elements;
        let mut anchors: HashMap<u64, Vec<usize>> = HashMap::new();
        for before in self.free() {
            anchors.entry(anchor(comparison, &block, self.before[before])).or_default().push(before);
        }
        let candidates = self.candidates(except).into_iter();
        let mut order: Vec<(usize, usize)> =
            candidates.map(|now| (count_aside(comparison, &block, self.now[now]), now)).collect();
        order.retain(|(aside, _)| self.settled || *aside == 0);
        order.sort_unstable();
        self.work += self.now.len() + self.before.len();
        let mut indexes: HashMap<(u64, Vec<bool>), Index> = HashMap::new();
        for (_, now) in order {
            let element = self.now[now];
            let anchor = anchor(comparison, &block, element);
            let Some(bucket) = anchors.get(&anchor) else { continue };
            let mask = mask(comparison, &block, element);
            let key = project(comparison, &block, element, &mask);
            let index = indexes.entry((anchor, mask)).or_insert_with_key(|(_, mask)| {
                self.work += bucket.len();
                let projected = |before: &usize| (project(comparison, &block, self.before[*before], mask), *before);
                Index::new(bucket.iter().map(projected))
            });
            // What was paired under another mask leaves the front; a few tries find what differs deeper down.
            let Some(queue) = index.0.get_mut(&key) else { continue };
            while queue.front().is_some_and(|before| !self.is_free(*before)) {
                queue.pop_front();
            }
            let tries: Vec<usize> = queue.iter().take(TRIES).copied().collect();
            let found = tries.into_iter().find(|before| self.is_free(*before) && self.equal(now, *before));
            if let Some(before) = found {
                self.pair(now, before);
            }
        }
    }

    /// Pairs elements by all attributes but one, then by any one, where no other unpaired element on either side has
    /// the same: what is ambiguous stays unpaired.
    fn best_match(&mut self, except: &[usize]) {
        let parts = self.parts();
        let now = self.hashes(&parts, self.now, &self.candidates(except));
        let before = self.hashes(&parts, self.before, &self.free());
        self.work += now.len() + before.len();
        if parts.len() > 2 {
            for left_out in 0..parts.len() {
                self.unique_pairs(&now, &before, |hashes| Some(digest_without(hashes, left_out)));
            }
        }
        for part in 0..parts.len() {
            self.unique_pairs(&now, &before, |hashes| hashes.get(part).copied().flatten());
        }
    }

    fn unique_pairs(&mut self, now: &Hashes, before: &Hashes, key: impl Fn(&[Option<u64>]) -> Option<u64>) {
        let mut sides: HashMap<u64, [Vec<usize>; 2]> = HashMap::new();
        for (at, hashes) in now.iter().filter(|(at, _)| self.pairs.get(**at) == Some(&None)) {
            if let Some(key) = key(hashes) {
                sides.entry(key).or_default()[0].push(*at);
            }
        }
        for (at, hashes) in before.iter().filter(|(at, _)| self.is_free(**at)) {
            if let Some(key) = key(hashes) {
                sides.entry(key).or_default()[1].push(*at);
            }
        }
        self.work += sides.len();
        for [now, before] in sides.into_values() {
            if let (&[now], &[before]) = (&now[..], &before[..]) {
                self.pair(now, before);
            }
        }
    }

    /// The attributes that best matches go by: what both sides always have.
    fn parts(&self) -> Vec<&'static Attribute> {
        let comparison = self.elements.comparison;
        let attributes = self.elements.block.attributes.iter();
        attributes.filter(|attribute| comparison.always_compares(attribute)).collect()
    }

    /// The hash of each part of these elements; none where it is absent, which is no sign of anything.
    fn hashes(&self, parts: &[&Attribute], elements: &[&Value], at: &[usize]) -> Hashes {
        let one = |attribute: &&Attribute, element: &Value| {
            element.get(attribute.name).filter(|value| !is_absent(attribute, value))?;
            let mut hasher = DefaultHasher::new();
            hash_attribute(self.elements.comparison, attribute, element, &mut hasher);
            Some(hasher.finish())
        };
        let all = |element: &Value| parts.iter().map(|part| one(part, element)).collect();
        at.iter().filter_map(|at| Some((*at, all(elements.get(*at)?)))).collect()
    }
}

/// By element, the hash of each attribute that best matches go by.
type Hashes = HashMap<usize, Vec<Option<u64>>>;

fn digest_without(hashes: &[Option<u64>], left_out: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (_, hash) in hashes.iter().enumerate().filter(|(at, _)| *at != left_out) {
        hash.hash(&mut hasher);
    }
    hasher.finish()
}

/// Elements by hash, in order.
struct Index(HashMap<u64, VecDeque<usize>>);

impl Index {
    fn new(entries: impl Iterator<Item = (u64, usize)>) -> Self {
        let mut index: HashMap<u64, VecDeque<usize>> = HashMap::new();
        for (hash, at) in entries {
            index.entry(hash).or_default().push_back(at);
        }
        Self(index)
    }
}

/// How many elements with the same hash are compared in full before giving up.
const TRIES: usize = 16;

/// The hash of what is always compared.
fn anchor(comparison: Comparison, block: &Block, element: &Value) -> u64 {
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

fn hash_attribute(comparison: Comparison, attribute: &Attribute, element: &Value, hasher: &mut DefaultHasher) {
    let value = element.get(attribute.name).filter(|value| !is_absent(attribute, value));
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
fn mask(comparison: Comparison, block: &Block, element: &Value) -> Vec<bool> {
    let compares = |attribute: &Attribute| {
        let value = element.get(attribute.name).unwrap_or(&Value::Null);
        !comparison.leaves_out(attribute) && !comparison.leaves_aside(attribute, value)
    };
    block.attributes.iter().map(compares).collect()
}

/// The hash of what the mask lets through.
fn project(comparison: Comparison, block: &Block, element: &Value, mask: &[bool]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for (attribute, _) in block.attributes.iter().zip(mask).filter(|(_, compares)| **compares) {
        hash_attribute(comparison, attribute, element, &mut hasher);
    }
    hasher.finish()
}

/// How many configurable attributes of the element, at any depth, are left aside; unknown values of a configuration
/// count too, since nothing can be equal to them yet.
fn count_aside(comparison: Comparison, block: &Block, element: &Value) -> usize {
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

/// Null, or an empty collection that means the same.
fn is_absent(attribute: &Attribute, value: &Value) -> bool {
    value.is_null() || (attribute.null_when_empty && is_empty(value))
}

/// Whether the value is a collection without elements.
pub(super) fn is_empty(value: &Value) -> bool {
    match value.inner() {
        Value::List(elements) | Value::Tuple(elements) => elements.is_empty(),
        Value::Set(elements) => elements.is_empty(),
        Value::Map(members) => members.is_empty(),
        _ => false,
    }
}

/// Whether everything that compares is equal. Elements of sets are compared by hash.
fn objects_equal(comparison: Comparison, block: &Block, now: &Value, before: &Value) -> bool {
    if now.is_unknown() {
        return comparison == Comparison::Returned;
    }
    let attributes = block.attributes.iter().filter(|attribute| !comparison.leaves_out(attribute));
    let attributes_equal = attributes.into_iter().all(|attribute| {
        let (a, b) =
            (now.get(attribute.name).unwrap_or(&Value::Null), before.get(attribute.name).unwrap_or(&Value::Null));
        if comparison.leaves_aside(attribute, a) || (is_absent(attribute, a) && is_absent(attribute, b)) {
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
            let sum = |set: &tfgen_cty::Set| {
                set.iter().fold(0_u64, |sum, element| sum.wrapping_add(anchor(comparison, block, element)))
            };
            now.is_wholly_known() && a.len() == b.len() && sum(a) == sum(b)
        }
        _ => now.is_null() && before.is_null(),
    }
}
