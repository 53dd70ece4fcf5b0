//! Which element of a list or set continues which earlier one.
//!
//! Terraform gives elements no names, so they are paired by what they hold, each earlier element at most once:
//!
//! 1. by `identity_key`, if the schema names one, and by nothing else;
//! 2. lists: an element equal to the earlier one at its index;
//! 3. an element equal to an earlier one;
//! 4. the best match: all but one attribute equal, then any one, where only these two elements have it so;
//! 5. lists: the earlier element at the same index; in an answer, the one element that is left over on either side.
//!
//! "Equal" leaves aside what the other side cannot have: see [`Comparison`]. All of it works on hashes, so the work is
//! linear in the number of elements. Core plans again when unknown values are known, and the second pairing must not
//! contradict the first. So while a part of the collection is unknown, only pairs are made that no element which
//! becomes known later can claim: steps 1 and 2, and step 3 for elements that leave nothing aside but what only the
//! provider gives.

mod comparison;
mod equal;

use std::collections::{HashMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};

use tfgen_cty::Value;

use super::equality;
use crate::schema::{Attribute, Block};

pub use comparison::Comparison;
pub(crate) use comparison::{is_empty, objects};

use comparison::{hash_attribute, is_absent, objects_equal};
use equal::Matching;

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
    /// Whether the pairs are final. They are not while a part is unknown: an unpaired element may still be paired.
    pub settled: bool,
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
    Alignment { pairs: pairing.pairs, settled: pairing.settled, work: pairing.work }
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
            let candidates = self.candidates(except);
            Matching::run(self, &candidates);
        }
        if self.settled {
            self.best_match(except);
            self.last_one(except);
            if self.elements.ordered {
                for now in self.candidates(except) {
                    if self.is_free(now) {
                        self.pair(now, now);
                    }
                }
            }
        }
    }

    /// The one planned element and the one returned that are left over are the same: nothing else can be meant.
    fn last_one(&mut self, except: &[usize]) {
        if self.elements.comparison == Comparison::Returned
            && let (&[now], &[before]) = (&self.candidates(except)[..], &self.free()[..])
        {
            self.pair(now, before);
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
            element.get(attribute.name).filter(|value| !is_absent(self.elements.comparison, attribute, value))?;
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
