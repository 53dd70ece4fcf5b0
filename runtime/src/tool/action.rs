//! A tool as an action: its steps one after another, with a line for each.

use super::programs::Programs;
use super::result::{Outcome, StepResult};
use super::run::{Runner, Teller};
use super::said::say;
use super::table::{StepName, Tool};
use crate::adapter::{AnyAction, AnyPlanAction, BoxFuture, Call};
use crate::context::Outlet;
use crate::diagnostic::Result;
use crate::model::Object;
use crate::schema::{ConfigSchema, ResourceSchema};
use tfgen_cty::Value;

/// A tool as an action.
#[derive(Clone)]
pub(crate) struct ToolAction {
    pub(crate) tool: &'static Tool,
    pub(crate) schema: &'static ConfigSchema,
    /// The resource of the same tool, which has what an action has not: what steps give.
    pub(crate) resource: Option<&'static ResourceSchema>,
    pub(crate) programs: Programs,
}

impl AnyAction for ToolAction {
    fn invoke(&self, call: Call, config: Value, progress: Outlet<String>) -> BoxFuture<Result<()>> {
        let (tool, block, programs) = (self.tool, self.schema.block, self.programs.clone());
        let given = self.resource.map_or(block, |resource| resource.block);
        Box::pin(async move {
            let cancelled = call.operation.cancellation.clone();
            let teller: Teller = Box::new(move |line| {
                let (progress, cancelled) = (progress.clone(), cancelled.clone());
                Box::pin(async move {
                    let _ = cancelled.unless(progress.send(line)).await;
                })
            });
            let mut object = Object::new(config);
            let mut plan = String::new();
            for name in tool.action {
                let value = Value::from(object.clone());
                let runner = Runner {
                    plan: plan.clone(),
                    given: &given,
                    teller: Some(&teller),
                    ..Runner::new(tool, &programs, &block, &call.operation, ("invoke", &value)).with(&call.provider)
                };
                runner.tell(format!("{}: begins", name.as_str())).await;
                let result = runner.result(*name).await;
                runner.tell(ending(&result)).await;
                for message in &result.messages {
                    runner.tell(format!("{}: {message}", name.as_str())).await;
                }
                if !result.is_ok() {
                    return Err(result.failed);
                }
                if *name == StepName::Plan {
                    plan.clone_from(&result.printed);
                }
                object.set_all(&result.outputs);
            }
            Ok(())
        })
    }
}

/// How a step came out, in a line.
fn ending(result: &StepResult) -> String {
    let step = result.step.as_str();
    let after = format!("after {:.1} s", result.duration.as_secs_f64());
    match result.outcome {
        Outcome::Done => format!("{step}: done {after}"),
        Outcome::Changed => format!("{step}: done {after}, with changes{}", code(result)),
        Outcome::Absent => format!("{step}: there is nothing, {after}"),
        Outcome::Skipped => format!("{step}: skipped"),
        Outcome::Failed => format!("{step}: failed {after}{}", code(result)),
    }
}

/// The exit code, where it says more than that all is well.
fn code(result: &StepResult) -> String {
    result.exit_code.filter(|code| *code != 0).map_or_else(String::new, |code| format!(" (exit code {code})"))
}

impl AnyPlanAction for ToolAction {
    /// What the check step says before anything is done.
    fn plan(&self, call: Call, config: Value) -> BoxFuture<Result<()>> {
        let (tool, block, programs) = (self.tool, self.schema.block, self.programs.clone());
        Box::pin(async move {
            let runner = Runner::new(tool, &programs, &block, &call.operation, ("validate", &config));
            let runner = runner.with(&call.provider);
            say(&call.operation, &runner.step(StepName::Check).await?);
            Ok(())
        })
    }
}
