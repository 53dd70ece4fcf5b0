//! The configured provider: there is nothing to configure.

use crate::generated::provider::ProviderConfig;
use tfgen_runtime::{Provider, Result};

/// What every handler would get from its context.
pub struct Tools;

impl Provider for Tools {
    type Config = ProviderConfig;

    async fn configure(_: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
