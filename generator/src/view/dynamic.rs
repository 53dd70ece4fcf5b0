//! What the template of a resource or data source with a dynamic model prints: typed constants, most of them shared with other
//! things ([`attributes`]). Its table is in `tables.bin`, unless it is a tool's.

use super::rust_type::{Elements, Names, join, spelled};
use super::thing::{HeaderView, PrivateKeyView};
use super::{attributes, identifier, schema, wiring};
use crate::ir::{Attribute, AttributeType, Block, BlockNesting, DataSource, Provider, Resource, Schema};
use serde::Serialize;

/// `src/generated/resources/NAME.rs` or `src/generated/data_sources/NAME.rs`
#[derive(Debug, Serialize)]
pub struct DynamicView {
    header: HeaderView,
    /// The constants that are shared: module and name.
    shared: Vec<String>,
    /// Those of this thing alone.
    own: Vec<FieldView>,
    has_fields: bool,
    has_private: bool,
    private: Vec<PrivateKeyView>,
    table: Option<TableView>,
}

/// The table of what a tool is; that of everything else is packed.
#[derive(Debug, Serialize)]
struct TableView {
    ty: &'static str,
    rows: String,
}

/// The constant of an attribute or block: a constant costs rustc a fraction of what an accessor of a view does.
#[derive(Debug, Serialize)]
pub struct FieldView {
    address: String,
    name: String,
    ty: String,
}

impl FieldView {
    /// Its address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The type of its values.
    pub fn ty(&self) -> &str {
        &self.ty
    }

    /// The shared module of its type.
    pub fn module(&self) -> String {
        attributes::module(&self.ty)
    }

    /// Whether things that have the same attribute share its constant.
    pub fn is_shared(&self) -> bool {
        attributes::is_plain(&self.address, &self.name)
    }
}

impl DynamicView {
    /// The view of a resource.
    pub fn of_resource(resource: &Resource) -> Self {
        let names = Names::new(&resource.name, &[], &[], &resource.schema);
        let private = &resource.lifecycle.private;
        Self {
            has_private: !private.is_empty(),
            private: PrivateKeyView::all(&names, private),
            table: resource.tool.then(|| TableView { ty: "ResourceSchema", rows: schema::resource(resource) }),
            ..Self::new(HeaderView::new(&format!("`{}`", resource.type_name), &resource.origin), &resource.schema)
        }
    }

    /// The view of a data source.
    pub fn of_data_source(source: &DataSource) -> Self {
        let header = HeaderView::new(&format!("`data.{}`", source.type_name), &source.origin);
        let table = source.tool.then(|| TableView { ty: "DataSourceSchema", rows: schema::data_source(source) });
        Self { table, ..Self::new(header, &source.schema) }
    }

    fn new(header: HeaderView, schema: &Schema) -> Self {
        let (shared, own): (Vec<_>, Vec<_>) = fields(schema).into_iter().partition(FieldView::is_shared);
        let mut shared: Vec<(String, String)> =
            shared.into_iter().map(|field| (attributes::module(&field.ty), field.name)).collect();
        shared.sort_by_cached_key(|(module, name)| (identifier::sorted(module), identifier::sorted(name)));
        let has_fields = !shared.is_empty() || !own.is_empty();
        let shared = shared.into_iter().map(|(module, name)| format!("{module}::{name}")).collect();
        Self { header, shared, own, has_fields, has_private: false, private: Vec::new(), table: None }
    }
}

/// The attributes and blocks of a thing at every depth, by address.
pub fn fields(schema: &Schema) -> Vec<FieldView> {
    let mut fields = Vec::new();
    collect("", &schema.attributes, &schema.blocks, &mut fields);
    fields.sort_by(|a, b| a.address.cmp(&b.address));
    fields
}

fn collect(outer: &str, attributes: &[Attribute], blocks: &[Block], fields: &mut Vec<FieldView>) {
    let mut add = |address: &str, ty: String| {
        fields.push(FieldView { address: address.to_owned(), name: identifier::constant(address), ty });
    };
    for attribute in attributes {
        add(&join(outer, &attribute.name), attribute_type(attribute));
    }
    for block in blocks {
        let ty = match block.nesting {
            BlockNesting::Single | BlockNesting::Group => OBJECT.to_owned(),
            BlockNesting::List | BlockNesting::Set => format!("Vec<{OBJECT}>"),
            BlockNesting::Map => format!("rt::Map<{OBJECT}>"),
        };
        add(&join(outer, &block.name), ty);
    }
    for attribute in attributes {
        if let AttributeType::Nested(_, inner) = &attribute.ty {
            collect(&join(outer, &attribute.name), inner, &[], fields);
        }
    }
    for block in blocks {
        collect(&join(outer, &block.name), &block.attributes, &block.blocks, fields);
    }
}

/// What holds several attributes has no struct.
const OBJECT: &str = "rt::Object";

fn attribute_type(attribute: &Attribute) -> String {
    spelled("", &attribute.ty, Elements::of(attribute), &|_| "String".to_owned(), &|_, _| OBJECT.to_owned())
}

/// What the skeleton of the shared implementation prints.
#[derive(Debug, Serialize)]
pub struct ImplementationView {
    import: String,
    provider: String,
}

impl ImplementationView {
    /// The skeleton for a provider.
    pub fn new(provider: &Provider) -> Self {
        let path = wiring::implementation(provider);
        let name = path.rsplit("::").next().unwrap_or_default().to_owned();
        let is_taken = matches!(name.as_str(), "Dynamic" | "DynamicContext" | "Object" | "Result");
        if is_taken { Self { import: String::new(), provider: path } } else { Self { import: path, provider: name } }
    }
}
