//! Locks over the conditional writes of any store.
//!
//! A lock is an entry that exists. What is dangerous about locks is that a holder may be gone, or sleep and not know that it has lost its lock.
//! A gone holder is known by its [proof of life](Store::prove_life), or by a lease: somebody who has watched the record for a whole lease by
//! its own clock, and has seen no heartbeat, may take it over. Clocks of two machines are never compared. A sleeping one cannot be
//! kept from believing: so each write of a state is conditional as well, with a lock or without one.

use super::error::{Error, ErrorKind, Result};
use super::key;
use super::store::{Entry, Proof, SharedStore, Store};
use super::version::Version;
use crate::context::Cancellation;
use crate::diagnostic::{self, Diagnostics, error};
use crate::log::Logger;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

mod record;
mod renewal;

pub use record::LockRecord;
use renewal::Renewal;

/// How often a step is begun anew because somebody else was faster.
const TRIES: usize = 20;

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

#[derive(Debug)]
struct Held {
    state: String,
    /// Where it was taken: the process may have configured another store since.
    store: SharedStore,
    version: Version,
    renewal: Option<Renewal>,
    _proof: Option<Proof>,
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
        let key = key_of(state);
        let record = LockRecord::new(operation, self.options.lease)?;
        let proof = self.store.prove_life(&record.id).await?;
        let version = match self.acquire(state, &key, &record, cancellation).await? {
            Ok(version) => version,
            Err(refused) => {
                drop(proof);
                self.store.forget_life(&record.id).await?;
                return Err(refused);
            }
        };
        let renewal = self
            .options
            .lease
            .map(|lease| Renewal::start(self.store.clone(), key, record.clone(), version.clone(), lease));
        let held = Held { state: state.to_owned(), store: self.store.clone(), version, renewal, _proof: proof };
        self.held().insert(record.id.clone(), held);
        Ok(record.id)
    }

    /// Makes the record, as soon as nobody else has one. A refusal has made none; after an error it may be there.
    async fn acquire(
        &self,
        state: &str,
        key: &str,
        record: &LockRecord,
        cancellation: &Cancellation,
    ) -> Result<Result<Version, Diagnostics>> {
        let (start, mut pause) = (Instant::now(), Duration::from_millis(10));
        let mut watched: Option<Watched> = None;
        loop {
            let there = match self.try_lock(key, record).await? {
                Ok(version) => return Ok(Ok(version)),
                Err(there) => there,
            };
            let holder = LockRecord::decode(&there.body);
            let changed = watched.as_ref().is_none_or(|watched| watched.version != there.version);
            if changed {
                let beats = watched.is_some();
                watched = Some(Watched { version: there.version.clone(), since: Instant::now(), beats });
            }
            if let Some((since, beats)) = watched.as_ref().map(|watched| (watched.since, watched.beats)) {
                let lease = holder.as_ref().and_then(|holder| holder.lease);
                let expired = lease.is_some_and(|lease| since.elapsed() > lease);
                if expired || self.is_dead(holder.as_ref()).await? {
                    if let Some(version) = self.take_over(key, &there, holder.as_ref(), record).await? {
                        return Ok(Ok(version));
                    }
                    continue;
                }
                // A holder whose heartbeat has not been seen may be gone: a lease tells, which is waited for in any case.
                let may_be_gone = lease.is_some() && !beats;
                if start.elapsed() >= self.options.timeout && !may_be_gone {
                    return Ok(Err(locked(state, &there, holder.as_ref(), self.options.timeout)));
                }
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
    async fn try_lock(&self, key: &str, record: &LockRecord) -> Result<Result<Version, Entry>> {
        for _ in 0..TRIES {
            let failed = match self.store.put_if_absent(key, record.encode()?).await {
                Ok(version) => return Ok(Ok(version)),
                Err(failed) => failed,
            };
            // It may have been made, and the answer be lost: then the record tells.
            match self.store.get(key).await {
                Ok(Some(entry)) if is_of(&entry, &record.id) && failed.kind() != ErrorKind::Uncertain => {
                    return Ok(Ok(entry.version));
                }
                Ok(Some(entry)) if failed.kind() == ErrorKind::Conflict => return Ok(Err(entry)),
                // The holder has just given it back.
                Ok(None) if failed.kind() == ErrorKind::Conflict => {}
                _ => return Err(failed),
            }
        }
        Err(Error::new(ErrorKind::Unavailable, "Others take and give back the lock faster than it can be read"))
    }

    async fn is_dead(&self, holder: Option<&LockRecord>) -> Result<bool> {
        match holder {
            Some(holder) => Ok(self.store.is_alive(&holder.id).await? == Some(false)),
            None => Ok(false),
        }
    }

    /// Replaces the record of a holder that is gone; `None` if somebody else was faster.
    async fn take_over(
        &self,
        key: &str,
        there: &Entry,
        holder: Option<&LockRecord>,
        record: &LockRecord,
    ) -> Result<Option<Version>> {
        match self.store.put_if_version(key, &there.version, record.encode()?).await {
            Ok(version) => {
                if let Some(holder) = holder {
                    self.store.forget_life(&holder.id).await?;
                }
                Ok(Some(version))
            }
            Err(failed) if failed.kind() == ErrorKind::Conflict => {
                let now = self.store.get(key).await?;
                Ok(now.filter(|now| is_of(now, &record.id)).map(|now| now.version))
            }
            Err(failed) => Err(failed),
        }
    }

    /// Gives a lock back, also one that another process took.
    pub(crate) async fn unlock(&self, state: &str, id: &str) -> diagnostic::Result<()> {
        let key = key_of(state);
        let ours = {
            let mut held = self.held();
            if held.get(id).is_some_and(|held| held.state == state) { held.remove(id) } else { None }
        };
        // Another store may have been configured since the lock was taken.
        let store = ours.as_ref().map_or(&self.store, |held| &held.store).clone();
        if let Some(Held { version, renewal, _proof, .. }) = ours {
            let version = renewal.map_or(version, Renewal::end);
            match store.delete_if_version(&key, &version).await {
                Err(failed) if failed.found_nothing() => {
                    // Ours, which something on the way has done twice; or somebody else has opened it by force.
                    Logger::Provider.warn("A lock was gone when it was given back").field("key", key).write();
                    return Ok(store.forget_life(id).await?);
                }
                Err(failed) if failed.kind() == ErrorKind::Conflict => {}
                Err(failed) => return Err(not_unlocked(state, failed)),
                Ok(()) => return Ok(store.forget_life(id).await?),
            }
        }
        for _ in 0..TRIES {
            let Some(there) = store.get(&key).await? else {
                return Err(error(format!("The state \"{state}\" is not locked")).detail(format!(
                    "There is no lock that the id {id} could open. Has it been given back, or taken over?"
                )));
            };
            let holder = LockRecord::decode(&there.body);
            if id_of(&there, holder.as_ref()) != id {
                return Err(another(state, id, &there, holder.as_ref()));
            }
            match store.remove(&key, &there.version).await {
                // Its holder lives, and has just renewed it.
                Err(failed) if failed.kind() == ErrorKind::Conflict => {}
                Err(failed) => return Err(not_unlocked(state, failed)),
                Ok(()) => return Ok(store.forget_life(id).await?),
            }
        }
        Err(error(format!("The state \"{state}\" was not unlocked"))
            .detail("Its holder renews the lock all the time. Try again."))
    }

    /// Refuses what somebody else's lock forbids. No lock is needed.
    pub(crate) async fn permit(&self, state: &str, doing: &str) -> diagnostic::Result<()> {
        let there = self.store.get(&key_of(state)).await?;
        let Some(there) = there else { return Ok(()) };
        let holder = LockRecord::decode(&there.body);
        let is_ours = holder.as_ref().is_some_and(|holder| self.held().contains_key(&holder.id));
        if is_ours || self.is_dead(holder.as_ref()).await? {
            return Ok(());
        }
        let held = describe(&there, holder.as_ref());
        Err(error(format!("The state \"{state}\" is locked by someone else"))
            .detail(format!("It was not {doing}.\n\n{held}")))
    }

    /// Refuses if there is a lock, whoever has it, unless its holder is known to be gone: that one is cleared away.
    pub(crate) async fn nobody(&self, state: &str) -> diagnostic::Result<()> {
        let key = key_of(state);
        let Some(there) = self.store.get(&key).await? else { return Ok(()) };
        let holder = LockRecord::decode(&there.body);
        if !self.is_dead(holder.as_ref()).await? {
            return Err(locked(state, &there, holder.as_ref(), Duration::ZERO));
        }
        self.store.remove(&key, &there.version).await?;
        if let Some(holder) = holder {
            self.store.forget_life(&holder.id).await?;
        }
        Ok(())
    }
}

const PREFIX: &str = "lock/";

/// The key of a state's lock.
pub(crate) fn key_of(state: &str) -> String {
    format!("{PREFIX}{}", key::segment(state))
}

/// The locks there are: of which state, by which id, and whose.
pub(crate) async fn all(store: &SharedStore) -> Result<Vec<(String, String, Option<LockRecord>)>> {
    let entries = store.get_all(PREFIX).await?.into_iter();
    let locks = entries.filter_map(|(key, entry)| {
        let record = LockRecord::decode(&entry.body);
        Some((key::name(key.strip_prefix(PREFIX)?)?, id_of(&entry, record.as_ref()), record))
    });
    Ok(locks.collect())
}

/// What opens a lock: of one that cannot be read, what tells its content from others.
fn id_of(entry: &Entry, record: Option<&LockRecord>) -> String {
    record.map_or_else(|| format!("unreadable-{}", entry.version), |record| record.id.clone())
}

fn is_of(entry: &Entry, id: &str) -> bool {
    LockRecord::decode(&entry.body).is_some_and(|record| record.id == id)
}

fn describe(entry: &Entry, holder: Option<&LockRecord>) -> String {
    let id = id_of(entry, holder);
    let who = holder.map_or_else(
        || format!("The lock cannot be read: {} bytes that are no record. Its id for now is {id}.\n", entry.body.len()),
        LockRecord::describe,
    );
    format!("{who}\nIf that run is gone for good, unlock the state with:\n  terraform force-unlock {id}")
}

fn locked(state: &str, entry: &Entry, holder: Option<&LockRecord>, waited: Duration) -> Diagnostics {
    let waited = if waited.is_zero() {
        "Another run has the lock:".to_owned()
    } else {
        format!("Another run has had the lock for all of {}:", crate::timeouts::show(waited))
    };
    error(format!("The state \"{state}\" is locked")).detail(format!("{waited}\n\n{}", describe(entry, holder)))
}

fn another(state: &str, id: &str, entry: &Entry, holder: Option<&LockRecord>) -> Diagnostics {
    error(format!("The state \"{state}\" is locked by another lock than {id}"))
        .detail(format!("Nothing was unlocked.\n\n{}", describe(entry, holder)))
}

fn not_unlocked(state: &str, failed: Error) -> Diagnostics {
    failed.summary(format!("The state \"{state}\" was not unlocked")).into()
}

/// Waits, but not when nobody wants it any more.
async fn rest(pause: Duration, cancellation: &Cancellation) {
    cancellation.pause(super::random::jittered(pause)).await;
}
