//! ValidateDataResourceConfig: static rules over a data block.

use super::Handlers;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::registry::DataSourceEntry;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_data_resource_config(entry: &DataSourceEntry, config: &Value) -> Diagnostics {
        let schema = entry.schema;
        let mut found = Diagnostics::new();
        if !schema.deprecation_message.is_empty() {
            let summary = format!("data {} is deprecated", schema.type_name);
            found.push(Diagnostic::warning(summary, schema.deprecation_message));
        }
        found
    }
}
