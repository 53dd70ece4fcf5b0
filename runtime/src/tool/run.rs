//! One step of a tool: filled in, run, tried again if need be, and judged by its exit code.

use super::capture::{Lines, cut};
use super::implemented::Given;
use super::process::{self, Ended, Target};
use super::programs::Programs;
use super::result::{self, Outcome, StepResult};
use super::said::{self, Run};
use super::table::{Piece, Step, StepName, Tool};
use super::template::{self, Command, Unfilled, Values};
use crate::adapter::AnyProvider;
use crate::context::{Kept, Operation};
use crate::diagnostic::{Result, error};
use crate::log::{Level, Logger, Secrets};
use crate::model::Object;
use crate::race::{race, some, then};
use crate::schema::Block;
use crate::timeouts::TIMEOUTS;
use std::future::pending;
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tfgen_cty::Value;

/// How much of what a plan step prints is kept for apply.
const PLAN_MAX: usize = 1 << 20;

/// Where lines go that are to be told while a step runs.
pub(super) type Teller = Box<dyn Fn(String) -> crate::adapter::BoxFuture<()> + Send + Sync>;

/// What steps of one call have in common.
pub(super) struct Runner<'a> {
    pub(super) tool: &'static Tool,
    pub(super) programs: &'a Programs,
    pub(super) block: &'a Block,
    /// The tables of all that steps give: an action has fewer attributes than that.
    pub(super) given: &'a Block,
    pub(super) operation: &'a Arc<Operation>,
    /// What is being done: `create`.
    pub(super) doing: &'static str,
    /// What templates are filled in with.
    pub(super) object: &'a Value,
    /// The object as `{:json}` has it, if that is another.
    pub(super) whole: Option<&'a Value>,
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
        let (provider, plan, whole) = (None, String::new(), None);
        Self {
            tool,
            programs,
            block,
            given: block,
            operation,
            doing,
            object,
            whole,
            provider,
            plan,
            teller: None,
            keeps: None,
        }
    }

    /// The same with a configured provider.
    pub(super) fn with(self, provider: &AnyProvider) -> Self {
        Self { provider: Some(provider.clone()), ..self }
    }

    /// Does a step. An end that means an error is one.
    pub(super) async fn step(&self, name: StepName) -> Result<StepResult> {
        let result = self.result(name).await;
        if result.is_ok() { Ok(result) } else { Err(result.failed) }
    }

    /// What a step comes to; one that the tool does not have is skipped. What the program has printed is in what is said,
    /// and what is sensitive of it is not.
    pub(super) async fn result(&self, name: StepName) -> StepResult {
        let began = Instant::now();
        let mut result = match self.attempt(name).await {
            Ok(result) => result,
            Err(failed) => StepResult::failed(name, failed),
        };
        if !result.is_ok() {
            result.duration = began.elapsed();
        }
        if !(result.failed.is_empty() && result.messages.is_empty()) {
            let mut shown = Object::new(self.object.clone());
            shown.set_all(&result.outputs);
            let shown = Value::from(shown);
            let secrets = self.operation.secrets_with(&shown);
            secrets.mask_all(&mut result.failed);
            result.messages.iter_mut().for_each(|message| *message = secrets.mask(message));
        }
        said::note(self.tool, &result);
        result
    }

    async fn attempt(&self, name: StepName) -> Result<StepResult> {
        let Some(step) = self.tool.step(name) else {
            return Ok(StepResult::skipped(name, format!("The tool has no step `{}`.", name.as_str())));
        };
        if step.implemented {
            return self.called(name).await;
        }
        let command = match template::fill(step, self.values()) {
            Ok(command) => command,
            Err(Unfilled::Unknown("")) => return Ok(StepResult::skipped(name, "Not all of it is known yet.")),
            Err(Unfilled::Unknown(address)) => {
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
        let is_none = |name: &&Arc<str>| self.given.attribute(name).is_none();
        if let Some(name) = answer.outputs.iter().map(|(name, _)| name).find(is_none) {
            return Err(error(format!("{of} gives an attribute that there is not"))
                .detail(format!("`{name}` is no root attribute. Give a root attribute its whole value.")));
        }
        self.operation.learn_by(self.given, &answer.outputs.clone().into());
        let mut outputs = Object::default();
        for (name, value) in answer.outputs.iter().filter(|(name, _)| self.block.attribute(name).is_some()) {
            outputs.set_as_it_is(name, value.clone());
        }
        Ok(StepResult {
            outcome: answer.outcome,
            duration: began.elapsed(),
            messages: answer.messages,
            outputs,
            requires_replace: answer.replaces,
            printed: answer.printed,
            ..StepResult::done(name)
        })
    }

    /// Whether everything is known that the step takes.
    pub(super) fn knows_all_of(&self, step: &Step) -> bool {
        !matches!(template::fill(step, self.values()), Err(Unfilled::Unknown(_)))
    }

    fn values(&self) -> Values<'_> {
        let whole = self.whole.unwrap_or(self.object);
        Values { object: self.object, whole, plan: &self.plan, operation: self.doing }
    }

    /// What a step is called in a message.
    fn of(&self, name: StepName) -> String {
        format!("Step `{}` of the tool {}", name.as_str(), self.tool.name)
    }

    async fn tried(&self, step: &'static Step, program: &Path, command: &Command) -> Result<StepResult> {
        let began = Instant::now();
        let mut attempt = 1;
        loop {
            let ended = self.run(step, program, command, attempt).await?;
            let outcome = outcome(step, &ended);
            self.learn(step, &ended);
            self.log(step, command, &ended, attempt);
            let again = ended.killed.is_none()
                && outcome.is_none()
                && attempt < step.attempts
                && (step.retry_on.is_empty() || ended.code.is_some_and(|code| step.retry_on.contains(&code)));
            if !again {
                let Some(outcome) = outcome else { return Ok(self.failed(step, command, &ended, attempt)) };
                let done = self.done(step, outcome, &ended);
                let done = done.unwrap_or_else(|failed| StepResult::failed(step.name, failed));
                return Ok(StepResult { exit_code: ended.code, duration: began.elapsed(), ..done });
            }
            if !self.operation.cancellation.pause(Duration::from_millis(step.delay)).await {
                return Ok(self.failed(step, command, &ended, attempt));
            }
            attempt += 1;
        }
    }

    /// What a program has given to sensitive attributes is hidden from here on, however it has ended, and whether or not anything
    /// takes it.
    fn learn(&self, step: &Step, ended: &Ended) {
        if step.secret
            && let Ok(given) = result::outputs(&self.of(step.name), self.given, step, &ended.output)
        {
            self.operation.learn_by(self.given, &given.into());
        }
    }

    /// How long one try may take. What a configuration says in its `timeouts` of what it asks for stands in for what the
    /// step says; the operation's time runs in any case.
    fn timeout(&self, step: &Step) -> Option<Duration> {
        let own = (step.timeout > 0).then(|| Duration::from_millis(step.timeout));
        let is_asked_for = match self.doing {
            "create" | "update" | "invoke" => step.name == StepName::Apply,
            "delete" => step.name == StepName::Destroy,
            "read" => matches!(step.name, StepName::Status | StepName::Output),
            _ => false,
        };
        let Operation { config, planned, prior, .. } = &**self.operation;
        let is_configured = [config, planned, prior].iter().any(|object| {
            let timeouts = object.value(TIMEOUTS).and_then(|timeouts| timeouts.inner().get(self.doing));
            timeouts.is_some_and(|limit| !limit.is_null())
        });
        own.filter(|_| !(is_asked_for && is_configured))
    }

    async fn run(&self, step: &Step, program: &Path, command: &Command, attempt: u32) -> Result<Ended> {
        enum Event {
            Line(String),
            Over(io::Result<Ended>),
        }
        let timeout = self.timeout(step);
        let (mut lines, mut heard) = if step.progress { Some(Lines::channel()).unzip() } else { (None, None) };
        if let Some(lines) = &mut lines {
            lines.errors_alone = step.secret;
        }
        let secrets =
            if step.progress { self.operation.secrets_with(self.object).into_owned() } else { Secrets::default() };
        let tell = |line: String| self.told(format!("{}: {line}", step.name.as_str()), &secrets);
        if let Some(keeps) = self.keeps.as_ref().filter(|_| step.name == StepName::Apply) {
            self.operation.keep(keeps.clone());
        }
        let target = Target { path: program, private: self.programs.private() };
        let mut running = pin!(process::run(target, command, timeout, &self.operation.cancellation, lines));
        // The run decides when it is over: a process that has left its group may hold the pipe, and its lines, for ever.
        let ended = loop {
            let line = async {
                match &mut heard {
                    Some(heard) => Event::Line(some(heard.recv()).await),
                    None => pending().await,
                }
            };
            let over = async { Event::Over(running.as_mut().await) };
            let line = match race(line, over).await {
                Event::Line(line) => line,
                Event::Over(ended) => break ended,
            };
            // Whoever listens may take a while, and the program's time runs.
            let mut telling = pin!(tell(line));
            let ended = race(then(telling.as_mut(), None), async { Some(running.as_mut().await) }).await;
            if let Some(ended) = ended {
                telling.await;
                break ended;
            }
        };
        while let Some(line) = heard.as_mut().and_then(|heard| heard.try_recv().ok()) {
            tell(line).await;
        }
        ended.map_err(|failed| {
            // An earlier try, or an earlier step, may have made something.
            if step.name == StepName::Apply && attempt == 1 {
                self.operation.keep_nothing();
            }
            said::not_started(&self.of(step.name), program, command, &failed)
        })
    }

    /// Tells a line to whoever listens, without sensitive values, and to the log.
    pub(super) async fn tell(&self, line: String) {
        self.told(line, &self.operation.secrets_with(self.object)).await;
    }

    async fn told(&self, line: String, secrets: &Secrets) {
        let line = cut(secrets.mask(&line));
        Logger::Provider.entry(Level::Info, &line).field("tool", self.tool.name).write();
        if let Some(teller) = self.teller {
            teller(line).await;
        }
    }

    fn log(&self, step: &Step, command: &Command, ended: &Ended, attempt: u32) {
        let entry = Logger::Provider.entry(Level::Debug, "A program of a tool has ended");
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

    fn done(&self, step: &'static Step, outcome: Outcome, ended: &Ended) -> Result<StepResult> {
        let (of, output) = (self.of(step.name), &ended.output);
        let is_absent = outcome == Outcome::Absent || !result::is_there(&of, step, output)?;
        // What is not well may still say why.
        let is_unwell = step.name == StepName::Health && !ended.code.is_some_and(|code| step.absent.contains(&code));
        let outputs = match (is_absent, is_unwell) {
            (false, _) => result::outputs(&of, self.block, step, output)?,
            (true, true) => {
                result::outputs(&of, self.block, step, output).unwrap_or_else(|_| result::nothing(step.outputs))
            }
            (true, false) => result::nothing(step.outputs),
        };
        let mut printed = String::new();
        if step.name == StepName::Plan && self.takes_plan() {
            let whole = output.whole().filter(|whole| whole.len() <= PLAN_MAX);
            printed = String::from_utf8_lossy(whole.ok_or_else(|| said::plan_too_long(&of, PLAN_MAX))?).into_owned();
        }
        Ok(StepResult {
            outcome: if is_absent { Outcome::Absent } else { outcome },
            outputs,
            messages: result::texts(step.messages, output),
            requires_replace: result::replaces(&of, step, output)?,
            printed,
            ..StepResult::done(step.name)
        })
    }

    /// Whether anything is done with what the plan step prints.
    fn takes_plan(&self) -> bool {
        self.tool.steps.iter().any(|step| {
            let env = step.env.iter().map(|(_, text)| *text);
            let takes = env.chain([step.stdin]).flatten().any(|piece| *piece == Piece::Plan);
            takes || (step.implemented && matches!(step.name, StepName::ShowPlan | StepName::Apply))
        })
    }

    /// What to say of a run that did not end well.
    fn failed(&self, step: &Step, command: &Command, ended: &Ended, attempts: u32) -> StepResult {
        let run = Run { of: &self.of(step.name), command, limit: self.timeout(step), secret: step.secret, attempts };
        StepResult { exit_code: ended.code, ..StepResult::failed(step.name, said::failed(&run, ended)) }
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

    static BARE: Tool = Tool {
        name: "bare",
        steps: &[Step {
            command: &[&[&[Literal("sh")], &[Literal("-c")]], &[&[Literal("echo one; sleep 60")]]],
            timeout: 300,
            progress: true,
            ..Step::DEFAULT
        }],
        ..Tool::DEFAULT
    };

    fn operation() -> Arc<Operation> {
        Arc::new(Operation::new(Value::Null, Value::Null, Value::Null, Cancellation::default()))
    }

    #[tokio::test]
    async fn a_step_that_a_tool_does_not_have_says_so_and_one_that_fails_is_a_result_too() {
        let (object, operation, block, programs) = (Value::Null, operation(), Block::of(&[]), Programs::default());
        let runner = Runner::new(&BARE, &programs, &block, &operation, ("create", &object));
        let skipped = runner.result(StepName::Health).await;
        assert_eq!((skipped.outcome, skipped.is_ok()), (Outcome::Skipped, true));
        assert_eq!(skipped.messages, ["The tool has no step `health`."]);
        let failed = runner.result(StepName::Apply).await;
        assert_eq!((failed.step, failed.outcome, failed.is_ok()), (StepName::Apply, Outcome::Failed, false));
        assert!(failed.duration >= Duration::from_millis(300), "{failed:?}");
        assert_eq!(failed.failed.0[0].summary, "Step `apply` of the tool bare took too long");
    }

    #[tokio::test]
    async fn a_listener_that_takes_its_time_holds_up_no_timeout() {
        let (object, operation, block, programs) = (Value::Null, operation(), Block::of(&[]), Programs::default());
        let (sender, mut ended) = tokio::sync::mpsc::channel(1);
        let teller: Teller = Box::new(move |_| {
            let sender = sender.clone();
            Box::pin(async move {
                // Terraform takes no line until the program is over.
                tokio::time::sleep(Duration::from_secs(2)).await;
                let _ = sender.send(Instant::now()).await;
            })
        });
        let runner =
            Runner { teller: Some(&teller), ..Runner::new(&BARE, &programs, &block, &operation, ("create", &object)) };
        let failed = runner.result(StepName::Apply).await;
        assert!(failed.failed.0[0].summary.contains("took too long"), "{failed:?}");
        assert!(failed.failed.0[0].detail.contains("longer than 300ms"), "{failed:?}");
        assert!(ended.recv().await.is_some(), "the line was told");
    }
}
