//! Locks over the conditional writes of any store.
//!
//! A lock is an entry that exists. What is dangerous about locks is that a holder may be gone, or sleep and not know that it has lost its lock.
//! A gone holder is known by its [proof of life](Store::prove_life), or by a lease: somebody who has watched the record for a whole lease by
//! its own clock, and has seen no heartbeat, may take it over. Clocks of two machines are never compared. A sleeping one cannot be
//! kept from believing: so each write of a state is conditional as well, with a lock or without one.

use super::error::{Error, ErrorKind, Result};
use super::key;
use super::patience::{patiently, persistently};
use super::store::{SharedStore, Store};
use super::version::Version;
use crate::context::Cancellation;
use crate::diagnostic::{self, Diagnostics, error};
use crate::log::Logger;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

mod claim;
mod found;
mod held;
mod record;
mod renewal;
#[cfg(test)]
mod tests;

use claim::Claim;
use found::{Found, look};
use held::Held;
pub use record::LockRecord;
pub(crate) use record::plain;

/// How often a step is begun anew because somebody else was faster.
const TRIES: usize = 20;

/// The shortest lease there is, since a heartbeat has to have the time to be written, and to be seen.
pub(crate) const LEASE_MIN: Duration = Duration::from_secs(1);

/// How locks are taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LockOptions {
    /// How long somebody else's lock is waited for.
    pub(crate) timeout: Duration,
    /// How long a lock is good without a heartbeat; none for locks that only their holders and force end.
    pub(crate) lease: Option<Duration>,
    /// The longest time between two looks at somebody else's lock.
    pub(crate) pause: Duration,
}

/// The locks of a store, and those that this process has.
#[derive(Debug)]
pub(crate) struct Locks {
    store: SharedStore,
    options: LockOptions,
    /// By id.
    held: Arc<Mutex<BTreeMap<String, Held>>>,
}

/// Somebody else's lock while it is watched.
struct Watched {
    version: Version,
    since: Instant,
    /// It has changed under our eyes: somebody lives.
    beats: bool,
}

impl Locks {
    pub(crate) fn new(store: SharedStore, options: LockOptions) -> Self {
        Self { store, options, held: Arc::default() }
    }

    /// Goes on with the locks of a store that was configured before, so that none of them is lost.
    pub(crate) fn succeed(&mut self, before: &Self) {
        self.held = before.held.clone();
    }

    fn held(&self) -> MutexGuard<'_, BTreeMap<String, Held>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the lock of a state, and gives back its id.
    pub(crate) async fn lock(
        &self,
        state: &str,
        operation: &str,
        cancellation: &Cancellation,
    ) -> diagnostic::Result<String> {
        self.take(state, operation, Some(self.options.timeout), cancellation).await
    }

    /// The same, without waiting for anybody.
    pub(crate) async fn lock_now(&self, state: &str, operation: &str) -> diagnostic::Result<String> {
        self.take(state, operation, None, &Cancellation::default()).await
    }

    async fn take(
        &self,
        state: &str,
        operation: &str,
        timeout: Option<Duration>,
        cancellation: &Cancellation,
    ) -> diagnostic::Result<String> {
        let key = key_of(state);
        let record = LockRecord::new(operation, self.options.lease)?;
        let (id, about) = (record.id.clone(), record.about(state));
        let mut claim = Claim::new(key, record);
        match about.of(self.acquire(state, &mut claim, timeout, cancellation)).await {
            Ok(Ok(version)) => {
                self.sweep_proofs(&id).await;
                self.held().insert(id.clone(), Held::new(state, self.store.clone(), claim, version));
                Ok(id)
            }
            Ok(Err(refused)) => {
                claim.withdraw();
                forget(&self.store, &id).await;
                Err(refused)
            }
            Err(failed) => {
                let is_left = claim.may_be_made && self.take_back(&claim.key, &id).await.is_err();
                let left = is_left.then_some(id.as_str());
                drop(claim);
                // As long as the record may be there, so is what shows that its holder is gone.
                if left.is_none() {
                    forget(&self.store, &id).await;
                }
                Err(found::failed_to_lock(state, failed, left))
            }
        }
    }

    /// Clears away proofs of life that were left by holders who died before they had made their record, or after it was gone. Where a record
    /// is still there, the proof is what shows that its holder is gone. What cannot be looked at is left to the next time.
    async fn sweep_proofs(&self, ours: &str) {
        let mut dead = Vec::new();
        for id in self.store.proofs().await.unwrap_or_default() {
            let is_ours = id == ours || self.held().contains_key(&id);
            if !is_ours && self.store.is_alive(&id).await.is_ok_and(|alive| alive == Some(false)) {
                dead.push(id);
            }
        }
        if dead.is_empty() {
            return;
        }
        // The dead make no more records: those that are there now are all there are of theirs.
        let Ok(locks) = all(&self.store).await else { return };
        if locks.iter().all(|(_, _, holder)| holder.is_some()) {
            for id in dead.iter().filter(|id| !locks.iter().any(|(_, of, _)| of == *id)) {
                forget(&self.store, id).await;
            }
        }
    }

    /// Sees to it that a record of ours is not there of which nobody knows whether it is.
    async fn take_back(&self, key: &str, id: &str) -> Result<()> {
        for _ in 0..TRIES {
            let Some(there) = look(&self.store, key).await?.filter(|there| there.is_of(id)) else { return Ok(()) };
            match persistently(|| self.store.remove(key, &there.version)).await {
                Err(failed) if failed.kind() == ErrorKind::Conflict => {}
                outcome => return outcome,
            }
        }
        Err(Error::new(ErrorKind::Unavailable, "The lock changes faster than it can be read"))
    }

    /// Makes the record, as soon as nobody else has one. A refusal has made none; after an error it may be there.
    async fn acquire(
        &self,
        state: &str,
        claim: &mut Claim,
        timeout: Option<Duration>,
        cancellation: &Cancellation,
    ) -> Result<Result<Version, Diagnostics>> {
        let (start, mut pause) = (Instant::now(), Duration::from_millis(10));
        let mut watched: Option<Watched> = None;
        loop {
            let there = match self.try_lock(claim).await? {
                Ok(version) => return Ok(Ok(version)),
                Err(there) => there,
            };
            let watched = Watched::look(&mut watched, &there.version);
            let lease = there.lease().map(|lease| lease.max(LEASE_MIN));
            let expired = lease.is_some_and(|lease| watched.since.elapsed() > lease);
            let alive = self.is_alive(&there).await?;
            if expired || alive == Some(false) {
                if let Some(version) = self.take_over(claim, &there).await? {
                    return Ok(Ok(version));
                }
                continue;
            }
            // A holder of whom nothing is known and whose heartbeat has not been seen may be gone: its lease tells, which is
            // waited for unless nothing is.
            let may_be_gone = lease.is_some() && !watched.beats && alive.is_none() && timeout.is_some();
            let timeout = timeout.unwrap_or_default();
            if start.elapsed() >= timeout && !may_be_gone {
                return Ok(Err(found::locked(state, &there, timeout)));
            }
            if cancellation.is_cancelled() {
                let refused = error(format!("The state \"{state}\" was not locked"));
                return Ok(Err(refused.detail("Terraform stopped waiting for the lock.")));
            }
            rest(pause, cancellation).await;
            pause = (pause * 3 / 2).min(self.options.pause);
        }
    }

    /// Makes the record, or gives what is there.
    async fn try_lock(&self, claim: &mut Claim) -> Result<Result<Version, Found>> {
        for _ in 0..TRIES {
            let failed = match claim.make(&self.store).await? {
                Ok(version) => return Ok(Ok(version)),
                Err(failed) => failed,
            };
            // It may have been made, and the answer be lost: then the record tells.
            match look(&self.store, &claim.key).await {
                Ok(Some(there)) if there.is_of(&claim.record.id) && failed.kind() != ErrorKind::Uncertain => {
                    return Ok(Ok(there.version));
                }
                // What is damaged is in the way as well, and no conflict.
                Ok(Some(there)) if matches!(failed.kind(), ErrorKind::Conflict | ErrorKind::Corrupt) => {
                    return Ok(Err(there));
                }
                // The holder has just given it back.
                Ok(None) if failed.kind() == ErrorKind::Conflict => {}
                _ => return Err(failed),
            }
        }
        Err(Error::new(ErrorKind::Unavailable, "Others take and give back the lock faster than it can be read"))
    }

    /// Whether a lock's holder lives; `None` if that is not known.
    async fn is_alive(&self, there: &Found) -> Result<Option<bool>> {
        match &there.holder {
            Some(holder) => match patiently(|| self.store.is_alive(&holder.id)).await {
                // An id of somebody else's making that no store could keep a proof of.
                Err(failed) if failed.kind() == ErrorKind::Invalid => Ok(None),
                known => known,
            },
            None => Ok(None),
        }
    }

    /// Replaces the record of a holder that is gone; `None` if somebody else was faster.
    async fn take_over(&self, claim: &Claim, there: &Found) -> Result<Option<Version>> {
        let Claim { key, record, .. } = claim;
        let body = record.encode()?;
        match patiently(|| self.store.put_if_version(key, &there.version, body.clone())).await {
            Ok(version) => {
                if let Some(holder) = &there.holder {
                    forget(&self.store, &holder.id).await;
                }
                Ok(Some(version))
            }
            Err(failed) if failed.kind() == ErrorKind::Conflict => {
                let now = look(&self.store, key).await?;
                Ok(now.filter(|now| now.is_of(&record.id)).map(|now| now.version))
            }
            Err(failed) => Err(failed),
        }
    }

    /// Gives a lock back, also one that another process took. What fails while the lock may be there can be tried again.
    pub(crate) async fn unlock(&self, state: &str, id: &str) -> diagnostic::Result<()> {
        let key = key_of(state);
        let mut ours = {
            let mut held = self.held();
            if held.get(id).is_some_and(|held| held.state == state) { held.remove(id) } else { None }
        };
        // Another store may have been configured since the lock was taken.
        let store = ours.as_ref().map_or(&self.store, |held| &held.store).clone();
        let version = ours.as_mut().map(Held::still);
        match open(&store, &key, state, id, version).await {
            Ok(()) => {
                ours.into_iter().for_each(Held::let_go);
                forget(&store, id).await;
                Ok(())
            }
            Err(NotOpened::Gone(refused)) => {
                ours.into_iter().for_each(Held::let_go);
                Err(refused)
            }
            Err(NotOpened::Failed(failed)) => {
                if let Some(held) = ours {
                    self.held().insert(id.to_owned(), held.beating(&key));
                }
                Err(failed)
            }
        }
    }

    /// Lets go of all locks of this process: they are those of somebody who has died.
    pub(crate) fn abandon(&self) {
        let held = std::mem::take(&mut *self.held());
        for (id, held) in held {
            Logger::Provider
                .warn("The lock of a state was left by a Terraform that is gone")
                .field("state", held.state.clone())
                .field("id", id)
                .write();
        }
    }

    /// What this process has taken the lock of a state for.
    pub(crate) fn operation(&self, state: &str) -> Option<String> {
        self.held().values().find(|held| held.state == state).map(|held| held.operation().to_owned())
    }

    /// Refuses what somebody else's lock forbids. No lock is needed.
    pub(crate) async fn permit(&self, state: &str, doing: &str) -> diagnostic::Result<()> {
        let Some(there) = look(&self.store, &key_of(state)).await? else { return Ok(()) };
        let is_ours = there.holder.as_ref().is_some_and(|holder| self.held().contains_key(&holder.id));
        if is_ours || self.is_alive(&there).await? == Some(false) {
            return Ok(());
        }
        Err(found::forbidden(state, doing, &there))
    }
}

impl Watched {
    /// Looks at a lock once more: one that has changed is watched anew.
    fn look<'w>(watched: &'w mut Option<Self>, version: &Version) -> &'w mut Self {
        let beats = watched.is_some();
        if watched.as_ref().is_some_and(|watched| watched.version != *version) {
            *watched = None;
        }
        watched.get_or_insert_with(|| Self { version: version.clone(), since: Instant::now(), beats })
    }
}

enum NotOpened {
    /// There is no such lock.
    Gone(Diagnostics),
    /// It may still be there.
    Failed(Diagnostics),
}

/// Deletes the lock of this id. `version` is that of a lock of ours.
async fn open(
    store: &SharedStore,
    key: &str,
    state: &str,
    id: &str,
    version: Option<Version>,
) -> Result<(), NotOpened> {
    let failed = |failed| NotOpened::Failed(found::not_unlocked(state, failed));
    if let Some(version) = version {
        match persistently(|| store.delete_if_version(key, &version)).await {
            Err(failed) if failed.found_nothing() => {
                // Ours, which something on the way has done twice; or somebody else has opened it by force.
                Logger::Provider.warn("A lock was gone when it was given back").field("key", key).write();
                return Ok(());
            }
            Err(error) if error.kind() == ErrorKind::Conflict => {}
            Err(error) => return Err(failed(error)),
            Ok(()) => return Ok(()),
        }
    }
    for _ in 0..TRIES {
        let Some(there) = look(store, key).await.map_err(failed)? else {
            return Err(NotOpened::Gone(found::not_locked(state, id)));
        };
        if there.id() != id {
            return Err(NotOpened::Gone(found::another(state, id, &there)));
        }
        match persistently(|| store.remove(key, &there.version)).await {
            // Its holder lives, and has just renewed it.
            Err(failed) if failed.kind() == ErrorKind::Conflict => {}
            Err(error) => return Err(failed(error)),
            Ok(()) => return Ok(()),
        }
    }
    let tired = error(format!("The state \"{state}\" was not unlocked"));
    Err(NotOpened::Failed(tired.detail("Its holder renews the lock all the time. Try again.")))
}

/// Clears away a proof of life: litter at worst.
async fn forget(store: &SharedStore, id: &str) {
    if let Err(failed) = store.forget_life(id).await {
        Logger::Provider.warn("What proved a lock's holder alive is left").field("error", failed.to_string()).write();
    }
}

const PREFIX: &str = "lock/";

/// The key of a state's lock.
pub(crate) fn key_of(state: &str) -> String {
    format!("{PREFIX}{}", key::segment(state))
}

/// A lock that there is: of which state, by which id, and whose if that can be read.
pub(crate) type Listed = (String, String, Option<LockRecord>);

/// The locks there are.
pub(crate) async fn all(store: &SharedStore) -> Result<Vec<Listed>> {
    let mut locks = Vec::new();
    for key in patiently(|| store.list(PREFIX)).await? {
        // Where nobody can tell of which state it is, its place in the store has to do.
        let state = key.strip_prefix(PREFIX).and_then(key::name).unwrap_or_else(|| key.clone());
        locks.extend(listed_at(store, &key, state).await?);
    }
    Ok(locks)
}

/// The lock of one state.
pub(crate) async fn listed(store: &SharedStore, state: String) -> Result<Option<Listed>> {
    listed_at(store, &key_of(&state), state).await
}

async fn listed_at(store: &SharedStore, key: &str, state: String) -> Result<Option<Listed>> {
    let found = look(store, key).await?;
    Ok(found.map(|found| (state, found.id(), found.holder)))
}

/// Waits, but not when nobody wants it any more.
async fn rest(pause: Duration, cancellation: &Cancellation) {
    cancellation.pause(super::random::jittered(pause)).await;
}
