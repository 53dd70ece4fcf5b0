//! `ValidateProviderConfig`: static rules over the provider block.

use super::{Handlers, guard};
use crate::diagnostic::Diagnostics;
use crate::validate::{self, Rules};
use std::env;
use tfgen_cty::Value;

impl Handlers {
    /// Validates a configuration that is complete.
    pub(super) fn validate_provider(&self, config: &Value) -> Diagnostics {
        let entry = &self.registry.provider;
        let hook = guard::validation(entry.validate, entry.schema.name);
        validate::provider(entry.schema, config, Rules { hook: Some(&hook), ..Rules::of(entry.schema.block) })
    }

    /// Values may be unknown: what depends on them is not checked yet.
    pub(crate) fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        let entry = &self.registry.provider;
        let (config, mut found) = validate::environment::fill(&entry.schema.block, config, |name| env::var(name).ok());
        found.extend(self.validate_provider(&config));
        found
    }
}
