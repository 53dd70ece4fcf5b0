//! `ValidateActionConfig`: static rules over an action block.

use super::{Handlers, configured};
use crate::diagnostic::Diagnostics;
use crate::registry::ActionEntry;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_action_config(entry: &ActionEntry, config: &Value) -> Diagnostics {
        configured::validate(entry.schema, entry.validate, config)
    }
}
