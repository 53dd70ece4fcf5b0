//! Heartbeats of a lock with a lease, on a thread of their own: stores may block.
//!
//! They end when the lock is given back or lost, and with the process, which ends itself when Terraform is gone.

use super::record::LockRecord;
use crate::log::Logger;
use crate::state_store::{About, Entry, ErrorKind, Result, SharedStore, Store, Version};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

/// Heartbeats, until it is dropped.
#[derive(Debug)]
pub(super) struct Renewal {
    version: Arc<Mutex<Version>>,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Renewal {
    /// Renews the lock of this record, which has this version, three times in a lease.
    pub(super) fn start(
        store: SharedStore,
        key: String,
        (record, about): (LockRecord, About),
        version: Version,
        lease: Duration,
    ) -> Self {
        let shared = Arc::new(Mutex::new(version));
        let (stop, stopped) = channel();
        let (place, runtime) = (shared.clone(), Handle::current());
        let beats = move || {
            let mut record = record;
            let mut renewed = Instant::now();
            while stopped.recv_timeout(lease / 3) == Err(RecvTimeoutError::Timeout) {
                record.renew();
                let before = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
                match runtime.block_on(about.clone().of(beat(&store, &key, &record, &before))) {
                    Ok(Some(version)) => {
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = version;
                        renewed = Instant::now();
                    }
                    Ok(None) => {
                        let lost = Logger::Provider.warn("The lock of a state is lost");
                        return lost.field("key", key.clone()).write();
                    }
                    Err(error) => Logger::Provider
                        .warn("The lock of a state could not be renewed; it is tried again")
                        .field("key", key.clone())
                        .field("error", error.to_string())
                        .field("seconds", i64::try_from(renewed.elapsed().as_secs()).unwrap_or(i64::MAX))
                        .write(),
                }
            }
        };
        let thread = std::thread::Builder::new().name("state-lock".to_owned()).spawn(beats);
        if let Err(error) = &thread {
            Logger::Provider.warn("The lock of a state is not renewed").field("error", error.to_string()).write();
        }
        Self { version: shared, stop: Some(stop), thread: thread.ok() }
    }

    /// Ends the heartbeats, and gives back the version of the last one.
    pub(super) fn end(mut self) -> Version {
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // It can only have ended: nothing in it panics.
            let _ = thread.join();
        }
        self.version.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// One heartbeat. Answers the version that the record has now; `None` if it is ours no more. After an error nobody knows whose it is: the
/// next one will tell.
async fn beat(store: &SharedStore, key: &str, record: &LockRecord, before: &Version) -> Result<Option<Version>> {
    match store.put_if_version(key, before, record.encode()?).await {
        Err(error) if error.kind() == ErrorKind::Conflict => {
            // Perhaps it is our own heartbeat, whose answer got lost.
            let there = store.get(key).await?;
            let is_ours = |entry: &Entry| LockRecord::decode(&entry.body).is_some_and(|there| there.id == record.id);
            Ok(there.filter(is_ours).map(|entry| entry.version))
        }
        written => written.map(Some),
    }
}
