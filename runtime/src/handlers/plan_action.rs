//! `PlanAction`: whether an action can be done, as far as that is known before anything is changed.

use super::{Handlers, configured, guard};
use crate::context::{Cancellation, ClientCapabilities, Operation};
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::{Diagnostics, Result, error};
use crate::registry::ActionEntry;
use std::sync::Arc;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
    pub(crate) cancellation: Cancellation,
}

#[derive(Debug)]
pub(crate) struct Response {
    /// Terraform takes no other reason than that the provider's configuration is not known.
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) async fn plan_action(&self, entry: &ActionEntry, request: Request) -> Response {
        let Request { config, client, cancellation } = request;
        let mut operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
        operation.client = client;
        let operation = Arc::new(operation.of_block(entry.schema.block));
        let outcome = self.look_at(entry, &operation, config).await;
        let mut diagnostics = configured::said(&operation);
        let failed = configured::masked(&operation, outcome.err().unwrap_or_default());
        let (deferred, failed) = only_the_provider(entry, failed).settle(client.deferral_allowed);
        diagnostics.extend(failed);
        Response { deferred, diagnostics }
    }

    /// What was unknown when the configuration was validated may be known now, and wrong.
    async fn look_at(&self, entry: &ActionEntry, operation: &Arc<Operation>, config: Value) -> Result<()> {
        configured::check(entry.schema, entry.validate, &config)?;
        if self.is_deferred() {
            return Err(defer(DeferralReason::ProviderConfigUnknown));
        }
        let Some(hook) = &entry.plan_hook else { return Ok(()) };
        let planning = hook.plan(self.call(operation)?, config);
        guard::run(&format!("planning action {}", entry.schema.type_name), planning).await
    }
}

/// Terraform defers an action for one reason only, and takes any other for a mistake of the provider.
fn only_the_provider(entry: &ActionEntry, mut failed: Diagnostics) -> Diagnostics {
    let is_other = |reason: DeferralReason| reason != DeferralReason::ProviderConfigUnknown;
    if failed.iter().any(|message| message.deferral.is_some_and(is_other)) {
        for message in &mut failed.0 {
            message.deferral = message.deferral.filter(|reason| !is_other(*reason));
        }
        failed.extend(error(format!("The action {} cannot wait for a later run", entry.schema.type_name)).detail(
            "Terraform defers an action only while the provider's configuration is not known. Apply what the action needs \
             first, or trigger it by the resource that it depends on.",
        ));
    }
    failed
}
