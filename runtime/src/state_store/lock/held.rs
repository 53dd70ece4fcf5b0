//! A lock that this process has, with what shows others that it does.

use super::super::store::{Proof, SharedStore};
use super::super::version::Version;
use super::record::LockRecord;
use super::renewal::Renewal;

/// It is ours until it is given back, or dropped: then it looks like that of a process that has died.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) state: String,
    /// Where it was taken: the process may have configured another store since.
    pub(super) store: SharedStore,
    record: LockRecord,
    version: Version,
    renewal: Option<Renewal>,
    _proof: Option<Proof>,
}

impl Held {
    /// The lock of this record, which lies at this version. Its heartbeats begin.
    pub(super) fn new(
        state: &str,
        key: &str,
        store: SharedStore,
        record: LockRecord,
        version: Version,
        proof: Option<Proof>,
    ) -> Self {
        let held = Self { state: state.to_owned(), store, record, version, renewal: None, _proof: proof };
        held.beating(key)
    }

    /// What it was taken for.
    pub(super) fn operation(&self) -> &str {
        &self.record.operation
    }

    /// Ends the heartbeats, and tells the version of the last one.
    pub(super) fn still(&mut self) -> Version {
        if let Some(renewal) = self.renewal.take() {
            self.version = renewal.end();
        }
        self.version.clone()
    }

    /// Begins the heartbeats, where there is a lease.
    pub(super) fn beating(mut self, key: &str) -> Self {
        self.renewal = self.record.lease.map(|lease| {
            let about = self.record.about(&self.state);
            Renewal::start(
                self.store.clone(),
                key.to_owned(),
                (self.record.clone(), about),
                self.version.clone(),
                lease,
            )
        });
        self
    }
}
