//! The signals of the system that tell a process to end. What is done about them, whoever takes them decides.

use std::io;

/// What has been signalled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// Somebody at the terminal has pressed its key. It reaches all that the terminal runs.
    Interrupt,
    /// The process is to end, or its terminal is closed: Windows has but one signal.
    #[cfg(unix)]
    End,
}

/// The signals, which do nothing by themselves any more.
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: tokio::signal::unix::Signal,
    #[cfg(unix)]
    terminate: tokio::signal::unix::Signal,
    /// The terminal is closed. `None` if whoever has started us wants us to outlive it.
    #[cfg(unix)]
    hang_up: Option<tokio::signal::unix::Signal>,
}

#[cfg(unix)]
impl Signals {
    /// Takes them over, for the rest of the process. Must be called inside the runtime.
    pub(crate) fn take() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        let (interrupt, terminate) = (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let is_taken = std::fs::read_to_string("/proc/self/status").is_ok_and(|status| !ignores_hang_up(&status));
        let hang_up = is_taken.then(|| signal(SignalKind::hangup())).transpose()?;
        Ok(Self { interrupt, terminate, hang_up })
    }

    /// Waits for the next one.
    pub(crate) async fn next(&mut self) -> Signal {
        use crate::race::{race, then};
        let hang_up = async {
            match &mut self.hang_up {
                Some(hang_up) => hang_up.recv().await,
                None => std::future::pending().await,
            }
        };
        let end = race(self.terminate.recv(), hang_up);
        race(then(end, Signal::End), then(self.interrupt.recv(), Signal::Interrupt)).await
    }
}

#[cfg(not(unix))]
impl Signals {
    /// There is nothing to take.
    pub(crate) fn take() -> io::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next one: there is but one.
    pub(crate) async fn next(&mut self) -> Signal {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Signal::Interrupt
    }
}

/// Whether the process was started with hang-ups ignored, as `nohup` does it: the lowest bit of the mask that Linux shows.
/// Where that cannot be read, a hang-up does what it does to any program.
#[cfg(unix)]
fn ignores_hang_up(status: &str) -> bool {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| mask.trim().chars().last()?.to_digit(16)).is_some_and(|lowest| lowest & 1 == 1)
}

#[cfg(all(test, unix))]
mod tests {
    use super::ignores_hang_up;

    #[test]
    fn ignored_hang_up_is_seen() {
        assert!(ignores_hang_up("Name:\tsh\nSigIgn:\t0000000000000001\n"));
        assert!(ignores_hang_up("SigIgn:\t0000000000001007"));
        assert!(!ignores_hang_up("SigBlk:\t0000000000000001\nSigIgn:\t0000000000001000\n"));
        assert!(!ignores_hang_up(""));
    }
}
