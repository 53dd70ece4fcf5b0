//! `state_store.option`: where Terraform's states are kept.

use crate::generated::state_stores::option::{OptionConfig, OptionHooks, OptionView};
use crate::provider::Acme;
use tfgen_runtime::{Context, Result, StateStore, error};

/// The state store `state_store.option`.
pub struct Option;

impl StateStore for Option {
    type Provider = Acme;
    type Config = OptionConfig;

    async fn configure(_cx: Context<Acme>, _config: OptionConfig) -> Result<Self> {
        Err(error(
            "Configuring `state_store.option` is not implemented yet",
        ))
    }

    async fn read(
        &self,
        _cx: Context<Acme>,
        _state: String,
    ) -> Result<std::option::Option<Vec<u8>>> {
        Err(error(
            "Reading a state from `state_store.option` is not implemented yet",
        ))
    }

    async fn write(&self, _cx: Context<Acme>, _state: String, _body: Vec<u8>) -> Result<()> {
        Err(error(
            "Writing a state to `state_store.option` is not implemented yet",
        ))
    }

    async fn lock(
        &self,
        _cx: Context<Acme>,
        _state: String,
        _operation: String,
    ) -> Result<std::option::Option<String>> {
        Err(error(
            "Locking a state in `state_store.option` is not implemented yet",
        ))
    }

    async fn unlock(&self, _cx: Context<Acme>, _state: String, _lock_id: String) -> Result<()> {
        Err(error(
            "Unlocking a state in `state_store.option` is not implemented yet",
        ))
    }

    async fn states(&self, _cx: Context<Acme>) -> Result<Vec<String>> {
        Err(error(
            "Listing the states in `state_store.option` is not implemented yet",
        ))
    }

    async fn delete(&self, _cx: Context<Acme>, _state: String) -> Result<()> {
        Err(error(
            "Deleting a state from `state_store.option` is not implemented yet",
        ))
    }
}

impl OptionHooks for Option {
    fn validate(_config: &OptionView) -> Result<()> {
        Err(error(
            "`validate` of `state_store.option` is not implemented yet",
        ))
    }
}
