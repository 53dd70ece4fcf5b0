//! Cargo: is it there, is it new enough, and what did it make.

use super::session::{Failure, Session};
use crate::report::Color;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The oldest cargo that works, as `rust-version` says.
const OLDEST: (u32, u32) = minor(env!("CARGO_PKG_RUST_VERSION"));

const INSTALL: &str = "install Rust from https://rustup.rs, or update it with `rustup update`";

/// Makes sure that cargo is there and new enough.
pub fn ensure() -> Result<(), Failure> {
    let (major, minor) = OLDEST;
    let output = Command::new(program()).arg("--version").output().map_err(|error| {
        Failure::Cargo(format!("cannot run cargo ({error}): tfgen needs Rust {major}.{minor} or newer; {INSTALL}"))
    })?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    match version(&text) {
        Some(found) if found >= OLDEST => Ok(()),
        Some(_) => Err(Failure::Cargo(format!("{text} is too old: tfgen needs {major}.{minor} or newer; {INSTALL}"))),
        None => Err(Failure::Cargo(format!(
            "`cargo --version` answered `{text}` instead of a version: tfgen needs Rust {major}.{minor} or newer; {INSTALL}"
        ))),
    }
}

/// Runs `cargo build` with its own progress, and answers the provider binary.
pub fn build(session: &Session, root: &Path, arguments: &[OsString]) -> Result<PathBuf, Failure> {
    let mut command = Command::new(program());
    command.current_dir(root).arg("build").arg("--message-format=json-render-diagnostics").args(arguments);
    command.arg(if session.color() == Color::Always { "--color=always" } else { "--color=never" });
    command.stdin(Stdio::null()).stdout(Stdio::piped());
    let failed = |error: std::io::Error| Failure::Cargo(format!("cannot run cargo: {error}"));
    let mut child = command.spawn().map_err(failed)?;
    let mut binary = None;
    if let Some(output) = child.stdout.take() {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            binary = executable(&line).or(binary);
        }
    }
    let status = child.wait().map_err(failed)?;
    if !status.success() {
        return Err(Failure::Cargo("cargo could not build the provider".to_owned()));
    }
    binary
        .ok_or_else(|| Failure::Cargo("cargo built no binary whose name starts with `terraform-provider-`".to_owned()))
}

/// The provider binary that a line of cargo's messages tells of.
fn executable(line: &str) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    let path = PathBuf::from(message.get("executable")?.as_str()?);
    path.file_name()?.to_str()?.starts_with("terraform-provider-").then_some(path)
}

/// A path in `CARGO` starts where we do, wherever cargo is then run.
fn program() -> OsString {
    let named = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let is_path = Path::new(&named).components().count() > 1;
    let absolute = is_path.then(|| std::path::absolute(&named).ok()).flatten();
    absolute.map_or(named, PathBuf::into_os_string)
}

fn version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.strip_prefix("cargo ")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

const fn minor(text: &str) -> (u32, u32) {
    let bytes = text.as_bytes();
    let mut parts = [0, 0];
    let mut part = 0;
    let mut n = 0;
    while n < bytes.len() && part < 2 {
        if bytes[n] == b'.' {
            part += 1;
        } else {
            parts[part] = parts[part] * 10 + (bytes[n] - b'0') as u32;
        }
        n += 1;
    }
    (parts[0], parts[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(version("cargo 1.95.0 (f2d3ce0bd 2026-03-21)"), Some((1, 95)));
        assert!(version("cargo 1.100.0-nightly").unwrap() > version("cargo 1.91.1").unwrap());
        assert_eq!(version("zsh: command not found"), None);
        assert_eq!(minor("1.91"), (1, 91));
    }

    #[test]
    fn the_provider_binary_is_found_among_cargos_messages() {
        let line = r#"{"reason":"compiler-artifact","executable":"/x/target/debug/terraform-provider-acme"}"#;
        assert_eq!(executable(line), Some("/x/target/debug/terraform-provider-acme".into()));
        assert_eq!(executable(r#"{"reason":"compiler-artifact","executable":null}"#), None);
        assert_eq!(executable("not JSON"), None);
    }
}
