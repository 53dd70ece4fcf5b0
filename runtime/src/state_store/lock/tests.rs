//! Locks over a store that fails in between: nothing is left behind that locks anybody out.

use super::super::body::Body;
use super::super::memory::Memory;
use super::super::sealed::{Keys, Sealed};
use super::super::store::{Entry, Proof};
use super::*;

/// An operation that fails, how, and whether it is done all the same.
type Failure = (&'static str, ErrorKind, bool);

/// Whose next operations of these names fail.
#[derive(Clone, Debug, Default)]
struct Flaky {
    memory: Memory,
    fails: Arc<Mutex<Vec<Failure>>>,
}

impl Flaky {
    fn fail(&self, operation: &'static str, kind: ErrorKind, done: bool) {
        self.fails.lock().unwrap().push((operation, kind, done));
    }

    async fn run<T>(&self, operation: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        let failure = {
            let mut fails = self.fails.lock().unwrap();
            let next = fails.iter().position(|(name, _, _)| *name == operation);
            next.map(|at| fails.remove(at))
        };
        match failure {
            None => work.await,
            Some((_, kind, done)) => {
                if done {
                    let _ = work.await;
                }
                Err(Error::new(kind, "the store has a bad day"))
            }
        }
    }
}

impl Store for Flaky {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.run("get", self.memory.get(key)).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.run("put", self.memory.put_if_version(key, version, body)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.run("delete", self.memory.delete_if_version(key, version)).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.run("list", self.memory.list(prefix)).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.memory.prove_life(lock_id).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        // Of somebody on another machine nothing is known.
        if lock_id == "far" { Ok(None) } else { self.memory.is_alive(lock_id).await }
    }

    async fn forget_life(&self, lock_id: &str) -> Result<()> {
        self.run("forget", self.memory.forget_life(lock_id)).await
    }
}

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
            let flaky = Flaky::default();
            flaky.fail("put", kind, done);
            let outcome = lock(&locks(&flaky)).await;
            if outcome.is_err() {
                assert_eq!(flaky.memory.list("lock/").await.unwrap(), Vec::<String>::new(), "{kind:?} {done}");
            }
            let other = locks(&flaky);
            match outcome {
                Ok(id) => assert!(other.unlock("default", &id).await.is_ok(), "it was made, and only its answer lost"),
                Err(failed) => assert!(told::<()>(Err(failed)).contains("The state \"default\" was not locked")),
            }
            lock(&other).await.expect("nobody is locked out");
        }
    });
}

#[test]
fn what_cannot_be_taken_back_is_named() {
    block(async {
        let flaky = Flaky::default();
        flaky.fail("put", ErrorKind::Uncertain, true);
        flaky.fail("delete", ErrorKind::Denied, false);
        let text = told(lock(&locks(&flaky)).await);
        let there = flaky.memory.get("lock/default").await.unwrap().expect("it could not be deleted");
        let id = LockRecord::decode(&there.body).unwrap().id;
        assert!(text.contains(&format!("terraform force-unlock {id}")), "{text}");
        assert_eq!(flaky.memory.is_alive(&id).await.unwrap(), Some(false), "its holder is known to be gone");
        lock(&locks(&flaky)).await.expect("who comes next takes it over");
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
