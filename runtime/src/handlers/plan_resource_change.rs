//! `PlanResourceChange`: what an object will be, as far as that is known before the change is made.

use super::{Handlers, identity};
use crate::check;
use crate::context::ClientCapabilities;
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::planning::{self, PlanInput};
use crate::registry::ResourceEntry;
use crate::timeouts;
use tfgen_cty::{Path, Value};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) prior_state: Value,
    pub(crate) prior_identity: Value,
    pub(crate) proposed_new_state: Value,
    pub(crate) config: Value,
    pub(crate) prior_private: Vec<u8>,
    /// What the first plan answered, when Terraform plans again before it applies (Terraform 1.16 and later).
    pub(crate) planned_private: Vec<u8>,
    pub(crate) client: ClientCapabilities,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) planned_state: Value,
    pub(crate) planned_identity: Value,
    pub(crate) planned_private: Vec<u8>,
    pub(crate) requires_replace: Vec<Path>,
    /// The change is not made in this run; the plan is what is known of it.
    pub(crate) deferred: Option<DeferralReason>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    /// A change that has to wait is planned like any other: that needs no provider, and it is checked like any other.
    pub(crate) fn plan_resource_change(&self, entry: &ResourceEntry, mut request: Request) -> Response {
        let client = request.client;
        let mut said = Diagnostics::new();
        let private = self.planned_private(entry, &mut request, &mut said);
        let mut response = plan(entry, request);
        match private {
            Ok(private) => response.planned_private = private,
            Err(failed) => said.extend(failed),
        }
        response.diagnostics.extend(said);
        if self.is_deferred() {
            let (deferred, failed) = defer(DeferralReason::ProviderConfigUnknown).settle(client.deferral_allowed);
            response.deferred = deferred;
            response.diagnostics.extend(failed);
        }
        response
    }

    /// What the object, once it is as planned, will have as private state: what the plan before has set, if there was one,
    /// with the runtime's own part as it is stored.
    fn planned_private(&self, entry: &ResourceEntry, request: &mut Request, said: &mut Diagnostics) -> Result<Vec<u8>> {
        let type_name = entry.schema.type_name;
        let prior = self.private.open(type_name, &std::mem::take(&mut request.prior_private), said)?;
        let planned = std::mem::take(&mut request.planned_private);
        if planned.is_empty() {
            return self.private.seal(type_name, &prior.record, &prior);
        }
        let planned = self.private.open(type_name, &planned, said)?;
        let record = planned.record.clone().with_own_of(&prior.record);
        self.private.seal(type_name, &record, &planned)
    }
}

fn plan(entry: &ResourceEntry, request: Request) -> Response {
    let schema = entry.schema;
    let Request { prior_state, prior_identity, proposed_new_state, config, .. } = request;
    let input = PlanInput { schema, prior: &prior_state, proposed: &proposed_new_state, config: &config };
    let plan = planning::plan(input);
    let (planned_state, requires_replace, mut diagnostics) = (plan.planned, plan.requires_replace, plan.diagnostics);
    let stored = identity::of_stored(schema, &prior_state, &prior_identity).unwrap_or(Value::Null);
    let planned_identity = if planned_state.is_null() {
        if prior_identity.is_null() { stored } else { prior_identity }
    } else {
        diagnostics.extend(breaches(entry, &prior_state, &config, &planned_state, &requires_replace));
        let after = identity::of_state(schema, &planned_state);
        if prior_state.is_null() || !requires_replace.is_empty() || stored.is_null() {
            // One that is not known yet is left out: Terraform cannot show such a plan as JSON.
            Some(after).filter(Value::is_wholly_known).unwrap_or(Value::Null)
        } else {
            diagnostics.extend(identity::changed(schema, &stored, &after, "planning an update in place"));
            stored
        }
    };
    Response {
        planned_state,
        planned_identity,
        planned_private: Vec::new(),
        requires_replace,
        deferred: None,
        diagnostics,
    }
}

/// What Terraform core would refuse about a plan, in the provider's words.
fn breaches(entry: &ResourceEntry, prior: &Value, config: &Value, planned: &Value, replace: &[Path]) -> Diagnostics {
    let block = &entry.schema.block;
    let mut found = check::conforms(block, planned);
    found.extend(check::write_only_null(block, planned));
    found.extend(check::plan_valid(block, prior, config, planned));
    found.extend(check::replace_paths_exist(block, prior, planned, replace));
    let waits = timeouts::differ_alone(entry.schema.timeouts, block, prior, planned);
    let updates = !prior.is_null() && replace.is_empty() && planned != prior && !waits;
    if updates && entry.update.is_none() {
        found.push(not_updatable(entry));
    }
    found
}

pub(super) fn not_updatable(entry: &ResourceEntry) -> Diagnostic {
    let type_name = entry.schema.type_name;
    Diagnostic::error(
        format!("A {type_name} cannot be changed in place"),
        "The provider does not implement `Update` for it, and none of the changed attributes requires a replacement. This is a mistake in the provider: implement `Update`, or say `requires_replace = true` for each attribute that can change.",
    )
}
