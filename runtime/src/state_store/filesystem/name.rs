//! Names of files for segments of keys: any text, on any file system.
//!
//! Small letters, digits, `-` and `_` stand for themselves; all else is `%` and two digits, capital letters too, for there are file systems
//! that know no case. A dot is never part of a name, so that a file's ending tells it from a folder.

use super::super::key::UNKNOWN;
use crate::hexadecimal::hexadecimal;
use ring::digest::{SHA256, digest};

/// The ending of an entry's file.
const ENDING: &str = ".entry";

/// Names longer than this are cut and told apart by a digest: file systems take 255 bytes.
const LENGTH_MAX: usize = 200;

/// What Windows takes for devices, in any folder and with any ending.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// The folder of a segment. One that stands for a name that was cut, since the key in its file cannot be read, is that name.
pub(super) fn folder(segment: &str) -> String {
    if let Some(name) = known_by_place(segment) {
        return name.to_owned();
    }
    let mut name = String::with_capacity(segment.len());
    for (index, byte) in segment.bytes().enumerate() {
        let is_plain = matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_') && !(index == 0 && is_device(segment));
        if is_plain {
            name.push(byte.into());
        } else {
            name.push('%');
            name.push_str(&hexadecimal(&[byte]));
        }
    }
    if name.len() > LENGTH_MAX {
        name.truncate(LENGTH_MAX / 2);
        name = format!("{name}~{}", hexadecimal(&digest(&SHA256, segment.as_bytes()).as_ref()[..16]));
    }
    name
}

/// The file of a last segment.
pub(super) fn file(segment: &str) -> String {
    format!("{}{ENDING}", folder(segment))
}

/// The name without the ending of an entry's file, if it has it.
pub(super) fn stem(file: &str) -> Option<&str> {
    file.strip_suffix(ENDING)
}

/// The segment that a name stands for; `None` if it was cut, or is none of [`folder`]'s making.
pub(super) fn segment(name: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(name.len());
    let mut rest = name.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte == b'%' {
            let (digits, after) = after.split_at_checked(2)?;
            bytes.push(u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?);
            rest = after;
        } else {
            bytes.push(*byte);
        }
    }
    String::from_utf8(bytes).ok().filter(|segment| folder(segment) == name)
}

/// The segment that stands for a cut name where nobody can tell what it was cut from.
pub(super) fn unknown(name: &str) -> String {
    format!("{UNKNOWN}{name}")
}

/// The cut name that a segment of [`unknown`]'s making stands for.
fn known_by_place(segment: &str) -> Option<&str> {
    let is_plain = |byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'%' | b'~');
    segment.strip_prefix(UNKNOWN).filter(|name| is_cut(name) && name.bytes().all(is_plain))
}

/// Whether a key is only the place of something whose own key cannot be read.
pub(super) fn is_unknown(key: &str) -> bool {
    key.split('/').any(|segment| known_by_place(segment).is_some())
}

/// Whether a name was cut: the key is in the file then.
pub(super) fn is_cut(name: &str) -> bool {
    name.contains('~')
}

fn is_device(segment: &str) -> bool {
    let numbered = |device: &str| {
        segment
            .strip_prefix(device)
            .is_some_and(|rest| rest.len() == 1 && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    DEVICES.contains(&segment) || numbered("com") || numbered("lpt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_plain_and_come_back() {
        for (name, encoded) in [
            ("default", "default"),
            ("Prod", "%50rod"),
            ("..", "%2e%2e"),
            ("v1.2", "v1%2e2"),
            ("con", "%63on"),
            ("com1", "%63om1"),
            ("com", "com"),
            ("é", "%c3%a9"),
            ("a~b", "a%7eb"),
        ] {
            assert_eq!(folder(name), encoded);
            assert_eq!(segment(encoded).as_deref(), Some(name));
        }
        let long = "X".repeat(255);
        assert!(folder(&long).len() < LENGTH_MAX && is_cut(&folder(&long)) && segment(&folder(&long)).is_none());
        assert_ne!(folder(&long), folder(&"X".repeat(254)));
        let cut = folder(&long);
        assert_eq!(folder(&unknown(&cut)), cut, "it stands for the file");
        assert_ne!(folder("%~x"), "x");
        assert_ne!(folder("%~../x~y"), "../x~y", "nothing leaves its folder");
        for foreign in ["Default", "%2E", "%6", "%zz", "a.b", "%64efault"] {
            assert_eq!(segment(foreign), None, "{foreign}");
        }
    }
}
