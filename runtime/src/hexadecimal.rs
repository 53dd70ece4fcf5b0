//! Bytes as hexadecimal text: ids of keys and of locks, hashes, names of files.

use std::fmt::Write as _;

/// Two small digits for each byte.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
