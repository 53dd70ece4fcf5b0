//! `ValidateDataResourceConfig`: static rules over a data block.

use super::Handlers;
use crate::diagnostic::Diagnostics;
use crate::registry::DataSourceEntry;
use crate::validate;
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_data_resource_config(entry: &DataSourceEntry, config: &Value) -> Diagnostics {
        validate::data_source(entry.schema, config)
    }
}
