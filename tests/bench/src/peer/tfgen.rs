//! The provider made with tfgen: a crate of `tfgen new` with the schema and the code of `provider/`, in release.

use super::command::run;
use super::{Program, folder, mirror, place};
use crate::many;
use crate::options::Options;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use tfgen_tests::built::repository;
use tfgen_tests::terraform::target_folder;

/// The program `tfgen`, in release; `TFGEN_BENCH_GENERATOR` names another one.
pub fn generator() -> Program {
    static BUILT: OnceLock<Program> = OnceLock::new();
    let build = || {
        if let Some(named) = std::env::var_os("TFGEN_BENCH_GENERATOR") {
            return Ok(named.into());
        }
        let mut cargo = Command::new("cargo");
        cargo.args(["build", "--quiet", "--release", "--package", "tfgen", "--target-dir"]).arg(target_folder());
        run(cargo.current_dir(repository()))?;
        Ok(target_folder().join("release/tfgen"))
    };
    BUILT.get_or_init(build).clone()
}

pub(super) fn bench_provider() -> Program {
    if let Some(named) = std::env::var_os("TFGEN_BENCH_PROVIDER") {
        return Ok(named.into());
    }
    let provider = new_crate("bench")?;
    replace_parts(&repository().join("tests/bench/provider"), &provider)?;
    run(Command::new(generator()?).arg("generate").current_dir(&provider))?;
    build(&provider)
}

/// What `tfgen new` makes, in a folder where nothing changes that need not.
pub fn new_crate(name: &str) -> Result<PathBuf, String> {
    let (folder, package) = (folder(), format!("terraform-provider-{name}"));
    let fresh = folder.join("new");
    let _ = fs::remove_dir_all(&fresh);
    fs::create_dir_all(&fresh).map_err(|error| error.to_string())?;
    run(Command::new(generator()?).args(["new", name]).current_dir(&fresh))?;
    // The sample is not wanted.
    for part in ["schema", "src/resources", "src/provider.rs", "src/lib.rs", "src/generated", "tests", "examples"] {
        let path = fresh.join(&package).join(part);
        let _ = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
    }
    mirror(&fresh.join(&package), &folder.join(&package))?;
    Ok(folder.join(package))
}

/// Puts a schema and code in place of those that were there.
fn replace_parts(from: &Path, provider: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(provider.join("schema"));
    mirror(from, provider)
}

/// Builds it in release; what providers share is compiled once.
pub fn build(provider: &Path) -> Program {
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--quiet", "--release"]).current_dir(provider);
    cargo.env_remove("CARGO_TARGET_DIR").env("CARGO_BUILD_BUILD_DIR", folder().join("build"));
    run(&mut cargo)?;
    let package = provider.file_name().unwrap_or_default();
    Ok(provider.join("target/release").join(package))
}

/// From so many resources on nobody writes Rust for each.
const DYNAMIC_FROM: usize = 500;

/// Whether a provider with so many resources has typed models or dynamic ones.
pub fn model(count: usize) -> &'static str {
    if count < DYNAMIC_FROM { "typed" } else { "dynamic" }
}

/// The crate of a provider with so many resources, generated.
pub fn generate_many(options: &Options, count: usize) -> Program {
    let provider = new_crate("many")?;
    many::write_toml(&many::schema(options.schema.as_deref(), count)?, model(count), &provider)?;
    for stale in ["src/resources", "src/generated"] {
        let _ = fs::remove_dir_all(provider.join(stale));
    }
    let _ = fs::remove_file(provider.join("src/dynamic.rs"));
    place(&provider.join("src/lib.rs"), MANY.0.as_bytes())?;
    place(&provider.join("src/provider.rs"), MANY.1.as_bytes())?;
    run(Command::new(generator()?).arg("generate").current_dir(&provider))?;
    Ok(provider)
}

pub(super) fn many(options: &Options, count: usize) -> Program {
    build(&generate_many(options, count)?)
}

const MANY: (&str, &str) = (
    "//! Very many resources.\n\npub mod generated;\npub mod provider;\n",
    "//! The provider.\n\npub struct Many;\n\nimpl tfgen_runtime::Provider for Many {\n    type Config = \
     crate::generated::provider::ProviderConfig;\n\n    async fn configure(_config: Self::Config) -> \
     tfgen_runtime::Result<Self> {\n        Ok(Self)\n    }\n}\n",
);
