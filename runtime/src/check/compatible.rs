//! Does a result keep what was planned? (`ApplyResourceChange` and the second plan; B.4, B.5.)
//!
//! What was known must stay; what was unknown may become anything that its refinements allow. Sets may shrink, since
//! elements that become known may turn out equal, but not grow.

use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tfgen_cty::{Step, Value};

use super::{Place, Report, attribute_step, describe::hides};
use crate::diagnostic::Diagnostics;
use crate::schema::{AttributeType, Block, BlockNesting, NestedBlock};

const SUMMARY: &str = "Provider returned something else than it planned";

const REMEDY: &str = "Return the planned value. If the API chooses or rewords it, declare the attribute computed and leave it \
                      out of the configuration, or keep the planned wording where both mean the same.";

/// Checks what an apply, or the plan made during it, returned against what was planned; each breach is an error at its
/// attribute.
pub fn object_compatible(block: &Block, planned: &Value, actual: &Value) -> Diagnostics {
    let mut check = Check { report: Report::new(block), quiet: 0, breaches: 0 };
    check.object(block, planned, actual);
    check.report.found
}

struct Check {
    report: Report,
    /// Above zero, breaches are only counted: set elements are being tried against each other.
    quiet: usize,
    breaches: usize,
}

impl Check {
    fn breach(&mut self, place: Place<'_>, planned: &Value, actual: &Value, what: &str) {
        self.breach_mended_by(place, planned, actual, what, REMEDY);
    }

    fn breach_mended_by(&mut self, place: Place<'_>, planned: &Value, actual: &Value, what: &str, remedy: &str) {
        self.breaches += 1;
        if self.quiet > 0 {
            return;
        }
        let report = &self.report;
        let detail = format!(
            "{}: {what}\n\nPlanned: {}\nReturned: {}\n\n{remedy}",
            report.subject(),
            report.show(place, planned),
            report.show(place, actual),
        );
        self.report.push(SUMMARY, detail);
    }

    fn within(&mut self, step: Step, body: impl FnOnce(&mut Self)) {
        self.report.path.push(step);
        body(self);
        self.report.path.pop();
    }

    /// Whether this finds nothing to object to; nothing is reported.
    fn tries(&mut self, body: impl FnOnce(&mut Self)) -> bool {
        let before = self.breaches;
        self.quiet += 1;
        body(self);
        self.quiet -= 1;
        std::mem::replace(&mut self.breaches, before) == before
    }

    fn object(&mut self, block: &Block, planned: &Value, actual: &Value) {
        match (planned.is_null(), actual.is_null()) {
            (true, false) => return self.breach(Place::Level(block), planned, actual, "was absent, but now present."),
            (false, true) => return self.breach(Place::Level(block), planned, actual, "was present, but now absent."),
            (true, true) => return,
            (false, false) => {}
        }
        for attribute in block.attributes {
            let (planned, actual) = (member(planned, attribute.name), member(actual, attribute.name));
            let hidden = usize::from(hides(attribute));
            self.report.hidden += hidden;
            self.within(attribute_step(attribute.name), |check| check.value(&attribute.ty, planned, actual));
            self.report.hidden -= hidden;
        }
        for nested in block.blocks {
            let (planned, actual) = (member(planned, nested.name), member(actual, nested.name));
            self.within(attribute_step(nested.name), |check| check.block(nested, planned, actual));
        }
    }

    fn block(&mut self, nested: &NestedBlock, planned: &Value, actual: &Value) {
        let place = Place::Level(&nested.block);
        if let BlockNesting::Single | BlockNesting::Group = nested.nesting {
            // An unknown block may turn out not to be there.
            if !(planned.is_unknown() && actual.is_null()) {
                self.object(&nested.block, planned, actual);
            }
            return;
        }
        if planned.is_unknown() || actual.is_unknown() || planned.is_null() || actual.is_null() {
            return;
        }
        match (planned, actual) {
            (Value::Set(before), Value::Set(after)) => {
                let mut same = |check: &mut Self, planned: &Value, actual: &Value| {
                    check.object(&nested.block, planned, actual);
                };
                self.sets(place, (planned, before.as_slice()), (actual, after.as_slice()), &mut same);
            }
            (Value::Map(before), Value::Map(after)) => {
                for (key, planned) in before {
                    self.within(Step::Key(Arc::clone(key)), |check| match after.get(key) {
                        Some(actual) => check.object(&nested.block, planned, actual),
                        None => check.breach(place, planned, &Value::Null, "the block has vanished."),
                    });
                }
                self.new_keys(place, before.keys(), after.iter(), "a block that was not planned has appeared.");
            }
            _ => {
                let (before, after) = (planned.elements().unwrap_or_default(), actual.elements().unwrap_or_default());
                if before.len() != after.len() {
                    let what = format!("the number of blocks changed from {} to {}.", before.len(), after.len());
                    return self.breach(place, planned, actual, &what);
                }
                for (at, (planned, actual)) in before.iter().zip(after).enumerate() {
                    self.within(Step::Index(at), |check| check.object(&nested.block, planned, actual));
                }
            }
        }
    }

    fn new_keys<'k>(
        &mut self,
        place: Place<'_>,
        before: impl Iterator<Item = &'k Arc<str>>,
        after: impl Iterator<Item = (&'k Arc<str>, &'k Value)>,
        what: &str,
    ) {
        let before: HashSet<&Arc<str>> = before.collect();
        for (key, actual) in after.filter(|(key, _)| !before.contains(key)) {
            self.within(Step::Key(Arc::clone(key)), |check| check.breach(place, &Value::Null, actual, what));
        }
    }

    fn value(&mut self, ty: &AttributeType, planned: &Value, actual: &Value) {
        let place = Place::Type(ty);
        if planned.is_unknown() {
            return self.placeholder(place, planned, actual);
        }
        match (planned.is_null(), actual.is_null()) {
            (true, true) => return,
            (true, false) => return self.breach(place, planned, actual, "was null, but now has a value."),
            (false, true) => return self.breach(place, planned, actual, "had a value, but now is null."),
            (false, false) => {}
        }
        if actual.is_unknown() {
            return self.breach(place, planned, actual, "was known, but now is unknown.");
        }
        match (planned, actual) {
            (Value::Dynamic(before), Value::Dynamic(after)) => {
                if before.ty == after.ty {
                    self.value(&AttributeType::Dynamic, &before.value, &after.value);
                } else {
                    let what = format!("the type was {}, but now is {}.", before.ty, after.ty);
                    self.breach(place, planned, actual, &what);
                }
            }
            (Value::List(before), Value::List(after)) | (Value::Tuple(before), Value::Tuple(after)) => {
                self.lists(ty, before, after);
            }
            (Value::Map(before), Value::Map(after)) => self.maps(ty, before, after),
            (Value::Object(before), Value::Object(_)) => {
                for (name, planned) in before {
                    let (below, hidden) = below(ty, name);
                    self.report.hidden += usize::from(hidden);
                    let step = Step::Attribute(Arc::clone(name));
                    self.within(step, |check| check.value(below, planned, member(actual, name)));
                    self.report.hidden -= usize::from(hidden);
                }
            }
            (Value::Set(before), Value::Set(after)) => {
                let element = element(ty);
                let mut same = |check: &mut Self, planned: &Value, actual: &Value| {
                    check.value(element, planned, actual);
                };
                self.sets(place, (planned, before.as_slice()), (actual, after.as_slice()), &mut same);
            }
            _ if std::mem::discriminant(planned) != std::mem::discriminant(actual) => {
                self.breach(place, planned, actual, "the value has another type than planned.");
            }
            _ if planned != actual => self.breach(place, planned, actual, "the value is not the planned one."),
            _ => {}
        }
    }

    /// An unknown value may become anything that it has not ruled out.
    fn placeholder(&mut self, place: Place<'_>, planned: &Value, actual: &Value) {
        if let (Value::Dynamic(before), Value::Dynamic(after)) = (planned, actual)
            && before.ty != after.ty
        {
            let what = format!("the type was {}, but now is {}.", before.ty, after.ty);
            return self.breach(place, planned, actual, &what);
        }
        let refinement = planned.refinement().filter(|_| actual.is_known());
        if refinement.is_some_and(|refinement| !refinement.allows(actual.inner())) {
            let what = "was unknown, but what the plan said of it does not hold for the value.";
            let remedy = "Return a value of which it holds, or promise less: a computed attribute is promised not to be null \
                          unless it says `nullable = true`, and to begin with its `prefix`.";
            self.breach_mended_by(place, planned, actual, what, remedy);
        }
    }

    fn lists(&mut self, ty: &AttributeType, before: &[Value], after: &[Value]) {
        for (at, planned) in before.iter().enumerate() {
            let below = part(ty, at);
            self.within(Step::Index(at), |check| match after.get(at) {
                Some(actual) => check.value(below, planned, actual),
                None => check.breach(Place::Type(below), planned, &Value::Null, "the element has vanished."),
            });
        }
        for (at, actual) in after.iter().enumerate().skip(before.len()) {
            let what = "an element that was not planned has appeared.";
            self.within(Step::Index(at), |check| check.breach(Place::Type(part(ty, at)), &Value::Null, actual, what));
        }
    }

    fn maps(
        &mut self,
        ty: &AttributeType,
        before: &std::collections::BTreeMap<Arc<str>, Value>,
        after: &std::collections::BTreeMap<Arc<str>, Value>,
    ) {
        let below = element(ty);
        for (key, planned) in before {
            self.within(Step::Key(Arc::clone(key)), |check| match after.get(key) {
                Some(actual) => check.value(below, planned, actual),
                None => check.breach(Place::Type(below), planned, &Value::Null, "the element has vanished."),
            });
        }
        self.new_keys(Place::Type(below), before.keys(), after.iter(), "an element that was not planned has appeared.");
    }

    /// Each planned element must have become one of the actual ones, and each actual one must come from a planned one.
    fn sets(
        &mut self,
        place: Place<'_>,
        (planned, before): (&Value, &[Value]),
        (actual, after): (&Value, &[Value]),
        same: &mut dyn FnMut(&mut Self, &Value, &Value),
    ) {
        if before.len() < after.len() {
            let what = format!("the number of elements grew from {} to {}.", before.len(), after.len());
            self.breach(place, planned, actual, &what);
        }
        let (lost, new) = self.uncorrelated(before, after, same);
        for at in lost {
            if let Some(element) = before.get(at) {
                self.breach(place, element, &Value::Null, "a planned element is not among those returned.");
            }
        }
        for at in new {
            if let Some(element) = after.get(at) {
                self.breach(place, &Value::Null, element, "an element that was not planned is among those returned.");
            }
        }
    }

    /// The planned elements that became nothing, and the actual ones that come from nothing. Known elements are looked
    /// up; the others are tried only against elements that agree in what is known.
    fn uncorrelated(
        &mut self,
        before: &[Value],
        after: &[Value],
        same: &mut dyn FnMut(&mut Self, &Value, &Value),
    ) -> (Vec<usize>, Vec<usize>) {
        let actual: HashMap<&Value, usize> = after.iter().enumerate().map(|(at, value)| (value, at)).collect();
        let mut explained = vec![false; after.len()];
        let mut lost = Vec::new();
        let mut shapes: HashMap<Vec<&str>, Vec<usize>> = HashMap::new();
        for (at, value) in before.iter().enumerate() {
            let found = actual.get(value).and_then(|at| explained.get_mut(*at)).map(|explained| *explained = true);
            if !value.is_wholly_known() {
                // One that is partly unknown may explain several.
                shapes.entry(known_members(value)).or_default().push(at);
            } else if found.is_none() {
                lost.push(at);
            }
        }
        for (shape, members) in shapes {
            let planned = by_members(&shape, before, members.iter().copied());
            let candidates = by_members(&shape, after, 0..after.len());
            for at in members {
                let value = &before[at];
                let near = candidates.get(&digest(&shape, value)).map_or(&[][..], Vec::as_slice);
                let fits = |check: &mut Self, actual: usize| check.tries(|check| same(check, value, &after[actual]));
                let fresh = near.iter().copied().filter(|at| explained.get(*at) == Some(&false)).collect::<Vec<_>>();
                let found = fresh.into_iter().take(1).chain(near.iter().copied()).find({
                    let mut fits = fits;
                    let check = &mut *self;
                    move |actual| fits(check, *actual)
                });
                match found.and_then(|found| explained.get_mut(found)) {
                    Some(explained) => *explained = true,
                    None => lost.push(at),
                }
            }
            for (at, value) in after.iter().enumerate() {
                if explained.get(at) == Some(&false)
                    && let Some(near) = planned.get(&digest(&shape, value))
                    && near.iter().any(|planned| self.tries(|check| same(check, &before[*planned], value)))
                    && let Some(explained) = explained.get_mut(at)
                {
                    *explained = true;
                }
            }
        }
        lost.sort_unstable();
        let new = explained.iter().enumerate().filter(|(_, explained)| !**explained).map(|(at, _)| at).collect();
        (lost, new)
    }
}

fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    value.get(name).unwrap_or(if value.is_unknown() { value } else { &Value::Null })
}

/// The type of an element of a list, set or map.
fn element(ty: &AttributeType) -> &AttributeType {
    match ty {
        AttributeType::List(of) | AttributeType::Set(of) | AttributeType::Map(of) => of,
        other => other,
    }
}

fn part(ty: &AttributeType, at: usize) -> &AttributeType {
    match ty {
        AttributeType::Tuple(types) => types.get(at).unwrap_or(ty),
        other => element(other),
    }
}

/// The type of an object's member, and whether its values are hidden.
fn below<'t>(ty: &'t AttributeType, name: &str) -> (&'t AttributeType, bool) {
    match ty {
        AttributeType::Object(members) => {
            (members.iter().find(|(member, _)| *member == name).map_or(ty, |(_, member)| member), false)
        }
        AttributeType::Nested(_, attributes) => {
            Block::of(attributes).attribute(name).map_or((ty, false), |found| (&found.ty, hides(found)))
        }
        _ => (ty, false),
    }
}

/// The members of an element that are wholly known.
fn known_members(value: &Value) -> Vec<&str> {
    let members = value.as_object().into_iter().flatten();
    members.filter(|(_, member)| member.is_wholly_known()).map(|(name, _)| name.as_ref()).collect()
}

fn digest(names: &[&str], value: &Value) -> u64 {
    let mut hasher = DefaultHasher::new();
    for name in names {
        value.get(name).hash(&mut hasher);
    }
    hasher.finish()
}

fn by_members(names: &[&str], values: &[Value], at: impl Iterator<Item = usize>) -> HashMap<u64, Vec<usize>> {
    let mut index: HashMap<u64, Vec<usize>> = HashMap::new();
    for at in at {
        if let Some(value) = values.get(at) {
            index.entry(digest(names, value)).or_default().push(at);
        }
    }
    index
}
