//! One step of a tool: filled in, run, tried again if need be, and judged by its exit code.

use super::capture::{Lines, plain};
use super::implemented::Given;
use super::process::{self, Ended, Killed};
use super::programs::Programs;
use super::result::{self, Outcome, StepResult};
use super::table::{Step, StepName, Tool};
use super::template::{self, Command, Unfilled, Values};
use crate::adapter::AnyProvider;
use crate::context::{Kept, Operation};
use crate::diagnostic::{Diagnostic, Diagnostics, Result, error};
use crate::log::{Level, Logger};
use crate::model::Object;
use crate::race::{race, some};
use crate::schema::Block;
use crate::timeouts::show;
use std::future::pending;
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tfgen_cty::Value;

/// How many lines of what a program has printed are shown with an error.
const LINES: usize = 20;
/// How much of what a plan step prints is kept for apply.
const PLAN_MAX: usize = 1 << 20;

/// Where lines go that are to be told while a step runs.
pub(super) type Teller = Box<dyn Fn(String) -> crate::adapter::BoxFuture<()> + Send + Sync>;

/// What steps of one call have in common.
pub(super) struct Runner<'a> {
    pub(super) tool: &'static Tool,
    pub(super) programs: &'a Programs,
    pub(super) block: &'a Block,
    pub(super) operation: &'a Arc<Operation>,
    /// What is being done: `create`.
    pub(super) doing: &'static str,
    /// What templates are filled in with.
    pub(super) object: &'a Value,
    /// The configured provider, for steps that are written in Rust.
    pub(super) provider: Option<AnyProvider>,
    /// What the plan step has printed.
    pub(super) plan: String,
    /// Who is told of lines, besides the log.
    pub(super) teller: Option<&'a Teller>,
    /// What is kept of the object once the apply step has begun.
    pub(super) keeps: Option<Kept>,
}

impl<'a> Runner<'a> {
    /// A runner that has no plan, and tells nobody but the log.
    pub(super) fn new(
        tool: &'static Tool,
        programs: &'a Programs,
        block: &'a Block,
        operation: &'a Arc<Operation>,
        (doing, object): (&'static str, &'a Value),
    ) -> Self {
        let (provider, plan) = (None, String::new());
        Self { tool, programs, block, operation, doing, object, provider, plan, teller: None, keeps: None }
    }

    /// The same with a configured provider.
    pub(super) fn with(self, provider: &AnyProvider) -> Self {
        Self { provider: Some(provider.clone()), ..self }
    }

    /// Does a step; one that the tool does not have is skipped. An end that means an error is one. What the program has
    /// printed is in what is said, and what is sensitive of it is not.
    pub(super) async fn step(&self, name: StepName) -> Result<StepResult> {
        self.attempt(name).await.map_err(|mut failed| {
            self.operation.secrets().mask_all(&mut failed);
            failed
        })
    }

    async fn attempt(&self, name: StepName) -> Result<StepResult> {
        let Some(step) = self.tool.step(name) else {
            return Ok(StepResult::skipped(name, format!("The tool has no step `{}`.", name.as_str())));
        };
        if step.implemented {
            return self.called(name).await;
        }
        let values = Values { object: self.object, plan: &self.plan, operation: self.doing };
        let command = match template::fill(step, values) {
            Ok(command) => command,
            Err(Unfilled::Unknown(address)) => {
                let address = if address.is_empty() { "something in it" } else { address };
                return Ok(StepResult::skipped(name, format!("`{address}` is not known yet.")));
            }
            // A step that is there for some configurations only.
            Err(Unfilled::NoProgram) if name != StepName::Apply => {
                return Ok(StepResult::skipped(name, "Nothing is left of its command once what is null has gone."));
            }
            Err(Unfilled::NoProgram) => {
                return Err(error(format!("{} has no program", self.of(name)))
                    .detail("Nothing is left of its command once what is null has gone."));
            }
        };
        let program = self.programs.find(&command.program).map_err(|searched| {
            error(format!("{} lacks its program", self.of(name)))
                .detail(format!("There is no program `{}` {searched}.", command.program))
        })?;
        self.tried(step, &program, &command).await
    }

    /// Does a step that is written in Rust.
    async fn called(&self, name: StepName) -> Result<StepResult> {
        let of = self.of(name);
        let Some(step) = self.programs.implemented(self.tool.name, name) else {
            return Err(error(format!("{of} is written in Rust, and is not there"))
                .detail("The registry does not know it. This is a mistake in the generated code."));
        };
        if let Some(keeps) = self.keeps.as_ref().filter(|_| name == StepName::Apply) {
            self.operation.keep(keeps.clone());
        }
        let given = Given {
            operation: self.operation.clone(),
            doing: self.doing,
            object: Object::new(self.object.clone()),
            plan: self.plan.clone(),
            programs: self.programs.clone(),
        };
        let began = Instant::now();
        let answer = step.call(self.provider.clone(), given).await.map_err(|mut failed| {
            for message in &mut failed.0 {
                let gap = if message.detail.is_empty() { "" } else { "\n\n" };
                message.detail = format!("{}{gap}{of} says so.", message.detail);
            }
            failed
        })?;
        let is_none = |name: &&Arc<str>| self.block.attribute(name).is_none();
        if let Some(name) = answer.outputs.iter().map(|(name, _)| name).find(is_none) {
            return Err(error(format!("{of} gives an attribute that there is not"))
                .detail(format!("`{name}` is no root attribute. Give a root attribute its whole value.")));
        }
        let mask = |messages: Vec<String>| messages.iter().map(|text| self.operation.secrets().mask(text)).collect();
        Ok(StepResult {
            outcome: answer.outcome,
            duration: began.elapsed(),
            messages: mask(answer.messages),
            outputs: answer.outputs,
            requires_replace: answer.replaces,
            printed: answer.printed,
            ..StepResult::done(name)
        })
    }

    /// Whether everything is known that the step takes.
    pub(super) fn knows_all_of(&self, step: &Step) -> bool {
        let values = Values { object: self.object, plan: &self.plan, operation: self.doing };
        !matches!(template::fill(step, values), Err(Unfilled::Unknown(_)))
    }

    /// What a step is called in a message.
    fn of(&self, name: StepName) -> String {
        format!("Step `{}` of the tool {}", name.as_str(), self.tool.name)
    }

    async fn tried(&self, step: &'static Step, program: &Path, command: &Command) -> Result<StepResult> {
        let began = Instant::now();
        let mut attempt = 1;
        loop {
            let ended = self.run(step, program, command).await?;
            let outcome = outcome(step, &ended);
            self.log(step, command, &ended, attempt);
            let again = ended.killed.is_none()
                && outcome.is_none()
                && attempt < step.attempts
                && (step.retry_on.is_empty() || ended.code.is_some_and(|code| step.retry_on.contains(&code)));
            if !again {
                let Some(outcome) = outcome else { return Err(self.failed(step, command, &ended, attempt)) };
                return self.done(step, outcome, &ended, began.elapsed());
            }
            attempt += 1;
            if !self.operation.cancellation.pause(Duration::from_millis(step.delay)).await {
                return Err(self.failed(step, command, &ended, attempt - 1));
            }
        }
    }

    async fn run(&self, step: &Step, program: &Path, command: &Command) -> Result<Ended> {
        enum Event {
            Line(String),
            Over(io::Result<Ended>),
        }
        let timeout = (step.timeout > 0).then(|| Duration::from_millis(step.timeout));
        let (lines, mut heard) = if step.progress { Some(Lines::channel()).unzip() } else { (None, None) };
        if let Some(keeps) = self.keeps.as_ref().filter(|_| step.name == StepName::Apply) {
            self.operation.keep(keeps.clone());
        }
        let mut running = pin!(process::run(program, command, timeout, &self.operation.cancellation, lines));
        // The run decides when it is over: a process that has left its group may hold the pipe, and its lines, for ever.
        let ended = loop {
            let line = async {
                match &mut heard {
                    Some(heard) => Event::Line(some(heard.recv()).await),
                    None => pending().await,
                }
            };
            let over = async { Event::Over(running.as_mut().await) };
            match race(line, over).await {
                Event::Line(line) => self.tell(format!("{}: {line}", step.name.as_str())).await,
                Event::Over(ended) => break ended,
            }
        };
        while let Some(line) = heard.as_mut().and_then(|heard| heard.try_recv().ok()) {
            self.tell(format!("{}: {line}", step.name.as_str())).await;
        }
        ended.map_err(|failed| {
            self.operation.keep_nothing();
            let place = command.cwd.as_ref().map(|cwd| format!(" in `{cwd}`")).unwrap_or_default();
            error(format!("{} could not be started", self.of(step.name)))
                .detail(format!("`{}`{place}: {failed}.", program.display()))
        })
    }

    /// Tells a line to whoever listens, without sensitive values, and to the log.
    pub(super) async fn tell(&self, line: String) {
        let line = self.operation.secrets().mask(&line);
        Logger::Provider.entry(Level::Info, &line).field("tool", self.tool.name).write();
        if let Some(teller) = self.teller {
            teller(line).await;
        }
    }

    fn log(&self, step: &Step, command: &Command, ended: &Ended, attempt: u32) {
        let entry = Logger::Provider.entry(Level::Debug, "A step of a tool has ended");
        let code = ended.code.map_or_else(|| "none".to_owned(), |code| code.to_string());
        entry
            .field("tool", self.tool.name)
            .field("tool_step", step.name.as_str())
            .field("tool_program", self.operation.secrets().mask(&command.program))
            .field("tool_exit_code", code)
            .field("tool_attempt", i64::from(attempt))
            .field("tool_duration_ms", i64::try_from(ended.duration.as_millis()).unwrap_or(i64::MAX))
            .write();
    }

    fn done(&self, step: &'static Step, outcome: Outcome, ended: &Ended, duration: Duration) -> Result<StepResult> {
        let of = self.of(step.name);
        let there = outcome == Outcome::Absent || result::is_there(step.absent_unless, &ended.output);
        let outcome = if there { outcome } else { Outcome::Absent };
        let outputs = if outcome == Outcome::Absent {
            result::nothing(step.outputs)
        } else {
            result::outputs(&of, self.block, step.outputs, &ended.output)?
        };
        let printed = if step.name == StepName::Plan { ended.output.whole().unwrap_or_default() } else { &[] };
        let printed = String::from_utf8_lossy(printed.get(..printed.len().min(PLAN_MAX)).unwrap_or_default());
        let mut messages = result::texts(step.messages, &ended.output);
        if ended.output.whole().is_some_and(|whole| step.name == StepName::Plan && whole.len() > PLAN_MAX) {
            messages.push(format!("What the plan step printed is cut off after {PLAN_MAX} bytes."));
        }
        Ok(StepResult {
            step: step.name,
            outcome,
            exit_code: ended.code,
            duration,
            messages: messages.iter().map(|message| self.operation.secrets().mask(message)).collect(),
            outputs,
            requires_replace: result::texts(step.requires_replace, &ended.output),
            printed: printed.into_owned(),
        })
    }

    /// What to say of a run that did not end well.
    fn failed(&self, step: &Step, command: &Command, ended: &Ended, attempts: u32) -> Diagnostics {
        let (of, program) = (self.of(step.name), &command.program);
        let after = format!("after {:.1} s", ended.duration.as_secs_f64());
        let summary = match ended.killed {
            Some(Killed::Timeout) => format!("{of} took too long"),
            Some(Killed::Cancelled) => format!("{of} was interrupted"),
            None => format!("{of} failed"),
        };
        let why = match (ended.killed, ended.code) {
            (Some(Killed::Timeout), _) => {
                let limit = show(Duration::from_millis(step.timeout));
                format!("`{program}` was ended, with all that it had started, since it took longer than {limit}.")
            }
            (Some(Killed::Cancelled), _) => {
                format!("`{program}` was ended {after}, with all that it had started, since the operation is to stop.")
            }
            (None, Some(code)) => format!("`{program}` ended with exit code {code} {after}."),
            (None, None) => format!("`{program}` was ended by a signal {after}."),
        };
        let tries = if attempts > 1 { format!(" It was tried {attempts} times.") } else { String::new() };
        let mut detail = format!("{why}{tries}");
        for (what, printed) in [("errors", &ended.errors), ("output", &ended.output)] {
            let lines = printed.last_lines(LINES);
            if !lines.is_empty() {
                detail.extend(["\n\nThe end of its ", what, ":\n", &plain(&lines)]);
            }
        }
        error(summary).detail(detail)
    }
}

/// Tells what a step has to say as warnings. What a skipped step says is nobody's business.
pub(super) fn say(operation: &Operation, result: &StepResult) {
    if result.outcome != Outcome::Skipped {
        let step = result.step.as_str();
        let warn = |message: &String| {
            let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
            Diagnostic::warning(format!("Step `{step}`: {first}"), rest.trim())
        };
        operation.say(result.messages.iter().map(warn));
    }
}

/// What an exit code means; none if it means an error. What a health step does not answer well is not well.
fn outcome(step: &Step, ended: &Ended) -> Option<Outcome> {
    if ended.killed.is_some() {
        return None;
    }
    let code = ended.code?;
    let means = [(step.ok, Outcome::Done), (step.changed, Outcome::Changed), (step.absent, Outcome::Absent)];
    let found = means.into_iter().find(|(codes, _)| codes.contains(&code)).map(|(_, outcome)| outcome);
    found.or((step.name == StepName::Health).then_some(Outcome::Absent))
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::super::table::Piece::Literal;
    use super::*;
    use crate::context::Cancellation;

    static TOOL: Tool = Tool {
        name: "daemon",
        steps: &[Step {
            // Another session: no end of the group reaches it, and it holds the pipe.
            command: &[&[&[Literal("sh")], &[Literal("-c")]], &[&[Literal("setsid sleep 20 & echo started; exit 2")]]],
            changed: &[2],
            progress: true,
            ..Step::DEFAULT
        }],
        ..Tool::DEFAULT
    };

    #[tokio::test]
    async fn what_leaves_the_group_is_not_waited_for_and_lines_are_told() {
        let object = Value::Null;
        let operation = Operation::new(Value::Null, Value::Null, Value::Null, Cancellation::default());
        let (operation, block) = (Arc::new(operation), Block::of(&[]));
        let (sender, mut told) = tokio::sync::mpsc::unbounded_channel();
        let teller: Teller = Box::new(move |line| {
            let _ = sender.send(line);
            Box::pin(std::future::ready(()))
        });
        let programs = Programs::default();
        let runner =
            Runner { teller: Some(&teller), ..Runner::new(&TOOL, &programs, &block, &operation, ("create", &object)) };
        let began = Instant::now();
        let result = runner.step(StepName::Apply).await.unwrap();
        assert_eq!((result.outcome, result.exit_code), (Outcome::Changed, Some(2)));
        assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
        assert_eq!(told.recv().await.as_deref(), Some("apply: started"));
    }
}
