//! A service that is not where convention has it, and a look at what all things with a capability have.

use crate::generated::actions::format::FormatConfig;
use crate::generated::capabilities::r#type::TypeView;
use crate::generated::provider::ProviderConfig;
use crate::generated::resources::disk::DiskView;
use crate::provider::Acme;
use tfgen_runtime::{Capability, Result};

/// The service.
pub struct Results {
    /// A name that a configuration or the environment gives.
    pub region: Option<String>,
}

impl Capability for Results {
    type Provider = Acme;

    async fn start(_provider: &Acme, config: ProviderConfig) -> Result<Self> {
        Ok(Self {
            region: config.region,
        })
    }
}

/// How many rules there are.
pub fn rules(disk: &DiskView) -> usize {
    TypeView::from(disk)
        .rules()
        .known()
        .map_or(0, |rules| rules.len())
}

/// The same of a configuration.
pub fn limits(config: &FormatConfig) -> usize {
    config.rules.as_ref().map_or(0, Vec::len)
}
