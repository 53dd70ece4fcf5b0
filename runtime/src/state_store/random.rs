//! Random names: ids of locks, names of files that are not done yet.

use super::error::{Error, ErrorKind, Result};
use ring::rand::{SecureRandom as _, SystemRandom};
use std::fmt::Write as _;

/// So many random bytes in hexadecimal.
pub(crate) fn hex(bytes: usize) -> Result<String> {
    let mut random = vec![0; bytes];
    SystemRandom::new()
        .fill(&mut random)
        .map_err(|_| Error::new(ErrorKind::Unavailable, "The system gives no random numbers"))?;
    Ok(hexadecimal(&random))
}

/// Bytes in hexadecimal.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
