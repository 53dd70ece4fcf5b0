//! `ValidateProviderConfig`: static rules over the provider block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::validate;
use std::env;
use tfgen_cty::Value;

impl Handlers {
    /// Values may be unknown: what depends on them is not checked yet.
    pub(crate) fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        let entry = &self.registry.provider;
        let (config, mut found) = validate::environment::fill(&entry.schema.block, config, |name| env::var(name).ok());
        found.extend(validate::provider(entry.schema, &config));
        found
    }
}
