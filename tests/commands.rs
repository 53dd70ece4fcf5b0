//! The command `tfgen` as scripts and people meet it: what it prints, what it writes, and its exit codes.

mod add;
mod diff;
mod dump;
mod fmt;
mod help;
mod language_server;
mod schema;

use std::path::Path;
use std::process::{Command, Output, Stdio};

use tfgen_tests::built;

/// What a run gave.
struct Ran {
    code: i32,
    stdout: String,
    stderr: String,
}

impl Ran {
    fn new(output: &Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    #[track_caller]
    fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// Each line of standard output as JSON.
    #[track_caller]
    fn json(&self) -> Vec<serde_json::Value> {
        let line = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        self.stdout.lines().map(line).collect()
    }
}

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(built::tfgen());
    command.arg("-C").arg(folder).args(arguments).env_remove("NO_COLOR").stdin(Stdio::null());
    command
}

/// Runs `tfgen` as if started in a folder.
fn tfgen(folder: &Path, arguments: &[&str]) -> Ran {
    Ran::new(&command(folder, arguments).output().expect("tfgen starts"))
}
