//! The cancellation token: tells a handler that Terraform wants it to stop.

use crate::race::before;
use std::time::Duration;
use tokio::sync::watch;

/// Tells whether an operation is to stop: after Ctrl-C, and when Terraform has hung up.
///
/// ```
/// # async fn long_call() -> u8 { 0 }
/// # async fn example(cancelled: tfgen_runtime::Cancellation) {
/// match cancelled.unless(long_call()).await {
///     Some(answer) => { /* go on */ }
///     None => { /* tidy up and return an error */ }
/// }
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancellation {
    sources: Vec<watch::Receiver<bool>>,
}

/// The end that cancels.
#[derive(Debug)]
pub(crate) struct Canceller(watch::Sender<bool>);

impl Canceller {
    pub(crate) fn new() -> Self {
        Self(watch::channel(false).0)
    }

    pub(crate) fn cancel(&self) {
        self.0.send_replace(true);
    }

    pub(crate) fn token(&self) -> Cancellation {
        Cancellation { sources: vec![self.0.subscribe()] }
    }
}

impl Cancellation {
    /// A token that either of both cancels.
    pub(crate) fn or(mut self, other: &Self) -> Self {
        self.sources.extend(other.sources.iter().cloned());
        self
    }

    /// Whether the operation is to stop.
    pub fn is_cancelled(&self) -> bool {
        self.sources.iter().any(|source| *source.borrow())
    }

    /// What `work` gives; `None` if the operation is to stop before it is done, and what is left of the work is dropped.
    pub async fn unless<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        before(self.cancelled(), work).await
    }

    /// Waits for so long, if the operation is not to stop before. Whether it has waited to the end.
    pub(crate) async fn pause(&self, duration: Duration) -> bool {
        // In this order: a pause of no length ends a loop that is cancelled.
        before(tokio::time::sleep(duration), self.cancelled()).await.is_none()
    }

    /// Waits until the operation is to stop; forever if that never happens.
    pub async fn cancelled(&self) {
        let mut sources = self.sources.clone();
        let mut waits: Vec<_> = sources.iter_mut().map(|source| Box::pin(wait(source))).collect();
        std::future::poll_fn(|cx| {
            let done = waits.iter_mut().any(|wait| wait.as_mut().poll(cx).is_ready());
            if done { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }
}

async fn wait(source: &mut watch::Receiver<bool>) {
    // An error means that the sender is gone: nobody is left who could cancel.
    if source.wait_for(|cancelled| *cancelled).await.is_err() {
        std::future::pending::<()>().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn either_source_cancels() {
        let (first, second) = (Canceller::new(), Canceller::new());
        let token = first.token().or(&second.token());
        assert!(!token.is_cancelled());
        second.cancel();
        token.cancelled().await;
        assert!(token.is_cancelled() && !first.token().is_cancelled());
    }

    #[tokio::test]
    async fn a_source_that_is_gone_never_cancels() {
        let token = Canceller::new().token();
        let waited = tokio::time::timeout(Duration::from_millis(20), token.cancelled()).await;
        assert!(waited.is_err() && !token.is_cancelled());
    }
}
