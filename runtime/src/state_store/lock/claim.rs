//! The claim of one who wants a lock: its record, and the proof that it lives, which begins no later than the record is there.

use super::super::body::Body;
use super::super::error::{ErrorKind, Result};
use super::super::patience::patiently;
use super::super::store::{Proof, SharedStore, Store};
use super::super::version::Version;
use super::record::LockRecord;

/// How far somebody is with the proof that it lives.
enum Life {
    /// It has not begun.
    Unproved,
    /// The store has no proofs.
    Unprovable,
    Proved(Proof),
}

/// Who wants a lock.
pub(super) struct Claim {
    pub(super) key: String,
    pub(super) record: LockRecord,
    life: Life,
    /// The store was asked to make the record, and has not said that it did nothing.
    pub(super) may_be_made: bool,
}

impl Claim {
    pub(super) fn new(key: String, record: LockRecord) -> Self {
        Self { key, record, life: Life::Unproved, may_be_made: false }
    }

    /// Makes the record if there is none. It has been proved before that the holder lives, or is with it; an error of the outer kind means that it is not.
    pub(super) async fn make(&mut self, store: &SharedStore) -> Result<Result<Version>> {
        let body = self.record.encode()?;
        if matches!(self.life, Life::Unproved)
            && let Some(made) = self.prove(store, &body).await?
        {
            return Ok(made);
        }
        self.may_be_made = true;
        Ok(patiently(|| store.put_if_absent(&self.key, body.clone())).await)
    }

    /// Begins the proof, and makes the record with it where the store can; else nothing is told of it.
    async fn prove(&mut self, store: &SharedStore, body: &Body) -> Result<Option<Result<Version>>> {
        match patiently(|| store.put_and_prove(&self.key, body.clone(), &self.record.id)).await {
            Ok(Some(proved)) => {
                self.life = Life::Proved(proved.proof);
                self.may_be_made = true;
                // What the store was too busy for is tried again without the proof, which there is.
                let is_busy = proved.made.as_ref().is_err_and(|failed| failed.kind() == ErrorKind::Unavailable);
                Ok((!is_busy).then_some(proved.made))
            }
            Ok(None) => {
                let proof = patiently(|| store.prove_life(&self.record.id)).await?;
                self.life = proof.map_or(Life::Unprovable, Life::Proved);
                Ok(None)
            }
            Err(failed) => {
                self.may_be_made = failed.kind() != ErrorKind::Unavailable;
                Err(failed)
            }
        }
    }

    /// The record and its proof, of one who has the lock.
    pub(super) fn won(self) -> (LockRecord, Option<Proof>) {
        let proof = match self.life {
            Life::Proved(proof) => Some(proof),
            Life::Unproved | Life::Unprovable => None,
        };
        (self.record, proof)
    }

    /// Ends the proof of one who has no lock, nor will have it.
    pub(super) fn withdraw(self) {
        if let Life::Proved(proof) = self.life {
            proof.release();
        }
    }
}
