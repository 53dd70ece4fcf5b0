//! What ephemeral resources, list resources, actions and state stores share: a configuration, and what it is checked by.

use super::guard;
use crate::context::Operation;
use crate::diagnostic::{Diagnostics, Result, Severity};
use crate::hook::Validate;
use crate::schema::ConfigSchema;
use crate::validate::{self, Rules};
use tfgen_cty::Value;

/// Everything that the tables and the hooks say of a configuration. Only actions have write-only attributes: a Terraform that
/// has actions knows them.
pub(super) fn validate(schema: &'static ConfigSchema, hook: Option<Validate>, config: &Value) -> Diagnostics {
    let hook = guard::validation(hook, schema.type_name);
    validate::thing(schema, config, Rules { write_only_allowed: true, hook: Some(&hook), ..Rules::of(schema.block) })
}

/// The same for a configuration that was validated before: what was not known then may be wrong. Of warnings Terraform
/// has heard already.
pub(super) fn check(schema: &'static ConfigSchema, hook: Option<Validate>, config: &Value) -> Result<()> {
    let mut found = validate(schema, hook, config);
    found.0.retain(|message| message.severity == Severity::Error);
    if found.has_errors() { Err(found) } else { Ok(()) }
}

/// The warnings of user code, without the sensitive values of the request.
pub(super) fn said(operation: &Operation) -> Diagnostics {
    masked(operation, operation.take().0)
}

/// The same for what an operation failed with.
pub(super) fn masked(operation: &Operation, mut messages: Diagnostics) -> Diagnostics {
    operation.mask(&mut messages);
    messages
}
