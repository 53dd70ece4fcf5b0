//! Runs user code so that a panic becomes a value and not the end of the process.
//!
//! The plugin's panic hook asks [`is_catching`] whether a panic will be caught: a caught one is logged, and becomes a
//! diagnostic where it was caught; any other is printed in the form that Terraform shows as a crash report.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;

/// A panic that was caught.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Panic {
    /// What the code said.
    pub message: String,
    /// Where: `file:line:column`, when a hook noted it.
    pub location: Option<String>,
}

thread_local! {
    static CATCHING: Cell<u32> = const { Cell::new(0) };
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Whether a panic in this thread would be caught here.
pub(crate) fn is_catching() -> bool {
    CATCHING.get() > 0
}

/// Called by the panic hook, so that [`Panic`] can say where it was.
pub(crate) fn note_location(location: String) {
    LOCATION.set(Some(location));
}

/// The words of a panic.
pub(crate) fn message(payload: &(dyn Any + Send)) -> String {
    payload
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".to_owned())
}

/// Calls `code`; a panic in it is an error.
pub(crate) fn catch<T>(code: impl FnOnce() -> T) -> Result<T, Panic> {
    CATCHING.set(CATCHING.get() + 1);
    let result = catch_unwind(AssertUnwindSafe(code));
    CATCHING.set(CATCHING.get() - 1);
    result.map_err(|payload| {
        let panic = Panic { message: message(payload.as_ref()), location: LOCATION.take() };
        discard(payload);
        panic
    })
}

/// Drops what a panic carried. That may be anything, and panic in turn; what that panic carries is then left alone.
fn discard(payload: Box<dyn Any + Send>) {
    CATCHING.set(CATCHING.get() + 1);
    if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
        std::mem::forget(again);
    }
    CATCHING.set(CATCHING.get() - 1);
}

/// Runs a future to its end; a panic in it is an error, and what it held is dropped.
pub(crate) async fn catch_future<F: Future>(future: F) -> Result<F::Output, Panic> {
    let mut future = pin!(future);
    std::future::poll_fn(|cx| match catch(|| future.as_mut().poll(cx)) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ok(output)),
        Err(panic) => Poll::Ready(Err(panic)),
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::task::{Context, Poll, Waker};

    use super::{catch, catch_future, is_catching};

    #[test]
    fn panic_becomes_a_value() {
        assert_eq!(catch(|| 3), Ok(3));
        let panic = catch(|| -> i32 { panic!("no disk {}", 7) }).unwrap_err();
        assert_eq!(panic.message, "no disk 7");
        assert!(!is_catching());
    }

    #[test]
    fn payload_that_panics_when_it_is_dropped_is_caught_too() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                std::panic::panic_any(Bomb);
            }
        }
        let panic = catch(|| std::panic::panic_any(Bomb)).unwrap_err();
        assert_eq!(panic.message, "a panic without a message");
    }

    #[test]
    fn panic_in_a_future_becomes_a_value() {
        let mut future = Box::pin(catch_future(async { panic!("while waiting") }));
        let Poll::Ready(Err::<(), _>(panic)) = future.as_mut().poll(&mut Context::from_waker(Waker::noop())) else {
            panic!("the future is done");
        };
        assert_eq!(panic.message, "while waiting");
    }
}
