//! Heartbeats of a lock with a lease, on a thread of their own: stores may block.
//!
//! They end when the lock is given back or lost, and with the process, which ends itself when Terraform is gone.

use super::record::LockRecord;
use crate::log::Logger;
use crate::state_store::{ErrorKind, SharedStore, Store, Version};
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
        record: LockRecord,
        version: Version,
        lease: Duration,
    ) -> Self {
        let shared = Arc::new(Mutex::new(version));
        let (stop, stopped) = channel();
        let (place, runtime) = (shared.clone(), Handle::current());
        let beat = move || {
            let mut record = record;
            let mut renewed = Instant::now();
            while stopped.recv_timeout(lease / 3) == Err(RecvTimeoutError::Timeout) {
                record.renew();
                let Ok(body) = record.encode() else { return };
                let before = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
                match runtime.block_on(store.put_if_version(&key, &before, body)) {
                    Ok(version) => {
                        *place.lock().unwrap_or_else(PoisonError::into_inner) = version;
                        renewed = Instant::now();
                    }
                    Err(error) if error.kind() == ErrorKind::Conflict => {
                        // Perhaps it is our own heartbeat, whose answer got lost.
                        match runtime.block_on(store.get(&key)) {
                            Ok(Some(entry))
                                if LockRecord::decode(&entry.body).is_some_and(|there| there.id == record.id) =>
                            {
                                *place.lock().unwrap_or_else(PoisonError::into_inner) = entry.version;
                            }
                            _ => {
                                return Logger::Provider
                                    .warn("The lock of a state is lost")
                                    .field("key", key.clone())
                                    .write();
                            }
                        }
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
        let thread = std::thread::Builder::new().name("state-lock".to_owned()).spawn(beat);
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
