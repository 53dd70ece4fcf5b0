//! What a change of the schema does to those who use the provider: every change, with its class and the version bump.
//!
//! It compares what two schemas mean ([`Provider`]), so that comments, order and files count for nothing. What is breaking
//! is so for configurations that are written and states that are stored; what the provider's own Rust code has to do about
//! it is told by the compiler.

mod attribute;
mod function;
mod resource;
pub mod rule;
mod schema;
mod thing;
mod validator;
mod value_type;

pub use self::rule::ChangeRule;
use crate::ir::Provider;
use serde::Serialize;

/// How bad a change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// Configurations that worked do not work any more, or do something else.
    Breaking,
    /// Stored states cannot be read any more, for want of an upgrade.
    NeedsUpgrader,
    /// Nobody has to do anything.
    Safe,
}

impl Class {
    /// As a person reads it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Breaking => "breaking",
            Self::NeedsUpgrader => "needs an upgrader",
            Self::Safe => "safe",
        }
    }
}

/// The part of a semantic version that has to rise. For a provider before 1.0.0, `Major` is the minor part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bump {
    /// nothing changed
    None,
    /// no more than words changed
    Patch,
    /// something can be used that could not be used before
    Minor,
    /// something is breaking
    Major,
}

/// One change.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    /// Which rule it falls under.
    pub rule: ChangeRule,
    /// What it is about: `resource acme_disk`, `provider acme`.
    pub thing: String,
    /// The address inside; empty for the thing as a whole.
    pub path: String,
    /// What changed, in words.
    pub message: String,
}

impl Change {
    /// How bad it is.
    pub fn class(&self) -> Class {
        self.rule.class()
    }
}

/// Every change from one schema to another: the worst first, then by thing and address.
pub fn compare(old: &Provider, new: &Provider) -> Vec<Change> {
    let mut changes = Changes::default();
    thing::compare(old, new, &mut changes);
    let mut list = changes.list;
    list.sort_by(|a, b| (a.class(), &a.thing, &a.path, a.rule).cmp(&(b.class(), &b.thing, &b.path, b.rule)));
    list
}

/// The bump that these changes ask for.
pub fn bump(changes: &[Change]) -> Bump {
    changes.iter().map(|change| change.rule.bump()).max().unwrap_or(Bump::None)
}

/// Changes in the making.
#[derive(Default)]
struct Changes {
    list: Vec<Change>,
}

/// The thing and the address that changes are about.
#[derive(Clone)]
struct Place<'a> {
    thing: &'a str,
    path: String,
}

impl<'a> Place<'a> {
    fn of(thing: &'a str) -> Self {
        Self { thing, path: String::new() }
    }

    fn inside(&self, name: &str) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Self { thing: self.thing, path }
    }
}

impl Changes {
    fn push(&mut self, rule: ChangeRule, place: &Place<'_>, message: impl Into<String>) {
        let (thing, path) = (place.thing.to_owned(), place.path.clone());
        self.list.push(Change { rule, thing, path, message: message.into() });
    }

    /// Something that is there or not.
    fn flag(
        &mut self,
        place: &Place<'_>,
        (old, new): (bool, bool),
        gained: (ChangeRule, &str),
        lost: (ChangeRule, &str),
    ) {
        match (old, new) {
            (false, true) => self.push(gained.0, place, gained.1),
            (true, false) => self.push(lost.0, place, lost.1),
            _ => {}
        }
    }

    /// A description and a deprecation, which everything has.
    fn words(&mut self, place: &Place<'_>, old: (&str, Option<&str>), new: (&str, Option<&str>)) {
        match (old.1, new.1) {
            (None, Some(message)) => self.push(ChangeRule::Deprecated, place, format!("is deprecated: {message}")),
            (Some(_), None) => self.push(ChangeRule::Described, place, "is deprecated no more"),
            _ if old != new => self.push(ChangeRule::Described, place, "is described in other words"),
            _ => {}
        }
        if old.1.is_some() != new.1.is_some() && old.0 != new.0 {
            self.push(ChangeRule::Described, place, "is described in other words");
        }
    }
}
