//! The known name that a misspelt one probably means, or one of another tool's.

/// What others call our keys: frameworks for providers in Go, `HashiCorp`'s code specification, JSON Schema.
const FOREIGN: &[(&str, &str)] = &[
    ("any_of", "any"),
    ("default_value", "default"),
    ("deprecated", "deprecation_message"),
    ("deprecation", "deprecation_message"),
    ("elem", "type"),
    ("element_type", "type"),
    ("fields", "attributes"),
    ("force_new", "requires_replace"),
    ("forces_replacement", "requires_replace"),
    ("immutable", "requires_replace"),
    ("markdown_description", "description"),
    ("max_length", "length_at_most"),
    ("maximum", "at_most"),
    ("min_length", "length_at_least"),
    ("minimum", "at_least"),
    ("nested_attributes", "attributes"),
    ("pattern", "regex_matches"),
    ("properties", "attributes"),
    ("read_only", "computed"),
    ("readonly", "computed"),
    ("regex", "regex_matches"),
    ("replace_on_change", "requires_replace"),
    ("schema_version", "version"),
    ("secret", "sensitive"),
    ("state_upgraders", "upgrade"),
    ("unique_items", "unique_values"),
    ("use_state", "use_state_for_unknown"),
    ("values", "one_of"),
];

/// The candidate that another tool's word for the same thing means.
pub fn translated<'a>(name: &str, mut candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let plain = |text: &str| text.to_lowercase().replace(['_', '-'], "");
    let name = plain(name);
    let (_, ours) = FOREIGN.iter().find(|(foreign, _)| plain(foreign) == name)?;
    candidates.find(|candidate| candidate == ours)
}

/// The candidate with the smallest edit distance, if it is near enough to be meant; the first of equally near ones.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Nobody misspells names that long, and distances cost time.
    const LENGTH_MAX: usize = 64;
    let length = name.chars().count();
    if length > LENGTH_MAX {
        return None;
    }
    let limit = (length / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= limit && *candidate != name)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// How many characters must be inserted, deleted, replaced or swapped with their neighbour.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row[j] = best;
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_other_tools_are_translated_where_there_is_such_a_key() {
        let known = || ["required", "requires_replace", "description"].into_iter();
        assert_eq!(translated("ForceNew", known()), Some("requires_replace"));
        assert_eq!(translated("force_new", known()), Some("requires_replace"));
        assert_eq!(translated("MarkdownDescription", known()), Some("description"));
        assert_eq!(translated("regex", known()), None);
        assert_eq!(translated("required", known()), None);
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let known = ["required", "optional", "computed", "type"];
        assert_eq!(nearest("compute", known), Some("computed"));
        assert_eq!(nearest("tpye", known), Some("type"));
        assert_eq!(nearest("Optional", known), Some("optional"));
        assert_eq!(nearest("sensitive", known), None);
        assert_eq!(nearest("", known), None);
        assert_eq!(nearest(&"x".repeat(100), known), None);
    }
}
