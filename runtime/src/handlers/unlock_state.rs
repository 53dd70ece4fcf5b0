//! `UnlockState`: gives a lock back, also one that another process took.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, log, named};
use crate::diagnostic::{Diagnostics, error};

impl Handlers {
    pub(crate) async fn unlock_state(&self, request: StateRequest, lock_id: String) -> Diagnostics {
        let StateRequest { type_name, state_id, cancellation } = request;
        if let Err(failed) = named(&state_id) {
            return failed;
        }
        if lock_id.is_empty() {
            return error("Terraform asked to unlock a state without the lock's id");
        }
        let doing = format!("unlocking the state \"{state_id}\" in {type_name}");
        let work = |store: StateStore, call| store.store.unlock(call, state_id, lock_id);
        let (outcome, warnings) = self.with_store(&type_name, &doing, cancellation, work).await;
        // Terraform drops warnings of locks: "unlocked" is all that people would read.
        log(warnings, &type_name);
        outcome.err().unwrap_or_default()
    }
}
