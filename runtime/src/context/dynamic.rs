//! The context of what serves many types.

use super::{Context, Kept, Operation};
use crate::diagnostic::{Result, error};
use crate::model::{AttributePath, Object, shape_block};
use crate::private::Private;
use crate::schema::implied_type::block_type;
use crate::schema::{Block, DataSourceSchema, ResourceSchema};
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;
use tfgen_cty::{Value, json};

/// What the functions of `DynamicResource` and `DynamicDataSource` are given beside their input. Everything that
/// [`Context`] can do, it can do too.
pub struct DynamicContext<P> {
    context: Context<P>,
    table: Table,
}

/// What a type is.
#[derive(Clone, Copy)]
pub(crate) struct Table {
    type_name: &'static str,
    block: &'static Block,
    identity: &'static [&'static str],
}

impl Table {
    pub(crate) fn of_resource(schema: &'static ResourceSchema) -> Self {
        Self { type_name: schema.type_name, block: &schema.block, identity: schema.identity }
    }

    pub(crate) fn of_data_source(schema: &'static DataSourceSchema) -> Self {
        Self { type_name: schema.type_name, block: &schema.block, identity: &[] }
    }
}

impl<P> DynamicContext<P> {
    pub(crate) fn new(provider: Arc<P>, operation: Arc<Operation>, table: Table) -> Self {
        Self { context: Context::new(provider, operation), table }
    }

    /// The full type name of the resource or data source: `acme_disk`.
    pub fn type_name(&self) -> &'static str {
        self.table.type_name
    }

    /// The attributes and blocks of the type.
    pub fn block(&self) -> &'static Block {
        self.table.block
    }

    /// The names of the attributes by which an object is found; none for a data source.
    pub fn identity(&self) -> &'static [&'static str] {
        self.table.identity
    }

    /// The object exists from here on: an error, a panic or a timeout after this line keeps it (tainted) in the state,
    /// with what was planned and nulls for what is not known. `id` holds the attributes of the identity, and may hold more.
    pub fn created(&self, id: &Object) {
        let identity = |name: &&'static str| (*name, id.value(name).cloned().unwrap_or(Value::Null));
        self.context.operation.keep(Kept::Created(Value::object(self.table.identity.iter().map(identity))));
    }

    /// Keeps this object, should the operation fail from here on: a change that is half done.
    pub fn save(&self, object: &Object) {
        self.context.operation.keep(Kept::Saved(object.clone().into()));
    }

    /// What the state holds; empty on create.
    pub fn prior(&self) -> Object {
        self.context.operation.prior.clone()
    }

    /// What the configuration says. Defaults are not in it; write-only values are.
    pub fn config(&self) -> Object {
        self.context.operation.config.clone()
    }

    /// What is kept beside the object's state. See [`Private`].
    pub fn private(&self) -> Private {
        Private::new(self.context.operation.clone())
    }

    /// Whether the plan differs from the state at this attribute, in any element where it is nested in a collection.
    pub fn changed(&self, attribute: impl Into<AttributePath>) -> bool {
        self.context.operation.changed(attribute.into())
    }

    /// The object in a JSON text, read by the type: numbers may be strings, what the text lacks is null, and what the type
    /// does not have is left out. It is an error if a value does not fit.
    pub fn from_json(&self, text: &[u8]) -> Result<Object> {
        let value = json::decode_lenient(text, &block_type(self.table.block)).map_err(|failed| {
            error("The answer does not fit the schema").detail(format!("`{}`: {failed}", self.table.type_name))
        })?;
        Ok(Object::new(value))
    }

    /// An object as JSON; null where it has nothing. It is an error if something is not known yet, or does not fit.
    pub fn to_json(&self, object: &Object) -> Result<Vec<u8>> {
        let value = shape_block(self.table.block, object.known().into());
        json::encode(&value, &block_type(self.table.block)).map_err(|failed| {
            error("The object does not fit the schema").detail(format!("`{}`: {failed}", self.table.type_name))
        })
    }
}

impl<P> Deref for DynamicContext<P> {
    type Target = Context<P>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

impl<P> Clone for DynamicContext<P> {
    fn clone(&self) -> Self {
        Self { context: self.context.clone(), table: self.table }
    }
}

impl<P> fmt::Debug for DynamicContext<P> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("DynamicContext").field("type_name", &self.table.type_name).finish_non_exhaustive()
    }
}
