//! Runs user code: a panic in it becomes a diagnostic with message and place, and the process lives on.

use crate::adapter::BoxFuture;
use crate::caught::{Panic, catch, catch_future, is_catching, note_location};
use crate::diagnostic::{Diagnostics, Result, error};
use std::sync::Once;

/// Notes where a caught panic was. What happens to a panic besides, the hook that was there before decides.
pub(crate) fn install_hook() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            before(info);
            if let Some(location) = info.location().filter(|_| is_catching()) {
                note_location(location.to_string());
            }
        }));
    });
}

/// Waits for `future`. `doing` completes "The provider panicked while …".
pub(crate) async fn run<T>(doing: &str, mut future: BoxFuture<Result<T>>) -> Result<T> {
    let outcome = catch_future(future.as_mut()).await;
    // What the future still owns may panic when it is dropped.
    let dropped = catch(move || drop(future));
    match (outcome, dropped) {
        (Ok(outcome), Ok(())) => outcome.map_err(|said| with_error(doing, said)),
        (Err(panic), _) | (_, Err(panic)) => Err(report(doing, &panic)),
    }
}

/// A failure has an error among its messages: without one, Terraform would take the answer for a success.
fn with_error(doing: &str, mut said: Diagnostics) -> Diagnostics {
    if !said.has_errors() {
        said.extend(error(format!("The provider failed while {doing}, but did not say why")).detail(
            "It returned an error that holds no error message. This is a mistake in the provider: what is no failure has to \
             be `Ok`, with `cx.warn` for a warning.",
        ));
    }
    said
}

fn report(doing: &str, panic: &Panic) -> Diagnostics {
    let place = panic.location.as_deref().unwrap_or("an unknown place");
    error(format!("The provider panicked while {doing}")).detail(format!(
        "{}\n\nat {place}. This is a mistake in the provider; please report it to its authors.",
        panic.message
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_becomes_a_diagnostic_with_message_and_place() {
        install_hook();
        let late = async {
            tokio::task::yield_now().await;
            panic!("no {}", "disk")
        };
        let failed = run::<()>("reading acme_disk", Box::pin(late)).await.unwrap_err();
        let diagnostic = &failed.0[0];
        assert_eq!(diagnostic.summary, "The provider panicked while reading acme_disk");
        assert!(diagnostic.detail.starts_with("no disk\n\nat "), "{}", diagnostic.detail);
        assert!(diagnostic.detail.contains("guard.rs:"), "{}", diagnostic.detail);
    }

    #[tokio::test]
    async fn a_panic_of_what_is_dropped_is_caught_too() {
        struct Bomb;
        impl Drop for Bomb {
            fn drop(&mut self) {
                panic!("dropped");
            }
        }
        let bomb = Bomb;
        let future = async move {
            let _bomb = bomb;
            Ok(())
        };
        assert!(run("reading", Box::pin(future)).await.unwrap_err().0[0].detail.starts_with("dropped"));
    }
}
