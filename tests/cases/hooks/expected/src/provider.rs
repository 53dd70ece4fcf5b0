//! The configured provider: what every resource and data source works with.

use crate::generated::provider::{ProviderConfig, ProviderHooks, ProviderView};
use tfgen_runtime::{Provider, Result, error};

/// The provider `acme`; resources and data sources reach it as `cx.provider()`.
pub struct Acme;

impl Provider for Acme {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}

impl ProviderHooks for Acme {
    fn validate(_config: &ProviderView) -> Result<()> {
        Err(error("`validate` of `acme` is not implemented yet"))
    }

    fn validate_path(_value: &str) -> Result<()> {
        Err(error("`validate_path` of `acme` is not implemented yet"))
    }
}
