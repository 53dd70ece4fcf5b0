//! `state_store "bench_memory"`: states in memory.

use crate::generated::state_stores::memory::MemoryConfig;
use crate::provider::Bench;
use tfgen_runtime::state_store::{self, Body, Entry, StateStore, Store, Version};
use tfgen_runtime::{Context, Result};

/// The state store.
pub struct Memory {
    entries: state_store::Memory,
}

impl StateStore for Memory {
    type Provider = Bench;
    type Config = MemoryConfig;

    async fn configure(_cx: Context<Bench>, _config: MemoryConfig) -> Result<Self> {
        Ok(Self { entries: state_store::Memory::new() })
    }
}

impl Store for Memory {
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
