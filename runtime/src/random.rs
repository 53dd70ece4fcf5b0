//! Random bytes of the system, for all who need some. What to do without them is theirs to say.

use ring::rand::{SecureRandom as _, SystemRandom};

/// So many random bytes; `None` where the system gives none.
pub(crate) fn bytes<const N: usize>() -> Option<[u8; N]> {
    let mut bytes = [0; N];
    fill(&mut bytes)?;
    Some(bytes)
}

/// Fills it with random bytes; `None` where the system gives none.
pub(crate) fn fill(bytes: &mut [u8]) -> Option<()> {
    SystemRandom::new().fill(bytes).ok()
}
