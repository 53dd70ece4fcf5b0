//! Crates that have been damaged: what is told, and that nothing of the user's is lost.

use crate::scratch::{Scratch, code, stderr, stdout, tfgen};
use std::fs;

#[test]
fn an_upgrade_that_cannot_write_names_the_file_and_changes_nothing() {
    let (_scratch, root) = Scratch::with_crate();
    let library = root.join("vendor/tfgen/runtime/src/lib.rs");
    fs::write(&library, "// old\n").unwrap();
    // A file where a folder belongs, so that it fails for root too.
    let cty = root.join("vendor/tfgen/runtime/cty/src");
    fs::remove_dir_all(&cty).unwrap();
    fs::write(&cty, "no folder").unwrap();
    let output = tfgen(&root, &["upgrade"]);
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("error[TF0201]"), "{told}");
    assert!(told.contains("vendor/tfgen/runtime/cty/src/lib.rs"), "{told}");
    assert_eq!(fs::read_to_string(&library).unwrap(), "// old\n");
    assert_eq!(fs::read_to_string(&cty).unwrap(), "no folder");
}

#[test]
fn a_source_file_that_vendor_lacks_is_named() {
    let (_scratch, root) = Scratch::with_crate();
    fs::remove_file(root.join("vendor/tfgen/runtime/cty/src/lib.rs")).unwrap();
    for arguments in [&["generate"][..], &["generate", "--check"]] {
        let output = tfgen(&root, arguments);
        assert_eq!(code(&output), 1, "{arguments:?}");
        let told = stderr(&output);
        assert!(told.contains("`vendor/tfgen/runtime/cty/src/lib.rs` is missing"), "{told}");
        assert!(told.contains("`tfgen upgrade` writes what is missing"), "{told}");
    }
    assert_eq!(code(&tfgen(&root, &["upgrade"])), 0);
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
}

#[test]
fn a_generated_file_that_a_merge_has_damaged_is_kept_and_told_how_to_mend() {
    let (_scratch, root) = Scratch::with_crate();
    let path = root.join("src/generated/wiring.rs");
    let whole = fs::read_to_string(&path).unwrap();
    let damaged = format!("<<<<<<< ours\n{whole}=======\n>>>>>>> theirs\n");
    fs::write(&path, &damaged).unwrap();
    let output = tfgen(&root, &["generate"]);
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("error[TF0202]") && told.contains("damaged, as by a merge, delete it"), "{told}");
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
    fs::remove_file(&path).unwrap();
    assert_eq!(code(&tfgen(&root, &["generate"])), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
    // There is nothing to lose in an empty file where ours belongs; one that is somewhere else is the user's.
    let other = root.join("src/generated/other.rs");
    fs::write(&other, "").unwrap();
    assert_eq!(code(&tfgen(&root, &["generate"])), 1);
    assert!(other.is_file());
    fs::remove_file(&other).unwrap();
    fs::write(&path, "").unwrap();
    assert_eq!(code(&tfgen(&root, &["generate"])), 0);
    assert_eq!(fs::read_to_string(&path).unwrap(), whole);
}

#[test]
fn a_folder_where_the_users_file_belongs_is_told() {
    let (_scratch, root) = Scratch::with_crate();
    let path = root.join("src/resources/note.rs");
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let output = tfgen(&root, &["generate"]);
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("src/resources/note.rs") && told.contains("is no file"), "{told}");
    assert!(path.is_dir());
}

#[test]
fn a_schema_file_that_cannot_be_read_is_not_said_to_be_missing() {
    let (_scratch, root) = Scratch::with_crate();
    let path = root.join("schema/provider.toml");
    fs::remove_file(&path).unwrap();
    // Cannot be read by anybody: it leads nowhere.
    #[cfg(unix)]
    std::os::unix::fs::symlink(root.join("nowhere"), &path).unwrap();
    let output = tfgen(&root, &["check"]);
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    if cfg!(unix) {
        assert!(told.contains("schema/provider.toml") && told.contains("cannot be read"), "{told}");
        assert!(!told.contains("TF0040"), "{told}");
    } else {
        assert!(told.contains("TF0040"), "{told}");
    }
}

#[test]
fn keys_that_lie_too_deep_are_pointed_at() {
    let (_scratch, root) = Scratch::with_crate();
    let deep = format!("[provider]\nname = \"acme\"\n\n{}b = 1\n", "a.".repeat(200));
    fs::write(root.join("schema/provider.toml"), deep).unwrap();
    let output = tfgen(&root, &["check", "--json"]);
    assert_eq!(code(&output), 1);
    let first: serde_json::Value = serde_json::from_str(stdout(&output).lines().next().unwrap()).unwrap();
    assert_eq!(first["code"], "TF0001", "{first}");
    assert!(first["message"].as_str().unwrap().contains("too deep"), "{first}");
    assert!(first.to_string().contains("\"line\":4"), "{first}");
}

#[test]
fn a_name_that_makes_no_file_name_is_refused() {
    let scratch = Scratch::new();
    let long = "a".repeat(64);
    for arguments in [vec!["new", &long], vec!["new", "acme", "--namespace", &long]] {
        let output = tfgen(&scratch.0, &arguments);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("has 64 characters"), "{}", stderr(&output));
    }
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 0);
    assert_eq!(code(&tfgen(&scratch.0, &["new", &long[1..]])), 0);
}
