//! What the template of a resource or data source with a dynamic model prints: its views, and its table.

use super::documentation::lines;
use super::model::Declarations;
use super::rust_type::{Names, Role};
use super::thing::{HeaderView, PrivateKeyView};
use super::{schema, wiring};
use crate::ir::{DataSource, Provider, Resource, Schema};
use serde::Serialize;

/// `src/generated/resources/NAME.rs` or `src/generated/data_sources/NAME.rs`
#[derive(Debug, Serialize)]
pub struct DynamicView {
    header: HeaderView,
    declarations: Declarations,
    has_private: bool,
    private: Vec<PrivateKeyView>,
    table: &'static str,
    schema: String,
}

impl DynamicView {
    /// The view of a resource.
    pub fn of_resource(resource: &Resource) -> Self {
        let names = names(&resource.name, &resource.schema);
        let of = &resource.type_name;
        Self {
            header: HeaderView::new(&format!("`{of}`"), &resource.origin),
            declarations: declarations(&names, of, &resource.schema),
            has_private: !resource.lifecycle.private.is_empty(),
            private: PrivateKeyView::all(&names, &resource.lifecycle.private),
            table: "ResourceSchema",
            schema: schema::resource(resource),
        }
    }

    /// The view of a data source.
    pub fn of_data_source(source: &DataSource) -> Self {
        let of = format!("data.{}", source.type_name);
        Self {
            header: HeaderView::new(&format!("`{of}`"), &source.origin),
            declarations: declarations(&names(&source.name, &source.schema), &of, &source.schema),
            has_private: false,
            private: Vec::new(),
            table: "DataSourceSchema",
            schema: schema::data_source(source),
        }
    }
}

fn names(name: &str, schema: &Schema) -> Names {
    Names::new(name, &[Role::View], &[Role::View], schema)
}

fn declarations(names: &Names, of: &str, schema: &Schema) -> Declarations {
    let doc = lines(&format!("A `{of}` of which anything may be null or not known yet."), "");
    Declarations::new(names, schema, &[(Role::View, doc)]).inlined()
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
