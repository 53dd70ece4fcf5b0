//! Locks over a store that fails in between: nothing is left behind that locks anybody out.

use super::super::body::Body;
use super::super::flaky::Flaky;
use super::super::memory::Memory;
use super::super::sealed::{Keys, Sealed};
use super::*;

const OPTIONS: LockOptions = LockOptions { timeout: Duration::ZERO, lease: None, pause: Duration::from_millis(20) };

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap().block_on(work)
}

async fn lock(locks: &Locks) -> diagnostic::Result<String> {
    locks.lock("default", "OperationTypeApply", &Cancellation::default()).await
}

fn locks(flaky: &Flaky) -> Locks {
    Locks::new(SharedStore::new(flaky.clone()), OPTIONS)
}

fn told<T: std::fmt::Debug>(outcome: diagnostic::Result<T>) -> String {
    let texts: Vec<_> = outcome.unwrap_err().iter().map(|each| format!("{}\n{}", each.summary, each.detail)).collect();
    texts.join("\n")
}

#[test]
fn what_a_failed_attempt_has_left_is_taken_back() {
    block(async {
        for (kind, done) in [
            (ErrorKind::Uncertain, true),
            (ErrorKind::Uncertain, false),
            (ErrorKind::Full, true),
            (ErrorKind::Other, true),
        ] {
            for flaky in Flaky::both() {
                flaky.fail("put", kind, done);
                let outcome = lock(&locks(&flaky)).await;
                if outcome.is_err() {
                    assert_eq!(flaky.memory.list("lock/").await.unwrap(), Vec::<String>::new(), "{kind:?} {done}");
                }
                let other = locks(&flaky);
                match outcome {
                    Ok(id) => assert!(other.unlock("default", &id).await.is_ok(), "only its answer was lost"),
                    Err(failed) => assert!(told::<()>(Err(failed)).contains("The state \"default\" was not locked")),
                }
                lock(&other).await.expect("nobody is locked out");
            }
        }
    });
}

#[test]
fn a_lock_is_made_with_its_proof_where_the_store_can_and_the_proof_is_begun_once() {
    block(async {
        let [one_by_one, at_once] = Flaky::both();
        for (flaky, asked) in [(&one_by_one, (0, 1, 1)), (&at_once, (1, 0, 1))] {
            let holder = locks(flaky);
            let id = lock(&holder).await.unwrap();
            let counted = (flaky.asked("put_and_prove"), flaky.asked("prove"), flaky.asked("put"));
            assert_eq!(counted, asked);
            // Whoever waits goes on with the proof that it has: it proves its life as long as it wants the lock.
            let before = flaky.asked("put");
            let waiting = LockOptions { timeout: Duration::from_millis(200), ..OPTIONS };
            let waiting = Locks::new(SharedStore::new(flaky.clone()), waiting);
            assert!(told(lock(&waiting).await).contains(&id));
            assert!(flaky.asked("put") > before + 3, "it has tried again");
            assert_eq!((flaky.asked("put_and_prove"), flaky.asked("prove")), (2 * asked.0, 2 * asked.1));
        }
    });
}

#[test]
fn nothing_is_looked_for_that_was_not_made() {
    block(async {
        for flaky in Flaky::both() {
            flaky.fail(if flaky.at_once { "put" } else { "prove" }, ErrorKind::Denied, false);
            assert!(told(lock(&locks(&flaky)).await).contains("The state \"default\" was not locked"));
            assert!(flaky.memory.list("lock/").await.unwrap().is_empty());
            // A refusal of both at once may have come late, for all that is known here.
            assert_eq!(flaky.asked("get"), usize::from(flaky.at_once));
            lock(&locks(&flaky)).await.expect("nobody is locked out");
        }
    });
}

#[test]
fn what_cannot_be_taken_back_is_named() {
    block(async {
        for flaky in Flaky::both() {
            flaky.fail("put", ErrorKind::Uncertain, true);
            flaky.fail("delete", ErrorKind::Denied, false);
            let text = told(lock(&locks(&flaky)).await);
            let there = flaky.memory.get("lock/default").await.unwrap().expect("it could not be deleted");
            let id = LockRecord::decode(&there.body).unwrap().id;
            assert!(text.contains(&format!("terraform force-unlock {id}")), "{text}");
            assert_eq!(flaky.memory.is_alive(&id).await.unwrap(), Some(false), "its holder is known to be gone");
            lock(&locks(&flaky)).await.expect("who comes next takes it over");
        }
    });
}

#[test]
fn litter_of_a_dead_holder_is_no_reason_to_fail() {
    block(async {
        let flaky = Flaky::default();
        let dead = locks(&flaky);
        lock(&dead).await.unwrap();
        dead.abandon();
        flaky.fail("forget", ErrorKind::Unavailable, false);
        let next = locks(&flaky);
        let id = lock(&next).await.expect("it is taken over");
        flaky.fail("forget", ErrorKind::Unavailable, false);
        next.unlock("default", &id).await.expect("it is given back");
    });
}

#[test]
fn giving_back_is_tried_again() {
    block(async {
        let flaky = Flaky::default();
        let locks = locks(&flaky);
        for (kind, done) in
            [(ErrorKind::Unavailable, false), (ErrorKind::Uncertain, false), (ErrorKind::Uncertain, true)]
        {
            let id = lock(&locks).await.unwrap();
            flaky.fail("delete", kind, done);
            locks.unlock("default", &id).await.expect("it is tried again");
            assert!(flaky.memory.list("lock/").await.unwrap().is_empty());
        }
        // A look at somebody else's lock, too.
        let id = lock(&locks).await.unwrap();
        flaky.fail("get", ErrorKind::Unavailable, false);
        locks.permit("default", "written").await.unwrap();
        flaky.fail("get", ErrorKind::Unavailable, false);
        self::locks(&flaky).unlock("default", &id).await.unwrap();
        flaky.fail("put", ErrorKind::Unavailable, false);
        lock(&locks).await.unwrap();
    });
}

#[test]
fn a_lock_that_was_not_given_back_is_still_ours() {
    block(async {
        let flaky = Flaky::default();
        let options = LockOptions { lease: Some(Duration::from_millis(90)), ..OPTIONS };
        let locks = Locks::new(SharedStore::new(flaky.clone()), options);
        let id = lock(&locks).await.unwrap();
        flaky.fail("delete", ErrorKind::Denied, false);
        assert!(told(locks.unlock("default", &id).await).contains("was not unlocked"));
        locks.permit("default", "written").await.expect("we have it");
        assert_eq!(flaky.memory.is_alive(&id).await.unwrap(), Some(true));
        let before = flaky.memory.get("lock/default").await.unwrap().unwrap().version;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_ne!(flaky.memory.get("lock/default").await.unwrap().unwrap().version, before, "its heart beats");
        locks.unlock("default", &id).await.unwrap();
        assert!(flaky.memory.list("lock/").await.unwrap().is_empty());
    });
}

#[test]
fn nobody_waits_for_a_lease_of_a_holder_that_lives() {
    block(async {
        let flaky = Flaky::default();
        let options = LockOptions { lease: Some(Duration::from_secs(30)), ..OPTIONS };
        let holder = Locks::new(SharedStore::new(flaky.clone()), options);
        let id = lock(&holder).await.unwrap();
        let other = locks(&flaky);
        let refused = tokio::time::timeout(Duration::from_secs(5), lock(&other)).await;
        assert!(told(refused.expect("it does not wait for a heartbeat")).contains(&id));
        // Nor does who does not wait at all, whatever is known.
        holder.abandon();
        let record = r#"{"ID":"far","Lease":"30s"}"#;
        let there = flaky.memory.get("lock/default").await.unwrap().unwrap();
        flaky.memory.put_if_version("lock/default", &there.version, record.into()).await.unwrap();
        let refused = tokio::time::timeout(Duration::from_secs(5), other.lock_now("default", "DeleteState")).await;
        assert!(told(refused.expect("it does not wait")).contains("far"));
    });
}

#[test]
fn an_abandoned_lock_is_a_dead_holders() {
    block(async {
        let flaky = Flaky::default();
        let (one, two) = (locks(&flaky), locks(&flaky));
        lock(&one).await.unwrap();
        assert!(lock(&two).await.is_err());
        one.abandon();
        let id = lock(&two).await.expect("its holder is gone");
        assert!(one.permit("default", "written").await.is_err(), "it is not ours any more");
        two.unlock("default", &id).await.unwrap();
    });
}

fn sealed(memory: &Memory, byte: u8) -> SharedStore {
    let source = format!("command:echo {}", crate::hexadecimal::hexadecimal(&[byte; 32]));
    SharedStore::new(Sealed::new(memory.clone(), Keys::read(&[source.parse().unwrap()]).unwrap()))
}

#[test]
fn a_lock_that_no_key_opens_is_one_that_force_opens() {
    block(async {
        let memory = Memory::new();
        // With a key that is retired since, without any, and cut.
        let old = Locks::new(sealed(&memory, 1), OPTIONS);
        lock(&old).await.unwrap();
        let whole = memory.get("lock/default").await.unwrap().unwrap();
        let plain = LockRecord::new("OperationTypeApply", None).unwrap().encode().unwrap();
        let cut = Body::from(&whole.body.to_vec()[..40]);
        for body in [whole.body, plain, cut] {
            let version = memory.version("lock/default").await.unwrap().unwrap_or_default();
            memory.put_if_version("lock/default", &version, body).await.unwrap();
            let store = sealed(&memory, 2);
            let new = Locks::new(store.clone(), OPTIONS);
            let text = told(lock(&new).await);
            let id = text.lines().last().and_then(|line| line.split_whitespace().last()).unwrap().to_owned();
            assert!(text.contains("The lock cannot be read") && id.starts_with("unreadable-"), "{text}");
            assert!(told(new.permit("default", "written").await).contains(&id), "it is somebody's");
            memory.put_if_absent("lock/other", "no record either".into()).await.unwrap();
            let listed: Vec<_> = all(&store).await.unwrap().into_iter().map(|(state, id, _)| (state, id)).collect();
            assert_eq!(listed[0], ("default".to_owned(), id.clone()), "one that is unreadable hides no other");
            assert_eq!(listed.len(), 2);
            let (_, other, _) = listed_of(&store, "other").await;
            assert!(new.unlock("default", &other).await.is_err());
            new.unlock("default", &id).await.unwrap();
            new.unlock("other", &other).await.unwrap();
            let held = lock(&new).await.unwrap();
            new.unlock("default", &held).await.unwrap();
        }
    });
}

async fn listed_of(store: &SharedStore, state: &str) -> Listed {
    listed(store, state.to_owned()).await.unwrap().expect("it is locked")
}

#[test]
fn one_look_that_fails_does_not_end_the_heartbeats() {
    block(async {
        let flaky = Flaky::default();
        let options = LockOptions { lease: Some(Duration::from_millis(90)), ..OPTIONS };
        let locks = Locks::new(SharedStore::new(flaky.clone()), options);
        let id = lock(&locks).await.unwrap();
        let version = || async { flaky.memory.get("lock/default").await.unwrap().unwrap().version };
        for (kind, done) in [(ErrorKind::Conflict, true), (ErrorKind::Uncertain, true), (ErrorKind::Conflict, false)] {
            // The answer to a heartbeat is lost, and then the store is too busy to be asked whose the record is.
            flaky.fail("put", kind, done);
            flaky.fail("get", ErrorKind::Unavailable, false);
            tokio::time::sleep(Duration::from_millis(400)).await;
            let before = version().await;
            tokio::time::sleep(Duration::from_millis(200)).await;
            assert_ne!(version().await, before, "{kind:?} {done}: its heart beats");
        }
        locks.unlock("default", &id).await.unwrap();
        assert!(flaky.memory.list("lock/").await.unwrap().is_empty());
    });
}

#[test]
fn heartbeats_end_when_the_lock_is_somebody_elses_or_gone() {
    block(async {
        for record in [None, Some(r#"{"ID":"other","Lease":"30s"}"#)] {
            let flaky = Flaky::default();
            let options = LockOptions { lease: Some(Duration::from_millis(90)), ..OPTIONS };
            let locks = Locks::new(SharedStore::new(flaky.clone()), options);
            lock(&locks).await.unwrap();
            loop {
                let there = flaky.memory.get("lock/default").await.unwrap().unwrap();
                let changed = match record {
                    Some(record) => {
                        flaky.memory.put_if_version("lock/default", &there.version, record.into()).await.map(drop)
                    }
                    None => flaky.memory.delete_if_version("lock/default", &there.version).await,
                };
                if changed.is_ok() {
                    break;
                }
            }
            tokio::time::sleep(Duration::from_millis(200)).await;
            let asked = flaky.asked("put");
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(flaky.asked("put"), asked, "nobody writes over it, or asks for ever: {record:?}");
        }
    });
}

#[test]
fn an_id_that_is_no_key_is_a_lock_like_any_other() {
    let scratch = std::env::temp_dir().join(format!("tfgen-foreign-ids-{}", std::process::id()));
    block(async {
        let folder = crate::state_store::Filesystem::open(&scratch).unwrap();
        let locks = Locks::new(SharedStore::new(folder.clone()), OPTIONS);
        for id in ["..", "a//b", "/", "x/../y", &"9".repeat(1000)] {
            let record = format!(r#"{{"ID":"{id}","Who":"them@elsewhere"}}"#);
            folder.put_if_absent("lock/default", record.into()).await.unwrap();
            for refused in [told(lock(&locks).await), told(locks.permit("default", "written").await)] {
                assert!(refused.contains("is locked") && refused.contains(&format!("force-unlock {id}")), "{refused}");
            }
            locks.unlock("default", id).await.unwrap();
            let ours = lock(&locks).await.unwrap();
            locks.unlock("default", &ours).await.unwrap();
        }
    });
    let _ = std::fs::remove_dir_all(scratch);
}

#[test]
fn proofs_that_belong_to_no_lock_are_swept_and_those_of_locks_are_kept() {
    let scratch = std::env::temp_dir().join(format!("tfgen-proofs-{}", std::process::id()));
    block(async {
        let folder = crate::state_store::Filesystem::open(&scratch).unwrap();
        let locks = Locks::new(SharedStore::new(folder.clone()), OPTIONS);
        let living = folder.prove_life("living").await.unwrap();
        for id in ["dead", "dead-with-lock"] {
            drop(folder.prove_life(id).await.unwrap());
        }
        folder.put_if_absent("lock/other", r#"{"ID":"dead-with-lock"}"#.into()).await.unwrap();
        let broken = folder.put_if_absent("lock/broken", "no record".into()).await.unwrap();
        let proofs = || async { folder.proofs().await.unwrap().into_iter().collect::<std::collections::BTreeSet<_>>() };
        let take = || async {
            let id = lock(&locks).await.unwrap();
            locks.unlock("default", &id).await.unwrap();
        };
        take().await;
        assert_eq!(proofs().await.len(), 3, "the lock that cannot be read may be of any of them");
        folder.delete_if_version("lock/broken", &broken).await.unwrap();
        take().await;
        assert_eq!(proofs().await, ["dead-with-lock", "living"].map(str::to_owned).into());
        // It is what shows that the holder of that lock is gone.
        let other = locks.lock_now("other", "OperationTypeApply").await.expect("its holder is dead");
        locks.unlock("other", &other).await.unwrap();
        assert_eq!(proofs().await, ["living".to_owned()].into());
        drop(living);
    });
    let _ = std::fs::remove_dir_all(scratch);
}
