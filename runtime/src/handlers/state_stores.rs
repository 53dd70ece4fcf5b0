//! The configured state stores, and what all their RPCs share.

use super::{Handlers, guard};
use crate::adapter::BoxFuture;
use crate::context::Cancellation;
use crate::diagnostic::{Result, error};
use crate::state_store::keeper::Keeper;
use crate::state_store::via;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};
use tfgen_cty::Value;

/// The state store of each type that was configured last.
pub(super) type StateStores = RwLock<BTreeMap<&'static str, StateStore>>;

/// The stores that outputs were read of, by type and configuration: opening one may take more than reading it.
#[cfg(feature = "state-store")]
pub(super) type ReadStores = std::sync::Mutex<Vec<(&'static str, Value, Arc<Keeper>)>>;

/// A configured state store.
#[derive(Clone)]
pub(super) struct StateStore {
    pub(super) keeper: Arc<Keeper>,
    /// What it was configured with.
    pub(super) config: Value,
    /// The longest state that is taken, in bytes.
    pub(super) size_max: u64,
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
    /// The store of a type.
    pub(super) fn state_store(&self, type_name: &str) -> Result<StateStore> {
        let name = self.registry.find_state_store(type_name)?.schema.type_name;
        let stores = self.state_stores.read().unwrap_or_else(PoisonError::into_inner);
        stores.get(name).cloned().ok_or_else(|| {
            error(format!("The state store {name} is not configured"))
                .detail("Terraform has to configure a state store before it asks for states. An error of the configuration, if there was one, is the cause.")
        })
    }

    /// Lets go of all locks of states, as if this process had ended.
    pub(crate) fn abandon_locks(&self) {
        for store in self.state_stores.read().unwrap_or_else(PoisonError::into_inner).values() {
            store.keeper.abandon_locks();
        }
    }

    /// Does something with the store of a type, which may be user code. `rpc` is the accessor that a trace names.
    #[track_caller]
    pub(super) fn with_store<T: Send>(
        &self,
        rpc: &'static str,
        type_name: &str,
        doing: &str,
        work: impl FnOnce(StateStore) -> BoxFuture<Result<T>>,
    ) -> impl Future<Output = Result<T>> {
        via(rpc, async move { guard::run(doing, work(self.state_store(type_name)?)).await })
    }
}

/// A state is always asked for by name.
pub(super) fn named(state_id: &str) -> Result<()> {
    if state_id.is_empty() { Err(error("Terraform asked for a state without a name")) } else { Ok(()) }
}
