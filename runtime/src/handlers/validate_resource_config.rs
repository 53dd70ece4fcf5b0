//! `ValidateResourceConfig`: static rules over a resource block.

use super::{Handlers, guard};
use crate::context::{Cancellation, ClientCapabilities};
use crate::diagnostic::Diagnostics;
use crate::registry::ResourceEntry;
use crate::validate::{self, Rules};
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
    pub(crate) cancellation: Cancellation,
}

impl Handlers {
    pub(crate) async fn validate_resource_config(entry: &ResourceEntry, request: Request) -> Diagnostics {
        let hook = guard::validation(entry.validate, entry.schema.type_name);
        let rules = Rules {
            write_only_allowed: request.client.write_only_attributes_allowed,
            hook: Some(&hook),
            ..Rules::of(entry.schema.block)
        };
        let mut found = validate::resource(entry.schema, &request.config, rules);
        // What is wrong already need not be looked at by anything that takes a while.
        if let Some(check) = entry.check.as_deref().filter(|_| !found.has_errors()) {
            let doing = format!("validating {}", entry.schema.type_name);
            let checking = check.check(request.config, request.cancellation);
            let checked = guard::run(&doing, Box::pin(async move { Ok(checking.await) })).await;
            found.extend(checked.unwrap_or_else(|panicked| panicked));
        }
        found
    }
}
