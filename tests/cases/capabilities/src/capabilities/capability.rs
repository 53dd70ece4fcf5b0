//! `capability.capability`: the service of all that has the capability.

use crate::generated::provider::ProviderConfig;
use crate::provider::Acme;
use tfgen_runtime::{Result, Service};

/// The service of `capability.capability`; handlers reach it as `cx.service::<Capability>()`.
pub struct Capability;

impl Service for Capability {
    type Provider = Acme;

    async fn start(_provider: &Acme, _config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
