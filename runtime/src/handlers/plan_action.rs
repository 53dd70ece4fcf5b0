//! `PlanAction`: whether an action can be done, as far as that is known before anything is changed.

use super::Handlers;
use crate::context::ClientCapabilities;
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::Diagnostics;
use crate::registry::ActionEntry;
use crate::validate;
use tfgen_cty::Value;

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) config: Value,
    pub(crate) client: ClientCapabilities,
}

#[derive(Debug)]
pub(crate) struct Response {
    /// Terraform takes no other reason than that the provider's configuration is not known.
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn plan_action(&self, entry: &ActionEntry, request: &Request) -> Response {
        // What was unknown when the configuration was validated may be known now, and wrong.
        let mut diagnostics = validate::thing(entry.schema, &request.config);
        diagnostics.0.retain(|message| message.severity == crate::diagnostic::Severity::Error);
        if !self.is_deferred() {
            return Response { deferred: None, diagnostics };
        }
        let (deferred, said) = defer(DeferralReason::ProviderConfigUnknown).settle(request.client.deferral_allowed);
        diagnostics.extend(said);
        Response { deferred: deferred.filter(|_| !diagnostics.has_errors()), diagnostics }
    }
}
