//! `ConfigureStateStore`: makes the store, and settles how large chunks are.
//!
//! Terraform asks for it also after a validation that failed, and crashes without capabilities in the answer.

use super::state_stores::StateStore;
use super::{Handlers, configured, guard, known};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::{Diagnostics, Result};
use crate::planning;
use crate::registry::StateStoreEntry;
use crate::state_store::keeper::{Keeper, Layers};
use crate::validate;
use std::env;
use std::sync::{Arc, PoisonError};
use tfgen_cty::Value;

/// What is proposed when Terraform proposes nothing that it would accept itself.
const CHUNK_SIZE: u32 = 8 << 20;

/// More than this Terraform does not accept.
const CHUNK_SIZE_MAX: u32 = 128 << 20;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) chunk_size: i64,
    pub(crate) cancellation: Cancellation,
}

/// What a store is opened for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "state-store"), expect(dead_code, reason = "nothing but runs can ask for a store"))]
pub(crate) enum Purpose {
    /// Terraform's runs, the first of which makes it.
    Runs,
    /// Looking at single states, and mending them.
    Each,
    /// Reading all states, and writing none.
    All,
}

/// The chunk size that both sides use, whatever else happens.
pub(crate) fn chunk_size(proposed: i64) -> u32 {
    u32::try_from(proposed).ok().filter(|size| (1..=CHUNK_SIZE_MAX).contains(size)).unwrap_or(CHUNK_SIZE)
}

impl Handlers {
    pub(crate) async fn configure_state_store(&self, entry: &StateStoreEntry, request: Request) -> Diagnostics {
        let Request { config, chunk_size: proposed, cancellation } = request;
        let operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        let operation = Arc::new(operation.of_block(entry.schema.block));
        let outcome = self.make_store(entry, &operation, &config, Purpose::Runs).await;
        let mut diagnostics = configured::said(&operation);
        match outcome {
            Ok(mut keeper) => {
                let chunk_size = usize::try_from(chunk_size(proposed)).unwrap_or(usize::MAX);
                let mut stores = self.state_stores.write().unwrap_or_else(PoisonError::into_inner);
                if let Some(before) = stores.get(entry.schema.type_name) {
                    keeper.succeed(&before.keeper, before.config == config);
                }
                stores.insert(
                    entry.schema.type_name,
                    StateStore { keeper: Arc::new(keeper), config, size_max: entry.adapter.size_max(), chunk_size },
                );
            }
            Err(failed) => diagnostics.extend(configured::masked(&operation, failed)),
        }
        diagnostics
    }

    /// The same for whoever is no Terraform: a store that is not there is not made.
    #[cfg(feature = "state-store")]
    pub(crate) async fn open_state_store(
        &self,
        entry: &StateStoreEntry,
        config: Value,
        cancellation: Cancellation,
        purpose: Purpose,
    ) -> Result<Keeper> {
        let operation = Arc::new(Operation::new(Value::Null, Value::Null, config.clone(), cancellation));
        self.make_store(entry, &operation, &config, purpose).await
    }

    async fn make_store(
        &self,
        entry: &StateStoreEntry,
        operation: &Arc<Operation>,
        config: &Value,
        purpose: Purpose,
    ) -> Result<Keeper> {
        let schema = entry.schema;
        let what = format!("the state store {}", schema.type_name);
        let call = self.call(operation)?;
        known::wholly_known(&what, config)?;
        let (config, mut found) = validate::environment::fill(&schema.block, config, |name| env::var(name).ok());
        if found.has_errors() {
            found.extend(configured::check(schema, entry.validate, &config).err().unwrap_or_default());
            return Err(found);
        }
        configured::check(schema, entry.validate, &config)?;
        let config = planning::with_defaults(&schema.block, &config).into_owned();
        // Terraform has heard the warnings when it validated.
        let layers = Layers::configured(self.registry.name(), &schema.state_store, &config)?;
        let configure = entry.adapter.configure(call, config, purpose == Purpose::Runs);
        let store = guard::run(&format!("configuring {what}"), configure).await?;
        let layers = if purpose == Purpose::All { layers.cached() } else { layers };
        layers.over(store, entry.adapter.size_max())
    }
}
