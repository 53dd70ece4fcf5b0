//! Reading everything below a prefix at once, when it is first asked for, and never serving it after a write.
//!
//! There is one rule: the first write through any handle that shares a [`Switch`] turns all their caches off for good. So nothing
//! is served that was read before something was written, and nobody has to know which write touches which entry. Conditions are never
//! decided here; writes go to the store. Whoever reads in order to write uses [`Cached::uncached`], which is right also before the
//! first write.

use super::body::Body;
use super::error::{ErrorKind, Result};
use super::key;
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::OnceCell;

/// What turns caches off, once and for good. A clone is the same switch.
#[derive(Clone, Debug, Default)]
pub struct Switch(Arc<AtomicBool>);

impl Switch {
    /// A switch of its own, that is on.
    pub fn new() -> Self {
        Self::default()
    }

    /// The one of the process: a write anywhere turns off every cache that has it.
    pub fn of_process() -> Self {
        static PROCESS: std::sync::OnceLock<Switch> = std::sync::OnceLock::new();
        PROCESS.get_or_init(Self::new).clone()
    }

    /// Whether caches may serve.
    pub fn is_on(&self) -> bool {
        !self.0.load(Ordering::SeqCst)
    }

    fn turn_off(&self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// A store that is read once.
#[derive(Clone)]
pub struct Cached {
    uncached: Uncached,
    prefix: String,
    /// None if not everything could be read: then each is read by itself.
    snapshot: Arc<OnceCell<Option<BTreeMap<String, Entry>>>>,
}

/// A handle of a cached store that always asks the store, and still turns caches off when it writes.
#[derive(Clone, Debug)]
pub struct Uncached {
    store: SharedStore,
    switch: Switch,
}

impl Cached {
    /// Caches what lies below `prefix` in this store, until something in the process writes.
    pub fn new(store: impl Store, prefix: impl Into<String>) -> Self {
        Self::with_switch(store, prefix, Switch::of_process())
    }

    /// [`Cached::new`] with a switch of one's own.
    pub fn with_switch(store: impl Store, prefix: impl Into<String>, switch: Switch) -> Self {
        let uncached = Uncached { store: SharedStore::new(store), switch };
        Self { uncached, prefix: prefix.into(), snapshot: Arc::default() }
    }

    /// The store without the cache, for those who read in order to write.
    pub fn uncached(&self) -> Uncached {
        self.uncached.clone()
    }

    /// All entries below the prefix, if that is where `key` would be and nothing was written yet.
    async fn snapshot(&self, key: &str) -> Result<Option<&BTreeMap<String, Entry>>> {
        if !self.uncached.switch.is_on() || !key.starts_with(&self.prefix) {
            return Ok(None);
        }
        let load = || async {
            match self.uncached.store.get_all(&self.prefix).await {
                Ok(entries) => Ok(Some(entries.into_iter().collect())),
                Err(failed) if failed.kind() == ErrorKind::Unavailable => Err(failed),
                // One entry that is damaged must not hide the others.
                Err(_) => Ok(None),
            }
        };
        let snapshot = self.snapshot.get_or_try_init(load).await?;
        // A write that was done meanwhile must be seen.
        Ok(snapshot.as_ref().filter(|_| self.uncached.switch.is_on()))
    }
}

impl fmt::Debug for Cached {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Cached")
            .field("prefix", &self.prefix)
            .field("is_on", &self.uncached.switch.is_on())
            .finish_non_exhaustive()
    }
}

impl Store for Cached {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        key::check(key)?;
        match self.snapshot(key).await? {
            Some(snapshot) => Ok(snapshot.get(key).cloned()),
            None => self.uncached.store.get(key).await,
        }
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.uncached.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.uncached.put_if_version(key, version, body).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        self.uncached.put_if_absent(key, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.uncached.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        match self.snapshot(prefix).await? {
            Some(snapshot) => Ok(snapshot.keys().filter(|key| key.starts_with(prefix)).cloned().collect()),
            None => self.uncached.store.list(prefix).await,
        }
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        match self.snapshot(prefix).await? {
            Some(snapshot) => {
                let found = snapshot.iter().filter(|(key, _)| key.starts_with(prefix));
                Ok(found.map(|(key, entry)| (key.clone(), entry.clone())).collect())
            }
            None => self.uncached.store.get_all(prefix).await,
        }
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.uncached.store.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.uncached.put_and_prove(key, body, lock_id).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.uncached.store.is_alive(lock_id).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.uncached.store.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.uncached.store.forget_life(lock_id).await
    }
}

impl Store for Uncached {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.store.get(key).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.store.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        // Before the write, so that nobody who begins after it can be served from before it.
        self.switch.turn_off();
        self.store.put_if_version(key, version, body).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        self.switch.turn_off();
        self.store.put_if_absent(key, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.switch.turn_off();
        self.store.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.store.list(prefix).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        self.store.get_all(prefix).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.store.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.switch.turn_off();
        self.store.put_and_prove(key, body, lock_id).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.store.is_alive(lock_id).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.store.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.store.forget_life(lock_id).await
    }
}

#[cfg(test)]
mod tests;
