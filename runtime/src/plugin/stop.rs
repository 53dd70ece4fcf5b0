//! The word that it is time to end, and streams that end with it.

use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::watch;
use tokio_stream::Stream;
use tonic::Status;

/// Said once, heard by everybody. Clones are the same word.
#[derive(Clone, Debug)]
pub(super) struct Stop(watch::Sender<bool>);

impl Stop {
    pub fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Says the word.
    pub fn now(&self) {
        self.0.send_replace(true);
    }

    /// Waits for the word.
    pub fn said(&self) -> impl Future<Output = ()> + Send + use<> {
        let mut receiver = self.0.subscribe();
        let sender = self.0.clone();
        async move {
            // The receiver cannot outlive its sender, so the wait cannot fail.
            let _ = receiver.wait_for(|said| *said).await;
            drop(sender);
        }
    }

    /// A stream that goes on like `stream` and ends at the word: an open stream would hold the server up.
    pub fn ends<T: 'static>(&self, stream: impl Stream<Item = Result<T, Status>> + Send + 'static) -> StreamUntil<T> {
        Box::pin(Until { stream: Box::pin(stream), stop: Box::pin(self.said()) })
    }
}

/// The type of streams that services answer with.
pub(super) type StreamUntil<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

struct Until<T> {
    stream: StreamUntil<T>,
    stop: Pin<Box<dyn Future<Output = ()> + Send>>,
}

impl<T> Stream for Until<T> {
    type Item = Result<T, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        match self.stop.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(None),
            Poll::Pending => self.stream.as_mut().poll_next(cx),
        }
    }
}
