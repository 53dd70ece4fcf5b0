//! `capability.provider_config`: the service of all that has the capability.

use crate::provider::Acme;
use tfgen_runtime::{Result, Service};

/// The service of `capability.provider_config`; handlers reach it as `cx.service::<ProviderConfig>()`.
pub struct ProviderConfig;

impl Service for ProviderConfig {
    type Provider = Acme;

    async fn start(
        _provider: &Acme,
        _config: crate::generated::provider::ProviderConfig,
    ) -> Result<Self> {
        Ok(Self)
    }
}
