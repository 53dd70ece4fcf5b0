//! `state_store "kitchen_tin"`: states in memory, and a hook of a state store.

use crate::generated::state_stores::tin::{TinConfig, TinHooks, TinView, attribute};
use crate::provider::Kitchen;
use tfgen_runtime::state_store::{self, Body, Entry, Memory, StateStore, Store, Version};
use tfgen_runtime::{Context, Result, error};

/// The state store.
pub struct Tin {
    entries: Memory,
}

impl StateStore for Tin {
    type Provider = Kitchen;
    type Config = TinConfig;

    async fn configure(_cx: Context<Kitchen>, _config: TinConfig) -> Result<Self> {
        Ok(Self { entries: Memory::new() })
    }
}

impl Store for Tin {
    async fn get(&self, key: &str) -> state_store::Result<Option<Entry>> {
        self.entries.get(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> state_store::Result<Version> {
        self.entries.put_if_version(key, version, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> state_store::Result<()> {
        self.entries.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> state_store::Result<Vec<String>> {
        self.entries.list(prefix).await
    }
}

impl TinHooks for Tin {
    fn validate(config: &TinView) -> Result<()> {
        match config.number().known() {
            Some(number) if number < 1 => Err(error("Tins are counted from one").at(attribute::NUMBER)),
            _ => Ok(()),
        }
    }

    fn validate_label(label: &str) -> Result<()> {
        if label.is_empty() { Err(error("An empty label says nothing")) } else { Ok(()) }
    }
}
