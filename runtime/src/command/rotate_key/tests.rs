//! A rotation that is killed at any operation, with history below the states: every revision opens, and doing it again ends it.

use super::*;
use crate::state_store::failing::Stopping;
use crate::state_store::flaky::Flaky;
use crate::state_store::lock::LockOptions;
use crate::state_store::stack::Wrappers;
use crate::state_store::{ErrorKind, Keys, Memory, Retention, SharedStore};
use std::time::Duration;

fn keys(bytes: &[u8]) -> Keys {
    let source = |byte: &u8| format!("command:echo {}", crate::hexadecimal::hexadecimal(&[*byte; 32])).parse().unwrap();
    Keys::read(&bytes.iter().map(source).collect::<Vec<_>>()).unwrap()
}

fn keeper(store: SharedStore, keys: &Keys) -> Keeper {
    let history = Some(Retention { keep: 3, max_age: None });
    let wrappers = Wrappers { keys: Some(keys.clone()), history, ..Wrappers::default() };
    let locks = LockOptions { timeout: Duration::ZERO, lease: None, pause: Duration::from_millis(20) };
    Keeper::new(wrappers.over(store).unwrap(), Some(locks))
}

const STATES: [&str; 2] = ["default", "other"];

/// Two states of three revisions each, and the lock of somebody far away.
async fn prepared(old: &Keys) -> Memory {
    let memory = Memory::new();
    let keeper = keeper(SharedStore::new(memory.clone()), old);
    for state in STATES {
        for number in 1..=3 {
            keeper.write(state, format!("{state} {number}").into()).await.unwrap();
        }
    }
    keeper.stack().store.put_if_absent("lock/far", r#"{"ID":"far"}"#.into()).await.unwrap();
    memory
}

/// Every revision of every state is there and opens with these keys.
async fn is_whole(memory: &Memory, keys: &Keys) {
    let keeper = keeper(SharedStore::new(memory.clone()), keys);
    let history = keeper.stack().history.as_ref().unwrap();
    for state in STATES {
        for number in 1..=3 {
            let (_, body) = history.revision(&key_of(state), &number.to_string()).await.unwrap();
            assert_eq!(body, format!("{state} {number}").into());
        }
        assert_eq!(keeper.read(state).await.unwrap(), Some(format!("{state} 3").into()));
    }
}

#[test]
fn a_rotation_that_is_killed_at_any_operation_is_ended_by_the_next_one() {
    let (old, both, new) = (keys(&[1]), keys(&[2, 1]), keys(&[2]));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let (mut kills, mut mixed) = (0, 0);
        for at in 0.. {
            let mut is_over = false;
            for after in [false, true] {
                let memory = prepared(&old).await;
                let stopping = Stopping::new(memory.clone(), at, after);
                let killed = keeper(SharedStore::new(stopping.clone()), &both);
                let done = stopping.until(rotate(&killed, &Cancellation::default())).await;
                is_over |= done.is_some();
                kills += usize::from(done.is_none());
                drop(killed);
                is_whole(&memory, &both).await;
                let again = keeper(SharedStore::new(memory.clone()), &both);
                let done = rotate(&again, &Cancellation::default()).await.unwrap();
                assert_eq!(done.left, Vec::<String>::new(), "killed at {at}, after: {after}");
                // Two catalogs, six revisions and the lock; and the lock of the one that was killed, if it was taken over.
                assert_eq!(done.all.rotated + done.all.current, 9, "killed at {at}, after: {after}");
                mixed += usize::from(done.all.rotated > 0 && done.all.current > 0);
                is_whole(&memory, &new).await;
                let locks = again.locks().await.unwrap();
                assert_eq!(
                    locks.iter().map(|(state, _, _)| state.as_str()).collect::<Vec<_>>(),
                    ["far"],
                    "no lock is left"
                );
            }
            if is_over {
                break;
            }
        }
        assert!(kills > 50 && mixed > 30, "{kills} kills, {mixed} of them in between");
    });
}

#[test]
fn what_cannot_be_listed_is_told_beside_what_was_done() {
    let (old, both) = (keys(&[1]), keys(&[2, 1]));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let memory = prepared(&old).await;
        let flaky = Flaky::over(memory.clone());
        let keeper = keeper(SharedStore::new(flaky.clone()), &both);
        // What was deleted, the states, the revisions of the first one, and in the end all there is.
        for kind in [None, None, None, Some(ErrorKind::Denied), None, Some(ErrorKind::Denied)] {
            flaky.then("list", kind);
        }
        let done = rotate(&keeper, &Cancellation::default()).await.unwrap();
        assert_eq!(done.all.rotated, 5, "one catalog, and the other state with its revisions");
        assert_eq!(done.left.len(), 2, "{:?}", done.left);
        let answer = done.answer();
        let text = String::from_utf8(answer.text).unwrap();
        assert!(
            answer.is_bad && text.contains("5 entries are encrypted anew") && text.contains("could be listed"),
            "{text}"
        );
    });
}
