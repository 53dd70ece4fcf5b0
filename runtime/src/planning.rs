//! Planning: from prior state and configuration to the planned state, and from what a handler returns to the new one.
//!
//! Pure functions over schema tables and cty values; they know no RPC, no clock and no environment.
//!
//! # How a plan comes about (`PlanResourceChange`)
//!
//! The planned object is built from the configuration; core's proposed state only tells whether there will be an
//! object at all. One walk goes down configuration and prior state side by side:
//!
//! 1. a null attribute with a default gets it, at any depth, and write-only attributes become null;
//! 2. an attribute that the configuration gives is planned as configured, in the prior state's wire form if it equals it;
//! 3. a computed attribute that it does not give keeps its prior value;
//! 4. elements of lists and sets are paired with prior ones by identity, not by position: see [`alignment`].
//!
//! If the result equals the prior object, that object is the plan: nothing changes. Otherwise the walk runs again and
//! now makes computed attributes unknown as [`WhenUnset`](crate::schema::WhenUnset) says. That may change further
//! attributes that others depend on, so it is repeated until nothing new changes.
//!
//! Core plans twice, the second time with unknown values known (B.4 of the plugin contract: "inconsistent final
//! plan"). So each step must only refine its earlier answer, which decides many details of pairing.

pub mod alignment;
mod default;
mod equality;
mod replace;
mod stored;
mod walk;

use std::collections::BTreeSet;

use tfgen_cty::{Path, Value};

use crate::diagnostic::Diagnostics;
use crate::schema::{Block, ResourceSchema};
use crate::timeouts;

pub use default::{fill as with_defaults, literal_value};
pub use equality::{hash_of, semantically_equal};
pub use stored::{apply_state, data_state, read_state};

use walk::{Phase, Walk};

/// What is planned for.
#[derive(Clone, Copy, Debug)]
pub struct PlanInput<'a> {
    /// The resource's tables.
    pub schema: &'static ResourceSchema,
    /// The stored object; null to create.
    pub prior: &'a Value,
    /// Core's proposed new state; null to destroy.
    pub proposed: &'a Value,
    /// The configuration; null to destroy.
    pub config: &'a Value,
}

/// The plan.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanOutput {
    /// The planned object: equal to the prior one exactly if nothing changes; null to destroy.
    pub planned: Value,
    /// Attributes whose change makes Terraform destroy and create; sorted, each valid in the plan or the prior state.
    pub requires_replace: Vec<Path>,
    /// What there is to say.
    pub diagnostics: Diagnostics,
}

impl PlanOutput {
    fn of(planned: Value) -> Self {
        Self { planned, requires_replace: Vec::new(), diagnostics: Diagnostics::new() }
    }
}

/// Plans a change. The result satisfies [`check::plan_valid`](crate::check::plan_valid), and planning again with
/// unknown parts of the configuration known only refines it.
pub fn plan(input: PlanInput<'_>) -> PlanOutput {
    if input.proposed.is_null() || input.config.is_null() {
        return PlanOutput::of(Value::Null);
    }
    if input.prior.is_null() {
        return plan_changed(input);
    }
    let nulls = walk::nulls(&input.schema.block, input.prior);
    let kept = Walk::new(Phase::Keep, true, &nulls).root(&input.schema.block, input.config, input.prior);
    if kept == *input.prior {
        return PlanOutput::of(input.prior.clone());
    }
    // How long an operation may take is no change of the object.
    if timeouts::differ_alone(input.schema.timeouts, &input.schema.block, input.prior, &kept) {
        return PlanOutput::of(kept);
    }
    mark(input, kept, &nulls)
}

/// Plans a change when something outside the values changes the object, so that computed attributes may change
/// although everything configured is as before: a write-only value, or what a hook found out.
pub fn plan_changed(input: PlanInput<'_>) -> PlanOutput {
    if input.proposed.is_null() || input.config.is_null() {
        return PlanOutput::of(Value::Null);
    }
    let nulls = walk::nulls(&input.schema.block, input.prior);
    let existing = !input.prior.is_null();
    let kept = Walk::new(Phase::Keep, existing, &nulls).root(&input.schema.block, input.config, input.prior);
    mark(input, kept, &nulls)
}

/// Makes computed attributes unknown, until no further attribute changes by it.
fn mark(input: PlanInput<'_>, kept: Value, nulls: &walk::Nulls) -> PlanOutput {
    let block = &input.schema.block;
    let existing = !input.prior.is_null();
    let mut changed = changed_names(block, input.prior, &kept);
    loop {
        let mut walk = Walk::new(Phase::Mark(&changed), existing, nulls);
        let planned = walk.root(block, input.config, input.prior);
        let now = changed_names(block, input.prior, &planned);
        if now.is_subset(&changed) {
            let requires_replace = replace::paths(walk.into_replacing(), input.prior, &planned);
            return PlanOutput { planned, requires_replace, diagnostics: Diagnostics::new() };
        }
        changed.extend(now);
    }
}

/// The root attributes and blocks that differ between two objects; all of them if one of the two is absent.
fn changed_names(block: &Block, prior: &Value, planned: &Value) -> BTreeSet<&'static str> {
    let attributes = block.attributes.iter().map(|attribute| attribute.name);
    let names = attributes.chain(block.blocks.iter().map(|nested| nested.name));
    names.filter(|name| prior.is_null() || prior.get(name) != planned.get(name)).collect()
}
