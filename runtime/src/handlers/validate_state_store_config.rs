//! `ValidateStateStoreConfig`: static rules over a `state_store` block.

use super::{Handlers, configured};
use crate::diagnostic::Diagnostics;
use crate::registry::StateStoreEntry;
use crate::validate;
use std::env;
use tfgen_cty::Value;

impl Handlers {
    /// What the environment gives counts as configured: a block holds literals only.
    pub(crate) fn validate_state_store_config(entry: &StateStoreEntry, config: &Value) -> Diagnostics {
        let block = &entry.schema.block;
        let (config, mut found) = validate::environment::fill(block, config, |name| env::var(name).ok());
        found.extend(configured::validate(entry.schema, entry.validate, &config));
        found
    }
}
