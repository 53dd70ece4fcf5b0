//! Keys: paths of plain segments, whatever the things are called that they stand for.

use super::error::{Error, ErrorKind, Result};
use super::percent;
use std::fmt::Write as _;

/// How long a key may be, in bytes: objects of S3 have names of 1024 bytes, which have to hold a prefix, too.
pub const LENGTH_MAX: usize = 900;

/// Refuses what is no key: one or more segments with `/` between them, none of them empty, `.` or `..`, without control
/// characters, and at most [`LENGTH_MAX`] bytes. A store asks this first in each operation that takes a key.
///
/// # Errors
///
/// [`ErrorKind::Invalid`], with the reason.
pub fn check(key: &str) -> Result<()> {
    let reason = if key.len() > LENGTH_MAX {
        format!("It has {} bytes, and {LENGTH_MAX} at most are taken", key.len())
    } else if key.chars().any(char::is_control) {
        "It has control characters".to_owned()
    } else if let Some(segment) = key.split('/').find(|segment| matches!(*segment, "" | "." | "..")) {
        format!("A part of it is {segment:?}")
    } else {
        return Ok(());
    };
    Err(Error::new(ErrorKind::Invalid, format!("{:?} is no key", short(key))).detail(format!("{reason}.")))
}

fn short(key: &str) -> String {
    if key.chars().count() > 80 { format!("{}…", key.chars().take(80).collect::<String>()) } else { key.to_owned() }
}

/// A name as one segment of a key: any text, for [`name`] gives it back.
///
/// ```
/// # use tfgen_runtime::state_store::key;
/// assert_eq!(key::segment("prod-eu.1"), "prod-eu.1");
/// assert_eq!(key::segment(".."), "%2E%2E");
/// assert_eq!(key::segment("a/b%"), "a%2Fb%25");
/// assert_eq!(key::name("a%2Fb%25").as_deref(), Some("a/b%"));
/// ```
pub fn segment(name: &str) -> String {
    let is_dots = matches!(name, "." | "..");
    let mut segment = String::with_capacity(name.len());
    for character in name.chars() {
        if matches!(character, '/' | '%') || character.is_control() || is_dots {
            for byte in character.encode_utf8(&mut [0; 4]).bytes() {
                // Writing to a string does not fail.
                let _ = write!(segment, "%{byte:02X}");
            }
        } else {
            segment.push(character);
        }
    }
    segment
}

/// The name that a segment stands for; `None` if it is no segment of [`segment`]'s making.
pub fn name(segment: &str) -> Option<String> {
    percent::decode(segment).filter(|name| self::segment(name) == segment)
}

/// What a segment begins with that stands for something whose key cannot be read, by its name in the store: a damaged file whose name does not
/// tell. No [`segment`] begins so.
pub(crate) const UNKNOWN: &str = "%~";

/// Whether a key is only the place of something whose own key cannot be read.
pub(crate) fn is_unknown(key: &str) -> bool {
    key.split('/').any(|segment| segment.starts_with(UNKNOWN))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_segment_and_comes_back() {
        for name in
            ["default", ".", "..", "...", "a/b", "/", "%", "%2F", "é\u{7f}\0\n", " ", "~$&+=:@", "Prod", "\u{85}"]
        {
            let segment = segment(name);
            assert!(check(&segment).is_ok(), "{segment}");
            assert_eq!(self::name(&segment).as_deref(), Some(name));
        }
        for foreign in ["%~x", "%2f", "%", "%4", "%41", "%FF", "a/b"] {
            assert_eq!(name(foreign), None, "{foreign}");
        }
    }

    #[test]
    fn what_is_no_key_is_refused() {
        let long = "a".repeat(LENGTH_MAX + 1);
        for key in ["", "/", "a/", "/a", "a//b", ".", "..", "a/../b", "a\0", "a\nb", &long] {
            assert!(check(key).is_err_and(|error| error.kind() == ErrorKind::Invalid), "{key:?}");
        }
        assert!(check(&long[1..]).is_ok());
    }
}
