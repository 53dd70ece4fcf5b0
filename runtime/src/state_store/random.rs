//! Random names: ids of locks, names of files that are not done yet.

use super::error::{Error, ErrorKind, Result};
use crate::hexadecimal::hexadecimal;
use ring::rand::{SecureRandom as _, SystemRandom};

/// So many random bytes in hexadecimal.
pub(crate) fn hex(bytes: usize) -> Result<String> {
    let mut random = vec![0; bytes];
    SystemRandom::new()
        .fill(&mut random)
        .map_err(|_| Error::new(ErrorKind::Unavailable, "The system gives no random numbers"))?;
    Ok(hexadecimal(&random))
}
