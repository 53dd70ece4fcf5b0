//! `state_store "kitchen_tin"`: states in memory, and a hook of a state store.

use crate::generated::state_stores::tin::{TinConfig, TinHooks, TinView, attribute};
use crate::provider::Kitchen;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tfgen_runtime::{Context, Result, StateStore, error};

/// The state store.
#[derive(Default)]
pub struct Tin {
    states: Mutex<BTreeMap<String, Vec<u8>>>,
}

impl Tin {
    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Vec<u8>>> {
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Tin {
    type Provider = Kitchen;
    type Config = TinConfig;

    async fn configure(_cx: Context<Kitchen>, _config: TinConfig) -> Result<Self> {
        Ok(Self::default())
    }

    async fn read(&self, _cx: Context<Kitchen>, state: String) -> Result<Option<Vec<u8>>> {
        Ok(self.open().get(&state).cloned())
    }

    async fn write(&self, _cx: Context<Kitchen>, state: String, body: Vec<u8>) -> Result<()> {
        self.open().insert(state, body);
        Ok(())
    }

    async fn lock(&self, _cx: Context<Kitchen>, _state: String, _operation: String) -> Result<Option<String>> {
        Ok(None)
    }

    async fn unlock(&self, _cx: Context<Kitchen>, state: String, _lock_id: String) -> Result<()> {
        Err(error(format!("The state \"{state}\" is not locked")))
    }

    async fn states(&self, _cx: Context<Kitchen>) -> Result<Vec<String>> {
        Ok(self.open().keys().cloned().collect())
    }

    async fn delete(&self, _cx: Context<Kitchen>, state: String) -> Result<()> {
        self.open().remove(&state).map(drop).ok_or_else(|| error("There is no such state"))
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
