//! Versions of programs, and which of them will do.

use std::cmp::Ordering;

/// Whether `version` meets every part of `wanted`: comparisons with `,` between them, as in `>=3.12,<4`. A part that is
/// none, which the generator lets nobody write, is met by nothing.
pub(super) fn meets(version: &str, wanted: &str) -> bool {
    wanted.split(',').map(str::trim).filter(|part| !part.is_empty()).all(|part| {
        let split = part.find(|letter: char| letter.is_ascii_digit()).unwrap_or(part.len());
        let (operator, other) = part.split_at(split);
        let order = compare(version, other);
        match operator.trim() {
            "" | "=" | "==" => order == Ordering::Equal,
            "!=" => order != Ordering::Equal,
            ">" => order == Ordering::Greater,
            ">=" => order != Ordering::Less,
            "<" => order == Ordering::Less,
            "<=" => order != Ordering::Greater,
            _ => false,
        }
    })
}

/// By their numbers, one after another; those that are missing are zero. What comes before a release is smaller than it.
fn compare(left: &str, right: &str) -> Ordering {
    let ((left, left_before), (right, right_before)) = (parts(left), parts(right));
    for at in 0..left.len().max(right.len()) {
        let (a, b) = (left.get(at).unwrap_or(&0), right.get(at).unwrap_or(&0));
        if a != b {
            return a.cmp(b);
        }
    }
    match (left_before, right_before) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Greater,
        (Some(_), None) => Ordering::Less,
        (Some(left), Some(right)) => by_runs(left, right),
    }
}

/// The numbers, and what says that it comes before the release, as in `3.0-rc1` and `3.0~rc1`. What begins with a digit there
/// says how often the release was packed, as in `3.0-1ubuntu1`, and nothing of what it is.
fn parts(version: &str) -> (Vec<u64>, Option<&str>) {
    let version = version.trim().trim_start_matches('v');
    let version = version.split('+').next().unwrap_or_default();
    let (numbers, after) = match version.split_once(['-', '~']) {
        Some((numbers, after)) => (numbers, Some(after)),
        None => (version, None),
    };
    let before = after.filter(|after| after.starts_with(|letter: char| letter.is_ascii_alphabetic()));
    (numbers.split('.').map(number).collect(), before)
}

/// Digits as numbers, and what is between them as texts: `rc.2` comes before `rc.10`, and `beta` before `beta.1`.
fn by_runs(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    while !left.is_empty() && !right.is_empty() {
        let ((a, left_rest), (b, right_rest)) = (run(left), run(right));
        let both = a.starts_with(|letter: char| letter.is_ascii_digit())
            && b.starts_with(|letter: char| letter.is_ascii_digit());
        let order = if both { number(a).cmp(&number(b)) } else { a.cmp(b) };
        if order != Ordering::Equal {
            return order;
        }
        (left, right) = (left_rest, right_rest);
    }
    left.len().cmp(&right.len())
}

/// The digits that a text begins with, or what comes before the first digit; and the rest.
fn run(text: &str) -> (&str, &str) {
    let is_number = text.starts_with(|letter: char| letter.is_ascii_digit());
    let end = text.find(|letter: char| letter.is_ascii_digit() != is_number).unwrap_or(text.len());
    text.split_at(end)
}

/// The digits in front: 6 of `6p1`.
fn number(text: &str) -> u64 {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let digits = text.get(..end).unwrap_or_default();
    if digits.is_empty() { 0 } else { digits.parse().unwrap_or(u64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_compared_and_not_texts() {
        for (version, wanted) in [
            ("3.12.1", ">=3.12"),
            ("3.12", ">=3.12,<4"),
            ("v10.0", ">9"),
            ("1.2.0", "=1.2"),
            ("1.2", "1.2.0"),
            ("3.0.0-rc1", "<3"),
            ("3.0.0+build5", "<=3"),
            ("2", "!=3"),
            ("9.6p1", ">=9.6,<9.7"),
            ("99999999999999999999999", ">1"),
            ("7", ""),
            ("2.4.0-1ubuntu1", ">=2.4.0,<2.4.1"),
            ("2.4.0-1ubuntu1", "=2.4.0"),
            ("2.4.0~rc1", "<2.4.0"),
            ("3.0.0-rc10", ">3.0.0-rc2"),
            ("3.0.0-rc.2", "<3.0.0-rc.10"),
            ("3.0.0-beta", "<3.0.0-beta.1"),
            ("3.0.0-beta.9", "<3.0.0-rc.1"),
        ] {
            assert!(meets(version, wanted), "{version} {wanted}");
        }
        for (version, wanted) in [("3.9", ">=3.12"), ("4.0", ">=3.12,<4"), ("1.2.1", "=1.2"), ("1", "~>1"), ("2", "<2")]
        {
            assert!(!meets(version, wanted), "{version} {wanted}");
        }
    }
}
