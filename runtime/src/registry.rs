//! The registry: what a provider consists of, type names to handlers. Generated code fills it.

use crate::action::Action;
use crate::adapter::{Adapter, AnyDataSource, AnyResource, AnyUpdate, BuiltInDataSource, PlanHookOf};
use crate::capability::{AnyService, Capability, Provides, ServiceAdapter};
use crate::data_source::DataSource;
use crate::diagnostic::Result;
use crate::dynamic::{DynamicDataSource, DynamicResource};
use crate::ephemeral::{Close, Ephemeral, Renew};
use crate::function::Function;
use crate::hook::{ActionHooks, ResourceHooks, Validate};
use crate::list::List;
use crate::model::{ConfigModel, DataModel, EphemeralModel, ProviderMetaModel, ProviderModel, ResourceModel};
use crate::provider::Provider;
use crate::resource::{Resource, Update};
use crate::schema::{DataSourceSchema, ResourceSchema, Tables};
#[cfg(feature = "state-store")]
use crate::state_store::{StateStore, settings::BuiltIn};
use crate::upgrade::{MoveState, UpgradeIdentity, UpgradeState};
use std::fmt;
use std::ops::Range;
use tfgen_cty::Type;

mod entry;
mod kind;
#[cfg(feature = "tool")]
mod tool;

use entry::BlockType;
pub(crate) use entry::{
    ActionEntry, DataSourceEntry, EphemeralEntry, FunctionEntry, ListEntry, ProviderEntry, ResourceEntry,
    StateStoreEntry,
};
pub(crate) use kind::Kind;

/// Everything that one provider offers. Made by the generated `registry()`, given to [`serve`](crate::serve).
pub struct Registry {
    pub(crate) provider: ProviderEntry,
    /// The type of what a module may tell the provider.
    provider_meta: Option<BlockType>,
    pub(crate) schema_bytes: &'static [u8],
    pub(crate) version: &'static str,
    pub(crate) resources: Kind<ResourceEntry>,
    pub(crate) data_sources: Kind<DataSourceEntry>,
    pub(crate) ephemeral_resources: Kind<EphemeralEntry>,
    pub(crate) list_resources: Kind<ListEntry>,
    pub(crate) actions: Kind<ActionEntry>,
    pub(crate) functions: Kind<FunctionEntry>,
    pub(crate) state_stores: Kind<StateStoreEntry>,
    /// The services of capabilities, in the order in which they start.
    pub(crate) services: Vec<Box<dyn AnyService>>,
    #[cfg(feature = "tool")]
    pub(crate) tools: tool::Tools,
}

impl Registry {
    /// An empty registry for the provider `P`, with its encoded `GetProviderSchema` response and its version.
    pub fn new<P: Provider>(schema_bytes: &'static [u8], version: &'static str) -> Self {
        let schema = P::Config::SCHEMA;
        let ty = BlockType::new(&schema.block);
        Self {
            provider: ProviderEntry { schema, adapter: Box::new(Adapter::<P>::new()), validate: None, ty },
            provider_meta: None,
            schema_bytes,
            version,
            resources: Kind::new("resource"),
            data_sources: Kind::new("data source"),
            ephemeral_resources: Kind::new("ephemeral resource"),
            list_resources: Kind::new("list resource"),
            actions: Kind::new("action"),
            functions: Kind::new("function"),
            state_stores: Kind::new("state store"),
            services: Vec::new(),
            #[cfg(feature = "tool")]
            tools: tool::Tools::of(schema.name),
        }
    }

    /// Registers what a module may tell the provider.
    pub fn provider_meta<M: ProviderMetaModel>(&mut self) {
        self.provider_meta = Some(BlockType::new(&M::SCHEMA.block));
    }

    /// The type of what a module may tell the provider; none if it may tell nothing.
    pub(crate) fn provider_meta_type(&self) -> Option<&Type> {
        self.provider_meta.as_ref().map(BlockType::get)
    }

    /// Registers a managed resource whose every change replaces the object.
    pub fn resource<R: Resource>(&mut self) {
        self.insert::<R>(None);
    }

    /// Registers a managed resource that can change in place.
    pub fn updatable_resource<R: Update>(&mut self) {
        self.insert::<R>(Some(Box::new(Adapter::<R>::new())));
    }

    /// Registers a managed resource whose implementation could serve others, with a table that is not packed.
    #[cfg(test)]
    pub(crate) fn dynamic_resource<R: DynamicResource>(&mut self, schema: &'static ResourceSchema) {
        self.resources.insert(schema.type_name, ResourceEntry::of_dynamic::<R>(schema));
    }

    /// Registers managed resources whose implementation serves all of them: the tables at these places.
    pub fn dynamic_resources<R: DynamicResource>(&mut self, tables: &'static Tables, places: Range<usize>) {
        for (type_name, table) in tables.at(places) {
            self.resources.insert_packed(type_name, table, ResourceEntry::dynamic::<R>);
        }
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource>(&mut self) {
        self.insert_data_source(D::Model::SCHEMA, Box::new(Adapter::<D>::new()));
    }

    /// Registers data sources whose implementation serves all of them: the tables at these places.
    pub fn dynamic_data_sources<D: DynamicDataSource>(&mut self, tables: &'static Tables, places: Range<usize>) {
        for (type_name, table) in tables.at(places) {
            self.data_sources.insert_packed(type_name, table, DataSourceEntry::dynamic::<D>);
        }
    }

    /// Registers a data source that the runtime brings: one that reads outputs of states.
    pub fn built_in_data_source<M: DataModel>(&mut self) {
        self.insert_data_source(M::SCHEMA, Box::new(BuiltInDataSource));
    }

    /// Registers an ephemeral resource.
    pub fn ephemeral_resource<E: Ephemeral>(&mut self) {
        let schema = E::Model::SCHEMA;
        self.ephemeral_resources.insert(schema.type_name, EphemeralEntry::new(schema, Box::new(Adapter::<E>::new())));
    }

    /// Says that a registered ephemeral resource is renewed.
    pub fn renewable_ephemeral_resource<E: Renew>(&mut self) {
        if let Some(entry) = self.ephemeral_resources.get_mut(E::Model::SCHEMA.type_name) {
            entry.renew = Some(Box::new(Adapter::<E>::new()));
        }
    }

    /// Says that a registered ephemeral resource is closed.
    pub fn closable_ephemeral_resource<E: Close>(&mut self) {
        if let Some(entry) = self.ephemeral_resources.get_mut(E::Model::SCHEMA.type_name) {
            entry.close = Some(Box::new(Adapter::<E>::new()));
        }
    }

    /// Registers a list resource.
    pub fn list_resource<L: List>(&mut self) {
        let schema = L::Config::SCHEMA;
        self.list_resources.insert(schema.type_name, ListEntry::new(schema, Box::new(Adapter::<L>::new())));
    }

    /// Registers an action.
    pub fn action<A: Action>(&mut self) {
        let schema = A::Config::SCHEMA;
        self.actions.insert(schema.type_name, ActionEntry::new(schema, Box::new(Adapter::<A>::new())));
    }

    /// Registers a state store.
    #[cfg(feature = "state-store")]
    pub fn state_store<S: StateStore>(&mut self) {
        let schema = S::Config::SCHEMA;
        self.state_stores.insert(schema.type_name, StateStoreEntry::new(schema, Box::new(Adapter::<S>::new())));
    }

    /// Registers a state store that the runtime brings.
    #[cfg(feature = "state-store")]
    pub fn built_in_state_store<C: ConfigModel>(&mut self) {
        let schema = C::SCHEMA;
        let adapter = Box::new(BuiltIn::new(schema.state_store));
        self.state_stores.insert(schema.type_name, StateStoreEntry::new(schema, adapter));
    }

    /// Registers the service of a capability.
    pub fn service<S: Capability>(&mut self)
    where
        S::Provider: Provides<S>,
    {
        self.services.push(Box::new(ServiceAdapter::<S>::new()));
    }

    /// Registers a function.
    pub fn function<F: Function>(&mut self) {
        let entry = FunctionEntry { schema: F::SCHEMA, adapter: Box::new(Adapter::<F>::new()) };
        self.functions.insert(F::SCHEMA.name, entry);
    }

    /// Registers what a registered resource adds to the upgrades of its states.
    pub fn upgrade_state<R: UpgradeState>(&mut self) {
        if let Some(entry) = self.resources.get_mut(R::Model::SCHEMA.type_name) {
            entry.upgrade_state = Some(Box::new(Adapter::<R>::new()));
        }
    }

    /// Registers what a registered resource adds to the upgrades of its identities.
    pub fn upgrade_identity<R: UpgradeIdentity>(&mut self) {
        if let Some(entry) = self.resources.get_mut(R::Model::SCHEMA.type_name) {
            entry.upgrade_identity = Some(Box::new(Adapter::<R>::new()));
        }
    }

    /// Registers what a registered resource adds to moves from other types.
    pub fn move_state<R: MoveState>(&mut self) {
        if let Some(entry) = self.resources.get_mut(R::Model::SCHEMA.type_name) {
            entry.move_state = Some(Box::new(Adapter::<R>::new()));
        }
    }

    /// Adds the hooks of a managed resource that is registered already.
    pub fn resource_hooks<R: Resource>(&mut self, hooks: ResourceHooks<R>) {
        if let Some(entry) = self.resources.get_mut(R::Model::SCHEMA.type_name) {
            entry.validate = hooks.validate;
            entry.plan_hook = Some(Box::new(hooks));
        }
    }

    /// Adds the validation hook of a data source that is registered already.
    pub fn data_source_hooks<D: DataSource>(&mut self, validate: Validate) {
        if let Some(entry) = self.data_sources.get_mut(D::Model::SCHEMA.type_name) {
            entry.validate = Some(validate);
        }
    }

    /// Adds the validation hook of an ephemeral resource that is registered already.
    pub fn ephemeral_resource_hooks<E: Ephemeral>(&mut self, validate: Validate) {
        if let Some(entry) = self.ephemeral_resources.get_mut(E::Model::SCHEMA.type_name) {
            entry.validate = Some(validate);
        }
    }

    /// Adds the validation hook of a list resource that is registered already.
    pub fn list_resource_hooks<L: List>(&mut self, validate: Validate) {
        if let Some(entry) = self.list_resources.get_mut(L::Config::SCHEMA.type_name) {
            entry.validate = Some(validate);
        }
    }

    /// Adds the hooks of an action that is registered already.
    pub fn action_hooks<A: Action>(&mut self, hooks: ActionHooks<A>) {
        if let Some(entry) = self.actions.get_mut(A::Config::SCHEMA.type_name) {
            entry.validate = hooks.validate;
            entry.plan_hook = hooks.plan.map(|hook| Box::new(PlanHookOf::<A>(hook)) as _);
        }
    }

    /// Adds the validation hook of a state store that is registered already.
    #[cfg(feature = "state-store")]
    pub fn state_store_hooks<S: StateStore>(&mut self, validate: Validate) {
        if let Some(entry) = self.state_stores.get_mut(S::Config::SCHEMA.type_name) {
            entry.validate = Some(validate);
        }
    }

    /// Adds the validation hook of the provider's own configuration.
    pub fn provider_hooks(&mut self, validate: Validate) {
        self.provider.validate = Some(validate);
    }

    fn insert<R: Resource>(&mut self, update: Option<Box<dyn AnyUpdate>>) {
        self.insert_resource(R::Model::SCHEMA, Box::new(Adapter::<R>::new()), update);
    }

    fn insert_data_source(&mut self, schema: &'static DataSourceSchema, adapter: Box<dyn AnyDataSource>) {
        let entry = DataSourceEntry::new(schema, adapter);
        self.data_sources.insert(schema.type_name, entry);
    }

    fn insert_resource(
        &mut self,
        schema: &'static ResourceSchema,
        adapter: Box<dyn AnyResource>,
        update: Option<Box<dyn AnyUpdate>>,
    ) {
        let entry = ResourceEntry::new(schema, adapter, update);
        self.resources.insert(schema.type_name, entry);
    }

    /// The provider's type name, for example `acme`.
    pub fn name(&self) -> &'static str {
        self.provider.schema.name
    }

    /// Where the provider is published, `NAMESPACE/NAME`.
    pub fn address(&self) -> &'static str {
        self.provider.schema.address
    }

    /// The provider's version.
    pub fn version(&self) -> &'static str {
        self.version
    }

    pub(crate) fn find_resource(&self, type_name: &str) -> Result<&ResourceEntry> {
        self.find(&self.resources, type_name)
    }

    pub(crate) fn find_data_source(&self, type_name: &str) -> Result<&DataSourceEntry> {
        self.find(&self.data_sources, type_name)
    }

    pub(crate) fn find_ephemeral_resource(&self, type_name: &str) -> Result<&EphemeralEntry> {
        self.find(&self.ephemeral_resources, type_name)
    }

    pub(crate) fn find_list_resource(&self, type_name: &str) -> Result<&ListEntry> {
        self.find(&self.list_resources, type_name)
    }

    pub(crate) fn find_action(&self, type_name: &str) -> Result<&ActionEntry> {
        self.find(&self.actions, type_name)
    }

    pub(crate) fn find_state_store(&self, type_name: &str) -> Result<&StateStoreEntry> {
        self.find(&self.state_stores, type_name)
    }

    pub(crate) fn find_function(&self, name: &str) -> Result<&FunctionEntry> {
        self.find(&self.functions, name)
    }

    fn find<'a, E>(&self, kind: &'a Kind<E>, name: &str) -> Result<&'a E> {
        kind.get(name).ok_or_else(|| kind.unknown(name, self.address(), self.version))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Registry")
            .field("address", &self.address())
            .field("version", &self.version)
            .field("resources", &self.resources.names().collect::<Vec<_>>())
            .field("data_sources", &self.data_sources.names().collect::<Vec<_>>())
            .field("ephemeral_resources", &self.ephemeral_resources.names().collect::<Vec<_>>())
            .field("list_resources", &self.list_resources.names().collect::<Vec<_>>())
            .field("actions", &self.actions.names().collect::<Vec<_>>())
            .field("state_stores", &self.state_stores.names().collect::<Vec<_>>())
            .field("functions", &self.functions.names().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}
