//! What a path of keys means in the schema language: which keys a table takes, or what names stand in it.

use crate::document::key::{ATTRIBUTE, BLOCK, Key, PARAMETER, ROOT, Shape, VALIDATOR};

/// What a table holds.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place {
    /// These keys.
    Keys(&'static [Key]),
    /// Things of a kind by name, each with these keys.
    Things(&'static [Key]),
    /// Attributes or blocks by address, each with these keys.
    Addresses(&'static [Key]),
    /// Names that are not ours, or nothing.
    Other,
}

/// The kinds that there is one of, without a name.
const SINGLE: [&str; 2] = ["provider", "provider_meta"];

/// What the table at a path holds.
pub(super) fn place(path: &[String]) -> Place {
    path.iter().fold(Place::Keys(ROOT), |place, name| match place {
        Place::Keys(keys) => inside(keys, name),
        Place::Things(keys) | Place::Addresses(keys) => Place::Keys(keys),
        Place::Other => Place::Other,
    })
}

fn inside(keys: &'static [Key], name: &str) -> Place {
    match find(keys, name).map(|key| key.shape) {
        Some(Shape::Kind(keys)) if SINGLE.contains(&name) => Place::Keys(keys),
        Some(Shape::Kind(keys)) => Place::Things(keys),
        Some(Shape::Table(keys) | Shape::Tables(keys)) => Place::Keys(keys),
        Some(Shape::Attributes) => Place::Addresses(ATTRIBUTE),
        Some(Shape::Blocks) => Place::Addresses(BLOCK),
        Some(Shape::Validators | Shape::ValidatorLists) => Place::Keys(VALIDATOR),
        Some(Shape::Parameter | Shape::Parameters) => Place::Keys(PARAMETER),
        _ => Place::Other,
    }
}

/// The key of a name, if a table takes it.
pub(super) fn find(keys: &'static [Key], name: &str) -> Option<&'static Key> {
    keys.iter().find(|key| key.name == name)
}

/// The thing that a path leads into: `resource.disk`.
pub(super) fn thing(path: &[String]) -> Option<&[String]> {
    let kind = path.first()?;
    if SINGLE.contains(&kind.as_str()) { path.get(..1) } else { path.get(..2) }
}

/// Whether the strings of a key are addresses of attributes.
pub(super) fn is_reference(path: &[String], key: &str) -> bool {
    let in_validators = path.iter().any(|name| name == "validators");
    let of_validators =
        ["conflicts_with", "also_requires", "at_least_one_of", "exactly_one_of", "prefer_write_only_attribute"];
    let of_things = ["identity", "exactly_one_of", "at_least_one_of", "conflicting", "required_together"];
    let of_attributes = ["changes_with", "identity_key"];
    if in_validators {
        return of_validators.contains(&key) || key.ends_with("_sum_of") || key.ends_with("_product_of");
    }
    of_things.contains(&key) || of_attributes.contains(&key)
}

/// The kind of the things that a string or the strings of a key name.
pub(super) fn named_kind(key: &str) -> Option<&'static str> {
    match key {
        "object" => Some("object"),
        "capabilities" => Some("capability"),
        "format" => Some("format"),
        _ => None,
    }
}

/// What a value looks like, in a few words.
pub(super) fn shape(key: &Key) -> String {
    let words = |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(" | ");
    match key.shape {
        Shape::Boolean => "true | false".to_owned(),
        Shape::True => "true".to_owned(),
        Shape::String => "a string".to_owned(),
        Shape::Count => "an integer".to_owned(),
        Shape::Number => "a number".to_owned(),
        Shape::Counts | Shape::Numbers => "[from, to]".to_owned(),
        Shape::Strings => "strings in an array".to_owned(),
        Shape::StringOrStrings => "a string, or strings in an array".to_owned(),
        Shape::Word(list) => words(list),
        Shape::WordOrName(list) => format!("{} | a name", words(list)),
        Shape::WordList(list) => format!("[{}]", words(list)),
        Shape::BooleanOrName => "true | false | a name".to_owned(),
        Shape::BooleanOrWord(list) => format!("true | false | {}", words(list)),
        Shape::Pattern => "a regular expression, or { pattern, message }".to_owned(),
        Shape::Any => "any value".to_owned(),
        Shape::StringLists | Shape::Values | Shape::ValidatorLists | Shape::Parameters => "an array".to_owned(),
        Shape::Tables(_) => "tables in an array".to_owned(),
        _ => "a table".to_owned(),
    }
}
