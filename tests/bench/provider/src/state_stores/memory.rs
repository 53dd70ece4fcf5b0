//! `state_store "bench_memory"`: states in memory.

use crate::generated::state_stores::memory::MemoryConfig;
use crate::provider::Bench;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tfgen_runtime::{Context, Result, StateStore, error};

/// The state store.
#[derive(Default)]
pub struct Memory {
    states: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Memory {
    fn states(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Memory {
    type Provider = Bench;
    type Config = MemoryConfig;

    async fn configure(_cx: Context<Bench>, _config: MemoryConfig) -> Result<Self> {
        Ok(Self::default())
    }

    async fn read(&self, _cx: Context<Bench>, state: String) -> Result<Option<Vec<u8>>> {
        Ok(self.states().get(&state).cloned())
    }

    async fn write(&self, _cx: Context<Bench>, state: String, body: Vec<u8>) -> Result<()> {
        self.states().insert(state, body);
        Ok(())
    }

    async fn lock(&self, _cx: Context<Bench>, _state: String, _operation: String) -> Result<Option<String>> {
        Ok(None)
    }

    async fn unlock(&self, _cx: Context<Bench>, _state: String, _lock_id: String) -> Result<()> {
        Err(error("There are no locks"))
    }

    async fn states(&self, _cx: Context<Bench>) -> Result<Vec<String>> {
        Ok(self.states().keys().cloned().collect())
    }

    async fn delete(&self, _cx: Context<Bench>, state: String) -> Result<()> {
        self.states().remove(&state);
        Ok(())
    }
}
