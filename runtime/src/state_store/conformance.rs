//! What every store owes those who use it, as a test that the author of any store can run.
//!
//! It uses nothing but the trait. What it cannot see are power cuts.

use super::error::{Error, Result};
use super::store::{SharedStore, Store};
use crate::caught::catch;
use std::fmt;
use tokio::runtime::Builder;

mod keys;
mod life;
mod races;
mod writes;

/// Tests a store, and says what it does otherwise than a [`Store`] has to.
///
/// `open` opens the same store each time, as another process would: on the same folder, or the same database. It may hold
/// entries of others; what the test makes lies under a key of its own and is deleted in the end.
///
/// ```
/// # use tfgen_runtime::state_store::{Memory, conformance};
/// // #[test]
/// fn it_is_a_store() -> Result<(), conformance::Failed> {
///     let memory = Memory::new();
///     conformance::check(|| Ok(memory.clone()))
/// }
/// # assert!(it_is_a_store().is_ok());
/// ```
///
/// # Errors
///
/// Every rule that does not hold, with what was seen.
pub fn check<S: Store>(open: impl Fn() -> Result<S>) -> Result<(), Failed> {
    let failed = |what: String| Failed { failures: vec![("the test can run", what)] };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
    let runtime = runtime.map_err(|error| failed(error.to_string()))?;
    let (first, second) = match (open(), open()) {
        (Ok(first), Ok(second)) => (SharedStore::new(first), SharedStore::new(second)),
        (Err(error), _) | (_, Err(error)) => return Err(failed(format!("the store does not open: {error}"))),
    };
    let root = format!("conformance-{}", random());
    let mut failures = Vec::new();
    for (index, (rule, row)) in rows().into_iter().enumerate() {
        let case = Case { store: first.clone(), other: second.clone(), root: format!("{root}/{index}") };
        let outcome = catch(|| runtime.block_on(row(case.clone())));
        let outcome = outcome.unwrap_or_else(|panic| Err(format!("it panicked: {}", panic.message)));
        let swept = runtime.block_on(case.sweep());
        failures.extend(outcome.and(swept).err().map(|what| (rule, what)));
    }
    if failures.is_empty() { Ok(()) } else { Err(Failed { failures }) }
}

/// The rules that did not hold.
pub struct Failed {
    failures: Vec<(&'static str, String)>,
}

impl Failed {
    /// Each rule, with what was seen instead.
    pub fn rules(&self) -> impl Iterator<Item = (&str, &str)> {
        self.failures.iter().map(|(rule, seen)| (*rule, seen.as_str()))
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "It is no state store yet; {} of {} rules do not hold:", self.failures.len(), rows().len())?;
        self.rules().try_for_each(|(rule, seen)| write!(formatter, "\n- {rule}: {seen}"))
    }
}

impl fmt::Debug for Failed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{self}")
    }
}

impl std::error::Error for Failed {}

type Outcome = std::result::Result<(), String>;
type Row = (&'static str, fn(Case) -> std::pin::Pin<Box<dyn Future<Output = Outcome> + Send>>);

/// What a row works with: two handles of one store, and a prefix that nobody else uses.
#[derive(Clone)]
struct Case {
    store: SharedStore,
    other: SharedStore,
    root: String,
}

impl Case {
    fn key(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    async fn sweep(&self) -> Outcome {
        let sweep = async {
            for key in self.store.list(&format!("{}/", self.root)).await? {
                if let Some(entry) = self.store.get(&key).await? {
                    self.store.delete_if_version(&key, &entry.version).await?;
                }
            }
            Ok::<(), Error>(())
        };
        sweep.await.map_err(|error| format!("what the test left cannot be deleted: {error}"))
    }
}

macro_rules! rows {
    ($($module:ident: $($row:ident)*;)*) => {
        fn rows() -> Vec<Row> {
            vec![$($((stringify!($row), |case| Box::pin($module::$row(case))),)*)*]
        }
    };
}

rows! {
    writes: a_missing_entry_is_none what_was_put_comes_back an_entry_is_made_once a_stale_version_changes_nothing
        a_missing_entry_is_not_replaced the_absent_version_makes_an_entry a_shorter_content_leaves_nothing_of_a_longer_one
        contents_of_any_size_come_back an_entry_is_deleted_at_its_version a_stale_version_deletes_nothing
        deleting_what_is_absent_as_absent_is_fine what_is_made_again_is_new a_version_is_good_for_the_next_write
        another_handle_sees_every_write;
    keys: keys_are_listed_by_prefix_and_sorted keys_that_differ_in_case_are_two a_key_may_continue_another_one
        keys_of_any_text_come_back long_keys_come_back what_is_no_key_is_refused all_entries_come_at_once;
    races: one_of_many_makes_an_entry one_of_many_replaces_a_version no_increment_is_lost readers_see_whole_contents
        one_of_many_deletes;
    life: a_holder_is_alive_while_it_proves_it an_entry_comes_with_its_proof;
}

/// What must be `Ok`.
trait Fine<T> {
    fn fine(self, what: &str) -> Result<T, String>;
}

impl<T> Fine<T> for Result<T> {
    fn fine(self, what: &str) -> Result<T, String> {
        self.map_err(|error| format!("{what} failed: {error:?}"))
    }
}

fn ensure(holds: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise()) }
}

fn random() -> String {
    super::random::hex(8).unwrap_or_else(|_| std::process::id().to_string())
}
