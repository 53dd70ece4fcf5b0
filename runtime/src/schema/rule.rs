//! Rules for configurations: of one value, and of several attributes.

use super::Literal;

/// A rule for a known, non-null configuration value, by terraform-plugin-framework-validators' names.
#[derive(Clone, Copy, Debug)]
pub enum Validator {
    /// at least this many bytes
    LengthAtLeast(u64),
    /// at most this many bytes
    LengthAtMost(u64),
    /// a number of bytes in this range, both ends included
    LengthBetween(u64, u64),
    /// at least this many Unicode characters
    Utf8LengthAtLeast(u64),
    /// at most this many Unicode characters
    Utf8LengthAtMost(u64),
    /// a number of Unicode characters in this range
    Utf8LengthBetween(u64, u64),
    /// one of these strings or numbers
    OneOf(&'static [Literal]),
    /// none of these strings or numbers
    NoneOf(&'static [Literal]),
    /// one of these strings, letter case aside
    OneOfCaseInsensitive(&'static [&'static str]),
    /// none of these strings, letter case aside
    NoneOfCaseInsensitive(&'static [&'static str]),
    /// the pattern matches somewhere; the message replaces the default one when not empty
    RegexMatches(&'static str, &'static str),
    /// a number of at least this (plain decimal)
    AtLeast(&'static str),
    /// a number of at most this
    AtMost(&'static str),
    /// a number in this range, both ends included
    Between(&'static str, &'static str),
    /// at least this many elements
    SizeAtLeast(u64),
    /// at most this many elements
    SizeAtMost(u64),
    /// a number of elements in this range
    SizeBetween(u64, u64),
    /// no two known elements are equal
    UniqueValues,
    /// no element is null
    NoNullValues,
    /// each element satisfies these
    ValuesAre(&'static [Validator]),
    /// each map key satisfies these
    KeysAre(&'static [Validator]),
    /// any other of these paths (root attribute addresses) must be null
    ConflictsWith(&'static [&'static str]),
    /// all of these paths must be set too
    AlsoRequires(&'static [&'static str]),
    /// this or one of these paths must be set
    AtLeastOneOf(&'static [&'static str]),
    /// exactly one of this and these paths must be set
    ExactlyOneOf(&'static [&'static str]),
    /// a duration above zero as Go writes them: `1h30m`
    Duration,
    /// this bool
    Equals(bool),
    /// all rules of one of these lists hold
    Any(&'static [&'static [Validator]]),
    /// the same; warnings of all lists are shown
    AnyWithAllWarnings(&'static [&'static [Validator]]),
    /// all rules of all lists hold
    All(&'static [&'static [Validator]]),
    /// an integer of at least the sum of these
    AtLeastSumOf(&'static [&'static str]),
    /// an integer of at most the sum of these
    AtMostSumOf(&'static [&'static str]),
    /// an integer that is the sum of these
    EqualToSumOf(&'static [&'static str]),
    /// an integer that is the product of these
    EqualToProductOf(&'static [&'static str]),
    /// warns that this write-only attribute keeps the value out of the state
    PreferWriteOnlyAttribute(&'static str),
    /// a block that must be there
    IsRequired,
    /// what the user's hook of this name says
    Hook(&'static str),
}

/// A rule about several attributes of one thing, named by their addresses; none of them is inside a collection.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// exactly one of these is set
    ExactlyOneOf(&'static [&'static str]),
    /// one of these is set, or more
    AtLeastOneOf(&'static [&'static str]),
    /// one of these is set at most
    Conflicting(&'static [&'static str]),
    /// all of these are set, or none
    RequiredTogether(&'static [&'static str]),
    /// all rules of one of these lists hold
    Any(&'static [&'static [Condition]]),
}
