//! A store whose process is killed at one of its operations, for tests: before the operation or just after it, as chosen.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::Notify;

/// Works until an operation of this number, counted from 0; from then on every operation fails.
#[derive(Clone, Debug)]
pub(crate) struct Failing {
    store: SharedStore,
    at: usize,
    /// The operation that fails first is done all the same: its answer is what is lost.
    after: bool,
    count: Arc<AtomicUsize>,
}

impl Failing {
    pub(crate) fn new(store: impl Store, at: usize, after: bool) -> Self {
        Self { store: SharedStore::new(store), at, after, count: Arc::default() }
    }

    /// Whether the operation that was to fail was reached.
    pub(crate) fn has_failed(&self) -> bool {
        self.count.load(Ordering::SeqCst) > self.at
    }

    async fn run<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let number = self.count.fetch_add(1, Ordering::SeqCst);
        if number < self.at {
            return work.await;
        }
        if number == self.at && self.after {
            let _ = work.await;
        }
        Err(Error::new(ErrorKind::Uncertain, "killed"))
    }
}

impl Store for Failing {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.run(self.store.get(key)).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.run(self.store.version(key)).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.run(self.store.put_if_version(key, version, body)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.run(self.store.delete_if_version(key, version)).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.run(self.store.list(prefix)).await
    }
}

/// Works until an operation of this number, counted from 0, before which or just after which everything stops for ever: whoever works drops its
/// work then, as if the process had been killed. What proves life is the store's.
#[derive(Clone, Debug)]
pub(crate) struct Stopping {
    store: SharedStore,
    at: usize,
    after: bool,
    count: Arc<AtomicUsize>,
    stopped: Arc<Notify>,
}

impl Stopping {
    pub(crate) fn new(store: impl Store, at: usize, after: bool) -> Self {
        let store = SharedStore::new(store);
        Self { store, at, after, count: Arc::default(), stopped: Arc::default() }
    }

    /// Does the work until it ends, or is killed: then it is `None`.
    pub(crate) async fn until<T>(&self, work: impl Future<Output = T>) -> Option<T> {
        tokio::select! {
            done = work => Some(done),
            () = self.stopped.notified() => None,
        }
    }

    async fn run<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        let number = self.count.fetch_add(1, Ordering::SeqCst);
        if number < self.at {
            return work.await;
        }
        if number == self.at && self.after {
            let _ = work.await;
        }
        self.stopped.notify_one();
        std::future::pending().await
    }
}

impl Store for Stopping {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.run(self.store.get(key)).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.run(self.store.version(key)).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.run(self.store.put_if_version(key, version, body)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.run(self.store.delete_if_version(key, version)).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.run(self.store.list(prefix)).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.run(self.store.prove_life(lock_id)).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.run(self.store.put_and_prove(key, body, lock_id)).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.run(self.store.is_alive(lock_id)).await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.run(self.store.forget_life(lock_id)).await
    }
}

/// Does some work with a store that is killed at each of its operations in turn, before it and after it, and looks at what is left.
/// `prepare` makes the store anew each time.
pub(crate) fn killed_everywhere<W, L>(
    prepare: impl Fn() -> super::memory::Memory,
    work: impl Fn(Failing) -> W,
    look: impl Fn(super::memory::Memory, bool) -> L,
) -> usize
where
    W: Future<Output = Result<()>>,
    L: Future<Output = ()>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for at in 0.. {
        let mut reached = false;
        for after in [false, true] {
            let memory = prepare();
            let failing = Failing::new(memory.clone(), at, after);
            let outcome = runtime.block_on(work(failing.clone()));
            reached |= failing.has_failed();
            runtime.block_on(look(memory, outcome.is_ok()));
        }
        if !reached {
            return at;
        }
    }
    unreachable!("the work ends")
}
