//! `PlanResourceChange`: what an object will be, as far as that is known before the change is made.

use super::{Handlers, computed_blocks, hidden_change, identity};
use crate::check;
use crate::context::{Cancellation, ClientCapabilities, Operation};
use crate::deferral::{DeferralReason, defer};
use crate::diagnostic::{Diagnostic, Diagnostics, Result};
use crate::planning::{self, PlanInput, PlanOutput};
use crate::private::{Opened, Owner, Record};
use crate::registry::ResourceEntry;
use crate::schema::Block;
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
    pub(crate) provider_meta: Option<Value>,
    pub(crate) client: ClientCapabilities,
    pub(crate) cancellation: Cancellation,
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
    pub(crate) async fn plan_resource_change(&self, entry: &ResourceEntry, request: Request) -> Response {
        let client = request.client;
        let mut said = computed_blocks::refused(entry.schema, client);
        let (opened, mut failed) = match self.planned_private(entry, &request, &mut said) {
            Ok(opened) => (opened, Diagnostics::new()),
            Err(failed) => (Opened::default(), failed),
        };
        let input = PlanInput {
            schema: entry.schema,
            prior: &request.prior_state,
            proposed: &request.proposed_new_state,
            config: &request.config,
        };
        let decisions = hidden_change::decisions(entry.schema, input, &opened.record);
        let plan = planning::plan_decided(input, &decisions);
        let operation = operation(&request, &plan, opened.record.clone(), entry.schema.block);
        let hooked = self.run_plan_hook(entry, input, decisions, plan, operation).await;
        said.extend(hooked.warnings);
        failed.extend(hooked.outcome.err().unwrap_or_default());
        let prior = &request.prior_state;
        let planned_private =
            self.private.seal(&Owner::of(entry.schema, prior), &hooked.private, &opened).unwrap_or_else(|error| {
                failed.extend(error);
                Vec::new()
            });
        if self.is_deferred() {
            failed.0.splice(..0, defer(DeferralReason::ProviderConfigUnknown));
        }
        let (deferred, failed) = failed.settle(client.deferral_allowed);
        said.extend(failed);
        let mut response = answer(entry, &request, hooked.plan, said);
        (response.planned_private, response.deferred) = (planned_private, deferred);
        response
    }

    /// What the object, once it is as planned, will have as private state: what the plan before has set, if there was one,
    /// with the runtime's own part as it is stored.
    fn planned_private(&self, entry: &ResourceEntry, request: &Request, said: &mut Diagnostics) -> Result<Opened> {
        let owner = Owner::of(entry.schema, &request.prior_state);
        // Terraform plans a replacement a second time, as a create, and hands over what was kept of the old object.
        let kept = if request.prior_state.is_null() { &[][..] } else { &request.prior_private };
        let prior = self.private.open(&owner, kept, said)?;
        if request.planned_private.is_empty() {
            return Ok(prior);
        }
        let mut planned = self.private.open(&owner, &request.planned_private, said)?;
        planned.record = planned.record.with_own_of(&prior.record);
        Ok(planned)
    }
}

/// What a hook is given.
fn operation(request: &Request, plan: &PlanOutput, private: Record, block: Block) -> Operation {
    let [prior, planned, config] = [&request.prior_state, &plan.planned, &request.config].map(Value::clone);
    let mut operation = Operation::new(prior, planned, config, request.cancellation.clone());
    operation.client = request.client;
    operation.provider_meta.clone_from(&request.provider_meta);
    operation.of_block(block).with_private(private)
}

/// The plan as an answer, with its identity, and with what Terraform core would refuse about it.
fn answer(entry: &ResourceEntry, request: &Request, plan: PlanOutput, mut diagnostics: Diagnostics) -> Response {
    let (schema, prior) = (entry.schema, &request.prior_state);
    let PlanOutput { planned: planned_state, requires_replace, diagnostics: found } = plan;
    diagnostics.extend(found);
    let stored = identity::of_stored(schema, prior, &request.prior_identity).unwrap_or(Value::Null);
    let planned_identity = if planned_state.is_null() {
        if request.prior_identity.is_null() { stored } else { request.prior_identity.clone() }
    } else {
        diagnostics.extend(breaches(entry, prior, &request.config, &planned_state, &requires_replace));
        let after = identity::of_state(schema, &planned_state);
        if prior.is_null() || !requires_replace.is_empty() || stored.is_null() {
            // One that is not known yet is left out: Terraform cannot show such a plan as JSON.
            Some(after).filter(Value::is_wholly_known).unwrap_or(Value::Null)
        } else {
            diagnostics.extend(identity::changed(schema, &stored, &after, "planning an update in place"));
            stored
        }
    };
    let planned_private = Vec::new();
    Response { planned_state, planned_identity, planned_private, requires_replace, deferred: None, diagnostics }
}

/// What Terraform core would refuse about a plan, in the provider's words.
fn breaches(entry: &ResourceEntry, prior: &Value, config: &Value, planned: &Value, replace: &[Path]) -> Diagnostics {
    let block = &entry.schema.block;
    let mut found = check::conforms_to(block, entry.ty(), planned);
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
