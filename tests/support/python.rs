//! Packages of Python's that tests bring along. Needs `python3` with either `pip` or `venv`: Debian, for one, ships neither with
//! the interpreter.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What to do when Python lacks both.
pub const REMEDY: &str = "python3 with pip or with venv (Debian and Ubuntu: the package python3-venv)";

/// `pip`, ready for its arguments. Where Python has none, that of a virtual environment below `folder`.
pub fn pip(folder: &Path) -> Result<Command, String> {
    if has(&["-m", "pip", "--version"]) {
        return Ok(pip_of(Path::new("python3")));
    }
    let python = folder.join("pip/bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder.join("pip")))?;
    }
    Ok(pip_of(&python))
}

/// A virtual environment with these packages: the folder of its programs. Made once for each list of packages.
pub fn environment(folder: &Path, packages: &[&str]) -> Result<PathBuf, String> {
    let (environment, marker) = (folder.join("venv"), folder.join("installed"));
    let bin = environment.join("bin");
    if fs::read_to_string(&marker).is_ok_and(|text| text == packages.join(" ")) {
        return Ok(bin);
    }
    let mut pip = if has(&["-c", "import ensurepip"]) {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
        pip_of(&bin.join("python"))
    } else {
        run(Command::new("python3").args(["-m", "venv", "--without-pip"]).arg(&environment))?;
        let mut pip = pip_of(Path::new("python3"));
        pip.arg("--python").arg(bin.join("python"));
        pip
    };
    run(pip.args(["install", "--quiet", "--only-binary", ":all:"]).args(packages))?;
    fs::write(marker, packages.join(" ")).map_err(|error| error.to_string())?;
    Ok(bin)
}

fn pip_of(python: &Path) -> Command {
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "--disable-pip-version-check"]);
    pip
}

fn has(arguments: &[&str]) -> bool {
    Command::new("python3").args(arguments).output().is_ok_and(|ran| ran.status.success())
}

/// Runs it to its end; if it fails, what it has said.
pub fn run(command: &mut Command) -> Result<(), String> {
    let ran = command.output().map_err(|error| format!("cannot run {command:?}: {error}; it takes {REMEDY}"))?;
    if ran.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} failed; it takes {REMEDY}:\n{}", String::from_utf8_lossy(&ran.stderr)))
}
