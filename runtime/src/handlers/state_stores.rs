//! The configured state stores, and what all their RPCs share.

use super::{Handlers, guard};
use crate::adapter::{AnyStateStore, BoxFuture, Call};
use crate::context::{Cancellation, Operation};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::log::Logger;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use tfgen_cty::Value;

/// The state store of each type that was configured last.
pub(super) type StateStores = RwLock<BTreeMap<&'static str, StateStore>>;

/// A configured state store.
#[derive(Clone)]
pub(super) struct StateStore {
    pub(super) store: Arc<dyn AnyStateStore>,
    /// How large a chunk is, both ways.
    pub(super) chunk_size: usize,
}

impl fmt::Debug for StateStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("StateStore").field("chunk_size", &self.chunk_size).finish_non_exhaustive()
    }
}

/// A call about one state.
#[derive(Debug)]
pub(crate) struct StateRequest {
    pub(crate) type_name: String,
    pub(crate) state_id: String,
    pub(crate) cancellation: Cancellation,
}

impl Handlers {
    /// The store of a type, and a call for it.
    pub(super) fn state_store(&self, type_name: &str, cancellation: Cancellation) -> Result<(StateStore, Call)> {
        let name = self.registry.find_state_store(type_name)?.schema.type_name;
        let stores = self.state_stores.read().unwrap_or_else(PoisonError::into_inner);
        let store = stores.get(name).cloned().ok_or_else(|| {
            error(format!("The state store {name} is not configured"))
                .detail("Terraform has to configure a state store before it asks for states. An error of the configuration, if there was one, is the cause.")
        })?;
        drop(stores);
        let operation = Operation::new(Value::Null, Value::Null, Value::Null, cancellation);
        Ok((store, self.call(&Arc::new(operation))?))
    }

    /// Does something with the store of a type; what it warns of is left with the call.
    pub(super) async fn with_store<T>(
        &self,
        type_name: &str,
        doing: &str,
        cancellation: Cancellation,
        work: impl FnOnce(StateStore, Call) -> BoxFuture<Result<T>>,
    ) -> (Result<T>, Diagnostics) {
        let (store, call) = match self.state_store(type_name, cancellation) {
            Ok(found) => found,
            Err(failed) => return (Err(failed), Diagnostics::new()),
        };
        let operation = call.operation.clone();
        let outcome = guard::run(doing, work(store, call)).await;
        (outcome, operation.take().0)
    }
}

/// A state is always asked for by name.
pub(super) fn named(state_id: &str) -> Result<()> {
    if state_id.is_empty() { Err(error("Terraform asked for a state without a name")) } else { Ok(()) }
}

/// What Terraform would drop: warnings of locks, of chunks that are not sent.
pub(super) fn log(warnings: Diagnostics, type_name: &str) {
    for warning in warnings {
        Logger::Provider.warn(warning.in_one_text()).field("tf_state_store_type", type_name).write();
    }
}
