//! One run of the command: where it works, how it prints, how it ends.

use crate::CompileError;
use crate::diagnostic::Diagnostics;
use crate::report::{self, Color};
use crate::source::{SCHEMA_FOLDER, SourceMap};
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Why a command did not do what was asked.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong with the schema or the crate, and has been said. Exit code 1.
    Reported,
    /// Something else went wrong. Exit code 1.
    Error(String),
    /// The command makes no sense here. Exit code 2.
    Usage(String),
    /// Cargo is missing, too old, or has failed. Exit code 3.
    Cargo(String),
}

/// Where a run works and how it prints.
#[derive(Debug)]
pub struct Session {
    directory: PathBuf,
    json: bool,
    color: Color,
}

impl Session {
    /// A session in a folder, or in the current one.
    pub fn new(directory: Option<&Path>, json: bool, color: Color) -> Self {
        Self { directory: directory.map_or_else(|| PathBuf::from("."), Path::to_owned), json, color }
    }

    /// The folder that the command was started for.
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// Whether results are for programs.
    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Whether there are colours.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The nearest folder upward that holds a schema folder.
    pub fn crate_root(&self) -> Result<PathBuf, Failure> {
        let start = std::path::absolute(&self.directory)
            .ok()
            .filter(|path| path.is_dir())
            .ok_or_else(|| Failure::Usage(format!("there is no folder `{}`", self.directory.display())))?;
        let root = start.ancestors().find(|folder| folder.join(SCHEMA_FOLDER).is_dir());
        root.map(Path::to_owned).ok_or_else(|| {
            Failure::Usage(format!(
                "no folder `{SCHEMA_FOLDER}` in `{}` or above it; `tfgen new NAME` makes a crate that has one",
                start.display()
            ))
        })
    }

    /// Prints diagnostics, and fails if one of them is an error.
    pub fn report(&self, diagnostics: &Diagnostics, sources: &SourceMap) -> Result<(), Failure> {
        if self.json {
            print(&report::render_json(diagnostics, sources));
        } else {
            say(&report::render(diagnostics, sources, self.color));
        }
        if diagnostics.has_errors() { Err(Failure::Reported) } else { Ok(()) }
    }

    /// The same for what stopped [`compile`](crate::compile).
    pub fn compile_failure(&self, error: CompileError, sources: &SourceMap) -> Failure {
        match error {
            CompileError::Internal(error) => Failure::Error(error.to_string()),
            CompileError::Schema(diagnostics) => self.report(&diagnostics, sources).err().unwrap_or(Failure::Reported),
        }
    }

    /// Text for people, on standard error; nothing when results are for programs.
    pub fn note(&self, text: &str) {
        if !self.json {
            say(&format!("{text}\n"));
        }
    }

    /// A result, on standard output: as text or as one line of JSON.
    pub fn result(&self, text: &str, json: &serde_json::Value) {
        if self.json { print(&format!("{json}\n")) } else { print(&format!("{text}\n")) }
    }

    /// Says why the command failed, and gives the exit code.
    pub fn fail(&self, failure: &Failure) -> ExitCode {
        let (code, message) = match failure {
            Failure::Reported => (1, None),
            Failure::Error(message) => (1, Some(message)),
            Failure::Usage(message) => (2, Some(message)),
            Failure::Cargo(message) => (3, Some(message)),
        };
        if let Some(message) = message {
            if self.json {
                print(&format!("{}\n", json!({ "severity": "error", "message": message })));
            } else {
                let error = if self.color == Color::Always { "\u{1b}[1m\u{1b}[91merror\u{1b}[0m" } else { "error" };
                say(&format!("{error}: {message}\n"));
            }
        }
        ExitCode::from(code)
    }

    /// Waits until no other tfgen writes in the crate, and keeps others from it as long as the answer lives.
    pub fn lock(&self, root: &Path) -> Result<Lock, Failure> {
        let folder = root.join("target");
        let path = folder.join("tfgen.lock");
        let opened = fs::create_dir_all(&folder)
            .and_then(|()| File::options().create(true).truncate(false).write(true).open(&path));
        let file = opened.map_err(|error| Failure::Error(format!("cannot open `{}`: {error}", path.display())))?;
        if fs2::FileExt::try_lock_exclusive(&file).is_err() {
            self.note("Waiting for another tfgen in this crate");
            fs2::FileExt::lock_exclusive(&file)
                .map_err(|error| Failure::Error(format!("cannot lock `{}`: {error}", path.display())))?;
        }
        Ok(Lock(file))
    }
}

/// Standard output. A closed pipe is no concern of ours.
pub fn print(text: &str) {
    let mut out = io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

fn say(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Holds a crate's lock; the operating system lets it go even when the process is killed.
#[derive(Debug)]
pub struct Lock(File);

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs2::FileExt::unlock(&self.0);
    }
}
