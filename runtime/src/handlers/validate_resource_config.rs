//! `ValidateResourceConfig`: static rules over a resource block.

use super::{Handlers, guard};
use crate::context::ClientCapabilities;
use crate::diagnostic::Diagnostics;
use crate::registry::ResourceEntry;
use crate::validate::{self, Rules};
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
}

impl Handlers {
    pub(crate) fn validate_resource_config(entry: &ResourceEntry, request: &Request) -> Diagnostics {
        let hook = guard::validation(entry.validate, entry.schema.type_name);
        let rules = Rules {
            write_only_allowed: request.client.write_only_attributes_allowed,
            hook: Some(&hook),
            ..Rules::of(entry.schema.block)
        };
        validate::resource(entry.schema, &request.config, rules)
    }
}
