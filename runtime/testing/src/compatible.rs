//! Core's rule for what comes of a plan: known values as planned, unknown ones as their refinements allow.
//! (`ApplyResourceChange`, and the plan that is made again before it.)
//!
//! Written anew over the wire schema, like `plan_valid`, so that a mistake in the runtime's own check does not hide here.

use super::error::Breach;
use super::hcl::Hcl;
use super::rule::Rule;
use super::schema::{Block, NestedBlock};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Path, Step, Value};

/// Where `actual` does not keep what was planned.
pub(super) fn breaches(rule: Rule, block: &Block, planned: &Value, actual: &Value) -> Vec<Breach> {
    let mut check = Check { rule, path: Path::root(), sensitive: false, found: Vec::new() };
    check.object(block, planned, actual);
    check.found
}

struct Check {
    rule: Rule,
    path: Path,
    sensitive: bool,
    found: Vec<Breach>,
}

type Members = BTreeMap<Arc<str>, Value>;

impl Check {
    fn breach(&mut self, message: impl Into<String>) {
        self.found.push(Breach::new(self.rule, message).at(self.path.before_set_element()));
    }

    fn within(&mut self, step: Step, body: impl FnOnce(&mut Self)) {
        self.path.push(step);
        body(self);
        self.path.pop();
    }

    fn show(&self, value: &Value) -> String {
        if self.sensitive { "(sensitive)".to_owned() } else { Hcl(value.clone()).to_string() }
    }

    fn object(&mut self, block: &Block, planned: &Value, actual: &Value) {
        // Everything in an unknown block is unknown.
        if planned.is_unknown() {
            return;
        }
        match (planned.is_null(), actual.is_null()) {
            (true, true) => return,
            (true, false) => return self.breach("was absent, but is now present"),
            (false, true) => return self.breach("was present, but is now absent"),
            (false, false) => {}
        }
        for (name, attribute) in &block.attributes {
            let (planned, actual) = (member(planned, name), member(actual, name));
            let outside = self.sensitive;
            self.sensitive |= attribute.sensitive;
            self.within(Step::Attribute(Arc::clone(name)), |check| check.value(planned, actual));
            self.sensitive = outside;
        }
        for (name, nested) in &block.blocks {
            let (planned, actual) = (member(planned, name), member(actual, name));
            self.within(Step::Attribute(Arc::clone(name)), |check| check.block(nested, planned, actual));
        }
    }

    fn block(&mut self, nested: &NestedBlock, planned: &Value, actual: &Value) {
        if !nested.is_collection() {
            return self.object(&nested.block, planned, actual);
        }
        if [planned, actual].iter().any(|value| value.is_null() || value.is_unknown()) {
            return;
        }
        match (planned.inner(), actual.inner()) {
            (Value::Set(planned), Value::Set(actual)) => {
                self.set(planned.as_slice(), actual.as_slice(), &|check, planned, actual| {
                    check.object(&nested.block, planned, actual);
                });
            }
            (Value::Map(planned) | Value::Object(planned), Value::Map(actual) | Value::Object(actual)) => {
                self.members(planned, actual, &|check, planned, actual| check.object(&nested.block, planned, actual));
            }
            (planned, actual) => {
                let (planned, actual) = (planned.elements().unwrap_or_default(), actual.elements().unwrap_or_default());
                self.sequence(planned, actual, &|check, planned, actual| check.object(&nested.block, planned, actual));
            }
        }
    }

    fn value(&mut self, planned: &Value, actual: &Value) {
        if let (Value::Dynamic(planned), Value::Dynamic(actual)) = (planned, actual)
            && planned.ty != actual.ty
        {
            return self.breach(format!("was of type {}, but is now of type {}", planned.ty, actual.ty));
        }
        let (planned, actual) = (planned.inner(), actual.inner());
        if let Value::Unknown(unknown) = planned {
            let refined = unknown.refinement().filter(|_| actual.is_known());
            if refined.is_some_and(|refinement| !refinement.allows(actual)) {
                let now = self.show(actual);
                self.breach(format!("is now {now}, which the plan had ruled out"));
            }
            return;
        }
        match (planned, actual) {
            (Value::Null, Value::Null) => {}
            (_, Value::Unknown(_)) => self.breach("was known, but is now unknown"),
            (Value::List(planned), Value::List(actual)) | (Value::Tuple(planned), Value::Tuple(actual)) => {
                self.sequence(planned, actual, &Self::value);
            }
            (Value::Set(planned), Value::Set(actual)) => self.set(planned.as_slice(), actual.as_slice(), &Self::value),
            (Value::Map(planned), Value::Map(actual)) | (Value::Object(planned), Value::Object(actual)) => {
                self.members(planned, actual, &Self::value);
            }
            (planned, actual) if planned == actual => {}
            (planned, actual) => {
                let (was, now) = (self.show(planned), self.show(actual));
                self.breach(format!("was {was}, but is now {now}"));
            }
        }
    }

    fn sequence(&mut self, planned: &[Value], actual: &[Value], one: &dyn Fn(&mut Self, &Value, &Value)) {
        if planned.len() != actual.len() {
            return self.breach(format!("had {} elements, but has {} now", planned.len(), actual.len()));
        }
        for (at, (planned, actual)) in planned.iter().zip(actual).enumerate() {
            self.within(Step::Index(at), |check| one(check, planned, actual));
        }
    }

    fn members(&mut self, planned: &Members, actual: &Members, one: &dyn Fn(&mut Self, &Value, &Value)) {
        for (key, planned) in planned {
            self.within(Step::Key(Arc::clone(key)), |check| match actual.get(key) {
                Some(actual) => one(check, planned, actual),
                None => check.breach("has vanished"),
            });
        }
        for key in actual.keys().filter(|key| !planned.contains_key(*key)) {
            self.within(Step::Key(Arc::clone(key)), |check| check.breach("has appeared"));
        }
    }

    /// Elements of a set have no place: each planned one must have become some actual one, and the reverse. A set may
    /// shrink, since unknown elements may turn out equal.
    fn set(&mut self, planned: &[Value], actual: &[Value], one: &dyn Fn(&mut Self, &Value, &Value)) {
        if planned.len() < actual.len() {
            self.breach(format!("had {} elements, but has {} now", planned.len(), actual.len()));
        }
        let becomes = |planned: &Value, actual: &Value| {
            let mut quiet = Self { rule: self.rule, path: Path::root(), sensitive: false, found: Vec::new() };
            one(&mut quiet, planned, actual);
            quiet.found.is_empty()
        };
        let lost = planned.iter().find(|planned| !actual.iter().any(|actual| becomes(planned, actual)));
        let new = actual.iter().find(|actual| !planned.iter().any(|planned| becomes(planned, actual)));
        if let Some(lost) = lost.map(|lost| self.show(lost)) {
            self.breach(format!("the planned element {lost} is not among those that came out"));
        }
        if let Some(new) = new.map(|new| self.show(new)) {
            self.breach(format!("the element {new} came out, but is not among those planned"));
        }
    }
}

fn member<'v>(object: &'v Value, name: &str) -> &'v Value {
    object.get(name).unwrap_or(&Value::Null)
}
