//! The validators that look at other attributes: conflicts, requirements, alternatives.
//!
//! Addresses start at the root. Where an address shares the way into a collection with the attribute that states the
//! rule, it means the same element: `mounts.path` seen from `mounts.host`. Other collections stand for all their
//! elements.

use tfgen_cty::Value;

use super::Walk;
use crate::schema::{Block, Validator};

/// An object that the walk is inside of.
pub struct Frame<'a> {
    /// The names that lead to it.
    pub address: Vec<&'static str>,
    /// The object.
    pub object: &'a Value,
}

/// What is known about a value being there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    Absent,
    Present,
    Open,
}

/// Whether a value is there. Of a block without instances Terraform sends an empty collection: nobody has written it.
fn presence(value: &Value, is_block: bool) -> Presence {
    if is_block && is_empty(value.inner()) {
        return Presence::Absent;
    }
    match value.inner() {
        Value::Null => Presence::Absent,
        Value::Unknown(unknown) if unknown.refinement().is_none_or(|known| !known.is_not_null()) => Presence::Open,
        _ => Presence::Present,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Map(members) => members.is_empty(),
        other => other.elements().is_some_and(<[Value]>::is_empty),
    }
}

/// Whether the names lead to a block.
fn names_block<'n>(root: &Block, names: impl IntoIterator<Item = &'n str>) -> bool {
    let mut level = *root;
    let mut found = false;
    for name in names {
        let Some(nested) = level.nested_block(name) else { return false };
        (level, found) = (nested.block, true);
    }
    found
}

impl<'a> Walk<'a> {
    /// Whether the value of the attribute or block at an address is there.
    pub(super) fn presence_of(&self, address: &[&'static str], value: &Value) -> Presence {
        presence(value, names_block(&self.block, address.iter().copied()))
    }

    /// Applies a rule about other attributes.
    pub(super) fn relation(&mut self, address: &[&'static str], rule: &Validator, value: &Value) {
        let own = self.presence_of(address, value);
        match rule {
            Validator::ConflictsWith(others) if own == Presence::Present => self.conflicts(address, others),
            Validator::AlsoRequires(others) if own == Presence::Present => self.also_requires(address, others),
            Validator::AtLeastOneOf(others) if own == Presence::Absent => self.at_least_one(address, others),
            Validator::ExactlyOneOf(others) if own != Presence::Open => self.exactly_one(address, others, own),
            Validator::PreferWriteOnlyAttribute(other) if own == Presence::Present => self.prefer(address, other),
            _ => {}
        }
    }

    /// Clients that do not know write-only attributes have no choice.
    fn prefer(&mut self, address: &[&'static str], other: &str) {
        if self.write_only_allowed && self.presences(other).contains(&Presence::Absent) {
            let own = address.join(".");
            let detail = format!(
                "The value of `{own}` is stored in plans and in the state. `{other}` takes the same value and is not stored: \
                 set it instead."
            );
            self.warn("A write-only attribute is available", &detail);
        }
    }

    fn conflicts(&mut self, address: &[&'static str], others: &[&'static str]) {
        let own = address.join(".");
        for other in others.iter().filter(|other| **other != own) {
            let found = self.presences(other);
            if found.contains(&Presence::Open) {
                return;
            }
            if found.contains(&Presence::Present) {
                let detail = format!("`{own}` cannot be set together with `{other}`. Remove one of them.");
                self.error("Conflicting attributes", detail);
            }
        }
    }

    fn also_requires(&mut self, address: &[&'static str], others: &[&'static str]) {
        let own = address.join(".");
        for other in others.iter().filter(|other| **other != own) {
            let found = self.presences(other);
            if found.contains(&Presence::Open) {
                return;
            }
            if found.is_empty() || found.contains(&Presence::Absent) {
                let detail = format!("`{other}` must be set when `{own}` is. Set it too.");
                self.error("Missing attribute", detail);
            }
        }
    }

    fn at_least_one(&mut self, address: &[&'static str], others: &[&'static str]) {
        let own = address.join(".");
        let found = others.iter().filter(|other| **other != own).flat_map(|other| self.presences(other));
        if found.into_iter().all(|presence| presence == Presence::Absent) {
            let detail = format!("At least one of {} must be set.", listed(&own, others));
            self.error("Missing attribute", detail);
        }
    }

    fn exactly_one(&mut self, address: &[&'static str], others: &[&'static str], own_presence: Presence) {
        let own = address.join(".");
        let mut found: Vec<Presence> =
            others.iter().filter(|other| **other != own).flat_map(|other| self.presences(other)).collect();
        found.push(own_presence);
        if found.contains(&Presence::Open) {
            return;
        }
        let set = found.iter().filter(|presence| **presence == Presence::Present).count();
        if set != 1 {
            let summary = if set == 0 { "Missing attribute" } else { "Conflicting attributes" };
            let detail = format!("Exactly one of {} must be set, but {set} are.", listed(&own, others));
            self.error(summary, detail);
        }
    }

    /// Whether the values at an address are there; none if a collection on the way is empty.
    fn presences(&self, address: &str) -> Vec<Presence> {
        let is_block = names_block(&self.block, address.split('.'));
        let presence = |value: Option<&Value>| value.map_or(Presence::Open, |value| presence(value, is_block));
        self.values(address).into_iter().map(presence).collect()
    }

    /// The values at an address, none where something on the way is unknown.
    pub(super) fn values(&self, address: &str) -> Vec<Option<&'a Value>> {
        let names: Vec<&str> = address.split('.').collect();
        let shared = |frame: &&Frame<'a>| {
            frame.address.len() < names.len() && frame.address.iter().zip(&names).all(|(own, name)| own == name)
        };
        let Some(frame) = self.frames.iter().rev().find(shared) else { return Vec::new() };
        let mut found = Vec::new();
        collect(frame.object, names.get(frame.address.len()..).unwrap_or_default(), &mut found);
        found
    }
}

/// Whether the value at an address is there; it leads through single objects only.
pub(super) fn presence_at(block: &Block, object: &Value, address: &str) -> Presence {
    let names: Vec<&str> = address.split('.').collect();
    let mut found = Vec::new();
    collect(object, &names, &mut found);
    let is_block = names_block(block, names);
    let presence = |value: Option<&Value>| value.map_or(Presence::Open, |value| presence(value, is_block));
    found.first().copied().map_or(Presence::Absent, presence)
}

fn collect<'v>(value: &'v Value, names: &[&str], found: &mut Vec<Option<&'v Value>>) {
    let Some((name, rest)) = names.split_first() else { return found.push(Some(value)) };
    match value.inner() {
        Value::Object(members) => collect(members.get(*name).unwrap_or(&Value::Null), rest, found),
        Value::Null => found.push(Some(&Value::Null)),
        Value::Unknown(_) => found.push(None),
        Value::Map(members) => members.values().for_each(|member| collect(member, names, found)),
        other => other.elements().unwrap_or_default().iter().for_each(|element| collect(element, names, found)),
    }
}

fn listed(own: &str, others: &[&str]) -> String {
    let mut all: Vec<&str> = others.to_vec();
    if !all.contains(&own) {
        all.insert(0, own);
    }
    all.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
