//! The three providers: built where cargo builds, each once, and what is the matter with those that cannot be had.

mod command;
pub mod framework;
pub mod pyvider;
pub mod tfgen;

pub use command::{Measured, measured};

use crate::options::Options;
use std::fs;
use std::path::{Path, PathBuf};
use tfgen_tests::terraform::target_folder;

/// What the peers are called in tables.
pub const NAMES: [&str; 3] = ["tfgen", "framework", "pyvider"];

/// Where a peer's program is, or why there is none.
type Program = Result<PathBuf, String>;

/// A set of the three, all with the same schema.
#[derive(Debug)]
pub struct Peers {
    programs: [Program; 3],
}

impl Peers {
    /// Builds the bench provider three times.
    pub fn set_up(options: &Options) -> Self {
        let wanted = |name: &str, build: fn() -> Program| {
            if options.wants_peer(name) { build() } else { Err("it was not asked for".into()) }
        };
        let [ours, go, python] = NAMES;
        Self {
            programs: [
                wanted(ours, tfgen::bench_provider),
                wanted(go, framework::bench_provider),
                wanted(python, pyvider::bench_provider),
            ],
        }
    }

    /// Each peer's program.
    pub fn programs(&self) -> [Option<&Path>; 3] {
        self.programs.each_ref().map(|program| program.as_deref().ok())
    }

    /// Each wanted peer's program for a provider with so many resources, or why there is none.
    pub fn large(&self, options: &Options, count: usize) -> [Option<Program>; 3] {
        let builds: [fn(&Options, usize) -> Program; 3] = [tfgen::many, framework::many, pyvider::many];
        let mut builds = builds.iter();
        self.programs.each_ref().map(|program| {
            let build = builds.next()?;
            program.as_ref().ok().map(|_| build(options, count))
        })
    }

    /// The peers that cannot be measured, and why.
    pub fn missing(&self) -> impl Iterator<Item = (&str, &str)> {
        NAMES
            .into_iter()
            .zip(&self.programs)
            .filter_map(|(name, program)| Some((name, program.as_ref().err()?.as_str())))
    }
}

/// The folder that everything is built in.
pub fn folder() -> PathBuf {
    target_folder().join("bench")
}

/// Makes `to` hold the files of `from`, and leaves alone what is the same: build tools go by times.
pub fn mirror(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |path: &Path| {
        let path = path.display().to_string();
        move |error: std::io::Error| format!("{path}: {error}")
    };
    fs::create_dir_all(to).map_err(failed(to))?;
    for entry in fs::read_dir(from).map_err(failed(from))? {
        let path = entry.map_err(failed(from))?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            mirror(&path, &target)?;
        } else {
            place(&target, &fs::read(&path).map_err(failed(&path))?)?;
        }
    }
    Ok(())
}

/// Writes the file if it does not hold this already.
pub fn place(path: &Path, content: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|held| held == content) {
        return Ok(());
    }
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(path))?;
        fs::write(path, content)
    };
    write().map_err(|error| format!("{}: {error}", path.display()))
}
