//! Terraform names as Rust identifiers: letter case, keywords, and names that become the same.
//!
//! These functions are pure, and the only place where a Rust identifier is made of a Terraform name. The schema check
//! calls them too, so that what would not compile is a diagnostic with both places.

use std::collections::HashSet;

use heck::{ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

/// Strict and reserved keywords of all editions that are legal as raw identifiers.
const RAW_KEYWORDS: &[&str] = &[
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// Keywords that cannot be raw identifiers.
const PATH_KEYWORDS: &[&str] = &["self", "Self", "super", "crate", "_"];

/// The last words of generated structs' names; an enum's name must not end in one.
const SUFFIXES: &[&str] = &["Model", "Plan", "View", "Identity", "Config", "Data"];

/// The struct field, function or variable for a name: `type` is `r#type`, `self` is `self_`.
pub fn field(name: &str) -> String {
    escape(snake(name))
}

/// What follows a word in the name of a function: `set_type`, never `set_r#type`.
pub fn after_word(name: &str) -> String {
    snake(name)
}

/// The module for a name; its file is [`file_stem`].
pub fn module(name: &str) -> String {
    field(name)
}

/// The file for a name, without extension: no keyword is special there but `mod`, whose file means a folder.
pub fn file_stem(name: &str) -> String {
    match snake(name).as_str() {
        "mod" => "mod_".to_owned(),
        stem => stem.to_owned(),
    }
}

/// The type for an address such as `disk.mounts`, with a suffix: `DiskMountsModel`.
pub fn type_name(address: &str, suffix: &str) -> String {
    let mut name = String::new();
    for segment in address.split('.') {
        let word = segment.to_upper_camel_case();
        // `a1` and `2` must not read as the number 12 of `a`.
        if name.ends_with(|c: char| c.is_ascii_digit()) && word.starts_with(|c: char| c.is_ascii_digit()) {
            name.push('N');
        }
        name.push_str(&word);
    }
    name.push_str(suffix);
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() {
        name.insert(0, 'N');
    }
    escape(name)
}

/// The enum of the values of the attribute at an address: `DiskKind`. It never ends as a generated struct does: the
/// enum of `disk.model` is `DiskModelValue`.
pub fn enum_name(address: &str) -> String {
    let name = type_name(address, "");
    let is_taken = SUFFIXES.iter().any(|suffix| name.ends_with(suffix));
    if is_taken { format!("{name}Value") } else { name }
}

/// The constant for an address: `mounts.host` is `MOUNTS__HOST`, which no root attribute's constant can be.
pub fn constant(address: &str) -> String {
    let segments: Vec<String> =
        address.split('.').map(|segment| leading(segment.to_shouty_snake_case()).to_uppercase()).collect();
    escape(segments.join("__"))
}

/// A part of a name, as rustfmt sorts names: underscores first, numbers by their size.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// `_`
    Underscore,
    /// digits
    Number(u128),
    /// anything else
    Text(String),
}

/// What a name is sorted by where rustfmt would sort it.
pub fn sorted(name: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    for c in name.chars() {
        match (parts.last_mut(), c.to_digit(10)) {
            (_, None) if c == '_' => parts.push(Part::Underscore),
            (Some(Part::Number(number)), Some(digit)) => {
                *number = number.saturating_mul(10).saturating_add(u128::from(digit));
            }
            (_, Some(digit)) => parts.push(Part::Number(u128::from(digit))),
            (Some(Part::Text(text)), None) => text.push(c),
            (_, None) => parts.push(Part::Text(c.to_string())),
        }
    }
    parts
}

/// The variants for the values of an enum, in the same order. They are distinct, and none is `Other`, which stands for
/// values that are not listed.
pub fn variants(values: &[String]) -> Vec<String> {
    let mut taken: HashSet<String> = HashSet::from(["Other".to_owned()]);
    let mut variants = Vec::with_capacity(values.len());
    for value in values {
        let base = variant(value);
        let mut name = base.clone();
        let mut number = 2;
        while !taken.insert(name.clone()) {
            name = if base == "Other" && number == 2 {
                "OtherValue".to_owned()
            } else {
                // `Self_2` would not be camel case.
                format!("{}{number}", base.trim_end_matches('_'))
            };
            number += 1;
        }
        variants.push(name);
    }
    variants
}

/// Whether a text is a Rust path of a type: `rest::Disk`.
pub fn is_type_path(text: &str) -> bool {
    text.split("::").all(|segment| {
        let segment = segment.strip_prefix("r#").unwrap_or(segment);
        let starts = segment.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        starts && segment.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !PATH_KEYWORDS.contains(&segment)
    })
}

fn variant(value: &str) -> String {
    let mut words = String::new();
    for c in value.chars() {
        match c {
            '+' => words.push_str(" plus "),
            '*' => words.push_str(" star "),
            '-' if words.is_empty() => words.push_str(" minus "),
            c if c.is_ascii_alphanumeric() => words.push(c),
            _ => words.push(' '),
        }
    }
    let name = words.to_upper_camel_case();
    if name.is_empty() {
        return if value.is_empty() { "Empty".to_owned() } else { "Symbol".to_owned() };
    }
    escape(if name.starts_with(|c: char| c.is_ascii_digit()) { format!("N{name}") } else { name })
}

fn snake(name: &str) -> String {
    leading(name.to_snake_case())
}

/// Identifiers do not start with a digit, which a name such as `_1` would.
fn leading(name: String) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) || name.is_empty() { format!("n{name}") } else { name }
}

fn escape(identifier: String) -> String {
    if PATH_KEYWORDS.contains(&identifier.as_str()) {
        format!("{identifier}_")
    } else if RAW_KEYWORDS.contains(&identifier.as_str()) {
        format!("r#{identifier}")
    } else {
        identifier
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keywords_become_raw_or_get_an_underscore() {
        for (name, expected) in [
            ("name", "name"),
            ("type", "r#type"),
            ("gen", "r#gen"),
            ("self", "self_"),
            ("crate", "crate_"),
            ("super", "super_"),
            ("a__b", "a_b"),
            ("_1", "n1"),
            ("foo_1", "foo_1"),
            ("foo1", "foo1"),
            ("union", "union"),
        ] {
            assert_eq!(field(name), expected);
        }
        assert_eq!(type_name("self", ""), "Self_");
        assert_eq!(type_name("self", "Model"), "SelfModel");
        assert_eq!(file_stem("type"), "type");
    }

    #[test]
    fn addresses_become_types_and_constants() {
        assert_eq!(type_name("disk.mounts.host_name", "Model"), "DiskMountsHostNameModel");
        assert_eq!(type_name("disk.a1.2b", ""), "DiskA1N2b");
        assert_eq!(enum_name("disk.kind"), "DiskKind");
        assert_eq!(enum_name("disk.model"), "DiskModelValue");
        assert_eq!(constant("mounts.host"), "MOUNTS__HOST");
        assert_eq!(constant("mounts_host"), "MOUNTS_HOST");
        assert_eq!(constant("size_gb"), "SIZE_GB");
        assert_eq!((constant("_1"), constant("_")), ("N1".to_owned(), "N".to_owned()));
        assert_eq!((enum_name("disk.hooks"), enum_name("to.owned")), ("DiskHooks".into(), "ToOwned".into()));
    }

    #[test]
    fn names_are_sorted_as_rustfmt_does() {
        let mut names = ["SIZES", "SIZE_GB", "SIZE", "N10", "N9", "SIZE_2", "SIZE2"];
        names.sort_by_key(|name| sorted(name));
        assert_eq!(names, ["N9", "N10", "SIZE", "SIZE_2", "SIZE_GB", "SIZE2", "SIZES"]);
    }

    #[test]
    fn variants_are_distinct_whatever_the_values_are() {
        let values =
            ["ssd", "SSD", "other", "", "1.2", "12", "a-b", "a_b", "*", "Self", "self", "ä"].map(str::to_owned);
        let expected =
            ["Ssd", "Ssd2", "OtherValue", "Empty", "N12", "N122", "AB", "AB2", "Star", "Self_", "Self2", "Symbol"];
        assert_eq!(variants(&values), expected);
    }

    #[test]
    fn type_paths_are_recognized() {
        assert!(is_type_path("rest::Disk") && is_type_path("Disk") && is_type_path("r#type::Disk"));
        for wrong in ["", "::Disk", "a/b", "a::", "self::Disk", "Disk<T>", "1a"] {
            assert!(!is_type_path(wrong), "{wrong}");
        }
    }
}
