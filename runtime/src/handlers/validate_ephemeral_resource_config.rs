//! `ValidateEphemeralResourceConfig`: static rules over an ephemeral block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::registry::EphemeralEntry;
use crate::validate;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_ephemeral_resource_config(entry: &EphemeralEntry, config: &Value) -> Diagnostics {
        validate::thing(entry.schema, config)
    }
}
