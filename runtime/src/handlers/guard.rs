//! Runs user code: a panic in it becomes a diagnostic with message and place, and the process lives on.

use crate::adapter::BoxFuture;
use crate::caught::{Panic, catch, catch_future, is_catching, note_location};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::hook::{Validate, Validation};
use crate::race::before;
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

/// The same for work of which nothing is lost when it is given up: it is dropped where it waits, once it is to stop.
pub(crate) async fn run_until<T>(cancellation: &Cancellation, doing: &str, future: BoxFuture<Result<T>>) -> Result<T> {
    let mut work = Box::pin(run(doing, future));
    let outcome = cancellation.unless(work.as_mut()).await;
    let dropped = catch(move || drop(work));
    match (outcome, dropped) {
        (Some(outcome), _) => outcome,
        (None, Ok(())) => Err(interrupted(doing)),
        (None, Err(panic)) => {
            let mut failed = interrupted(doing);
            failed.extend(report(doing, &panic));
            Err(failed)
        }
    }
}

/// What to say of work that was given up.
pub(crate) fn interrupted(doing: &str) -> Diagnostics {
    error(format!("The provider was interrupted while {doing}")).detail("Terraform has asked it to stop, or is gone.")
}

/// Calls user code that does not wait for anything.
pub(crate) fn call<T>(doing: &str, code: impl FnOnce() -> Result<T>) -> Result<T> {
    match catch(code) {
        Ok(outcome) => outcome.map_err(|said| with_error(doing, said)),
        Err(panic) => Err(report(doing, &panic)),
    }
}

/// The same for an operation that may have a time limit.
///
/// When the time is up, the handler's token is cancelled, and it has a while to come to an end by itself. What it answers
/// then counts: an object that came late is an object. A handler that goes on regardless is dropped where it waits.
pub(crate) async fn run_within<T>(operation: &Operation, doing: &str, future: BoxFuture<Result<T>>) -> Result<T> {
    let mut work = Box::pin(run(doing, future));
    let Some(deadline) = &operation.deadline else { return work.await };
    let mut outcome = before(deadline.passed(), work.as_mut()).await;
    if outcome.is_none() {
        outcome = before(deadline.grace(), work.as_mut()).await;
    }
    let dropped = catch(move || drop(work));
    match (outcome, dropped) {
        (Some(Err(said)), _) if deadline.has_passed() => {
            let mut failed = deadline.error();
            failed.extend(said);
            Err(failed)
        }
        (Some(outcome), _) => outcome,
        (None, Ok(())) => Err(deadline.error()),
        (None, Err(panic)) => {
            let mut failed = deadline.error();
            failed.extend(report(doing, &panic));
            Err(failed)
        }
    }
}

/// A validation hook, if the schema names one, that neither panics nor fails without saying why.
pub(crate) fn validation(validate: Option<Validate>, type_name: &str) -> impl Fn(&Validation<'_>) -> Diagnostics {
    let doing = format!("validating {type_name}");
    move |validation| {
        let Some(validate) = validate else { return Diagnostics::new() };
        match catch(|| validate(validation)) {
            Ok(Ok(())) => Diagnostics::new(),
            Ok(Err(said)) => with_error(&doing, said),
            Err(panic) => report(&doing, &panic),
        }
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

/// Does work of the runtime's own. Should that panic, it is told, and `otherwise` stands in.
pub(crate) fn ours<T>(
    doing: &str,
    said: &mut Diagnostics,
    work: impl FnOnce(&mut Diagnostics) -> T,
    otherwise: impl FnOnce() -> T,
) -> T {
    let mut found = Diagnostics::new();
    match catch(|| work(&mut found)) {
        Ok(done) => {
            said.extend(found);
            done
        }
        Err(panic) => {
            said.extend(report_ours(doing, &panic));
            otherwise()
        }
    }
}

/// A panic of the runtime's own code.
fn report_ours(doing: &str, panic: &Panic) -> Diagnostics {
    let place = panic.location.as_deref().unwrap_or("an unknown place");
    error(format!("The runtime of the provider panicked while {doing}")).detail(format!(
        "{}\n\nat {place}. This is a mistake in tfgen-runtime; please report it. What is known of the object is kept.",
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
