//! Random names: ids of locks, names of files that are not done yet.

use super::error::{Error, ErrorKind, Result};
use crate::hexadecimal::hexadecimal;
use crate::random;

/// So many random bytes in hexadecimal.
pub(crate) fn hex(bytes: usize) -> Result<String> {
    let mut filled = vec![0; bytes];
    random::fill(&mut filled)
        .ok_or_else(|| Error::new(ErrorKind::Unavailable, "The system gives no random numbers"))?;
    Ok(hexadecimal(&filled))
}
