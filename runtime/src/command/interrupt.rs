//! Being told to end while a state is locked: what has begun is finished first.

use super::output;
use crate::context::Canceller;
use crate::diagnostic::Result;
use crate::signals::Signals;

/// Takes the signals over that end a process. The first one is passed on; the next one ends it at once, and its lock is left to whoever
/// comes next.
pub(super) fn listen(canceller: Canceller) -> Result<()> {
    let mut signals = Signals::take()?;
    tokio::spawn(async move {
        signals.next().await;
        output::say("Told to end: what has begun is finished first. Told once more, it ends at once.");
        canceller.cancel();
        signals.next().await;
        std::process::exit(130);
    });
    Ok(())
}
