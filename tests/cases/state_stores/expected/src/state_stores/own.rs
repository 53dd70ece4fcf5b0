//! `state_store.own`: where Terraform's states are kept.

use crate::generated::state_stores::own::OwnConfig;
use crate::provider::VaultBeta;
use tfgen_runtime::{Context, Result, StateStore, error, state_store};

/// The state store `state_store.own`.
pub struct Own;

impl StateStore for Own {
    type Provider = VaultBeta;
    type Config = OwnConfig;

    async fn configure(_cx: Context<VaultBeta>, _config: OwnConfig) -> Result<Self> {
        Err(error(
            "Configuring `state_store.own` is not implemented yet",
        ))
    }
}

impl state_store::Store for Own {
    async fn get(&self, _key: &str) -> state_store::Result<Option<state_store::Entry>> {
        Err(state_store::error(
            "Reading an entry of `state_store.own` is not implemented yet",
        ))
    }

    async fn put_if_version(
        &self,
        _key: &str,
        _version: &state_store::Version,
        _body: state_store::Body,
    ) -> state_store::Result<state_store::Version> {
        Err(state_store::error(
            "Writing an entry of `state_store.own` is not implemented yet",
        ))
    }

    async fn delete_if_version(
        &self,
        _key: &str,
        _version: &state_store::Version,
    ) -> state_store::Result<()> {
        Err(state_store::error(
            "Deleting an entry of `state_store.own` is not implemented yet",
        ))
    }

    async fn list(&self, _prefix: &str) -> state_store::Result<Vec<String>> {
        Err(state_store::error(
            "Listing the keys of `state_store.own` is not implemented yet",
        ))
    }
}
