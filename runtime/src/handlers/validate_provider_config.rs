//! ValidateProviderConfig: static rules over the provider block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use tfgen_cty::Value;

impl Handlers {
    /// Values may be unknown: what depends on them is not checked yet.
    pub(crate) fn validate_provider_config(&self, config: &Value) -> Diagnostics {
        Diagnostics::new()
    }
}
