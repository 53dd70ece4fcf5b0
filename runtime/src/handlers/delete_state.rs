//! `DeleteState`: deletes a state, but never the default one.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, named};
use crate::diagnostic::{Diagnostics, error};

impl Handlers {
    pub(crate) async fn delete_state(&self, request: StateRequest) -> Diagnostics {
        let StateRequest { type_name, state_id, cancellation } = request;
        if let Err(failed) = named(&state_id) {
            return failed;
        }
        if state_id == "default" {
            return error("The default state cannot be deleted").detail("Terraform always needs one to fall back to.");
        }
        let doing = format!("deleting the state \"{state_id}\" from {type_name}");
        let work = |store: StateStore, call| store.store.delete(call, state_id);
        let (outcome, mut said) = self.with_store(&type_name, &doing, cancellation, work).await;
        said.extend(outcome.err().unwrap_or_default());
        said
    }
}
