//! The text of each rule, by theme; the only place where it is written.
//!
//! `docs/diagnostics.md` and `tfgen explain` print these entries.

mod attribute;
mod file;
mod lifecycle;
mod name;
mod output;
mod reference;
mod tool;

use super::Rule;

/// What is said about one rule.
#[derive(Debug)]
pub struct RuleText {
    /// The rule.
    pub rule: Rule,
    /// Its name in snake case.
    pub name: &'static str,
    /// What it demands, in a few words.
    pub title: &'static str,
    /// Why, and what to do about a breach.
    pub explanation: &'static str,
    /// What breaks it.
    pub example: &'static str,
}

/// All rules by code.
pub static TABLE: &[&[RuleText]] = &[
    file::RULES,
    name::RULES,
    attribute::RULES,
    attribute::TYPE_RULES,
    reference::RULES,
    lifecycle::RULES,
    tool::RULES,
    output::RULES,
];

/// What a rule without an entry says; a test keeps it unused.
pub static NO_TEXT: RuleText = RuleText { rule: Rule::BrokenToml, name: "", title: "", explanation: "", example: "" };
