//! The time of a request, and how far the machine's clock is from the service's.

use crate::format::time::timestamp;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The time as requests name it, so many seconds from the machine's own: `20060102T150405Z`.
pub(super) fn now(offset: i64) -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seconds = since.as_secs().saturating_add_signed(offset);
    let text = timestamp(Duration::from_secs(seconds));
    text.chars().filter(|each| !matches!(each, '-' | ':')).take(15).chain(['Z']).collect()
}

/// How far the time of an answer (`Wed, 21 Oct 2015 07:28:00 GMT`) is from the machine's own.
pub(super) fn offset(date: &str) -> Option<i64> {
    let here = SystemTime::now().duration_since(UNIX_EPOCH).ok()?.as_secs();
    seconds(date)?.checked_sub_unsigned(here)
}

/// How many seconds lie between two times of answers; none if the second one is the earlier one.
pub(super) fn between(first: &str, second: &str) -> Option<u64> {
    seconds(second)?.checked_sub(seconds(first)?)?.try_into().ok()
}

/// The time of an answer as seconds since 1970.
fn seconds(date: &str) -> Option<i64> {
    let parts: Vec<&str> = date.split_whitespace().collect();
    let [_, day, month, year, time, "GMT"] = parts.as_slice() else { return None };
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = months.iter().position(|each| each == month)? + 1;
    let there = crate::format::time::instant(&format!("{year}-{month:02}-{day:0>2}T{time}Z"))?;
    there.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_and_compared() {
        let text = now(0);
        assert!(text.len() == 16 && text.ends_with('Z') && text.as_bytes()[8] == b'T', "{text}");
        assert!(offset("Wed, 21 Oct 2015 07:28:00 GMT").is_some_and(|offset| offset < -300_000_000));
        assert_eq!(offset("yesterday"), None);
        let (first, second) = ("Wed, 21 Oct 2015 07:28:00 GMT", "Thu, 22 Oct 2015 07:28:01 GMT");
        assert_eq!((between(first, second), between(second, first)), (Some(86_401), None));
    }
}
