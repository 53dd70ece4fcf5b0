//! `GetMetadata`: the names of everything that the provider has.

use super::Handlers;

/// Type names, sorted.
#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) resources: Vec<&'static str>,
    pub(crate) data_sources: Vec<&'static str>,
    pub(crate) functions: Vec<&'static str>,
}

impl Handlers {
    pub(crate) fn get_metadata(&self) -> Response {
        Response {
            resources: self.registry.resources.values().map(|entry| entry.schema.type_name).collect(),
            data_sources: self.registry.data_sources.values().map(|entry| entry.schema.type_name).collect(),
            functions: self.registry.functions.names().collect(),
        }
    }
}
