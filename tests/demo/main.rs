//! `cargo demo`: builds tfgen, builds the files example with it, applies the example's configuration, shows what happened.
//!
//! This is a tour for people. What it relies on is asserted by the tests.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it talks to a person")]

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;
use std::process::{Command, ExitCode};
use tfgen_tests::built;
use tfgen_tests::terraform::{Terraform, target_folder};

fn main() -> ExitCode {
    match demonstrate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nThe demonstration stops here: {error}");
            ExitCode::FAILURE
        }
    }
}

fn demonstrate() -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("the workspace's folder is gone")?;
    let example = root.join("examples/terraform-provider-files");
    let target = target_folder();

    step("Build tfgen", "cargo build --package tfgen");
    let mut build = built::cargo();
    // For another target the programs would stand elsewhere than the next steps look for them.
    build.env_remove("CARGO_BUILD_TARGET");
    succeed(build.args(["build", "--package", "tfgen", "--target-dir"]).arg(&target).current_dir(root))?;

    step("Build the provider that examples/terraform-provider-files describes in TOML", "tfgen build");
    let tfgen = target.join("debug").join(format!("tfgen{}", std::env::consts::EXE_SUFFIX));
    let mut build = Command::new(tfgen);
    built::as_by_hand(&mut build);
    succeed(
        build.arg("build").current_dir(&example).env("CARGO_TARGET_DIR", &target).env_remove("CARGO_BUILD_TARGET"),
    )?;

    let found = Terraform::for_demonstration()?;
    println!("\nTerraform: {}", found.description);
    let folder = target.join("demonstration");
    let binaries = target.join("debug");
    // The one that `tfgen build` has just written: what a user would use.
    let cli_configuration = binaries.join("dev.tfrc");
    let terraform = |arguments: &[&str]| run(&found, &folder, &cli_configuration, arguments);
    prepare(&folder, &example)?;

    step("Apply its configuration", "terraform apply");
    terraform(&["apply", "-input=false", "-auto-approve"])?;
    step("Plan again: nothing is left to do", "terraform plan -detailed-exitcode");
    terraform(&["plan", "-input=false", "-detailed-exitcode"])?;

    let index = folder.join("out/site/index.txt");
    println!("\nSomebody edits {} behind Terraform's back.", index.display());
    fs::write(&index, "edited by hand\n").map_err(|error| error.to_string())?;
    step("Apply again: the drift is seen and mended", "terraform apply");
    terraform(&["apply", "-input=false", "-auto-approve"])?;
    step("Destroy", "terraform destroy");
    terraform(&["destroy", "-input=false", "-auto-approve"])?;

    println!("\nThe provider binary: {}", binaries.join("terraform-provider-files").display());
    println!("To use it yourself:\n");
    println!("    export TF_CLI_CONFIG_FILE={}", cli_configuration.display());
    println!("    cd {}", folder.display());
    println!("    {} apply", found.shell_words());
    Ok(())
}

fn step(what: &str, command: &str) {
    println!("\n=== {what}\n$ {command}");
}

fn succeed(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{}: {error}", command.get_program().display()))?;
    if status.success() { Ok(()) } else { Err(format!("{} ended with {status}", command.get_program().display())) }
}

/// A fresh folder with the example's configuration.
fn prepare(folder: &Path, example: &Path) -> Result<(), String> {
    let prepared = || {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder)?;
        fs::copy(example.join("examples/main.tf"), folder.join("main.tf"))
    };
    prepared().map(|_| ()).map_err(|error: std::io::Error| format!("cannot prepare {}: {error}", folder.display()))
}

fn run(terraform: &Terraform, folder: &Path, cli_configuration: &Path, arguments: &[&str]) -> Result<(), String> {
    let mut command = terraform.command(folder);
    command.env("TF_CLI_CONFIG_FILE", cli_configuration).args(arguments);
    if !std::io::stdout().is_terminal() {
        command.arg("-no-color");
    }
    succeed(&mut command)
}
