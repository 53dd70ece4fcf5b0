//! Stage 3: the IR as the pages of a provider crate, every string final.
//!
//! [`pages`] is the only list of output files. A page names a template and holds what the template prints; Rust spelling
//! is decided here and nowhere else.

pub mod attributes;
pub mod capability;
pub mod documentation;
pub mod dynamic;
pub mod ephemeral_resource;
pub mod function;
pub mod hook;
pub mod identifier;
pub mod layout;
pub mod literal;
pub mod model;
pub mod object;
pub mod rust_type;
pub mod scaffold;
pub mod schema;
pub mod thing;
pub mod tool;
pub mod upgrade;
pub mod wiring;

use crate::file_tree::Ownership;
use crate::ir::{Model, Provider};
use serde::Serialize;

/// The folder that tfgen owns.
pub const GENERATED: &str = "src/generated";

/// One file to be rendered.
#[derive(Debug)]
pub struct Page {
    /// Below the crate's root, with forward slashes.
    pub path: String,
    /// The template, below `templates/`.
    pub template: &'static str,
    /// What it prints.
    pub context: minijinja::Value,
    /// Who owns the file.
    pub ownership: Ownership,
}

impl Page {
    fn new(path: String, template: &'static str, context: impl Serialize, ownership: Ownership) -> Self {
        Self { path, template, context: minijinja::Value::from(minijinja::value::Serde(context)), ownership }
    }
}

/// Every text file that follows from the schema.
pub fn pages(provider: &Provider) -> Vec<Page> {
    let wiring = wiring::WiringView::new(provider);
    let mut pages = vec![
        generated("mod.rs", "generated/mod.rs.jinja", wiring::ModulesView::new(provider)),
        generated("wiring.rs", "generated/wiring.rs.jinja", wiring),
        generated("provider.rs", "generated/provider.rs.jinja", thing::ProviderView::new(provider)),
    ];
    let attributes = attributes::AttributesView::new(provider);
    pages.extend(attributes.map(|view| generated("attributes.rs", "generated/attributes.rs.jinja", view)));
    if let Some(meta) = &provider.provider_meta {
        pages.push(generated(
            "provider_meta.rs",
            "generated/provider_meta.rs.jinja",
            thing::ThingView::new(meta, "", ""),
        ));
    }
    for resource in &provider.resources {
        let file = format!("resources/{}.rs", identifier::file_stem(&resource.name));
        if resource.model == Model::Dynamic {
            pages.push(generated(&file, "generated/dynamic.rs.jinja", dynamic::DynamicView::of_resource(resource)));
            continue;
        }
        pages.push(generated(&file, "generated/resource.rs.jinja", thing::ResourceView::new(resource)));
    }
    for source in &provider.data_sources {
        let file = format!("data_sources/{}.rs", identifier::file_stem(&source.name));
        if source.model == Model::Dynamic {
            pages.push(generated(&file, "generated/dynamic.rs.jinja", dynamic::DynamicView::of_data_source(source)));
            continue;
        }
        pages.push(generated(&file, "generated/data_source.rs.jinja", thing::DataSourceView::new(source)));
    }
    for resource in &provider.ephemeral_resources {
        let file = format!("ephemeral_resources/{}.rs", identifier::file_stem(&resource.thing.name));
        let view = ephemeral_resource::EphemeralResourceView::new(resource);
        pages.push(generated(&file, "generated/ephemeral_resource.rs.jinja", view));
    }
    for function in &provider.functions {
        let file = format!("functions/{}.rs", identifier::file_stem(&function.name));
        pages.push(generated(&file, "generated/function.rs.jinja", function::FunctionView::new(function)));
    }
    let things = [
        ("lists", thing::LIST, "List", &provider.list_resources),
        ("actions", "", "Action", &provider.actions),
        ("state_stores", "", "StateStore", &provider.state_stores),
    ];
    for (folder, suffix, implements, things) in things {
        for each in things {
            let file = format!("{folder}/{}.rs", identifier::file_stem(&each.name));
            let view = thing::ThingView::new(each, suffix, implements);
            pages.push(generated(&file, "generated/thing.rs.jinja", view));
        }
    }
    for tool in &provider.tools {
        let file = format!("tools/{}.rs", identifier::file_stem(&tool.name));
        pages.push(generated(&file, "generated/tool.rs.jinja", tool::ToolView::new(tool)));
    }
    let roles = object::roles(provider);
    for object in &provider.objects {
        let file = format!("objects/{}.rs", identifier::file_stem(&object.name));
        pages.push(generated(&file, "generated/object.rs.jinja", object::ObjectView::new(object, &roles)));
    }
    for each in provider.capabilities.iter().filter(|each| capability::has_view(each)) {
        let file = format!("capabilities/{}.rs", identifier::file_stem(&each.name));
        pages.push(generated(&file, "generated/capability.rs.jinja", capability::CapabilityView::new(each)));
    }
    pages.extend(upgrade::pages(provider));
    pages.extend(scaffold::pages(provider));
    pages
}

fn generated(file: &str, template: &'static str, context: impl Serialize) -> Page {
    Page::new(format!("{GENERATED}/{file}"), template, context, Ownership::Generated)
}
