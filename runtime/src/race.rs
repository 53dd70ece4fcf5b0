//! Waiting for whichever of two things comes first, or for both, as functions: the macros that tokio has for it would have every provider
//! compile a parser of Rust. Knows nothing of what is waited for.

use std::future::{pending, poll_fn};
use std::pin::pin;
use std::task::Poll;

/// What the first of both to be done gives; the other is dropped. When both are done it is the one that stands first.
pub(crate) async fn race<T>(one: impl Future<Output = T>, other: impl Future<Output = T>) -> T {
    let (mut one, mut other) = (pin!(one), pin!(other));
    poll_fn(|cx| match one.as_mut().poll(cx) {
        Poll::Pending => other.as_mut().poll(cx),
        Poll::Ready(done) => Poll::Ready(done),
    })
    .await
}

/// What both give, which are at work side by side. The one that stands first is asked first.
#[cfg(feature = "postgres")]
pub(crate) async fn both<A, B>(one: impl Future<Output = A>, other: impl Future<Output = B>) -> (A, B) {
    let (mut one, mut other) = (pin!(one), pin!(other));
    let (mut first, mut second) = (None, None);
    poll_fn(move |cx| {
        if first.is_none()
            && let Poll::Ready(done) = one.as_mut().poll(cx)
        {
            first = Some(done);
        }
        if second.is_none()
            && let Poll::Ready(done) = other.as_mut().poll(cx)
        {
            second = Some(done);
        }
        match (first.take(), second.take()) {
            (Some(first), Some(second)) => Poll::Ready((first, second)),
            halves => {
                (first, second) = halves;
                Poll::Pending
            }
        }
    })
    .await
}

/// What `work` gives, unless `limit` is over before; what is done when both are counts as done.
pub(crate) async fn before<T>(limit: impl Future<Output = ()>, work: impl Future<Output = T>) -> Option<T> {
    race(async { Some(work.await) }, then(limit, None)).await
}

/// This value, once something is done.
pub(crate) async fn then<T>(done: impl Future, value: T) -> T {
    done.await;
    value
}

/// What a future gives that may have nothing to give, as if it were not done then.
pub(crate) async fn some<T>(maybe: impl Future<Output = Option<T>>) -> T {
    match maybe.await {
        Some(value) => value,
        None => pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;
    use std::time::Duration;
    use tokio::time::sleep;

    fn run<T>(future: impl Future<Output = T>) -> T {
        tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(future)
    }

    #[test]
    fn whichever_is_done_first_wins() {
        let after = |milliseconds, name| async move {
            sleep(Duration::from_millis(milliseconds)).await;
            name
        };
        assert_eq!(run(async { race(after(1, "one"), after(60_000, "other")).await }), "one");
        assert_eq!(run(async { race(after(60_000, "one"), after(1, "other")).await }), "other");
        assert_eq!(run(race(ready("one"), ready("other"))), "one");
    }

    #[cfg(feature = "postgres")]
    #[test]
    fn two_that_are_at_work_side_by_side_are_waited_for() {
        let after = |milliseconds, name| async move {
            sleep(Duration::from_millis(milliseconds)).await;
            name
        };
        assert_eq!(run(async { both(after(1, "one"), after(20, "other")).await }), ("one", "other"));
        assert_eq!(run(async { both(after(20, "one"), after(1, "other")).await }), ("one", "other"));
        assert_eq!(run(both(ready(1), ready("other"))), (1, "other"));
        // Each waits for the other: one after the other they would wait for ever.
        let (said, heard) = (tokio::sync::Notify::new(), tokio::sync::Notify::new());
        let one = async {
            said.notify_one();
            heard.notified().await;
        };
        let other = async {
            said.notified().await;
            heard.notify_one();
        };
        run(both(one, other));
    }

    #[test]
    fn work_that_is_done_counts_though_its_time_is_up() {
        assert_eq!(run(before(ready(()), ready(1))), Some(1));
        assert_eq!(run(before(ready(()), pending::<u8>())), None);
        assert_eq!(run(before(pending(), ready(1))), Some(1));
        assert_eq!(run(then(ready(2), 1)), 1);
    }

    #[test]
    fn what_gives_nothing_never_wins() {
        assert_eq!(run(race(some(ready(None)), ready(1))), 1);
        assert_eq!(run(race(some(ready(Some(2))), pending())), 2);
    }
}
