//! When the process ends, apart from being asked to by the controller: a signal, or a Terraform that is no more.
//! go-plugin itself leaves a plugin running for ever when Terraform is killed.

use std::io;
use std::time::Duration;

use tokio::sync::watch;
#[cfg(unix)]
use tokio::time::sleep;
use tokio::time::timeout;

use crate::race::{race, then};
use crate::signals::{Signal, Signals};

/// How long the process waits for Terraform before it takes it for dead.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// For the first connection; Terraform itself gives up after a minute.
    pub first_connection: Duration,
    /// For another connection when the last one is gone.
    pub next_connection: Duration,
    /// Between two looks at who our parent process is.
    pub parent: Duration,
    /// The same while nobody is connected: connections of a process that is killed end a moment before it does, and the next run waits for
    /// what this one holds.
    pub parent_of_none: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            first_connection: Duration::from_mins(2),
            next_connection: Duration::from_secs(10),
            parent: Duration::from_millis(500),
            parent_of_none: Duration::from_millis(10),
        }
    }
}

/// Why the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// Somebody has sent a signal that means it.
    Signal,
    /// The process that started us is gone.
    ParentGone,
    /// Nobody is connected, and nobody comes.
    Abandoned,
}

impl Reason {
    /// The reason in words, for the log.
    pub fn text(self) -> &'static str {
        match self {
            Self::Signal => "a signal asks the provider to end",
            Self::ParentGone => "the process that started the provider is gone",
            Self::Abandoned => "nobody is connected to the provider",
        }
    }
}

/// Knows when there is a reason to end.
pub(super) struct Ending {
    connections: watch::Sender<usize>,
    signals: Signals,
    /// `None` when a person runs the process: it then ends by a signal only.
    limits: Option<Limits>,
}

impl Ending {
    /// For a process that Terraform has started. Takes the signals of the process over.
    pub fn of_plugin(limits: Limits) -> io::Result<Self> {
        // An interrupt reaches the whole process group. Terraform tells us by itself what is to be done about it.
        Ok(Self { connections: watch::Sender::new(0), signals: Signals::take()?, limits: Some(limits) })
    }

    /// For a process that a person has started.
    pub fn of_debugging() -> io::Result<Self> {
        Ok(Self { connections: watch::Sender::new(0), signals: Signals::take()?, limits: None })
    }

    /// Where the number of open connections is kept.
    pub fn connections(&self) -> watch::Sender<usize> {
        self.connections.clone()
    }

    /// Waits for a reason.
    pub async fn reason(&mut self) -> Reason {
        let interrupt_ends = self.limits.is_none();
        let told = async { while self.signals.next().await == Signal::Interrupt && !interrupt_ends {} };
        let told = then(told, Reason::Signal);
        let Some(limits) = self.limits else { return told.await };
        let gone = then(parent_gone(self.connections.subscribe(), limits), Reason::ParentGone);
        let abandoned = then(abandoned(self.connections.subscribe(), limits), Reason::Abandoned);
        race(told, race(gone, abandoned)).await
    }
}

/// Returns when nobody has been connected for too long.
async fn abandoned(mut connections: watch::Receiver<usize>, limits: Limits) {
    let mut limit = limits.first_connection;
    while timeout(limit, connections.wait_for(|count| *count > 0)).await.is_ok() {
        limit = limits.next_connection;
        // The sender lives in `Ending`, so that this waits for nothing but the number.
        let _ = connections.wait_for(|count| *count == 0).await;
    }
}

/// Does something each time when the last connection has been gone for a while: whoever debugs lets one process serve many Terraforms, and
/// what one of them has left behind when it was killed would stay as long as the process.
pub(super) async fn each_time_left_alone(
    mut connections: watch::Receiver<usize>,
    limits: Limits,
    mut doing: impl FnMut(),
) {
    while connections.wait_for(|count| *count > 0).await.is_ok() {
        if connections.wait_for(|count| *count == 0).await.is_err() {
            return;
        }
        if timeout(limits.next_connection, connections.wait_for(|count| *count > 0)).await.is_err() {
            doing();
        }
    }
}

#[cfg(unix)]
async fn parent_gone(mut connections: watch::Receiver<usize>, limits: Limits) {
    let parent = std::os::unix::process::parent_id();
    while std::os::unix::process::parent_id() == parent {
        let is_any = *connections.borrow_and_update() > 0;
        let pause = if is_any { limits.parent } else { limits.parent_of_none };
        // The sender lives in `Ending`, so that this waits for nothing but the number.
        let changed = async { drop(connections.changed().await) };
        race(changed, sleep(pause)).await;
    }
}

#[cfg(not(unix))]
async fn parent_gone(_connections: watch::Receiver<usize>, _limits: Limits) {
    std::future::pending().await
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::sync::watch;
    use tokio::time::{sleep, timeout};

    use super::{Limits, abandoned, each_time_left_alone};

    const LIMITS: Limits = Limits {
        first_connection: Duration::from_millis(200),
        next_connection: Duration::from_millis(50),
        parent: Duration::from_secs(1),
        parent_of_none: Duration::from_millis(10),
    };

    fn block_on(future: impl Future<Output = ()>) {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future);
    }

    #[test]
    fn process_that_nobody_connects_to_is_abandoned() {
        block_on(abandoned(watch::Sender::new(0).subscribe(), LIMITS));
    }

    #[test]
    fn process_is_abandoned_some_time_after_its_last_connection() {
        block_on(async {
            let connections = watch::Sender::new(1);
            let abandoned = abandoned(connections.subscribe(), LIMITS);
            let mut abandoned = std::pin::pin!(abandoned);
            assert!(timeout(Duration::from_millis(300), &mut abandoned).await.is_err(), "one connection is open");
            connections.send_replace(0);
            assert!(timeout(Duration::from_millis(20), &mut abandoned).await.is_err(), "there is still time");
            connections.send_replace(1);
            sleep(Duration::from_millis(60)).await;
            connections.send_replace(0);
            assert!(timeout(Duration::from_secs(5), &mut abandoned).await.is_ok());
        });
    }

    async fn goes_on(future: &mut (impl Future<Output = ()> + Unpin), milliseconds: u64) -> bool {
        timeout(Duration::from_millis(milliseconds), future).await.is_err()
    }

    #[test]
    fn what_a_terraform_has_left_is_ended_each_time() {
        block_on(async {
            let connections = watch::Sender::new(0);
            let (said, mut left) = tokio::sync::mpsc::unbounded_channel();
            let alone = each_time_left_alone(connections.subscribe(), LIMITS, move || {
                let _ = said.send(());
            });
            tokio::pin!(alone);
            assert!(goes_on(&mut alone, 100).await && left.try_recv().is_err(), "nobody was there");
            for _ in 0..2 {
                connections.send_replace(2);
                assert!(goes_on(&mut alone, 100).await && left.try_recv().is_err(), "somebody is there");
                connections.send_replace(0);
                assert!(goes_on(&mut alone, 10).await);
                connections.send_replace(1);
                assert!(goes_on(&mut alone, 100).await && left.try_recv().is_err(), "somebody has come back");
                connections.send_replace(0);
                assert!(goes_on(&mut alone, 200).await && left.try_recv().is_ok() && left.try_recv().is_err());
            }
        });
    }
}
