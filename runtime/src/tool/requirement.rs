//! What a tool needs before anything is done: programs, their versions, and files.

use super::process;
use super::programs::Programs;
use super::table::{Requirement, Tool};
use super::template::Command;
use super::version::meets;
use crate::context::Cancellation;
use crate::diagnostic::{Diagnostics, Result, error};
use regex_lite::Regex;
use std::path::Path;
use std::time::Duration;

/// How long a program may take to tell its version.
const PATIENCE: Duration = Duration::from_secs(30);

/// Everything that a tool lacks.
pub(crate) async fn check(tool: &Tool, programs: &Programs) -> Diagnostics {
    let mut missing = Diagnostics::new();
    for requirement in tool.requires {
        if let Err(failed) = check_one(tool, requirement, programs).await {
            missing.extend(failed);
        }
    }
    missing
}

async fn check_one(tool: &Tool, requirement: &Requirement, programs: &Programs) -> Result<()> {
    let (program, version, version_command, pattern) = match requirement {
        Requirement::Path(path) if Path::new(path).exists() => return Ok(()),
        Requirement::Path(path) => {
            return Err(error(format!("The tool {} lacks a file", tool.name)).detail(format!(
                "There is no `{path}`. It has to be there before anything can be done with the tool."
            )));
        }
        Requirement::Program { program, version, version_command, pattern } => {
            (*program, *version, *version_command, *pattern)
        }
    };
    let found = programs.find(program).map_err(|searched| {
        error(format!("The tool {} lacks a program", tool.name)).detail(format!(
            "`{program}` is needed{}, and there is no such program {searched}. Install it, or let `PATH` lead to it.",
            with_version(version)
        ))
    })?;
    if version.is_empty() {
        return Ok(());
    }
    let shown = found.display();
    let said = said_by(programs, &found, program, version_command).await.map_err(|why| {
        error(format!("The tool {} cannot tell which version of {program} there is", tool.name))
            .detail(format!("`{shown}` {why}. {program} is needed{}.", with_version(version)))
    })?;
    let has = Regex::new(pattern).ok().and_then(|pattern| {
        let captures = pattern.captures(&said)?;
        captures.get(1).or_else(|| captures.get(0)).map(|found| found.as_str().to_owned())
    });
    match has {
        Some(has) if meets(&has, version) => Ok(()),
        Some(has) => Err(error(format!("The tool {} needs another version of {program}", tool.name)).detail(format!(
            "`{shown}` is version {has}, and {version} is needed. Install one that will do, or let `PATH` lead to it."
        ))),
        None => Err(error(format!("The tool {} cannot tell which version of {program} there is", tool.name)).detail(
            format!(
                "`{shown}` said:\n{said}\n\nNothing in it looks like a version. {program} is needed{}.",
                with_version(version)
            ),
        )),
    }
}

fn with_version(version: &str) -> String {
    if version.is_empty() { String::new() } else { format!(" in version {version}") }
}

/// What the program prints of its version; the error is the end of a sentence that begins with its path.
async fn said_by(
    programs: &Programs,
    found: &Path,
    program: &str,
    version_command: &[&str],
) -> std::result::Result<String, String> {
    let (first, arguments) = version_command.split_first().unwrap_or((&program, &["--version"]));
    let asked = if *first == program { found.to_owned() } else { programs.find(first)? };
    let command = Command {
        program: (*first).to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        env: Vec::new(),
        stdin: None,
        cwd: None,
    };
    let never = Cancellation::default();
    let ended = process::run(&asked, &command, Some(PATIENCE), &never, None);
    let ended = ended.await.map_err(|error| format!("could not be started: {error}"))?;
    if ended.killed.is_some() {
        return Err(format!("did not answer within {} s", PATIENCE.as_secs()));
    }
    // Some print it as an error.
    let said = [ended.output.last_lines(20), ended.errors.last_lines(20)].join("\n");
    Ok(said.trim().to_owned())
}
