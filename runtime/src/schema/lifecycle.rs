//! The tables of upgrades and moves: how what is stored in another form becomes what is stored today.

use super::Literal;

/// From one version of a state to the next one.
#[derive(Clone, Copy, Debug)]
pub struct Upgrade {
    /// The version that it is for.
    pub from: i64,
    /// What is to be done.
    pub steps: Steps,
}

impl Upgrade {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self { from: 0, steps: Steps::DEFAULT };
}

/// From another resource type.
#[derive(Clone, Copy, Debug)]
pub struct MovedFrom {
    /// `NAMESPACE/NAME`, with or without a host in front; empty for the provider itself.
    pub provider: &'static str,
    /// The full type name there.
    pub type_name: &'static str,
    /// The schema version there; none for any.
    pub version: Option<i64>,
    /// What is to be done.
    pub steps: Steps,
}

impl MovedFrom {
    /// A table without anything in it: what a row does not state is as here.
    pub const DEFAULT: Self = Self { provider: "", type_name: "", version: None, steps: Steps::DEFAULT };
}

/// What is to be done with a stored object, in this order. Addresses lead through collections, into each element.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// Old addresses and new names.
    pub rename: &'static [(&'static str, &'static str)],
    /// Addresses and what their values become.
    pub convert: &'static [(&'static str, Conversion)],
    /// Addresses and the values that they get where they have none.
    pub set: &'static [(&'static str, Literal)],
    /// Addresses whose values are left out.
    pub drop: &'static [&'static str],
    /// User code comes last.
    pub hook: bool,
}

impl Steps {
    /// Nothing to do.
    pub const DEFAULT: Self = Self { rename: &[], convert: &[], set: &[], drop: &[], hook: false };
}

/// What a stored value becomes. Null stays null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// its text
    String,
    /// the number that a text means
    Number,
    /// the bool that a text means
    Bool,
    /// a list of one
    List,
    /// the only element of a list; null if it is empty
    Single,
}
