//! Trying again for a while what a store was too busy for.

use super::error::{ErrorKind, Result};
use std::time::{Duration, Instant};

/// How long.
const PATIENCE: Duration = Duration::from_secs(20);

/// Tries again while the store is too busy, and nothing has been changed.
pub(super) async fn patiently<T, F: Future<Output = Result<T>>>(step: impl Fn() -> F) -> Result<T> {
    again_while(|kind| kind == ErrorKind::Unavailable, step).await
}

/// Tries again also when nobody knows what has become of it, for what does no harm when it is done twice.
pub(super) async fn persistently<T, F: Future<Output = Result<T>>>(step: impl Fn() -> F) -> Result<T> {
    again_while(|kind| matches!(kind, ErrorKind::Unavailable | ErrorKind::Uncertain), step).await
}

async fn again_while<T, F: Future<Output = Result<T>>>(
    passes: impl Fn(ErrorKind) -> bool,
    step: impl Fn() -> F,
) -> Result<T> {
    let (start, mut pause) = (Instant::now(), Duration::from_millis(100));
    loop {
        match step().await {
            Err(failed) if passes(failed.kind()) && start.elapsed() + pause < PATIENCE => {}
            outcome => return outcome,
        }
        tokio::time::sleep(pause).await;
        pause *= 2;
    }
}
