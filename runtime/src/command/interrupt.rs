//! Being told to end while a state is locked: what has begun is finished first.

use super::output;
use crate::context::Canceller;
use crate::diagnostic::Result;
#[cfg(unix)]
use crate::race::race;

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

#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn take() -> Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    async fn next(&mut self) {
        race(self.interrupt.recv(), self.terminate.recv()).await;
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn take() -> Result<Self> {
        Ok(Self)
    }

    async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending().await
        }
    }
}
