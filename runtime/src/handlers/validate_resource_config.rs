//! `ValidateResourceConfig`: static rules over a resource block.

use super::Handlers;
use crate::context::ClientCapabilities;
use crate::diagnostic::Diagnostics;
use crate::registry::ResourceEntry;
use crate::validate;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
}

impl Handlers {
    pub(crate) fn validate_resource_config(entry: &ResourceEntry, request: &Request) -> Diagnostics {
        validate::resource(entry.schema, &request.config, request.client.write_only_attributes_allowed)
    }
}
