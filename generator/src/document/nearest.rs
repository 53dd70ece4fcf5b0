//! The known name that a misspelt one probably means.

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
