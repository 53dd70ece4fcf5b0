//! The provider in Go over terraform-plugin-framework, of `framework/`. Modules come from the usual Go client.

use super::command::run;
use super::{Program, folder, mirror};
use crate::many;
use crate::options::Options;
use std::path::Path;
use std::process::Command;
use tfgen_tests::built::repository;

/// What providers are built with for a release, debug information left out as in ours.
pub const BUILD: &str = "go build -trimpath -ldflags='-s -w'";

pub(super) fn bench_provider() -> Program {
    let provider = folder().join("framework");
    mirror(&repository().join("tests/bench/framework"), &provider)?;
    build(&provider, "terraform-provider-bench")
}

/// The module of a provider with so many resources.
pub fn generate_many(options: &Options, count: usize) -> Program {
    let provider = folder().join("many-framework");
    many::write_go(&many::schema(options.schema.as_deref(), count)?, &provider)?;
    Ok(provider)
}

pub(super) fn many(options: &Options, count: usize) -> Program {
    build(&generate_many(options, count)?, "terraform-provider-many")
}

/// Builds the module in this folder.
pub fn build(provider: &Path, program: &str) -> Program {
    let run = |arguments: &[&str]| run(Command::new("go").args(arguments).current_dir(provider));
    run(&["build", "-trimpath", "-ldflags=-s -w", "-o", program, "."])?;
    Ok(provider.join(program))
}
