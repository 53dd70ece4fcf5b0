//! `LockState`: keeps two runs apart. A lock that nobody waits for any more is given back.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, named};
use crate::adapter::BoxFuture;
use crate::diagnostic::{Diagnostics, Result, error};

#[derive(Debug, Default)]
pub(crate) struct Response {
    /// Empty when the store has no locks: Terraform then never unlocks.
    pub(crate) lock_id: String,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn lock_state(&self, request: StateRequest, operation: String) -> Response {
        match self.lock(request, operation).await {
            Ok(lock_id) => Response { lock_id, diagnostics: Diagnostics::new() },
            Err(diagnostics) => Response { diagnostics, ..Response::default() },
        }
    }

    async fn lock(&self, request: StateRequest, operation: String) -> Result<String> {
        let StateRequest { type_name, state_id, cancellation } = request;
        named(&state_id)?;
        let doing = format!("locking the state \"{state_id}\" in {type_name}");
        let (name, waiting) = (state_id.clone(), cancellation.clone());
        let work = |store: StateStore| -> BoxFuture<_> {
            Box::pin(async move { store.keeper.lock(&name, &operation, &waiting).await })
        };
        let Some(lock_id) = self.with_store("LockState", &type_name, &doing, work).await? else {
            return Ok(String::new());
        };
        if cancellation.is_cancelled() {
            self.give_back(&type_name, state_id, lock_id).await?;
            return Err(error("The lock was given back").detail("Terraform stopped waiting for it."));
        }
        Ok(lock_id)
    }

    /// What has been cancelled does not keep the lock from being given back.
    async fn give_back(&self, type_name: &str, state_id: String, lock_id: String) -> Result<()> {
        let doing = format!("giving back the lock of the state \"{state_id}\" in {type_name}");
        let work = |store: StateStore| -> BoxFuture<_> {
            Box::pin(async move { store.keeper.unlock(&state_id, &lock_id).await })
        };
        self.with_store("LockState", type_name, &doing, work).await
    }
}
