//! What the registry knows of one thing: its table, its handlers behind object-safe traits, and its type, made when it is
//! first asked for.

use crate::adapter::{
    AnyAction, AnyCheck, AnyClose, AnyConfigure, AnyConfigureStore, AnyDataSource, AnyEphemeral, AnyFunction, AnyList,
    AnyMoveState, AnyPlanAction, AnyPlanHook, AnyRenew, AnyResource, AnyUpdate, AnyUpgradeIdentity, AnyUpgradeState,
    DynamicAdapter,
};
use crate::context::DynamicTable;
use crate::dynamic::{DynamicDataSource, DynamicResource};
use crate::hook::Validate;
use crate::schema::implied_type::{block_type, identity_type};
use crate::schema::packed::Table;
use crate::schema::{Block, ConfigSchema, DataSourceSchema, FunctionSchema, ProviderSchema, ResourceSchema};
use std::sync::OnceLock;
use tfgen_cty::Type;

/// The provider itself.
pub(crate) struct ProviderEntry {
    pub(crate) schema: &'static ProviderSchema,
    pub(crate) adapter: Box<dyn AnyConfigure>,
    pub(crate) validate: Option<Validate>,
    pub(super) ty: BlockType,
}

/// A managed resource.
pub(crate) struct ResourceEntry {
    pub(crate) schema: &'static ResourceSchema,
    pub(crate) adapter: Box<dyn AnyResource>,
    pub(crate) update: Option<Box<dyn AnyUpdate>>,
    pub(crate) upgrade_state: Option<Box<dyn AnyUpgradeState>>,
    pub(crate) upgrade_identity: Option<Box<dyn AnyUpgradeIdentity>>,
    pub(crate) move_state: Option<Box<dyn AnyMoveState>>,
    pub(crate) plan_hook: Option<Box<dyn AnyPlanHook>>,
    pub(crate) validate: Option<Validate>,
    pub(crate) check: Option<Box<dyn AnyCheck>>,
    pub(super) ty: BlockType,
    pub(super) identity_type: OnceLock<Type>,
}

/// A data source.
pub(crate) struct DataSourceEntry {
    pub(crate) schema: &'static DataSourceSchema,
    pub(crate) adapter: Box<dyn AnyDataSource>,
    pub(crate) validate: Option<Validate>,
    pub(super) ty: BlockType,
}

/// What has a configuration and one adapter.
pub(crate) struct ThingEntry<A: ?Sized> {
    pub(crate) schema: &'static ConfigSchema,
    pub(crate) adapter: Box<A>,
    pub(crate) validate: Option<Validate>,
    pub(super) ty: BlockType,
}

/// A list resource.
pub(crate) type ListEntry = ThingEntry<dyn AnyList>;
/// An action.
pub(crate) struct ActionEntry {
    pub(crate) schema: &'static ConfigSchema,
    pub(crate) adapter: Box<dyn AnyAction>,
    pub(crate) plan_hook: Option<Box<dyn AnyPlanAction>>,
    pub(crate) validate: Option<Validate>,
    pub(super) ty: BlockType,
}
/// A state store.
pub(crate) type StateStoreEntry = ThingEntry<dyn AnyConfigureStore>;

/// An ephemeral resource.
pub(crate) struct EphemeralEntry {
    pub(crate) schema: &'static ConfigSchema,
    pub(crate) adapter: Box<dyn AnyEphemeral>,
    pub(crate) renew: Option<Box<dyn AnyRenew>>,
    pub(crate) close: Option<Box<dyn AnyClose>>,
    pub(crate) validate: Option<Validate>,
    pub(super) ty: BlockType,
}

/// A function. Its types are those of single attributes, and made when it is called.
pub(crate) struct FunctionEntry {
    pub(crate) schema: &'static FunctionSchema,
    pub(crate) adapter: Box<dyn AnyFunction>,
}

/// The type of a block's value.
pub(super) struct BlockType {
    block: &'static Block,
    ty: OnceLock<Type>,
}

impl BlockType {
    pub(super) const fn new(block: &'static Block) -> Self {
        Self { block, ty: OnceLock::new() }
    }

    pub(super) fn get(&self) -> &Type {
        self.ty.get_or_init(|| block_type(self.block))
    }
}

impl ProviderEntry {
    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }
}

impl ResourceEntry {
    pub(super) fn new(
        schema: &'static ResourceSchema,
        adapter: Box<dyn AnyResource>,
        update: Option<Box<dyn AnyUpdate>>,
    ) -> Self {
        Self {
            schema,
            adapter,
            update,
            upgrade_state: None,
            upgrade_identity: None,
            move_state: None,
            plan_hook: None,
            validate: None,
            check: None,
            ty: BlockType::new(&schema.block),
            identity_type: OnceLock::new(),
        }
    }

    /// One whose implementation serves others, too.
    pub(super) fn dynamic<R: DynamicResource>(table: Table) -> Option<Self> {
        table.resource().map(Self::of_dynamic::<R>)
    }

    pub(super) fn of_dynamic<R: DynamicResource>(schema: &'static ResourceSchema) -> Self {
        let table = DynamicTable::of_resource(schema);
        let update = Box::new(DynamicAdapter::<R>::new(table));
        Self::new(schema, Box::new(DynamicAdapter::<R>::new(table)), Some(update))
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }

    pub(crate) fn identity_type(&self) -> &Type {
        self.identity_type.get_or_init(|| identity_type(self.schema))
    }
}

impl DataSourceEntry {
    pub(super) fn new(schema: &'static DataSourceSchema, adapter: Box<dyn AnyDataSource>) -> Self {
        Self { schema, adapter, validate: None, ty: BlockType::new(&schema.block) }
    }

    /// One whose implementation serves others, too.
    pub(super) fn dynamic<D: DynamicDataSource>(table: Table) -> Option<Self> {
        let schema = table.data_source()?;
        Some(Self::new(schema, Box::new(DynamicAdapter::<D>::new(DynamicTable::of_data_source(schema)))))
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }
}

impl<A: ?Sized> ThingEntry<A> {
    pub(super) fn new(schema: &'static ConfigSchema, adapter: Box<A>) -> Self {
        Self { schema, adapter, validate: None, ty: BlockType::new(&schema.block) }
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }
}

impl ActionEntry {
    pub(super) fn new(schema: &'static ConfigSchema, adapter: Box<dyn AnyAction>) -> Self {
        Self { schema, adapter, plan_hook: None, validate: None, ty: BlockType::new(&schema.block) }
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }
}

impl EphemeralEntry {
    pub(super) fn new(schema: &'static ConfigSchema, adapter: Box<dyn AnyEphemeral>) -> Self {
        Self { schema, adapter, renew: None, close: None, validate: None, ty: BlockType::new(&schema.block) }
    }

    pub(crate) fn ty(&self) -> &Type {
        self.ty.get()
    }
}
