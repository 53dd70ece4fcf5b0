//! `ValidateDataResourceConfig`: static rules over a data block.

use super::{Handlers, guard};
use crate::diagnostic::Diagnostics;
use crate::registry::DataSourceEntry;
use crate::validate::{self, Rules};
use tfgen_cty::Value;

impl Handlers {
    pub(crate) fn validate_data_resource_config(entry: &DataSourceEntry, config: &Value) -> Diagnostics {
        let hook = guard::validation(entry.validate, entry.schema.type_name);
        validate::data_source(entry.schema, config, Rules { hook: Some(&hook), ..Rules::of(entry.schema.block) })
    }
}
