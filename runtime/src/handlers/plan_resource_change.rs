//! `PlanResourceChange`: what an object will be, as far as that is known before the change is made.

use super::{Handlers, identity};
use crate::check;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::planning::{self, PlanInput};
use crate::registry::ResourceEntry;
use tfgen_cty::{Path, Value};

#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) prior_state: Value,
    pub(crate) prior_identity: Value,
    pub(crate) proposed_new_state: Value,
    pub(crate) config: Value,
    pub(crate) prior_private: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) planned_state: Value,
    pub(crate) planned_identity: Value,
    pub(crate) planned_private: Vec<u8>,
    pub(crate) requires_replace: Vec<Path>,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn plan_resource_change(entry: &ResourceEntry, request: Request) -> Response {
        let schema = entry.schema;
        let Request { prior_state, prior_identity, proposed_new_state, config, prior_private } = request;
        let input = PlanInput { schema, prior: &prior_state, proposed: &proposed_new_state, config: &config };
        let plan = planning::plan(input);
        let (planned, requires_replace, mut diagnostics) = (plan.planned, plan.requires_replace, plan.diagnostics);
        let stored = identity::of_stored(schema, &prior_state, &prior_identity).unwrap_or(Value::Null);
        if planned.is_null() {
            let planned_identity = if prior_identity.is_null() { stored } else { prior_identity };
            let planned_private = prior_private;
            return Response {
                planned_state: planned,
                planned_identity,
                planned_private,
                requires_replace,
                diagnostics,
            };
        }
        diagnostics.extend(check::conforms(&schema.block, &planned));
        diagnostics.extend(check::write_only_null(&schema.block, &planned));
        diagnostics.extend(check::plan_valid(&schema.block, &prior_state, &config, &planned));
        diagnostics.extend(check::replace_paths_exist(&schema.block, &prior_state, &planned, &requires_replace));
        let planned_identity = if prior_state.is_null() || !requires_replace.is_empty() || stored.is_null() {
            // One that is not known yet is left out: Terraform cannot show such a plan as JSON.
            Some(identity::of_state(schema, &planned)).filter(Value::is_wholly_known).unwrap_or(Value::Null)
        } else {
            let after = identity::of_state(schema, &planned);
            diagnostics.extend(identity::changed(schema, &stored, &after, "planning an update in place"));
            stored
        };
        let updates = !prior_state.is_null() && requires_replace.is_empty() && planned != prior_state;
        if updates && entry.update.is_none() {
            diagnostics.push(not_updatable(entry));
        }
        Response {
            planned_state: planned,
            planned_identity,
            planned_private: prior_private,
            requires_replace,
            diagnostics,
        }
    }
}

pub(super) fn not_updatable(entry: &ResourceEntry) -> Diagnostic {
    let type_name = entry.schema.type_name;
    Diagnostic::error(
        format!("A {type_name} cannot be changed in place"),
        "The provider does not implement `Update` for it, and none of the changed attributes requires a replacement. This is a mistake in the provider: implement `Update`, or say `requires_replace = true` for each attribute that can change.",
    )
}
