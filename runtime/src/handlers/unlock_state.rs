//! `UnlockState`: gives a lock back, also one that another process took.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, named};
use crate::adapter::BoxFuture;
use crate::diagnostic::{Diagnostics, error};

impl Handlers {
    pub(crate) async fn unlock_state(&self, request: StateRequest, lock_id: String) -> Diagnostics {
        let StateRequest { type_name, state_id, .. } = request;
        if let Err(failed) = named(&state_id) {
            return failed;
        }
        if lock_id.is_empty() {
            return error("Terraform asked to unlock a state without the lock's id");
        }
        let doing = format!("unlocking the state \"{state_id}\" in {type_name}");
        let work = |store: StateStore| -> BoxFuture<_> {
            Box::pin(async move { store.keeper.unlock(&state_id, &lock_id).await })
        };
        self.with_store("UnlockState", &type_name, &doing, work).await.err().unwrap_or_default()
    }
}
