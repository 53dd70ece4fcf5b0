//! Runs that are killed: the next one finds nothing that it cannot mend, and leaves no trace of them.

use crate::scratch::{Scratch, code, stderr, tfgen};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// Every file of a crate but those of the runtime, with its contents.
fn files(folder: &Path, found: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, kind) = (entry.path(), entry.file_type().unwrap());
        if kind.is_dir() && !path.ends_with("vendor/tfgen") && !path.ends_with("target") {
            files(&path, found);
        } else if kind.is_file() {
            found.insert(path.clone(), fs::read(path).unwrap());
        }
    }
}

fn snapshot(root: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    files(root, &mut found);
    found
}

/// Kills the command after each of these times; how often it was still running.
fn kill_after(root: &Path, arguments: &[&str], times: impl Iterator<Item = Duration>, before: impl Fn()) -> usize {
    let mut killed = 0;
    for time in times {
        before();
        let mut command = Command::new(env!("CARGO_BIN_EXE_tfgen"));
        let mut child = command.current_dir(root).args(arguments).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time);
        killed += usize::from(child.try_wait().unwrap().is_none());
        let _ = child.kill();
        child.wait().unwrap();
    }
    killed
}

#[test]
fn a_killed_generate_is_made_good_by_the_next() {
    let (_scratch, root) = Scratch::with_crate();
    let before = snapshot(&root);
    let spoil = || {
        for path in ["src/generated/mod.rs", "src/generated/wiring.rs", "src/generated/resources/note.rs"] {
            let _ = fs::remove_file(root.join(path));
        }
    };
    let killed = kill_after(&root, &["generate"], (0..40).map(Duration::from_millis), spoil);
    assert!(killed > 0, "no run was killed");
    let output = tfgen(&root, &["generate"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let after = snapshot(&root);
    assert_eq!(after.keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>());
    assert!(after == before, "a file differs");
}

#[test]
fn a_killed_upgrade_is_made_good_by_the_next() {
    let (_scratch, root) = Scratch::with_crate();
    let library = root.join("vendor/tfgen/runtime/src/lib.rs");
    let whole = fs::read(&library).unwrap();
    let spoil = || fs::write(&library, "// old\n").unwrap();
    let killed = kill_after(&root, &["upgrade"], (0..40).map(Duration::from_millis), spoil);
    assert!(killed > 0, "no run was killed");
    let output = tfgen(&root, &["upgrade"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(fs::read(&library).unwrap(), whole);
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
    let mut left = BTreeMap::new();
    files(&root.join("vendor/tfgen"), &mut left);
    assert!(left.keys().all(|path| !path.to_string_lossy().ends_with(".tfgen-tmp")));
}

#[test]
fn a_killed_new_leaves_no_half_of_a_crate() {
    let scratch = Scratch::new();
    let crates = || scratch.0.join("terraform-provider-acme");
    let remove = || drop(fs::remove_dir_all(crates()));
    for milliseconds in 0..20 {
        kill_after(&scratch.0, &["new", "acme"], std::iter::once(Duration::from_millis(milliseconds)), remove);
        if crates().exists() {
            assert_eq!(code(&tfgen(&crates(), &["generate", "--check"])), 0, "it is whole");
        }
    }
    remove();
    assert_eq!(code(&tfgen(&scratch.0, &["new", "acme"])), 0);
}
