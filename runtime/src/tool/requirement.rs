//! What a tool needs before anything is done: programs, their versions, and files.

use super::process::{self, Killed, Target};
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
pub(crate) async fn check(tool: &Tool, programs: &Programs, cancellation: &Cancellation) -> Diagnostics {
    let mut missing = Diagnostics::new();
    for requirement in tool.requires {
        if let Err(failed) = check_one(tool, requirement, programs, cancellation).await {
            missing.extend(failed);
        }
    }
    if !missing.has_errors() {
        programs.completed(tool.name);
    }
    missing
}

/// The same for a step that is done before the provider is configured, unless the tool has been looked at already.
pub(super) async fn check_once(tool: &Tool, programs: &Programs, cancellation: &Cancellation) -> Result<()> {
    if programs.is_complete(tool.name) {
        return Ok(());
    }
    let missing = check(tool, programs, cancellation).await;
    if missing.has_errors() { Err(missing) } else { Ok(()) }
}

async fn check_one(
    tool: &Tool,
    requirement: &Requirement,
    programs: &Programs,
    cancellation: &Cancellation,
) -> Result<()> {
    let (program, version, version_command, pattern) = match requirement {
        Requirement::Path(path) => return check_path(tool, path),
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
    let said = said_by(programs, &found, program, version_command, cancellation).await.map_err(|why| {
        error(format!("The tool {} cannot tell which version of {program} there is", tool.name))
            .detail(format!("`{shown}` {why} {program} is needed{}.", with_version(version)))
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

fn check_path(tool: &Tool, path: &str) -> Result<()> {
    let place = std::path::absolute(path).unwrap_or_else(|_| path.into());
    let why = match place.try_exists() {
        Ok(true) => return Ok(()),
        Ok(false) if place.symlink_metadata().is_ok() => "is a link that leads nowhere".to_owned(),
        Ok(false) => "is not there".to_owned(),
        Err(failed) => format!("cannot be looked at: {failed}"),
    };
    Err(error(format!("The tool {} lacks a file", tool.name)).detail(format!(
        "`{path}` has to be there before anything can be done with the tool, and `{}` {why}.",
        place.display()
    )))
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
    cancellation: &Cancellation,
) -> std::result::Result<String, String> {
    let (first, arguments) = version_command.split_first().unwrap_or((&program, &["--version"]));
    let asked = if *first == program {
        found.to_owned()
    } else {
        programs
            .find(first)
            .map_err(|searched| format!("is asked by way of `{first}`, and there is no such program {searched}."))?
    };
    let command = Command {
        program: (*first).to_owned(),
        arguments: arguments.iter().map(|argument| (*argument).to_owned()).collect(),
        env: Vec::new(),
        stdin: None,
        cwd: None,
    };
    let target = Target { path: &asked, private: programs.private() };
    let ended = process::run(target, &command, Some(PATIENCE), cancellation, None);
    let ended = ended.await.map_err(|error| format!("could not be started: {error}."))?;
    match ended.killed {
        Some(Killed::Timeout) => return Err(format!("did not answer within {} s.", PATIENCE.as_secs())),
        Some(Killed::Cancelled) => return Err("was interrupted while it was asked.".to_owned()),
        None => {}
    }
    // Some print it as an error.
    let said = [ended.output.last_lines(20), ended.errors.last_lines(20)].join("\n");
    let said = said.trim();
    match ended.code {
        Some(0) => Ok(said.to_owned()),
        Some(code) => Err(format!("ended with exit code {code} when it was asked, and said:\n{said}\n\n")),
        None => Err("was ended by a signal when it was asked.".to_owned()),
    }
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    async fn missing(requirement: &'static [Requirement], programs: &Programs) -> String {
        let tool = Tool { name: "helm", requires: requirement, ..Tool::DEFAULT };
        let missing = check(&tool, programs, &Cancellation::default()).await;
        missing.iter().fold(String::new(), |all, message| format!("{all}{}: {}\n", message.summary, message.detail))
    }

    #[tokio::test]
    async fn a_file_that_is_not_there_is_told_as_it_was_found() {
        let programs = Programs::default();
        let said = missing(&[Requirement::Path("no/such/charts"), Requirement::Path("Cargo.toml")], &programs).await;
        let here = std::env::current_dir().unwrap().join("no/such/charts");
        assert!(
            said.contains("The tool helm lacks a file") && said.contains("`no/such/charts` has to be there"),
            "{said}"
        );
        assert!(said.contains(&format!("`{}` is not there", here.display())), "{said}");
        assert_eq!(said.lines().count(), 1, "the other one is there: {said}");
        assert!(!programs.is_complete("helm"));
        let link = std::env::temp_dir().join(format!("tfgen-link-{}", std::process::id()));
        std::os::unix::fs::symlink("/no/such/place", &link).unwrap();
        let path: &'static str = link.display().to_string().leak();
        let said = missing(vec![Requirement::Path(path)].leak(), &programs).await;
        std::fs::remove_file(&link).unwrap();
        assert!(said.contains("is a link that leads nowhere"), "{said}");
        assert_eq!(missing(&[Requirement::Path("Cargo.toml")], &programs).await, "");
        assert!(programs.is_complete("helm"));
    }

    #[tokio::test]
    async fn everything_that_is_missing_is_told_at_once() {
        let programs = Programs::default();
        let program = |program, version| Requirement::Program { program, version, version_command: &[], pattern: "" };
        let requires = vec![program("no-such-helm", ">=3.12"), program("./no/such/tool", ""), program("sh", "")].leak();
        let said = missing(requires, &programs).await;
        assert!(said.contains("`no-such-helm` is needed in version >=3.12"), "{said}");
        assert!(said.contains("in the folders of `PATH`, which are /"), "{said}");
        let here = std::env::current_dir().unwrap();
        assert!(said.contains(&format!("there is no such program at `{}", here.display())), "{said}");
        assert_eq!(said.lines().count(), 2, "{said}");
    }
}
