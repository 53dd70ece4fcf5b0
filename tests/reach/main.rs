//! `cargo reach`: measures what docs/measurements.md promises, beside a provider made with terraform-plugin-framework.
//!
//! It prints a table and judges nothing. The peer, in `peer/`, is measured in the same run when `go` is installed.

#![allow(clippy::print_stdout, clippy::expect_used, clippy::panic, reason = "a measuring tool for people")]

#[path = "../plugin/certificate.rs"]
#[allow(dead_code, reason = "only the certificate is of interest here")]
mod certificate;
mod process;
mod sets;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tfgen_tests::built::repository;
use tfgen_tests::terraform::target_folder;

fn main() {
    if std::env::args().nth(1).as_deref() == Some("sets") {
        return sets();
    }
    let folder = target_folder().join("reach");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");

    let tfgen = tfgen(&folder);
    let acme = new_provider(&tfgen, &folder, "acme");
    println!("\n| measured | tfgen | peer | ratio |\n| --- | --- | --- | --- |");
    let (dev, release) = (cold_build(&tfgen, &acme, &folder, false), cold_build(&tfgen, &acme, &folder, true));
    let peer = peer(&folder);
    row("cold build, dev, CPU s", dev, None, "s");
    row("cold build, release, CPU s", release, peer.as_ref().map(|peer| peer.cpu), "s");
    let other = new_provider(&tfgen, &folder, "other");
    row("cold build of a second provider, dev, CPU s", build(&tfgen, &other, &folder, false).0, None, "s");
    row("tfgen build after an edit of one attribute, wall", after_an_edit(&tfgen, &acme, &folder), None, "s");
    row("tfgen generate on the files example, wall", generate(&tfgen, &folder), None, "ms");

    let binary = acme.join("target/release/terraform-provider-acme");
    let theirs = peer.as_ref().map(|peer| peer.binary.as_path());
    let starts = |binary: &Path| median((0..60).map(|_| process::handshake(binary)).collect());
    row("process start to handshake line, mutual TLS, median", starts(&binary), theirs.map(starts), "ms");
    row("resident memory after GetProviderSchema", process::resident(&binary), theirs.map(process::resident), "MiB");
    row("binary, stripped", size(&binary), theirs.map(size), "MB");
}

/// `cargo reach sets`: the plan of a change of one element in a set of nested attributes, in the dev profile.
fn sets() {
    println!("| elements | with an identity key, ms | without, ms |\n| --- | --- | --- |");
    for count in [250, 500, 1000, 2000] {
        let (keyed, unkeyed) = sets::plan_of(count);
        println!("| {count} | {keyed:.1} | {unkeyed:.1} |");
    }
}

fn row(what: &str, ours: f64, theirs: Option<f64>, unit: &str) {
    let (peer, ratio) = match theirs {
        Some(theirs) => (format!("{theirs:.2} {unit}"), format!("{:.2}", ours / theirs)),
        None => ("—".into(), "—".into()),
    };
    println!("| {what} | {ours:.2} {unit} | {peer} | {ratio} |");
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn size(binary: &Path) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "binaries are small")]
    let bytes = fs::metadata(binary).expect("the binary is there").len() as f64;
    bytes / 1e6
}

/// An installed tfgen, as a user has it.
fn tfgen(folder: &Path) -> PathBuf {
    let root = folder.join("installed");
    let mut cargo = Command::new("cargo");
    cargo
        .args(["install", "--quiet", "--locked", "--path"])
        .arg(repository().join("generator"))
        .arg("--root")
        .arg(&root);
    succeed(cargo.arg("--target-dir").arg(folder.join("tfgen-target")));
    root.join("bin/tfgen")
}

fn new_provider(tfgen: &Path, folder: &Path, name: &str) -> PathBuf {
    succeed(Command::new(tfgen).args(["new", name]).current_dir(folder));
    folder.join(format!("terraform-provider-{name}"))
}

/// CPU seconds of a build in which nothing is there yet but what cargo downloads.
fn cold_build(tfgen: &Path, provider: &Path, folder: &Path, release: bool) -> f64 {
    succeed(Command::new("cargo").args(["fetch", "--quiet"]).current_dir(provider));
    build(tfgen, provider, folder, release).0
}

/// CPU seconds and wall time of `tfgen build`, with a build directory of this run's own.
fn build(tfgen: &Path, provider: &Path, folder: &Path, release: bool) -> (f64, Duration) {
    let flag = if release { " --release" } else { "" };
    let shared = folder.join("build");
    measured(&format!("CARGO_BUILD_BUILD_DIR='{}' '{}' build{flag}", shared.display(), tfgen.display()), provider)
}

fn after_an_edit(tfgen: &Path, provider: &Path, folder: &Path) -> f64 {
    let schema = provider.join("schema/resources/note.toml");
    let text = fs::read_to_string(&schema).expect("the sample is there");
    let times = (1..=3).map(|n| {
        fs::write(&schema, text.replace("length_between = [1, 100]", &format!("length_between = [1, 10{n}]")))
            .expect("writable");
        build(tfgen, provider, folder, false).1.as_secs_f64()
    });
    median(times.collect())
}

fn generate(tfgen: &Path, folder: &Path) -> f64 {
    let copy = folder.join("files");
    for part in ["schema", "src"] {
        succeed(Command::new("mkdir").arg("-p").arg(&copy));
        succeed(
            Command::new("cp")
                .arg("-r")
                .arg(repository().join("examples/terraform-provider-files").join(part))
                .arg(&copy),
        );
    }
    let times = (0..20).map(|_| {
        let _ = fs::remove_dir_all(copy.join("src/generated"));
        let start = Instant::now();
        succeed(Command::new(tfgen).arg("generate").current_dir(&copy).stdout(std::process::Stdio::null()));
        start.elapsed().as_secs_f64() * 1e3
    });
    median(times.collect())
}

struct Peer {
    binary: PathBuf,
    cpu: f64,
}

/// The peer's binary, built cold; nothing without `go`.
fn peer(folder: &Path) -> Option<Peer> {
    Command::new("go").arg("version").output().ok()?;
    let copy = folder.join("peer");
    fs::create_dir_all(&copy).expect("a folder can be made");
    for name in ["main.go", "go.mod"] {
        fs::copy(repository().join("tests/reach/peer").join(name), copy.join(name)).expect("it can be copied");
    }
    succeed(Command::new("go").args(["mod", "tidy"]).current_dir(&copy));
    let cache = folder.join("go-cache");
    let command = format!("GOCACHE='{}' go build -trimpath -ldflags='-s -w' -o peer .", cache.display());
    let (cpu, _) = measured(&command, &copy);
    Some(Peer { binary: copy.join("peer"), cpu })
}

/// CPU seconds and wall time of a shell command.
fn measured(command: &str, folder: &Path) -> (f64, Duration) {
    let start = Instant::now();
    let script = format!("TIMEFORMAT='%U %S'; {{ time {{ {command} ; }} >/dev/null 2>command.log; }}");
    let ran = Command::new("bash").args(["-c", &script]).current_dir(folder).env_remove("CARGO_TARGET_DIR").output();
    let ran = ran.expect("bash runs");
    let log = fs::read_to_string(folder.join("command.log")).unwrap_or_default();
    assert!(ran.status.success(), "{command}:\n{log}");
    let times = String::from_utf8_lossy(&ran.stderr).into_owned();
    let cpu = times.split_whitespace().filter_map(|time| time.parse::<f64>().ok()).sum();
    (cpu, start.elapsed())
}

fn succeed(command: &mut Command) {
    let status = command.status().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(status.success(), "{command:?} ended with {status}");
}
