//! `ValidateResourceConfig`: static rules over a resource block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::registry::ResourceEntry;
use crate::validate;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    /// The client knows write-only attributes (Terraform 1.11 and later).
    pub(crate) write_only_attributes_allowed: bool,
}

impl Handlers {
    pub(crate) fn validate_resource_config(entry: &ResourceEntry, request: &Request) -> Diagnostics {
        validate::resource(entry.schema, &request.config, request.write_only_attributes_allowed)
    }
}
