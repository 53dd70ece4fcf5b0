//! What is said of steps: why one went wrong, what its program prints for people, and what the log gets. How it ended is
//! decided elsewhere, and so is what is sensitive.

use super::capture::Capture;
use super::process::{Ended, Killed};
use super::result::{Outcome, StepResult};
use super::table::Tool;
use super::template::Command;
use crate::context::Operation;
use crate::diagnostic::{Diagnostic, Diagnostics, error};
use crate::log::{Level, Logger};
use crate::timeouts::show;
use std::io;
use std::path::Path;
use std::time::Duration;

/// How many lines of what a program has printed are shown with an error.
const LINES: usize = 20;

/// A run that did not end well.
pub(super) struct Run<'a> {
    /// What the step is called.
    pub(super) of: &'a str,
    pub(super) command: &'a Command,
    /// How long it might take.
    pub(super) limit: Option<Duration>,
    /// What it prints is not shown.
    pub(super) secret: bool,
    pub(super) attempts: u32,
}

/// Why a run did not end well.
pub(super) fn failed(run: &Run<'_>, ended: &Ended) -> Diagnostics {
    let (of, program) = (run.of, &run.command.program);
    let after = format!("after {:.1} s", ended.duration.as_secs_f64());
    let summary = match ended.killed {
        Some(Killed::Timeout) => format!("{of} took too long"),
        Some(Killed::Cancelled) => format!("{of} was interrupted"),
        None => format!("{of} failed"),
    };
    let why = match (ended.killed, ended.code) {
        (Some(Killed::Timeout), _) => {
            let limit = show(run.limit.unwrap_or(ended.duration));
            format!("`{program}` was ended, with all that it had started, since it took longer than {limit}.")
        }
        (Some(Killed::Cancelled), _) => {
            format!("`{program}` was ended {after}, with all that it had started, since the operation is to stop.")
        }
        (None, Some(code)) => format!("`{program}` ended with exit code {code} {after}."),
        (None, None) => format!("`{program}` was ended by a signal {after}."),
    };
    let tries = if run.attempts > 1 { format!(" It was tried {} times.", run.attempts) } else { String::new() };
    let mut detail = format!("{why}{tries}{}", end_of("errors", &ended.errors));
    if !run.secret {
        detail.push_str(&end_of("output", &ended.output));
    } else if ended.output.total() > 0 {
        detail.push_str("\n\nIts output is not shown, since it may hold sensitive values.");
    }
    error(summary).detail(detail)
}

fn end_of(what: &str, printed: &Capture) -> String {
    let lines = printed.last_lines(LINES);
    if lines.is_empty() { lines } else { format!("\n\nThe end of its {what}:\n{lines}") }
}

/// Why a program could not be started.
pub(super) fn not_started(of: &str, program: &Path, command: &Command, failed: &io::Error) -> Diagnostics {
    let place = command.cwd.as_ref().map(|cwd| format!(" in `{cwd}`")).unwrap_or_default();
    let help = match failed.kind() {
        io::ErrorKind::ArgumentListTooLong => {
            " Its arguments and its environment take no texts of that length: hand long ones over in `stdin`."
        }
        _ => "",
    };
    error(format!("{of} could not be started")).detail(format!("`{}`{place}: {failed}.{help}", program.display()))
}

/// What the plan step has printed does not fit into a plan.
pub(super) fn plan_too_long(of: &str, most: usize) -> Diagnostics {
    error(format!("{of} printed too much")).detail(format!(
        "What it prints is kept with the plan, for `{{@plan}}`, and is longer than {most} bytes. Let it print less, or write it \
         to a file."
    ))
}

/// Tells what a step has to say as warnings. What a skipped step says is for the log.
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

/// What a step came to, for the log: without a word of what it has printed.
pub(super) fn note(tool: &Tool, result: &StepResult) {
    if !Logger::Provider.enabled(Level::Debug) {
        return;
    }
    let outputs: Vec<String> = result.outputs.iter().map(|(name, _)| name.to_string()).collect();
    let mut entry = Logger::Provider
        .entry(Level::Debug, "A step of a tool is over")
        .field("tool", tool.name)
        .field("tool_step", result.step.as_str())
        .field("tool_ok", result.is_ok())
        .field("tool_outcome", result.outcome.as_str())
        .field("tool_duration_ms", i64::try_from(result.duration.as_millis()).unwrap_or(i64::MAX));
    if let Some(code) = result.exit_code {
        entry = entry.field("tool_exit_code", i64::from(code));
    }
    if !outputs.is_empty() {
        entry = entry.field("tool_outputs", outputs.join(", "));
    }
    if let Some(why) = result.messages.first().filter(|_| result.outcome == Outcome::Skipped) {
        entry = entry.field("tool_reason", why.as_str());
    }
    entry.write();
}
