//! `ValidateEphemeralResourceConfig`: static rules over an ephemeral block.

use super::{Handlers, configured};
use crate::diagnostic::Diagnostics;
use crate::registry::EphemeralEntry;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_ephemeral_resource_config(entry: &EphemeralEntry, config: &Value) -> Diagnostics {
        configured::validate(entry.schema, entry.validate, config)
    }
}
