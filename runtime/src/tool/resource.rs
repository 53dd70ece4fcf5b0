//! A tool as a managed resource, with its plan hook and its check.

use super::programs::Programs;
use super::requirement;
use super::result::Outcome;
use super::run::Runner;
use super::said::say;
use super::table::{StepName, Tool};
use crate::adapter::{AnyCheck, AnyPlanHook, AnyProvider, AnyResource, AnyUpdate, BoxFuture, Call};
use crate::context::{Cancellation, Decided, Kept, Operation};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::handlers::write_only::filled;
use crate::model::{AttributePath, Object};
use crate::private::TOOL_PLAN;
use crate::random;
use crate::schema::{ResourceSchema, WhenUnset};
use std::sync::Arc;
use tfgen_cty::Value;

/// A tool as a managed resource.
#[derive(Clone)]
pub(crate) struct ToolResource {
    pub(crate) tool: &'static Tool,
    pub(crate) schema: &'static ResourceSchema,
    pub(crate) programs: Programs,
}

impl ToolResource {
    fn runner<'a>(&'a self, operation: &'a Arc<Operation>, doing: &'static str, object: &'a Value) -> Runner<'a> {
        Runner::new(self.tool, &self.programs, &self.schema.block, operation, (doing, object))
    }

    /// Makes it so, and answers what it is then.
    async fn apply(&self, call: &Call, doing: &'static str, asked: Value, id: Value) -> Result<Value> {
        let Call { operation, provider } = call;
        let mut made = Object::new(asked).known();
        if doing == "create" && !self.tool.generated_id.is_empty() {
            made.set(self.tool.generated_id, self.made_up_id());
        }
        let made_value = Value::from(made.clone());
        let mut runner = self.runner(operation, doing, &made_value).with(provider);
        runner.plan = self.kept_plan(operation)?;
        // Whatever comes of it: nobody takes a plan twice, and what is stored of the object is no place for it.
        operation.private().remove(TOOL_PLAN);
        say(operation, &runner.step(StepName::Setup).await?);
        if doing == "create" && self.is_found_by_configuration(&made) {
            // Once the step has begun, something may be there, whatever comes of it.
            runner.keeps = Some(Kept::Created(self.identity(&made)));
        }
        let applied = runner.step(StepName::Apply).await?;
        if applied.outcome == Outcome::Absent {
            return Err(self.made_nothing("Its step `apply` says that there is nothing."));
        }
        made.set_all(&applied.outputs);
        say(operation, &applied);
        made.set_all(&Object::new(id));
        // What it has given may be what finds it again.
        operation.keep(Kept::Saved(Value::from(made.clone())));
        let looked_at = self.looked_at(call, doing, &mut made).await?;
        if looked_at == Outcome::Absent {
            let detail = "Its step `apply` has ended well, but a step that looks says that there is nothing.";
            return Err(self.made_nothing(detail));
        }
        Ok(made.into())
    }

    fn made_nothing(&self, detail: &str) -> Diagnostics {
        error(format!("The tool {} has made nothing", self.tool.name)).detail(detail)
    }

    /// What the plan step has printed, with the sensitive values in it that were not kept.
    fn kept_plan(&self, operation: &Operation) -> Result<String> {
        let kept = operation.private().get::<String>(TOOL_PLAN)?.unwrap_or_default();
        operation.secrets().resolved(&kept).ok_or_else(|| {
            error(format!("The plan of the tool {} cannot be put together again", self.tool.name))
                .detail(
                    "The step `plan` has printed a sensitive value, which is not kept with the plan, and which is not there \
                     any more. Plan again.",
                )
        })
    }

    /// Fills in what the steps that look say of what there is.
    async fn looked_at(&self, call: &Call, doing: &'static str, made: &mut Object) -> Result<Outcome> {
        let Call { operation, provider } = call;
        let mut outcome = Outcome::Skipped;
        for name in [StepName::Status, StepName::Output] {
            let object = Value::from(made.clone());
            let looked = self.runner(operation, doing, &object).with(provider).step(name).await?;
            say(operation, &looked);
            if looked.outcome == Outcome::Absent {
                return Ok(Outcome::Absent);
            }
            if looked.outcome != Outcome::Skipped {
                outcome = looked.outcome;
            }
            made.set_all(&looked.outputs);
        }
        Ok(outcome)
    }

    fn identity(&self, object: &Object) -> Value {
        let part = |name: &&'static str| (*name, object.value(name).cloned().unwrap_or(Value::Null));
        Value::object(self.schema.identity.iter().map(part))
    }

    /// Whether what the configuration says, or the runtime makes up, is all that the object is found by.
    fn is_found_by_configuration(&self, object: &Object) -> bool {
        self.schema.identity.iter().all(|name| object.value(name).is_some_and(|value| !value.is_null()))
    }

    fn made_up_id(&self) -> String {
        // Without random numbers, what time it is tells objects apart as well as can be.
        let bytes = random::bytes().unwrap_or_else(|| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
            now.as_nanos().to_le_bytes().first_chunk::<8>().copied().unwrap_or_default()
        });
        format!("{}-{}", self.tool.name, crate::hexadecimal::hexadecimal(&bytes))
    }

    /// What the plan steps decide.
    async fn plan(&self, provider: Option<AnyProvider>, operation: &Arc<Operation>) -> Result<Decided> {
        // A plan has no write-only values, and the program that makes it may need them.
        let [planned, config] = [&operation.planned, &operation.config].map(|object| Value::from(object.clone()));
        let object = filled(&self.schema.block, planned, &config);
        let mut decided = Decided::default();
        let whole = without_open(&object, &operation.config);
        let mut runner = self.runner(operation, "plan", &object);
        (runner.provider, runner.whole) = (provider, Some(&whole));
        let Some(plan) = self.tool.step(StepName::Plan) else { return Ok(decided) };
        if !runner.knows_all_of(plan) {
            return Ok(decided);
        }
        say(operation, &runner.step(StepName::Setup).await?);
        let planned = runner.step(StepName::Plan).await?;
        runner.plan.clone_from(&planned.printed);
        let shown = runner.step(StepName::ShowPlan).await?;
        for result in [&planned, &shown] {
            say(operation, result);
            for (name, value) in result.outputs.iter() {
                let attribute = self.schema.block.attribute(name);
                let is_configured = !operation.config.value(name).is_none_or(Value::is_null);
                if let Some(attribute) = attribute.filter(|attribute| attribute.mode.is_computed() && !is_configured) {
                    decided.values.insert(attribute.name, value.clone());
                }
            }
            for name in &result.requires_replace {
                let attribute = self.schema.block.attributes.iter().find(|attribute| attribute.name == name);
                decided.replaces.extend(attribute.map(|attribute| AttributePath(attribute.name)));
            }
        }
        // A plan file may hold no secret: what stands for it there leads to its value when the plan is applied.
        operation.private().set(TOOL_PLAN, Value::string(operation.secrets().referred(&planned.printed)));
        let changes = planned.outcome == Outcome::Changed || shown.outcome == Outcome::Changed;
        let shows = decided.values.iter().any(|(name, value)| operation.prior.value(name) != Some(value));
        if changes && operation.planned == operation.prior && !shows {
            self.mark_changed(operation, &mut decided);
        }
        Ok(decided)
    }

    /// The tool would change something although the configuration is the same: what it gives may become different.
    fn mark_changed(&self, operation: &Operation, decided: &mut Decided) {
        let given = self.schema.block.attributes.iter().filter(|attribute| {
            attribute.mode.is_computed()
                && !matches!(attribute.when_unset, WhenUnset::PriorState)
                && operation.config.value(attribute.name).is_none_or(Value::is_null)
                && !decided.values.contains_key(attribute.name)
        });
        let open: Vec<_> = given.map(|attribute| (attribute.name, Value::unknown())).collect();
        if open.is_empty() {
            let summary = format!("The tool {} would change something", self.tool.name);
            let detail = "Its plan step says so, but no attribute shows it, so that Terraform sees no change to make. \
                          Declare a computed attribute for it in the provider's schema.";
            operation.say([Diagnostic::warning(summary, detail)].into_iter());
        }
        decided.values.extend(open);
    }
}

/// The object with null for what only an apply will tell: a plan step is not to wait for it. What is configured and not known
/// yet stays so.
fn without_open(object: &Value, config: &Object) -> Value {
    let mut whole = Object::new(object.clone());
    for (name, value) in Object::new(object.clone()).iter() {
        if value.is_unknown() && config.value(name).is_none_or(Value::is_null) {
            whole.set_as_it_is(name, Value::Null);
        }
    }
    whole.into()
}

impl AnyResource for ToolResource {
    fn create(&self, call: Call, plan: Value) -> BoxFuture<Result<Value>> {
        let this = self.clone();
        Box::pin(async move { this.apply(&call, "create", plan, Value::Null).await })
    }

    fn read(&self, call: Call, identity: Value) -> BoxFuture<Result<Option<Value>>> {
        let this = self.clone();
        Box::pin(async move {
            let mut found = call.operation.prior.clone();
            found.set_all(&Object::new(identity));
            let outcome = this.looked_at(&call, "read", &mut found).await?;
            Ok((outcome != Outcome::Absent).then(|| found.into()))
        })
    }

    fn delete(&self, call: Call, identity: Value) -> BoxFuture<Result<()>> {
        let this = self.clone();
        Box::pin(async move {
            let mut object = call.operation.prior.clone();
            object.set_all(&Object::new(identity));
            let object = Value::from(object);
            let runner = this.runner(&call.operation, "delete", &object).with(&call.provider);
            if this.tool.step(StepName::Destroy).is_some() {
                say(&call.operation, &runner.step(StepName::Setup).await?);
            }
            let destroyed = runner.step(StepName::Destroy).await?;
            say(&call.operation, &destroyed);
            Ok(())
        })
    }
}

impl AnyUpdate for ToolResource {
    fn update(&self, call: Call, identity: Value, plan: Value) -> BoxFuture<Result<Value>> {
        let this = self.clone();
        Box::pin(async move { this.apply(&call, "update", plan, identity).await })
    }
}

impl AnyPlanHook for ToolResource {
    fn plan(&self, provider: Option<AnyProvider>, operation: Arc<Operation>) -> Option<BoxFuture<Result<Decided>>> {
        self.tool.step(StepName::Plan)?;
        let this = self.clone();
        Some(Box::pin(async move { Self::plan(&this, provider, &operation).await }))
    }

    fn plan_destroy(
        &self,
        provider: Option<AnyProvider>,
        operation: Arc<Operation>,
    ) -> Option<BoxFuture<Result<Decided>>> {
        self.tool.step(StepName::PlanDestroy)?;
        let this = self.clone();
        Some(Box::pin(async move {
            let object = Value::from(operation.prior.clone());
            let mut runner = this.runner(&operation, "delete", &object);
            runner.provider = provider;
            say(&operation, &runner.step(StepName::PlanDestroy).await?);
            Ok(Decided::default())
        }))
    }

    fn generate_config(&self, _: Value, _: Value) -> Option<Result<(Value, Vec<AttributePath>)>> {
        None
    }
}

impl AnyCheck for ToolResource {
    fn check(&self, config: Value, cancellation: Cancellation) -> BoxFuture<Diagnostics> {
        let this = self.clone();
        Box::pin(async move {
            let operation = Operation::new(Value::Null, Value::Null, config.clone(), cancellation);
            let operation = Arc::new(operation.of_block(this.schema.block));
            let runner = this.runner(&operation, "validate", &config);
            let checked = match this.tool.step(StepName::Check) {
                // This comes before the provider is configured, and with it before anybody has looked for what is needed.
                Some(_) => requirement::check_once(this.tool, &this.programs, &operation.cancellation).await,
                None => Ok(()),
            };
            let checked = match checked {
                Ok(()) => runner.step(StepName::Check).await,
                Err(missing) => Err(missing),
            };
            match checked {
                Ok(result) => {
                    say(&operation, &result);
                    operation.take().0
                }
                Err(failed) => failed,
            }
        })
    }
}
