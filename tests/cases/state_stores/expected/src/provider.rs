//! The configured provider: what every resource and data source works with.

use crate::generated::provider::ProviderConfig;
use tfgen_runtime::{Provider, Result};

/// The provider `vault-beta`; resources and data sources reach it as `cx.provider()`.
pub struct VaultBeta;

impl Provider for VaultBeta {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
