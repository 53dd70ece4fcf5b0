//! The registry: what a provider consists of, type names to handlers. Generated code fills it.

use crate::adapter::{Adapter, AnyConfigure, AnyDataSource, AnyResource, AnyUpdate};
use crate::data_source::DataSource;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::model::{DataModel, ProviderModel, ResourceModel};
use crate::provider::Provider;
use crate::resource::{Resource, Update};
use crate::schema::implied_type::{block_type, identity_type};
use crate::schema::{DataSourceSchema, ProviderSchema, ResourceSchema};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;
use tfgen_cty::Type;

/// Everything that one provider offers. Made by the generated `registry()`, given to [`serve`](crate::serve).
pub struct Registry {
    pub(crate) provider: ProviderEntry,
    pub(crate) schema_bytes: &'static [u8],
    pub(crate) version: &'static str,
    resources: BTreeMap<&'static str, ResourceEntry>,
    data_sources: BTreeMap<&'static str, DataSourceEntry>,
}

pub(crate) struct ProviderEntry {
    pub(crate) schema: &'static ProviderSchema,
    pub(crate) adapter: Box<dyn AnyConfigure>,
    ty: OnceLock<Type>,
}

pub(crate) struct ResourceEntry {
    pub(crate) schema: &'static ResourceSchema,
    pub(crate) adapter: Box<dyn AnyResource>,
    pub(crate) update: Option<Box<dyn AnyUpdate>>,
    ty: OnceLock<Type>,
    identity_type: OnceLock<Type>,
}

pub(crate) struct DataSourceEntry {
    pub(crate) schema: &'static DataSourceSchema,
    pub(crate) adapter: Box<dyn AnyDataSource>,
    ty: OnceLock<Type>,
}

impl Registry {
    /// An empty registry for the provider `P`, with its encoded `GetProviderSchema` response and its version.
    pub fn new<P: Provider>(schema_bytes: &'static [u8], version: &'static str) -> Self {
        let provider =
            ProviderEntry { schema: P::Config::SCHEMA, adapter: Box::new(Adapter::<P>::new()), ty: OnceLock::new() };
        Self { provider, schema_bytes, version, resources: BTreeMap::new(), data_sources: BTreeMap::new() }
    }

    /// Registers a managed resource whose every change replaces the object.
    pub fn resource<R: Resource>(&mut self) {
        self.insert::<R>(None);
    }

    /// Registers a managed resource that can change in place.
    pub fn updatable_resource<R: Update>(&mut self) {
        self.insert::<R>(Some(Box::new(Adapter::<R>::new())));
    }

    /// Registers a data source.
    pub fn data_source<D: DataSource>(&mut self) {
        let schema = D::Model::SCHEMA;
        let entry = DataSourceEntry { schema, adapter: Box::new(Adapter::<D>::new()), ty: OnceLock::new() };
        self.data_sources.insert(schema.type_name, entry);
    }

    fn insert<R: Resource>(&mut self, update: Option<Box<dyn AnyUpdate>>) {
        let schema = R::Model::SCHEMA;
        let entry = ResourceEntry {
            schema,
            adapter: Box::new(Adapter::<R>::new()),
            update,
            ty: OnceLock::new(),
            identity_type: OnceLock::new(),
        };
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

    pub(crate) fn resources(&self) -> impl Iterator<Item = &ResourceEntry> {
        self.resources.values()
    }

    pub(crate) fn data_sources(&self) -> impl Iterator<Item = &DataSourceEntry> {
        self.data_sources.values()
    }

    pub(crate) fn find_resource(&self, type_name: &str) -> Result<&ResourceEntry> {
        self.resources.get(type_name).ok_or_else(|| self.unknown("resource", type_name, self.resources.keys()))
    }

    pub(crate) fn find_data_source(&self, type_name: &str) -> Result<&DataSourceEntry> {
        self.data_sources.get(type_name).ok_or_else(|| self.unknown("data source", type_name, self.data_sources.keys()))
    }

    fn unknown<'a>(&self, kind: &str, type_name: &str, known: impl Iterator<Item = &'a &'static str>) -> Diagnostics {
        let mut names: Vec<&str> = known.copied().collect();
        let more = names.len().saturating_sub(20);
        names.truncate(20);
        let list = match (names.is_empty(), more) {
            (true, _) => "none".to_owned(),
            (false, 0) => names.join(", "),
            (false, more) => format!("{} and {more} more", names.join(", ")),
        };
        error(format!("The provider {} has no {kind} \"{type_name}\"", self.address()))
            .detail(format!("Version {} of it has: {list}.", self.version))
    }
}

impl ProviderEntry {
    pub(crate) fn ty(&self) -> &Type {
        self.ty.get_or_init(|| block_type(&self.schema.block))
    }
}

impl ResourceEntry {
    pub(crate) fn ty(&self) -> &Type {
        self.ty.get_or_init(|| block_type(&self.schema.block))
    }

    pub(crate) fn identity_type(&self) -> &Type {
        self.identity_type.get_or_init(|| identity_type(self.schema))
    }
}

impl DataSourceEntry {
    pub(crate) fn ty(&self) -> &Type {
        self.ty.get_or_init(|| block_type(&self.schema.block))
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Registry")
            .field("address", &self.address())
            .field("version", &self.version)
            .field("resources", &self.resources.keys())
            .field("data_sources", &self.data_sources.keys())
            .finish_non_exhaustive()
    }
}
