//! A store of which single operations fail or wait as tests say, and that knows a holder of whom nothing is known.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::memory::Memory;
use super::store::{Entry, Proof, Proved, Store};
use super::version::Version;
use std::sync::{Arc, Mutex};
use tokio::sync::Notify;

/// An operation that fails, how unless it does not, and whether it is done all the same.
type Failure = (&'static str, Option<ErrorKind>, bool);

/// Whose next operations of these names fail.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flaky {
    /// What lies below, where nothing fails.
    pub(crate) memory: Memory,
    fails: Arc<Mutex<Vec<Failure>>>,
    asked: Arc<Mutex<Vec<&'static str>>>,
    /// It makes a lock's entry in one step with the proof of life.
    pub(crate) at_once: bool,
    holds: Arc<Mutex<Option<Hold>>>,
}

/// An operation that waits to be let through.
#[derive(Debug)]
struct Hold {
    operation: &'static str,
    key: &'static str,
    reached: Arc<Notify>,
    go: Arc<Notify>,
}

impl Flaky {
    /// One over this store.
    pub(crate) fn over(memory: Memory) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Two that differ in whether they make a lock's entry in one step with the proof of its holder's life.
    pub(crate) fn both() -> [Self; 2] {
        [false, true].map(|at_once| Self { at_once, ..Self::default() })
    }

    /// Lets the next operation of this name fail.
    pub(crate) fn fail(&self, operation: &'static str, kind: ErrorKind, done: bool) {
        self.fails.lock().unwrap().push((operation, Some(kind), done));
    }

    /// Lets the next operation of this name do so, or not.
    pub(crate) fn then(&self, operation: &'static str, kind: Option<ErrorKind>) {
        self.fails.lock().unwrap().push((operation, kind, false));
    }

    /// How often there was an operation of this name.
    pub(crate) fn asked(&self, operation: &str) -> usize {
        self.asked.lock().unwrap().iter().filter(|asked| **asked == operation).count()
    }

    /// Holds the next operation of this name on this key. The first one tells when it has come, the second one lets it go on.
    pub(crate) fn hold(&self, operation: &'static str, key: &'static str) -> (Arc<Notify>, Arc<Notify>) {
        let (reached, go) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        *self.holds.lock().unwrap() = Some(Hold { operation, key, reached: reached.clone(), go: go.clone() });
        (reached, go)
    }

    async fn run<T>(&self, operation: &'static str, key: &str, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.asked.lock().unwrap().push(operation);
        let held = self.holds.lock().unwrap().take_if(|hold| hold.operation == operation && hold.key == key);
        if let Some(held) = held {
            held.reached.notify_one();
            held.go.notified().await;
        }
        let failure = {
            let mut fails = self.fails.lock().unwrap();
            let next = fails.iter().position(|(name, _, _)| *name == operation);
            next.map(|at| fails.remove(at))
        };
        match failure {
            None | Some((_, None, _)) => work.await,
            Some((_, Some(kind), done)) => {
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
        self.run("get", key, self.memory.get(key)).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.run("put", key, self.memory.put_if_version(key, version, body)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.run("delete", key, self.memory.delete_if_version(key, version)).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.run("list", prefix, self.memory.list(prefix)).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.run("prove", lock_id, self.memory.prove_life(lock_id)).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        if !self.at_once {
            return Ok(None);
        }
        self.asked.lock().unwrap().push("put_and_prove");
        self.run("put", key, self.memory.put_and_prove(key, body, lock_id)).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        // Of somebody on another machine nothing is known.
        if lock_id == "far" { Ok(None) } else { self.memory.is_alive(lock_id).await }
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.run("forget", lock_id, self.memory.forget_life(lock_id)).await
    }
}
