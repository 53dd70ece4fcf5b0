//! Sets up providers made with pyvider: a virtual environment with the pinned version, and a program that starts one.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

const PYVIDER: &str = "pyvider==0.8.1";

/// Installs the package in `source`, whose name is the provider's too, and answers the program that serves it. Each
/// provider has a virtual environment of its own below `source`, since pyvider serves all that it finds in one.
///
/// # Errors
/// When Python or pyvider cannot be had; the text is for people.
pub fn install(source: &Path, name: &str) -> Result<PathBuf, String> {
    let environment = source.join("venv");
    let python = environment.join("bin/python");
    if !python.exists() {
        run(Command::new("python3").args(["-m", "venv"]).arg(&environment))?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
    let marker = environment.join("pyvider");
    if !marker.exists() {
        run(Command::new(&python).args(pip).arg(PYVIDER))?;
        fs::write(&marker, PYVIDER).map_err(|error| error.to_string())?;
    }
    run(Command::new(&python).args(pip).args(["--force-reinstall", "--no-deps"]).arg(source))?;
    let program = source.join(format!("bin/terraform-provider-{name}"));
    let text = format!("#!{}\nfrom pyvider.cli.__main__ import main\nmain()\n", python.display());
    let write = || {
        fs::create_dir_all(source.join("bin"))?;
        fs::write(&program, text)?;
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755))
    };
    write().map_err(|error| format!("{}: {error}", program.display()))?;
    Ok(program)
}

fn run(command: &mut Command) -> Result<(), String> {
    let ran = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if ran.status.success() {
        return Ok(());
    }
    Err(format!("{command:?} has failed:\n{}", String::from_utf8_lossy(&ran.stderr)))
}
