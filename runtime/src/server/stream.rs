//! Answers that are streams: events come from a thread of their own, one at a time, as fast as the client takes them.

use super::call::{Answer, Question};
use super::call_log::CallLog;
use super::{HangUp, Service, on_own_thread};
use crate::context::{Cancellation, Canceller, Outlet};
use crate::handlers::Handlers;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use tfgen_proto::BoxStream;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio_stream::Stream;
use tonic::{Request, Response, Status};

/// How many events wait at most: enough to keep both sides busy, and few enough when each is a chunk of a state.
const WAITING: usize = 4;

impl Service {
    /// Runs `work` on its own thread, with an outlet for events and a token that `StopProvider` and a hang-up cancel.
    pub(super) fn stream<Q, E, F>(
        &self,
        rpc: &'static str,
        request: Request<Q>,
        work: impl FnOnce(Arc<Handlers>, Q, Cancellation, Outlet<E>) -> F,
    ) -> Response<BoxStream<E>>
    where
        Q: Question,
        E: Answer + Send + Unpin + 'static,
        F: Future<Output = ()> + Send + 'static,
    {
        let request = request.into_inner();
        let log = CallLog::start(rpc, &request);
        let hang_up = HangUp(Canceller::new());
        let cancellation = self.handlers.cancellation().or(&hang_up.0.token());
        let (sender, inlet) = mpsc::channel(WAITING);
        let outlet = Outlet::new(move |event| {
            let sender = sender.clone();
            Box::pin(async move { sender.send(event).await.is_ok() })
        });
        let work = work(self.handlers.clone(), request, cancellation, outlet);
        let handlers = self.handlers.clone();
        let done = on_own_thread(Box::pin(work), log.fields.clone());
        Response::new(Box::pin(Events { rpc, handlers, inlet, done: Some(done), log: Some(log), _hang_up: hang_up }))
    }
}

/// The stream. Dropping it, as happens when the client is gone, cancels the work.
struct Events<E> {
    rpc: &'static str,
    handlers: Arc<Handlers>,
    inlet: mpsc::Receiver<E>,
    /// None once the work is done.
    done: Option<JoinHandle<()>>,
    /// None once the stream is over.
    log: Option<CallLog>,
    _hang_up: HangUp,
}

impl<E: Answer> Events<E> {
    /// Nothing comes after this, whoever may still hold an outlet.
    fn end(&mut self) {
        self.inlet.close();
        if let Some(log) = self.log.take() {
            log.end();
        }
    }
}

impl<E: Answer + Unpin> Stream for Events<E> {
    type Item = Result<E, Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            if self.log.is_none() {
                return Poll::Ready(None);
            }
            match self.inlet.poll_recv(cx) {
                Poll::Ready(Some(mut event)) => {
                    event.hide(&self.handlers.secrets());
                    if let Some(log) = &mut self.log {
                        log.note(&event);
                    }
                    if event.is_last() {
                        self.end();
                    }
                    return Poll::Ready(Some(Ok(event)));
                }
                Poll::Ready(None) if self.done.is_none() => {
                    self.end();
                    return Poll::Ready(None);
                }
                Poll::Ready(None) | Poll::Pending => {}
            }
            let Some(done) = &mut self.done else { return Poll::Pending };
            let ended = ready!(Pin::new(done).poll(cx));
            self.done = None;
            // What waits is still sent; a clone of the outlet that lives on is not waited for.
            self.inlet.close();
            if let Err(error) = ended {
                // Panics of user code are caught where it is called: this is our own.
                let failed = Status::internal(format!("{} has failed: {error}", self.rpc));
                self.end();
                return Poll::Ready(Some(Err(failed)));
            }
        }
    }
}

impl<E> Drop for Events<E> {
    fn drop(&mut self) {
        if let Some(log) = self.log.take() {
            log.end();
        }
    }
}
