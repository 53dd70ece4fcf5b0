//! A store in memory, for tests: it is gone with the process.

use super::body::Body;
use super::error::{Error, Result};
use super::key;
use super::store::{Entry, Proof, Proved, Store};
use super::version::Version;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Entries in memory. A clone is the same store.
///
/// ```
/// # use tfgen_runtime::state_store::{Body, Memory, Store, Version};
/// # async fn example() -> tfgen_runtime::state_store::Result<()> {
/// let store = Memory::new();
/// let first = store.put_if_absent("state/default", Body::from("one")).await?;
/// store.put_if_version("state/default", &first, Body::from("two")).await?;
/// assert!(store.put_if_version("state/default", &first, Body::from("three")).await.is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Memory(Arc<Mutex<Held>>);

#[derive(Debug, Default)]
struct Held {
    entries: BTreeMap<String, Entry>,
    /// How many versions there have been: none comes twice.
    versions: u64,
    alive: BTreeSet<String>,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Self {
        Self::default()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn expect(&self, key: &str, expected: &Version) -> Result<()> {
        key::check(key)?;
        let actual = self.entries.get(key).map(|entry| entry.version.clone()).unwrap_or_default();
        if actual == *expected { Ok(()) } else { Err(Error::conflict(key, expected, &actual)) }
    }
}

impl Store for Memory {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        key::check(key)?;
        Ok(self.held().entries.get(key).cloned())
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        let mut held = self.held();
        held.expect(key, version)?;
        held.versions += 1;
        let version = Version::new(held.versions.to_string());
        held.entries.insert(key.to_owned(), Entry { version: version.clone(), body });
        Ok(version)
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        let mut held = self.held();
        held.expect(key, version)?;
        held.entries.remove(key);
        Ok(())
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        Ok(self.held().entries.keys().filter(|key| key.starts_with(prefix)).cloned().collect())
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.held().alive.insert(lock_id.to_owned());
        Ok(Some(Proof::new(Alive { of: self.clone(), lock_id: lock_id.to_owned() })))
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        let Some(proof) = self.prove_life(lock_id).await? else { return Ok(None) };
        Ok(Some(Proved { proof, made: self.put_if_absent(key, body).await }))
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        Ok(Some(self.held().alive.contains(lock_id)))
    }
}

struct Alive {
    of: Memory,
    lock_id: String,
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.of.held().alive.remove(&self.lock_id);
    }
}
