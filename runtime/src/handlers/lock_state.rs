//! `LockState`: keeps two runs apart. A lock that nobody waits for any more is given back.

use super::Handlers;
use super::state_stores::{StateRequest, StateStore, log, named};
use crate::context::Cancellation;
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
        let name = state_id.clone();
        let waiting = cancellation.clone();
        let work = |store: StateStore, call| store.store.lock(call, name, operation);
        let (outcome, warnings) = self.with_store(&type_name, &doing, waiting, work).await;
        // Terraform drops warnings of locks.
        log(warnings, &type_name);
        let Some(lock_id) = outcome? else { return Ok(String::new()) };
        if lock_id.is_empty() {
            return Err(error(format!("{type_name} gave a lock without an id"))
                .detail("Terraform would never unlock it. In the provider, a store without locks answers `None`."));
        }
        if cancellation.is_cancelled() {
            self.give_back(&type_name, state_id, lock_id).await?;
            return Err(error("The lock was given back").detail("Terraform stopped waiting for it."));
        }
        Ok(lock_id)
    }

    async fn give_back(&self, type_name: &str, state_id: String, lock_id: String) -> Result<()> {
        let doing = format!("giving back the lock of the state \"{state_id}\" in {type_name}");
        // What has been cancelled must not keep the lock from being given back.
        let anew = Cancellation::default();
        let work = |store: StateStore, call| store.store.unlock(call, state_id, lock_id);
        let (outcome, warnings) = self.with_store(type_name, &doing, anew, work).await;
        log(warnings, type_name);
        outcome
    }
}
