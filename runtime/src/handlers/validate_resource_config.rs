//! ValidateResourceConfig: static rules over a resource block.

use super::Handlers;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::registry::ResourceEntry;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    /// The client knows write-only attributes (Terraform 1.11 and later).
    pub(crate) write_only_attributes_allowed: bool,
}

impl Handlers {
    pub(crate) fn validate_resource_config(entry: &ResourceEntry, request: &Request) -> Diagnostics {
        let schema = entry.schema;
        let write_only_allowed = request.write_only_attributes_allowed;
        let mut found = Diagnostics::new();
        if !schema.deprecation_message.is_empty() {
            found.push(Diagnostic::warning(format!("{} is deprecated", schema.type_name), schema.deprecation_message));
        }
        found
    }
}
