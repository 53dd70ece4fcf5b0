//! `capability.quota`: counts bottles.

use crate::generated::provider::ProviderConfig;
use crate::glass;
use crate::provider::Kitchen;
use std::sync::atomic::{AtomicI64, Ordering};
use tfgen_runtime::{Capability, Result, error};

/// The service.
pub struct Quota {
    max: i64,
    made: AtomicI64,
}

impl Capability for Quota {
    type Provider = Kitchen;

    async fn start(_provider: &Kitchen, config: ProviderConfig) -> Result<Self> {
        glass::meet(config.fate.as_deref(), "start")?;
        Ok(Self { max: config.bottles_max, made: AtomicI64::new(0) })
    }
}

impl Quota {
    /// Takes one of the bottles that there may be.
    pub fn take(&self) -> Result<()> {
        if self.made.fetch_add(1, Ordering::Relaxed) < self.max {
            return Ok(());
        }
        Err(error(format!("There are {} bottles already", self.max)))
    }
}
