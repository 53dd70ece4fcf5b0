//! The configured provider: there is nothing to configure. What stores need stands in their blocks.

use crate::generated::provider::ProviderConfig;
use tfgen_runtime::{Provider, Result};

/// What every handler would get from its context.
pub struct Statestore;

impl Provider for Statestore {
    type Config = ProviderConfig;

    async fn configure(_: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
