//! The configured provider: the folder that holds the dishes.

use crate::generated::provider::{ProviderConfig, ProviderHooks, ProviderView, attribute};
use crate::glass;
use crate::pantry::Pantry;
use std::time::Duration;
use tfgen_runtime::{Provider, Result, ResultExt, error};

/// What every resource and data source gets from its context.
pub struct Kitchen {
    /// Where dishes are kept.
    pub pantry: Pantry,
    /// Where plates are kept.
    pub plates: Pantry,
    /// What a provider attribute's default or environment fallback gave.
    pub heat: i64,
    /// Whether the secret was given at all.
    pub has_secret: bool,
    /// How it misbehaves.
    pub fate: Option<String>,
}

impl Provider for Kitchen {
    type Config = ProviderConfig;

    async fn configure(config: ProviderConfig) -> Result<Self> {
        if config.secret.as_deref() == Some("refused") {
            return Err(error("The secret is refused"));
        }
        glass::meet(config.fate.as_deref(), "configure")?;
        let pantry = Pantry::open(&config.store).summary("Cannot open the store")?;
        let plates = pantry.below("plates");
        Ok(Self { pantry, plates, heat: config.heat, has_secret: config.secret.is_some(), fate: config.fate })
    }

    /// Leaves a note where it is asked to.
    async fn shutdown(&self) {
        if let Some(note) = std::env::var_os("KITCHEN_GOODBYE") {
            let _ = std::fs::write(note, "The kitchen is closed.");
        }
        glass::shatter(self.fate.as_deref().unwrap_or_default(), "shutdown");
        if self.fate.as_deref() == Some("wait in shutdown") {
            std::thread::sleep(Duration::from_mins(10));
        }
    }
}

impl ProviderHooks for Kitchen {
    fn validate(config: &ProviderView) -> Result<()> {
        glass::meet(config.fate().known().as_deref(), "validate")?;
        match (config.store().known(), config.secret().known()) {
            (Some(store), Some(secret)) if store == secret => {
                Err(error("A folder is no secret").detail(format!("`{secret}` is the folder.")).at(attribute::SECRET))
            }
            _ => Ok(()),
        }
    }
}
