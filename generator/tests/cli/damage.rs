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

#[test]
fn a_folder_where_a_file_of_the_runtime_belongs_is_told_and_nothing_is_replaced() {
    let (_scratch, root) = Scratch::with_crate();
    let (library, source) =
        (root.join("vendor/tfgen/runtime/src/lib.rs"), root.join("vendor/tfgen/runtime/cty/src/lib.rs"));
    fs::write(&library, "// old\n").unwrap();
    fs::remove_file(&source).unwrap();
    fs::create_dir(&source).unwrap();
    let output = tfgen(&root, &["upgrade"]);
    assert_eq!(code(&output), 1);
    let told = stderr(&output);
    assert!(told.contains("error[TF0201]") && told.contains("vendor/tfgen/runtime/cty/src/lib.rs"), "{told}");
    assert_eq!(fs::read_to_string(&library).unwrap(), "// old\n");
}

#[test]
#[cfg(unix)]
fn an_upgrade_changes_nothing_behind_a_link() {
    use std::os::unix::fs::symlink;
    let (scratch, root) = Scratch::with_crate();
    let elsewhere = scratch.0.join("checkout");
    fs::rename(root.join("vendor/tfgen"), &elsewhere).unwrap();
    fs::write(elsewhere.join("notes.md"), "mine").unwrap();
    symlink(&elsewhere, root.join("vendor/tfgen")).unwrap();
    let output = tfgen(&root, &["upgrade"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("is a link: nothing was changed"), "{}", stderr(&output));
    assert_eq!(fs::read_to_string(elsewhere.join("notes.md")).unwrap(), "mine");
}

#[test]
#[cfg(unix)]
fn a_linked_schema_file_stays_a_link_and_its_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let (scratch, root) = Scratch::with_crate();
    let (link, shared) = (root.join("schema/resources/note.toml"), scratch.0.join("shared.toml"));
    fs::rename(&link, &shared).unwrap();
    let laid_out = fs::read_to_string(&shared).unwrap();
    fs::write(&shared, laid_out.replacen("[resource.note]", "[ resource.note ]", 1)).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&shared, &link).unwrap();
    assert_eq!(code(&tfgen(&root, &["fmt"])), 0);
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&shared).unwrap(), laid_out);
    assert_eq!(fs::metadata(&shared).unwrap().permissions().mode() & 0o777, 0o640);
}

#[test]
#[cfg(target_os = "linux")]
fn a_schema_file_whose_name_is_not_text_is_told() {
    use std::os::unix::ffi::OsStrExt;
    let (_scratch, root) = Scratch::with_crate();
    fs::write(root.join("schema").join(std::ffi::OsStr::from_bytes(b"\xff.toml")), "").unwrap();
    for command in ["check", "fmt"] {
        let output = tfgen(&root, &[command]);
        assert_eq!(code(&output), 1, "{command}");
        assert!(stderr(&output).contains("its name is not UTF-8"), "{}", stderr(&output));
    }
    assert_eq!(fs::read_dir(root.join("schema")).unwrap().count(), 4);
}

#[test]
fn what_a_killed_run_has_left_beside_the_users_files_goes() {
    let (_scratch, root) = Scratch::with_crate();
    let left = root.join("src/resources/note.rs.1.tfgen-tmp");
    fs::write(&left, "half").unwrap();
    let schema = root.join("schema/resources/note.toml");
    let text = fs::read_to_string(&schema).unwrap();
    fs::write(&schema, text.replacen("A note, kept", "A longer note, kept", 1)).unwrap();
    let output = tfgen(&root, &["generate"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(!left.exists());
    assert!(fs::read_to_string(root.join(".gitignore")).unwrap().contains("*.tfgen-tmp"));
}

#[test]
fn the_users_file_of_any_kind_that_nothing_names_any_more_is_mentioned() {
    let (_scratch, root) = Scratch::with_crate();
    assert_eq!(code(&tfgen(&root, &["add", "action", "restart"])), 0);
    assert_eq!(code(&tfgen(&root, &["generate"])), 0);
    assert!(root.join("src/actions/restart.rs").is_file());
    fs::remove_file(root.join("schema/actions/restart.toml")).unwrap();
    let output = tfgen(&root, &["generate"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(stderr(&output).contains("src/actions/restart.rs"), "{}", stderr(&output));
    assert!(root.join("src/actions/restart.rs").is_file());
}
