//! `GetMetadata`: the names of everything that the provider has.

use super::Handlers;

/// Type names, sorted.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) resources: Vec<&'static str>,
    pub(crate) data_sources: Vec<&'static str>,
    pub(crate) ephemeral_resources: Vec<&'static str>,
    pub(crate) list_resources: Vec<&'static str>,
    pub(crate) actions: Vec<&'static str>,
    pub(crate) state_stores: Vec<&'static str>,
    pub(crate) functions: Vec<&'static str>,
}

impl Handlers {
    pub(crate) fn get_metadata(&self) -> Response {
        Response {
            resources: self.registry.resources.names().collect(),
            data_sources: self.registry.data_sources.names().collect(),
            ephemeral_resources: self.registry.ephemeral_resources.names().collect(),
            list_resources: self.registry.list_resources.names().collect(),
            actions: self.registry.actions.names().collect(),
            state_stores: self.registry.state_stores.names().collect(),
            functions: self.registry.functions.names().collect(),
        }
    }
}
