//! Something that is wrong with a state, and where.

use std::fmt;
use tfgen_cty::json::Node;

/// Something that is wrong with a state, and where. Shown, it is one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The way there from the root: `resources[0].instances[1].schema_version`; empty for the whole.
    pub path: String,
    /// The line in the text, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl Finding {
    pub(super) fn whole(message: impl Into<String>) -> Self {
        Self { path: String::new(), line: 1, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, line, message } = self;
        if path.is_empty() {
            write!(formatter, "line {line}: {message}")
        } else {
            write!(formatter, "line {line}, {path}: {message}")
        }
    }
}

/// A part of a state with the way to it, and what was found so far.
#[derive(Clone)]
pub(super) struct Place<'j> {
    pub(super) node: Node<'j>,
    path: String,
}

impl<'j> Place<'j> {
    pub(super) fn root(node: Node<'j>) -> Self {
        Self { node, path: String::new() }
    }

    /// The part under a key, if it is there and not null.
    pub(super) fn key(&self, key: &str) -> Option<Self> {
        let node = self.node.get(key).filter(|node| !node.is_null())?;
        Some(self.step(key, node))
    }

    /// The elements of an array; none of anything else.
    pub(super) fn elements(&self) -> Vec<Self> {
        let elements = self.node.elements().unwrap_or_default().into_iter().enumerate();
        elements.map(|(at, node)| Self { node, path: format!("{}[{at}]", self.path) }).collect()
    }

    /// The entries of an object; none of anything else.
    pub(super) fn entries(&self) -> Vec<(String, Self)> {
        let entries = self.node.entries().unwrap_or_default().into_iter();
        entries.map(|(key, node)| (key.clone().into_owned(), self.step(&key, node))).collect()
    }

    pub(super) fn text(&self, key: &str) -> Option<String> {
        Some(self.key(key)?.node.string()?.into_owned())
    }

    pub(super) fn number(&self, key: &str) -> Option<u64> {
        self.key(key)?.node.number()?.parse().ok()
    }

    fn step(&self, key: &str, node: Node<'j>) -> Self {
        let path = if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) };
        Self { node, path }
    }

    pub(super) fn finding(&self, message: impl Into<String>) -> Finding {
        Finding { path: self.path.clone(), line: self.node.line(), message: message.into() }
    }
}
