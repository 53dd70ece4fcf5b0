//! A lock as it is found in a store, whether or not it can be read: whose it is, what opens it, and what people are told of it.

use super::super::error::{Error, ErrorKind, Result};
use super::super::patience::patiently;
use super::super::store::{Entry, SharedStore, Store};
use super::super::version::Version;
use super::record::LockRecord;
use crate::diagnostic::{Diagnostics, error};
use std::time::Duration;

/// A lock that is there.
pub(super) struct Found {
    pub(super) version: Version,
    /// Who has it, where the record can be read.
    pub(super) holder: Option<LockRecord>,
    /// Why it cannot be read, otherwise.
    why: String,
}

/// The lock under a key; `None` if there is none. What is damaged, or encrypted with a key that is gone, is a lock all the same.
pub(super) async fn look(store: &SharedStore, key: &str) -> Result<Option<Found>> {
    let failed = match patiently(|| store.get(key)).await {
        Ok(entry) => return Ok(entry.map(Found::of)),
        // Here the store is what cannot be asked.
        Err(failed) if matches!(failed.kind(), ErrorKind::Unavailable | ErrorKind::Uncertain) => return Err(failed),
        Err(failed) => failed,
    };
    match patiently(|| store.version(key)).await {
        Ok(version) => Ok(version.map(|version| Found { version, holder: None, why: failed.to_string() })),
        Err(_) => Err(failed),
    }
}

impl Found {
    pub(super) fn of(entry: Entry) -> Self {
        let holder = LockRecord::decode(&entry.body);
        let why = format!("{} bytes that are no record", entry.body.len());
        Self { version: entry.version, holder, why }
    }

    /// What opens it: of one that cannot be read, what tells its content from others.
    pub(super) fn id(&self) -> String {
        let unreadable = || {
            // It is a word of a command line.
            let plain = |letter: &char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
            format!("unreadable-{}", self.version.as_str().chars().filter(plain).collect::<String>())
        };
        self.holder.as_ref().map_or_else(unreadable, |holder| holder.id.clone())
    }

    pub(super) fn is_of(&self, id: &str) -> bool {
        self.holder.as_ref().is_some_and(|holder| holder.id == id)
    }

    /// How long it is good without a heartbeat, if it ever ends by itself.
    pub(super) fn lease(&self) -> Option<Duration> {
        self.holder.as_ref().and_then(|holder| holder.lease)
    }

    fn describe(&self) -> String {
        let id = self.id();
        let who = match &self.holder {
            Some(holder) => holder.describe(),
            None => format!("The lock cannot be read: {}. Its id for now is {id}.\n", self.why),
        };
        format!("{who}\nIf that run is gone for good, unlock the state with:\n  terraform force-unlock {id}")
    }
}

pub(super) fn locked(state: &str, there: &Found, waited: Duration) -> Diagnostics {
    let waited = if waited.is_zero() {
        "Another run has the lock:".to_owned()
    } else {
        format!("Another run has had the lock for all of {}:", crate::timeouts::show(waited))
    };
    error(format!("The state \"{state}\" is locked")).detail(format!("{waited}\n\n{}", there.describe()))
}

pub(super) fn forbidden(state: &str, doing: &str, there: &Found) -> Diagnostics {
    error(format!("The state \"{state}\" is locked by someone else"))
        .detail(format!("It was not {doing}.\n\n{}", there.describe()))
}

pub(super) fn another(state: &str, id: &str, there: &Found) -> Diagnostics {
    error(format!("The state \"{state}\" is locked by another lock than {id}"))
        .detail(format!("Nothing was unlocked.\n\n{}", there.describe()))
}

pub(super) fn not_locked(state: &str, id: &str) -> Diagnostics {
    error(format!("The state \"{state}\" is not locked"))
        .detail(format!("There is no lock that the id {id} could open. Has it been given back, or taken over?"))
}

pub(super) fn not_unlocked(state: &str, failed: Error) -> Diagnostics {
    failed.summary(format!("The state \"{state}\" was not unlocked")).into()
}

/// `left` is the id of a record that may be there.
pub(super) fn failed_to_lock(state: &str, failed: Error, left: Option<&str>) -> Diagnostics {
    let mut diagnostics: Diagnostics = failed.summary(format!("The state \"{state}\" was not locked")).into();
    if let (Some(id), Some(first)) = (left, diagnostics.0.first_mut()) {
        let detail = std::mem::take(&mut first.detail);
        first.detail = format!(
            "{detail}\n\nWhether the lock is there is not known, and it could not be taken back. Should the state be locked now, unlock it with:\n  terraform force-unlock {id}"
        );
    }
    diagnostics
}
