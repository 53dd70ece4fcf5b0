//! `state_store.option`: where Terraform's states are kept.

use crate::generated::state_stores::option::{OptionConfig, OptionHooks, OptionView};
use crate::provider::Acme;
use tfgen_runtime::{Context, Result, StateStore, error, state_store};

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
}

impl state_store::Store for Option {
    async fn get(
        &self,
        _key: &str,
    ) -> state_store::Result<std::option::Option<state_store::Entry>> {
        Err(state_store::error(
            "Reading an entry of `state_store.option` is not implemented yet",
        ))
    }

    async fn put_if_version(
        &self,
        _key: &str,
        _version: &state_store::Version,
        _body: state_store::Body,
    ) -> state_store::Result<state_store::Version> {
        Err(state_store::error(
            "Writing an entry of `state_store.option` is not implemented yet",
        ))
    }

    async fn delete_if_version(
        &self,
        _key: &str,
        _version: &state_store::Version,
    ) -> state_store::Result<()> {
        Err(state_store::error(
            "Deleting an entry of `state_store.option` is not implemented yet",
        ))
    }

    async fn list(&self, _prefix: &str) -> state_store::Result<Vec<String>> {
        Err(state_store::error(
            "Listing the keys of `state_store.option` is not implemented yet",
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
