//! `capability.acme`: the service of all that has the capability.

use crate::generated::provider::ProviderConfig;
use tfgen_runtime::{Capability, Result};

/// The service of `capability.acme`; handlers reach it as `cx.service::<Acme>()`.
pub struct Acme;

impl Capability for Acme {
    type Provider = crate::provider::Acme;

    async fn start(_provider: &crate::provider::Acme, _config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
