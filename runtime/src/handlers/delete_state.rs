//! `DeleteState`: deletes a state, but never the default one.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, named};
use crate::adapter::BoxFuture;
use crate::diagnostic::{Diagnostics, error};

impl Handlers {
    pub(crate) async fn delete_state(&self, request: StateRequest) -> Diagnostics {
        let StateRequest { type_name, state_id, .. } = request;
        if let Err(failed) = named(&state_id) {
            return failed;
        }
        if state_id == "default" {
            return error("The default state cannot be deleted").detail("Terraform always needs one to fall back to.");
        }
        let doing = format!("deleting the state \"{state_id}\" from {type_name}");
        let work =
            |store: StateStore| -> BoxFuture<_> { Box::pin(async move { store.keeper.delete(&state_id).await }) };
        self.with_store("DeleteState", &type_name, &doing, work).await.err().unwrap_or_default()
    }
}
