//! What each RPC does, in cty values: one file per RPC, named after it.
//!
//! A handler takes a request and always gives a response; what went wrong is among its diagnostics. Values in a
//! request are decoded already and have the type of their schema; values in a response are checked here against the
//! rules that Terraform core checks them with. Nothing here may know protobuf, tonic or tokio.

use crate::adapter::{AnyProvider, Call};
use crate::capability::Services;
use crate::caught::catch;
use crate::context::{Cancellation, Canceller, Operation};
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::{Result, error};
use crate::log::Secrets;
use crate::private::PrivateStore;
use crate::registry::Registry;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

pub(crate) mod apply_resource_change;
pub(crate) mod call_function;
pub(crate) mod close_ephemeral_resource;
mod computed_blocks;
pub(crate) mod configure_provider;
pub(crate) mod configure_state_store;
mod configured;
mod delete_state;
pub(crate) mod generate_resource_config;
mod get_functions;
pub(crate) mod get_metadata;
pub(crate) mod get_provider_schema;
pub(crate) mod get_resource_identity_schemas;
mod get_states;
pub(crate) mod guard;
mod hidden_change;
mod identity;
pub(crate) mod import_resource_state;
pub(crate) mod invoke_action;
mod known;
pub(crate) mod list_resource;
mod lock_state;
pub(crate) mod move_resource_state;
pub(crate) mod open_ephemeral_resource;
pub(crate) mod plan_action;
mod plan_hook;
pub(crate) mod plan_resource_change;
pub(crate) mod read_data_source;
pub(crate) mod read_resource;
pub(crate) mod read_state_bytes;
pub(crate) mod renew_ephemeral_resource;
mod shutdown;
#[cfg(feature = "state-store")]
mod state_outputs;
pub(crate) mod state_stores;
mod stop_provider;
mod unlock_state;
pub(crate) mod upgrade_resource_identity;
pub(crate) mod upgrade_resource_state;
mod validate_action_config;
pub(crate) mod validate_data_resource_config;
mod validate_ephemeral_resource_config;
mod validate_list_resource_config;
pub(crate) mod validate_provider_config;
pub(crate) mod validate_resource_config;
mod validate_state_store_config;
pub(crate) mod write_only;
pub(crate) mod write_state_bytes;

/// The state that all RPCs of one provider process share.
#[derive(Debug)]
pub(crate) struct Handlers {
    registry: Registry,
    provider: RwLock<Configured>,
    stop: Mutex<Canceller>,
    private: PrivateStore,
    /// Sensitive values of the provider's configuration.
    secrets: RwLock<Arc<Secrets>>,
    state_stores: state_stores::StateStores,
    #[cfg(feature = "state-store")]
    read_stores: state_stores::ReadStores,
}

/// The provider that user code makes of its configuration.
enum Configured {
    /// None yet, or its configuration was wrong.
    Nothing,
    /// Its configuration is not known yet: whatever needs it waits for a later run.
    Deferred,
    Provider(AnyProvider, Services),
}

impl Handlers {
    /// `environment` is where keys for private state come from.
    pub(crate) fn new(registry: Registry, environment: &dyn Fn(&str) -> Option<String>) -> Self {
        guard::install_hook();
        let schema = registry.provider.schema;
        let private = PrivateStore::new(schema.name, schema.private_state, environment);
        Self {
            registry,
            provider: RwLock::new(Configured::Nothing),
            stop: Mutex::new(Canceller::new()),
            private,
            secrets: RwLock::default(),
            state_stores: state_stores::StateStores::default(),
            #[cfg(feature = "state-store")]
            read_stores: state_stores::ReadStores::default(),
        }
    }

    pub(crate) fn registry(&self) -> &Registry {
        &self.registry
    }

    /// A token for an operation that starts now.
    pub(crate) fn cancellation(&self) -> Cancellation {
        self.stop.lock().unwrap_or_else(PoisonError::into_inner).token()
    }

    fn set_provider(&self, provider: Configured) {
        // Those of authors are made with the provider.
        #[cfg(feature = "state-store")]
        let stores = std::mem::take(&mut *self.read_stores.lock().unwrap_or_else(PoisonError::into_inner));
        let mut place = self.provider.write().unwrap_or_else(PoisonError::into_inner);
        let before = std::mem::replace(&mut *place, provider);
        drop(place);
        // The one before is user code's to drop, which may panic; nobody asks for it any more.
        let _ = catch(move || drop(before));
        #[cfg(feature = "state-store")]
        let _ = catch(move || drop(stores));
    }

    fn provider(&self) -> Result<(AnyProvider, Services)> {
        match &*self.provider.read().unwrap_or_else(PoisonError::into_inner) {
            Configured::Provider(provider, services) => Ok((provider.clone(), services.clone())),
            Configured::Deferred => Err(defer(DeferralReason::ProviderConfigUnknown)),
            Configured::Nothing => Err(error(format!("The provider {} is not configured", self.registry.address()))
                .detail("Terraform has to configure a provider before it asks for objects. An error of the configuration, if there was one, is the cause.")),
        }
    }

    /// Whether everything that needs the provider has to wait.
    fn is_deferred(&self) -> bool {
        matches!(&*self.provider.read().unwrap_or_else(PoisonError::into_inner), Configured::Deferred)
    }

    /// Sensitive values of the provider's configuration, which no text of user code may show.
    pub(crate) fn secrets(&self) -> Arc<Secrets> {
        self.secrets.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn call(&self, operation: &Arc<Operation>) -> Result<Call> {
        operation.set_provider_secrets(self.secrets());
        let (provider, services) = self.provider()?;
        operation.set_services(services);
        Ok(Call { provider, operation: operation.clone() })
    }
}

impl std::fmt::Debug for Configured {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Nothing => "Nothing",
            Self::Deferred => "Deferred",
            Self::Provider(..) => "Provider",
        })
    }
}
