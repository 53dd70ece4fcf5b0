//! How tools are registered: as resources, actions and data sources, and with the steps that are written in Rust. It knows
//! nothing of what a tool's steps do.

use super::super::identifier;
use super::{Folder, ImplementationsView, ModuleView, RegistrationView, Wired, WiringView};
use crate::ir::Provider;

impl WiringView {
    /// Adds the steps of tools that are written in Rust.
    pub(super) fn wire_steps(&mut self, provider: &Provider) {
        let written = provider.tools.iter().filter(|tool| tool.implemented().next().is_some());
        let mut modules = Vec::new();
        for tool in written {
            let (alias, file) = (identifier::module(&tool.name), identifier::file_stem(&tool.name));
            let name = format!("tool_{file}");
            let ty = format!("{name}::{}", identifier::type_name(&tool.name, ""));
            let argument = format!("&super::tools::{alias}::TOOL, super::tools::{alias}::implemented::<{ty}>()");
            let function = "tool_steps";
            self.registrations.push(RegistrationView { function, ty: String::new(), argument });
            let doc = format!("The implementation of `{}`.", tool.origin.table);
            modules.push(ModuleView { name, alias, file: format!("../tools/{file}.rs"), doc });
        }
        if !modules.is_empty() {
            let doc = "The steps of tools that are written in Rust.".to_owned();
            self.folders.push(ImplementationsView { name: "tools", doc, modules });
        }
    }
}

/// How a tool is registered as what the folder is of.
pub(super) fn registration(folder: &Folder<'_>, thing: &Wired<'_>) -> RegistrationView {
    let module = identifier::module(thing.name);
    let tool = format!("&super::tools::{module}::TOOL");
    let function = match folder.name {
        "actions" => {
            let config = identifier::type_name(thing.name, "Config");
            let config = format!("super::actions::{module}::{config}");
            return RegistrationView::new("tool_action", config).with(tool);
        }
        "data_sources" => "tool_data_source",
        _ => "tool_resource",
    };
    let argument = format!("&super::{}::{module}::SCHEMA, {tool}", folder.name);
    RegistrationView { function, ty: String::new(), argument }
}
