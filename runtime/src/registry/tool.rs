//! Tools in the registry: what is made of each, and where their programs are.

use super::entry::BlockType;
use super::{ActionEntry, Registry};
use crate::model::ConfigModel;
use crate::schema::{DataSourceSchema, ResourceSchema};
use crate::tool::{ImplementedStep, Programs, Tool, ToolAction, ToolDataSource, ToolResource};
use std::collections::BTreeMap;
use std::path::Path;

/// All tools, and where their programs are.
pub(crate) struct Tools {
    pub(crate) all: Vec<&'static Tool>,
    /// The resources that they are, by name of the tool.
    resources: BTreeMap<&'static str, &'static ResourceSchema>,
    pub(crate) programs: Programs,
}

impl Tools {
    /// No tools yet, of the provider of this name.
    pub(super) fn of(provider: &str) -> Self {
        Self { all: Vec::new(), resources: BTreeMap::new(), programs: Programs::of(provider) }
    }
}

impl Registry {
    /// Registers a tool as a managed resource.
    pub fn tool_resource(&mut self, schema: &'static ResourceSchema, tool: &'static Tool) {
        let resource = ToolResource { tool, schema, programs: self.tools.programs.clone() };
        let update = Box::new(resource.clone());
        self.insert_resource(schema, Box::new(resource.clone()), Some(update));
        if let Some(entry) = self.resources.get_mut(schema.type_name) {
            entry.plan_hook = Some(Box::new(resource.clone()));
            entry.check = Some(Box::new(resource));
        }
        self.tools.all.push(tool);
        self.tools.resources.insert(tool.name, schema);
    }

    /// Registers a tool as an action, after its resource.
    pub fn tool_action<C: ConfigModel>(&mut self, tool: &'static Tool) {
        let (schema, programs) = (C::SCHEMA, self.tools.programs.clone());
        let resource = self.tools.resources.get(tool.name).copied();
        let action = ToolAction { tool, schema, resource, programs };
        let entry = ActionEntry {
            schema,
            adapter: Box::new(action.clone()),
            plan_hook: Some(Box::new(action)),
            validate: None,
            ty: BlockType::new(&schema.block),
        };
        self.actions.insert(schema.type_name, entry);
    }

    /// Registers what a tool says of what there is as a data source.
    pub fn tool_data_source(&mut self, schema: &'static DataSourceSchema, tool: &'static Tool) {
        let programs = self.tools.programs.clone();
        self.insert_data_source(schema, Box::new(ToolDataSource { tool, schema, programs }));
    }

    /// Registers the steps of a tool that are written in Rust.
    pub fn tool_steps(&mut self, tool: &'static Tool, steps: Vec<ImplementedStep>) {
        self.tools.programs.implement(tool.name, steps);
    }

    /// Says where a program of a tool is, wherever `PATH` leads: for tests.
    #[must_use]
    pub fn with_program(self, name: &str, path: &Path) -> Self {
        self.tools.programs.set(name, path);
        self
    }
}
