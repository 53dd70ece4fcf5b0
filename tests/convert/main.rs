//! `cargo convert INPUT.json [FOLDER]`: a schema dump of Terraform or a provider code specification as schema files in TOML,
//! and what became of every construct in it: mapped, left to a hook, without effect in the original either, or dropped.
//!
//! A test tool: it shows what the schema language can say. The files are written to FOLDER, if one is given; with
//! `--model dynamic`, every resource and data source says so.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a tool for people")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use conversion::{Conversion, convert};

#[allow(dead_code, reason = "the tests have more of it")]
mod conversion;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let model = arguments.iter().position(|it| it == "--model").map(|at| {
        let mut taken = arguments.drain(at..(at + 2).min(arguments.len()));
        taken.nth(1).unwrap_or_default()
    });
    let (Some(input), folder) = (arguments.first(), arguments.get(1).map(PathBuf::from)) else {
        eprintln!("usage: cargo convert INPUT.json [FOLDER] [--model dynamic]");
        return ExitCode::from(2);
    };
    let text = match fs::read_to_string(input) {
        Ok(text) => text,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let conversions = match convert(&text, model.as_deref()) {
        Ok(conversions) => conversions,
        Err(error) => {
            eprintln!("{input}: {error}");
            return ExitCode::FAILURE;
        }
    };
    let mut lossless = true;
    for conversion in &conversions {
        print!("{}", conversion.report());
        lossless &= conversion.is_lossless();
        let folder = folder
            .as_ref()
            .map(|folder| if conversions.len() > 1 { folder.join(&conversion.provider) } else { folder.clone() });
        if let Some(Err(error)) = folder.map(|folder| write(&folder, conversion)) {
            eprintln!("cannot write: {error}");
            return ExitCode::FAILURE;
        }
    }
    if lossless { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn write(folder: &Path, conversion: &Conversion) -> std::io::Result<()> {
    for (path, text) in &conversion.files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}
