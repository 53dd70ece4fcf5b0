//! Plan hooks: user code looks at a plan, and what it decides is planned for again.

use super::{Configured, Handlers, guard, write_only};
use crate::adapter::{AnyPlanHook, AnyProvider};
use crate::context::{Decided, Operation};
use crate::diagnostic::{Diagnostics, Result};
use crate::model::shape_block;
use crate::planning::{self, Decisions, PlanInput, PlanOutput};
use crate::private::Record;
use crate::registry::ResourceEntry;
use crate::schema::Block;
use std::sync::{Arc, PoisonError};
use tfgen_cty::{Path, Step, Value, tree};

/// What a hook made of a plan.
pub(super) struct Hooked {
    pub(super) plan: PlanOutput,
    /// What it objects to; the plan is then as it was without the hook.
    pub(super) outcome: Result<()>,
    pub(super) warnings: Diagnostics,
    /// The private state with what the hook has set.
    pub(super) private: Record,
}

impl Handlers {
    /// Runs the resource's hook for this plan, if the schema names one.
    pub(super) async fn run_plan_hook(
        &self,
        entry: &ResourceEntry,
        input: PlanInput<'_>,
        decisions: Decisions,
        plan: PlanOutput,
        mut operation: Operation,
    ) -> Hooked {
        operation.write_only = write_only::addresses(&entry.schema.block);
        operation.set_provider_secrets(self.secrets());
        let operation = Arc::new(operation);
        let decided = match entry.plan_hook.as_deref() {
            Some(hook) => self.call_plan_hook(hook, entry, &plan, &operation).await,
            None => Ok(None),
        };
        let (mut warnings, _) = operation.take();
        operation.mask(&mut warnings);
        let decided = decided.map_err(|mut failed| {
            operation.mask(&mut failed);
            failed
        });
        let private = operation.private().clone();
        let (plan, outcome) = match decided {
            Ok(Some(decided)) => {
                (planning::plan_decided(input, &merged(&entry.schema.block, decisions, decided)), Ok(()))
            }
            Ok(None) => (plan, Ok(())),
            Err(failed) => (plan, Err(failed)),
        };
        Hooked { plan, outcome, warnings, private }
    }

    /// What the hook has decided; none where there is none for this plan.
    async fn call_plan_hook(
        &self,
        hook: &dyn AnyPlanHook,
        entry: &ResourceEntry,
        plan: &PlanOutput,
        operation: &Arc<Operation>,
    ) -> Result<Option<Decided>> {
        let (what, future) = if plan.planned.is_null() {
            ("planning to delete", hook.plan_destroy(self.configured(operation), operation.clone()))
        } else {
            ("planning", hook.plan(self.configured(operation), operation.clone()))
        };
        let Some(future) = future else { return Ok(None) };
        let decided = guard::run(&format!("{what} {}", entry.schema.type_name), future).await?;
        let is_empty = plan.planned.is_null() || (decided.values.is_empty() && decided.replaces.is_empty());
        Ok((!is_empty).then_some(decided))
    }

    fn configured(&self, operation: &Operation) -> Option<AnyProvider> {
        match &*self.provider.read().unwrap_or_else(PoisonError::into_inner) {
            Configured::Provider(provider, services) => {
                operation.set_services(services.clone());
                Some(provider.clone())
            }
            Configured::Deferred | Configured::Nothing => None,
        }
    }
}

fn merged(block: &Block, mut decisions: Decisions, decided: Decided) -> Decisions {
    let names: Vec<_> = decided.values.keys().copied().collect();
    let values = tree(decided.values.into_iter().map(|(name, value)| (name.into(), value)));
    let shaped = shape_block(block, Value::Object(values));
    let value = |name| (name, shaped.get(name).cloned().unwrap_or(Value::Null));
    decisions.values.extend(names.into_iter().map(value));
    decisions.replace.extend(decided.replaces.iter().map(|address| replaced(block, address.names())));
    decisions
}

/// The path of an address as far as there is one of it: up to the first collection.
fn replaced<'a>(block: &Block, names: impl Iterator<Item = &'a str>) -> Path {
    let mut path = Path::root();
    let mut level = Some(*block);
    for name in names {
        let Some(block) = level else { break };
        path.push(Step::Attribute(name.into()));
        level = block.single_below(name);
    }
    path
}
