//! A lock that this process has, with what shows others that it does.

use super::super::store::{Proof, SharedStore};
use super::super::version::Version;
use super::claim::Claim;
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
    proof: Option<Proof>,
}

impl Held {
    /// The lock that was claimed, whose record lies at this version. Its heartbeats begin.
    pub(super) fn new(state: &str, store: SharedStore, claim: Claim, version: Version) -> Self {
        let key = claim.key.clone();
        let (record, proof) = claim.won();
        let held = Self { state: state.to_owned(), store, record, version, renewal: None, proof };
        held.beating(&key)
    }

    /// Ends the proof of life of a lock whose record is gone. Its id comes never again: so nobody waits for that.
    pub(super) fn let_go(mut self) {
        if let Some(proof) = self.proof.take() {
            proof.release();
        }
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
