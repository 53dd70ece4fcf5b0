//! How types are written in the user's files, where the names that generated code imports are not there.

use crate::view::rust_type::OBJECTS;

/// What the runtime's types are called in the user's code.
const PATHS: &[(&str, &str)] = &[
    ("rt::Map", "tfgen_runtime::Map"),
    ("rt::Number", "tfgen_runtime::cty::Number"),
    ("rt::ValueState", "tfgen_runtime::cty::ValueState"),
    ("rt::Value", "tfgen_runtime::cty::Value"),
];

/// Names of the prelude that the user's own type may hide.
const PRELUDE: &[(&str, &str)] =
    &[("Option", "std::option::Option"), ("String", "std::string::String"), ("Vec", "std::vec::Vec")];

/// A type as it is written in a file that has nothing but a type called `thing`.
pub(super) fn spelled(ty: &str, thing: &str) -> String {
    let mut text = String::new();
    let mut rest = ty;
    while !rest.is_empty() {
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len()).max(1);
        let (word, after) = rest.split_at(end);
        let path = PATHS.iter().find(|(name, _)| *name == word);
        let hidden = PRELUDE.iter().find(|(name, _)| *name == word && word == thing);
        if word.starts_with(OBJECTS) {
            text.push_str("crate::generated::");
        }
        text.push_str(path.or(hidden).map_or(word, |(_, path)| path));
        rest = after;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::spelled;

    #[test]
    fn a_type_is_written_with_paths_where_names_are_not_there() {
        assert_eq!(spelled("Vec<rt::Map<String>>", "Join"), "Vec<tfgen_runtime::Map<String>>");
        assert_eq!(
            spelled("Option<(String, rt::Value)>", "String"),
            "Option<(std::string::String, tfgen_runtime::cty::Value)>"
        );
    }
}
