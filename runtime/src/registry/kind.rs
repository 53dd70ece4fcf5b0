//! All things of one kind by type name, and what to say of a name that is not among them.

use crate::diagnostic::{Diagnostics, error};
use std::collections::BTreeMap;

/// The things of one kind.
pub(crate) struct Kind<E> {
    /// The kind in words: "data source".
    noun: &'static str,
    entries: BTreeMap<&'static str, E>,
}

impl<E> Kind<E> {
    pub(super) const fn new(noun: &'static str) -> Self {
        Self { noun, entries: BTreeMap::new() }
    }

    pub(super) fn insert(&mut self, name: &'static str, entry: E) {
        self.entries.insert(name, entry);
    }

    pub(crate) fn get(&self, name: &str) -> Option<&E> {
        self.entries.get(name)
    }

    pub(super) fn get_mut(&mut self, name: &str) -> Option<&mut E> {
        self.entries.get_mut(name)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &E> {
        self.entries.values()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> {
        self.entries.keys().copied()
    }

    /// The error that names what is not registered, and what is.
    pub(super) fn unknown(&self, name: &str, address: &str, version: &str) -> Diagnostics {
        const SHOWN: usize = 20;
        let mut names: Vec<&str> = self.names().collect();
        let more = names.len().saturating_sub(SHOWN);
        names.truncate(SHOWN);
        let list = match (names.is_empty(), more) {
            (true, _) => "none".to_owned(),
            (false, 0) => names.join(", "),
            (false, more) => format!("{} and {more} more", names.join(", ")),
        };
        error(format!("The provider {address} has no {} \"{name}\"", self.noun))
            .detail(format!("Version {version} of it has: {list}."))
    }
}
