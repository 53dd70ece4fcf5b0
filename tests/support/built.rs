//! Builds programs of this workspace once per test run, and says where they are.

use crate::terraform::target_folder;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The folder of this repository.
///
/// # Panics
/// Never: the tests are inside it.
pub fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests are inside the repository")
}

/// The `tfgen` program.
pub fn tfgen() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| build("tfgen", "tfgen")).clone()
}

/// The folder with the files example's provider binary.
///
/// # Panics
/// When it does not build.
pub fn files_provider() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| build("terraform-provider-files", "terraform-provider-files"));
    program.parent().expect("a program is in a folder").to_path_buf()
}

/// The folder with the provider of `examples/terraform-provider-kitchen`, whose handlers misbehave on demand.
///
/// # Panics
/// When it does not build.
pub fn kitchen_provider() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| build("terraform-provider-kitchen", "terraform-provider-kitchen"));
    program.parent().expect("a program is in a folder").to_path_buf()
}

/// The folder with the provider of `examples/terraform-provider-tools`, whose programs tests bring.
///
/// # Panics
/// When it does not build.
pub fn tools_provider() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| build("terraform-provider-tools", "terraform-provider-tools"));
    program.parent().expect("a program is in a folder").to_path_buf()
}

/// The same in release, for whoever measures.
///
/// # Panics
/// When it does not build.
pub fn kitchen_provider_in_release() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let build = || build_with("terraform-provider-kitchen", "terraform-provider-kitchen", &["--release"], "release");
    BUILT.get_or_init(build).parent().expect("a program is in a folder").to_path_buf()
}

/// The folder with the provider of `examples/terraform-provider-statestore`, which is nothing but state stores.
///
/// # Panics
/// When it does not build.
pub fn statestore_provider() -> PathBuf {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let program = BUILT.get_or_init(|| build("terraform-provider-statestore", "terraform-provider-statestore"));
    program.parent().expect("a program is in a folder").to_path_buf()
}

fn build(package: &str, program: &str) -> PathBuf {
    build_with(package, program, &[], "debug")
}

fn build_with(package: &str, program: &str, options: &[&str], profile: &str) -> PathBuf {
    let target = target_folder();
    let mut command = cargo();
    command.args(["build", "--quiet", "--package", package, "--bin", program, "--target-dir"]).arg(&target);
    let ran = command.args(options).current_dir(repository()).output().expect("cargo starts");
    assert!(ran.status.success(), "{program} does not build:\n{}", String::from_utf8_lossy(&ran.stderr));
    target.join(profile).join(format!("{program}{}", std::env::consts::EXE_SUFFIX))
}

/// The cargo that runs this program, or the path's, as it would be started by hand.
pub fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    as_by_hand(&mut command);
    command
}

/// Takes away what cargo tells the programs that it runs of their packages. Build scripts look at that: a cargo below the first one would build some
/// packages anew that are there, with all that depends on them, and so would the next one above.
pub fn as_by_hand(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let is_of_a_package =
            ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_CFG_"].iter().any(|begin| text.starts_with(begin));
        if is_of_a_package || text == "OUT_DIR" {
            command.env_remove(name);
        }
    }
}
