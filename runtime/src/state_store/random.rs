//! Random names: ids of locks, names of files that are not done yet.

use super::error::{Error, ErrorKind, Result};
use crate::hexadecimal::hexadecimal;
use crate::random;
use std::time::Duration;

/// Half of the pause and a random part of the other half, so that not all who wait come at the same time.
pub(crate) fn jittered(pause: Duration) -> Duration {
    let part = random::bytes::<1>().map_or(128, |[byte]| u32::from(byte));
    pause / 2 + pause * part / 512
}

/// So many random bytes in hexadecimal.
pub(crate) fn hex(bytes: usize) -> Result<String> {
    let mut filled = vec![0; bytes];
    random::fill(&mut filled)
        .ok_or_else(|| Error::new(ErrorKind::Unavailable, "The system gives no random numbers"))?;
    Ok(hexadecimal(&filled))
}
