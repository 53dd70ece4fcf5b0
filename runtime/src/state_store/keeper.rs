//! A configured store as the RPCs see it: whole states by name, each written on the condition that it is what this process read.

use super::about::{self, About};
use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::key;
use super::lock::{self, Listed, LockOptions, Locks};
use super::patience::patiently;
use super::settings;
use super::stack::{Stack, Wrappers, refuse_foreign};
use super::store::{SharedStore, Store};
use super::version::Version;
use super::wrapping;
use crate::context::Cancellation;
use crate::diagnostic::{self, Diagnostics, error, warning};
use crate::schema::StateStoreSettings;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use tfgen_cty::Value;

/// What lies over a store, as it is configured.
#[derive(Debug)]
pub(crate) struct Layers {
    wrappers: Wrappers,
    locks: Option<LockOptions>,
}

impl Layers {
    /// `provider` is the provider's type name, which its variables begin with.
    pub(crate) fn configured(
        provider: &str,
        settings: &StateStoreSettings,
        config: &Value,
    ) -> diagnostic::Result<Self> {
        let locks = settings::locks(settings, config)?;
        Ok(Self { wrappers: wrapping::wrappers(provider, settings, config)?, locks })
    }

    /// The same for one who reads all states, and writes none.
    pub(crate) fn cached(mut self) -> Self {
        self.wrappers.cached = true;
        self
    }

    /// `size_max` is the longest state that the store takes, in bytes.
    pub(crate) fn over(mut self, store: SharedStore, size_max: u64) -> diagnostic::Result<Keeper> {
        self.wrappers.size_max = Some(size_max);
        Ok(Keeper::new(self.wrappers.over(store)?, self.locks))
    }
}

/// States, their locks, and what this process knows of them.
#[derive(Debug)]
pub(crate) struct Keeper {
    stack: Stack,
    store: SharedStore,
    locks: Option<Locks>,
    /// The version of each state that this process has read, or written since.
    seen: Arc<Mutex<BTreeMap<String, Version>>>,
}

const PREFIX: &str = "state/";

/// The state of whoever names none.
const DEFAULT: &str = "default";

/// The key of a state.
pub(crate) fn key_of(state: &str) -> String {
    format!("{PREFIX}{}", key::segment(state))
}

impl Keeper {
    /// `locks` is how locks are taken; none for a store without them.
    pub(crate) fn new(stack: Stack, locks: Option<LockOptions>) -> Self {
        let store = stack.store.clone();
        let locks = locks.map(|options| Locks::new(store.clone(), options));
        Self { stack, store, locks, seen: Arc::default() }
    }

    /// Goes on with the locks of a store of the same type that this process has configured before, and, where it `is_same`, with what was read
    /// of it: a write that follows is one upon that.
    pub(crate) fn succeed(&mut self, before: &Self, is_same: bool) {
        if let (Some(locks), Some(before)) = (&mut self.locks, &before.locks) {
            locks.succeed(before);
        }
        if is_same {
            self.seen = before.seen.clone();
        }
    }

    /// The layers over the store.
    pub(crate) fn stack(&self) -> &Stack {
        &self.stack
    }

    /// Which states are locked, by which id, and by whom if the record can be read.
    pub(crate) async fn locks(&self) -> Result<Vec<Listed>> {
        lock::all(&self.store).await
    }

    /// The same of one state.
    pub(crate) async fn lock_of(&self, state: &str) -> Result<Option<Listed>> {
        lock::listed(&self.store, state.to_owned()).await
    }

    /// Lets go of the locks that this process has, as if it had died.
    pub(crate) fn abandon_locks(&self) {
        if let Some(locks) = &self.locks {
            locks.abandon();
        }
    }

    fn see(&self, state: &str, version: Version) {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).insert(state.to_owned(), version);
    }

    fn seen(&self, state: &str) -> Option<Version> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).get(state).cloned()
    }

    /// The state; `None` if there is none.
    pub(crate) async fn read(&self, state: &str) -> Result<Option<Body>> {
        let key = key_of(state);
        let entry = patiently(|| self.store.get(&key)).await?;
        let (version, body) = entry.map_or((Version::ABSENT, None), |entry| (entry.version, Some(entry.body)));
        body.as_ref().map_or(Ok(()), |body| refuse_foreign(&key, body))?;
        self.see(state, version);
        Ok(body)
    }

    /// Replaces the state that this process has read.
    pub(crate) async fn write(&self, state: &str, body: Body) -> diagnostic::Result<()> {
        if let Some(locks) = &self.locks {
            locks.permit(state, "written").await?;
        }
        let key = key_of(state);
        let seen = match self.seen(state) {
            Some(version) => version,
            // Terraform reads before it writes. Whoever does not wants it written on what there is now.
            None => patiently(|| self.store.version(&key)).await?.unwrap_or_default(),
        };
        let about = About {
            workspace: Some(state.to_owned()),
            operation: self.locks.as_ref().and_then(|locks| locks.operation(state)),
            serial: about::serial(&body),
        };
        match about.of(patiently(|| self.store.put_if_version(&key, &seen, body.clone()))).await {
            Ok(version) => {
                self.see(state, version);
                Ok(())
            }
            Err(failed) => self.explain(state, &key, &body, failed).await,
        }
    }

    /// What a write has come to that was not answered with a version.
    async fn explain(&self, state: &str, key: &str, body: &Body, failed: Error) -> diagnostic::Result<()> {
        let there = match failed.kind() {
            ErrorKind::Conflict | ErrorKind::Uncertain | ErrorKind::Other => self.store.get(key).await.ok().flatten(),
            _ => None,
        };
        let Some(ours) = there.filter(|there| there.body == *body) else { return Err(unwritten(state, failed)) };
        // It is there, after all; the next write is one upon it.
        self.see(state, ours.version.clone());
        if failed.kind() != ErrorKind::Conflict {
            return Err(unwritten(state, failed));
        }
        // Whether it has reached the disk is known only of a write that was done.
        match patiently(|| self.store.put_if_version(key, &ours.version, body.clone())).await {
            Ok(version) => {
                self.see(state, version);
                Ok(())
            }
            Err(failed) => Err(unwritten(state, failed)),
        }
    }

    /// The names of the states.
    pub(crate) async fn states(&self) -> diagnostic::Result<Vec<String>> {
        self.listed().await.map(|(names, _)| names)
    }

    /// The same for Terraform, which asks before it works with one of them. Who must not list can work with the default state all the same, if it is
    /// there: then it is named, with a warning that others may be there.
    pub(crate) async fn states_to_work_with(&self) -> diagnostic::Result<(Vec<String>, Diagnostics)> {
        let failed = match patiently(|| self.store.list(PREFIX)).await {
            Ok(keys) => return Ok((named(keys).0, Diagnostics::new())),
            Err(failed) => failed,
        };
        let is_refused = failed.kind() == ErrorKind::Denied;
        if !is_refused || !matches!(self.store.version(&key_of(DEFAULT)).await, Ok(Some(_))) {
            return Err(failed.into());
        }
        let warned = warning("Only the default workspace is known, for the states must not be listed");
        Ok((vec![DEFAULT.to_owned()], warned.detail(failed.to_string())))
    }

    /// The same, and the keys of what lies among the states and has no name that could be read.
    pub(crate) async fn listed(&self) -> diagnostic::Result<(Vec<String>, Vec<String>)> {
        Ok(named(patiently(|| self.store.list(PREFIX)).await?))
    }

    /// Takes the state's lock; `None` if the store has no locks.
    pub(crate) async fn lock(
        &self,
        state: &str,
        operation: &str,
        cancellation: &Cancellation,
    ) -> diagnostic::Result<Option<String>> {
        match &self.locks {
            Some(locks) => locks.lock(state, operation, cancellation).await.map(Some),
            None => Ok(None),
        }
    }

    /// Gives a lock back.
    pub(crate) async fn unlock(&self, state: &str, lock_id: &str) -> diagnostic::Result<()> {
        match &self.locks {
            Some(locks) => locks.unlock(state, lock_id).await,
            None => Err(error("This store has no locks")),
        }
    }

    /// Deletes a state that nobody has locked, under a lock of its own: nobody begins to work on it meanwhile.
    pub(crate) async fn delete(&self, state: &str) -> diagnostic::Result<()> {
        let Some(locks) = &self.locks else { return self.delete_unlocked(state).await };
        let id = locks.lock_now(state, "DeleteState").await?;
        let deleted = self.delete_unlocked(state).await;
        let unlocked = locks.unlock(state, &id).await;
        deleted.and(unlocked)
    }

    async fn delete_unlocked(&self, state: &str) -> diagnostic::Result<()> {
        let key = key_of(state);
        let there = patiently(|| self.store.version(&key)).await?.unwrap_or_default();
        if there.is_absent() {
            return Err(error(format!("There is no state \"{state}\""))
                .detail("Nothing was deleted. Has somebody else deleted it, or is its name misspelt?"));
        }
        let seen = self.seen(state).unwrap_or(there);
        // It was there a moment ago. If it is gone, then as it was to be: something on the way may have done it twice.
        match patiently(|| self.store.remove(&key, &seen)).await {
            Ok(()) => {
                self.see(state, Version::ABSENT);
                Ok(())
            }
            Err(failed) if failed.kind() == ErrorKind::Conflict => Err(overtaken(state, &failed)),
            Err(failed) => Err(failed.summary(format!("The state \"{state}\" was not deleted")).into()),
        }
    }
}

/// The names of states that have one, and the keys of the others.
fn named(keys: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut names, mut nameless) = (Vec::new(), Vec::new());
    for key in keys {
        match key.strip_prefix(PREFIX).and_then(key::name) {
            Some(name) => names.push(name),
            None => nameless.push(key),
        }
    }
    (names, nameless)
}

/// What people are told of a write that was not done.
fn unwritten(state: &str, failed: Error) -> Diagnostics {
    if failed.kind() == ErrorKind::Conflict {
        return overtaken(state, &failed);
    }
    failed.summary(format!("The state \"{state}\" was not written")).into()
}

fn overtaken(state: &str, failed: &Error) -> Diagnostics {
    error(format!("The state \"{state}\" has changed since this run read it")).detail(format!(
        "Somebody else has written it meanwhile, and nothing of theirs was overwritten: {failed}.\n\nRun the command again, so that it starts from \
         what is there now. If this run has made changes, Terraform has put its state into errored.tfstate: compare both before you push it."
    ))
}

#[cfg(test)]
mod tests;
