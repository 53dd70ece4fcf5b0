//! The configured provider: what every resource and data source works with.

use crate::generated::provider::ProviderConfig;
use tfgen_runtime::{Provider, Result};

/// The provider `acme`; resources and data sources reach it as `cx.provider()`.
pub struct Acme;

impl Provider for Acme {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}
