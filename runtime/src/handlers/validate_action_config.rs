//! `ValidateActionConfig`: static rules over an action block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::registry::ActionEntry;
use crate::validate;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_action_config(entry: &ActionEntry, config: &Value) -> Diagnostics {
        validate::thing(entry.schema, config)
    }
}
