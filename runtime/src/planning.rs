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

use std::collections::{BTreeMap, BTreeSet};

use tfgen_cty::{Path, Value};

use crate::diagnostic::Diagnostics;
use crate::schema::{Block, ResourceSchema};
use crate::timeouts;

pub use default::{fill as with_defaults, literal_value};
pub use equality::{hash_of, semantically_equal};
pub use stored::{apply_state, data_state, read_state};

use walk::{Pairings, Phase, Shared, Walk};

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

/// What is decided outside the values of a plan: by a hook of user code, or by what no value shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Decisions {
    /// Root attributes and what they are planned as.
    pub values: BTreeMap<&'static str, Value>,
    /// Root attributes that change without their planned value showing it: write-only ones.
    pub changed: BTreeSet<&'static str>,
    /// Attributes whose change replaces the object, where they change.
    pub replace: Vec<Path>,
    /// Write-only attributes that replace the object.
    pub replace_hidden: Vec<Path>,
}

/// Plans a change. The result satisfies [`check::plan_valid`](crate::check::plan_valid), and planning again with
/// unknown parts of the configuration known only refines it.
pub fn plan(input: PlanInput<'_>) -> PlanOutput {
    plan_decided(input, &Decisions::default())
}

/// Plans a change of which something is decided already. What is decided may be what makes it a change at all.
pub fn plan_decided(input: PlanInput<'_>, decisions: &Decisions) -> PlanOutput {
    if input.proposed.is_null() || input.config.is_null() {
        return PlanOutput::of(Value::Null);
    }
    let (nulls, pairings) = (walk::nulls(&input.schema.block, input.prior), Pairings::default());
    let existing = !input.prior.is_null();
    let shared = Shared { existing, nulls: &nulls, decided: &decisions.values, pairings: &pairings };
    let kept = Walk::new(Phase::Keep, shared).root(&input.schema.block, input.config, input.prior);
    if existing && kept == *input.prior && decisions.changed.is_empty() {
        return PlanOutput::of(input.prior.clone());
    }
    // How long an operation may take is no change of the object.
    if existing
        && decisions.changed.is_empty()
        && timeouts::differ_alone(input.schema.timeouts, &input.schema.block, input.prior, &kept)
    {
        return PlanOutput::of(kept);
    }
    mark(input, decisions, &kept, shared)
}

/// Makes computed attributes unknown, until no further attribute changes by it.
fn mark(input: PlanInput<'_>, decisions: &Decisions, kept: &Value, shared: Shared<'_>) -> PlanOutput {
    let (block, existing) = (&input.schema.block, shared.existing);
    let mut changed = changed_names(block, input.prior, kept);
    changed.extend(&decisions.changed);
    loop {
        let mut walk = Walk::new(Phase::Mark(&changed), shared);
        let planned = walk.root(block, input.config, input.prior);
        let now = changed_names(block, input.prior, &planned);
        if now.is_subset(&changed) {
            let mut replacing = walk.into_replacing();
            if existing {
                let differs = |path: &&Path| path.find(input.prior) != path.find(&planned);
                replacing.extend(decisions.replace.iter().filter(differs).cloned());
            }
            let hidden = if existing { &decisions.replace_hidden[..] } else { &[] };
            let requires_replace = replace::paths(replacing, hidden, input.prior, &planned);
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
