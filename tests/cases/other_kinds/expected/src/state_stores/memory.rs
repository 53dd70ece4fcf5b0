//! `state_store.memory`: where Terraform's states are kept.

use crate::generated::state_stores::memory::MemoryConfig;
use crate::provider::Acme;
use tfgen_runtime::{Context, Result, StateStore, error};

/// The state store `state_store.memory`.
pub struct Memory;

impl StateStore for Memory {
    type Provider = Acme;
    type Config = MemoryConfig;

    async fn configure(_cx: Context<Acme>, _config: MemoryConfig) -> Result<Self> {
        Err(error(
            "Configuring `state_store.memory` is not implemented yet",
        ))
    }

    async fn read(&self, _cx: Context<Acme>, _state: String) -> Result<Option<Vec<u8>>> {
        Err(error(
            "Reading a state from `state_store.memory` is not implemented yet",
        ))
    }

    async fn write(&self, _cx: Context<Acme>, _state: String, _body: Vec<u8>) -> Result<()> {
        Err(error(
            "Writing a state to `state_store.memory` is not implemented yet",
        ))
    }

    async fn lock(
        &self,
        _cx: Context<Acme>,
        _state: String,
        _operation: String,
    ) -> Result<Option<String>> {
        Err(error(
            "Locking a state in `state_store.memory` is not implemented yet",
        ))
    }

    async fn unlock(&self, _cx: Context<Acme>, _state: String, _lock_id: String) -> Result<()> {
        Err(error(
            "Unlocking a state in `state_store.memory` is not implemented yet",
        ))
    }

    async fn states(&self, _cx: Context<Acme>) -> Result<Vec<String>> {
        Err(error(
            "Listing the states in `state_store.memory` is not implemented yet",
        ))
    }

    async fn delete(&self, _cx: Context<Acme>, _state: String) -> Result<()> {
        Err(error(
            "Deleting a state from `state_store.memory` is not implemented yet",
        ))
    }
}
