//! `ValidateListResourceConfig`: static rules over a list block.

use super::{Handlers, configured};
use crate::diagnostic::Diagnostics;
use crate::registry::ListEntry;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_list_resource_config(entry: &ListEntry, config: &Value) -> Diagnostics {
        configured::validate(entry.schema, entry.validate, config)
    }
}
