//! `ValidateListResourceConfig`: static rules over a list block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::registry::ListEntry;
use crate::validate;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_list_resource_config(entry: &ListEntry, config: &Value) -> Diagnostics {
        validate::thing(entry.schema, config)
    }
}
