//! `terraform-provider-kitchen state …` beside a real Terraform: the kitchen's vault keeps revisions, compresses and encrypts.

use super::state_stores::{configure, expect_nothing_to_do, init, store, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tfgen_runtime::state_store::{Filesystem, Store};
use tfgen_tests::built;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

pub(super) const OLD: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
pub(super) const NEW: &str = "0202020202020202020202020202020202020202020202020202020202020202";
pub(super) const SECRET: &str = "hunter2hunter2";

fn configuration(input: &str) -> String {
    format!(
        "resource \"terraform_data\" \"x\" {{ input = {input:?} }}\n\
         resource \"terraform_data\" \"secret\" {{ input = sensitive({SECRET:?}) }}\n\
         output \"greeting\" {{ value = terraform_data.x.output }}\n\
         output \"password\" {{\n  value     = terraform_data.secret.output\n  sensitive = true\n}}\n"
    )
}

pub(super) fn vault() -> String {
    store(
        "vault",
        "    path = \"vault\"\n    encryption_key = \"env:VAULT_KEY\"\n    encryption_old_keys = [\"file:old.key\"]",
    )
}

/// A workspace whose state has three revisions that matter: empty, with `one`, and with `two`.
pub(super) fn filled() -> Workspace {
    let workspace = workspace(&vault(), &configuration("one")).with_environment("VAULT_KEY", OLD);
    workspace.write("old.key", &format!("{OLD}\n"));
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    configure(&workspace, &vault(), &configuration("two"));
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    workspace
}

/// Runs the provider's binary in the workspace.
pub(super) fn state(workspace: &Workspace, key: &str, words: &str) -> Ran {
    let program = built::kitchen_provider().join("terraform-provider-kitchen");
    let mut command = Command::new(program);
    command.arg("state").args(words.split_whitespace()).current_dir(&workspace.folder).env("VAULT_KEY", key);
    command.env_remove("TF_WORKSPACE").output().expect("the provider starts").into()
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("it can be read").map(|entry| entry.expect("it can be read").path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

fn contains(path: &Path, text: &str) -> bool {
    fs::read(path).expect("it can be read").windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn a_state_with_history_compression_and_encryption_is_looked_at_and_mended_without_terraform() {
    let workspace = filled();
    let kept = files(&workspace.folder.join("vault"));
    assert!(
        kept.iter().all(|path| !contains(path, SECRET) && !contains(path, "terraform_data")),
        "nothing is in plain text"
    );
    let ran = |words: &str| state(&workspace, OLD, words).expect_code(0).stdout;

    let list = ran("list");
    assert!(list.starts_with("NAME") && list.lines().nth(1).is_some_and(|line| line.starts_with("default")), "{list}");
    let show = ran("show");
    assert!(show.contains("terraform_data.x\n") && show.contains("output greeting = \"two\""), "{show}");
    assert!(show.contains("output password = \"(sensitive value)\"") && !show.contains(SECRET), "{show}");
    let one = ran("show terraform_data.secret");
    assert!(one.contains("provider terraform.io/builtin/terraform") && !one.contains(SECRET), "{one}");
    let diff = ran("diff");
    assert!(
        diff.contains("~ terraform_data.x")
            && diff.contains("\"value\": \"one\"")
            && diff.contains("\"value\": \"two\"")
            && !diff.contains(SECRET),
        "{diff}"
    );
    assert!(diff.contains("~ output greeting: \"one\" → \"two\""), "{diff}");
    let pulled = ran("pull");
    let shown = workspace.run(&["state", "pull"]).expect_code(0).stdout;
    assert_eq!(format!("{pulled}\n"), shown, "to the byte; Terraform adds a line's end");
    assert!(pulled.contains(SECRET));

    let history = ran("history");
    let revisions: Vec<&str> =
        history.lines().skip(1).filter_map(|line| line.trim_start_matches('*').split_whitespace().next()).collect();
    assert!(revisions.len() >= 3 && history.lines().last().is_some_and(|line| line.starts_with('*')), "{history}");
    let before = revisions[revisions.len() - 2];
    assert!(ran(&format!("pull --revision {before}")).contains("\"one\""));
    assert!(ran(&format!("restore {before}")).contains("is the revision"), "{before}");
    let planned = workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(2).stdout;
    assert!(planned.contains("\"one\" -> \"two\""), "{planned}");
    ran(&format!("restore {}", revisions[revisions.len() - 1]));
    expect_nothing_to_do(&workspace);
    ran(&format!("revision delete {before}"));
    let failed = state(&workspace, OLD, &format!("pull --revision {before}")).expect_code(1).stderr;
    assert!(failed.contains("has no revision"), "{failed}");
    assert_eq!(ran("verify"), "default: sound\n");
    expect_nothing_to_do(&workspace);
}

#[test]
fn another_key_is_an_error_and_a_rotation_makes_the_old_one_superfluous() {
    let workspace = filled().with_environment("VAULT_KEY", NEW);
    // The key of before is at hand still.
    expect_nothing_to_do(&workspace);
    workspace.write("old.key", &format!("{NEW}\n"));
    let wrong = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
    assert!(flowing(&wrong.stderr).contains("encrypted with a key that is not at hand"), "{}", wrong.stderr);
    assert!(!wrong.stdout.contains("will be created"), "a wrong key is never an empty state: {}", wrong.stdout);
    assert!(state(&workspace, NEW, "verify").expect_code(1).stdout.contains("encrypted with a key"));

    workspace.write("old.key", &format!("{OLD}\n"));
    let rotated = state(&workspace, NEW, "rotate-key").expect_code(0).stdout;
    assert!(rotated.contains("entries are encrypted anew, 0 had the newest key"), "{rotated}");
    workspace.write("old.key", &format!("{NEW}\n"));
    assert_eq!(state(&workspace, NEW, "verify").expect_code(0).stdout, "default: sound\n");
    expect_nothing_to_do(&workspace);
    let again = state(&workspace, NEW, "rotate-key").expect_code(0).stdout;
    assert!(again.starts_with("0 entries"), "{again}");
}

#[test]
fn locks_are_listed_and_given_back_by_id_or_by_force() {
    let workspace = workspace(&store("shelf", "    path = \"shelf\""), "");
    init(&workspace).expect_code(0);
    let ran = |words: &str| state(&workspace, "", words);
    assert_eq!(ran("locks").expect_code(0).stdout.lines().count(), 1);
    let lock = r#"{"ID":"4e3b","Operation":"OperationTypeApply","Who":"kim@host","Process":"1","Created":"2026-01-01T00:00:00Z"}"#;
    put(&workspace.folder.join("shelf"), "lock/default", lock);
    let listed = ran("locks").expect_code(0).stdout;
    assert!(listed.contains("default") && listed.contains("4e3b") && listed.contains("kim@host"), "{listed}");
    let unclear = ran("unlock").expect_code(1).stderr;
    assert!(unclear.contains("4e3b") && unclear.contains("--force"), "{unclear}");
    assert!(ran("unlock nobody").expect_code(1).stderr.contains("another lock"));
    ran("unlock 4e3b").expect_code(0);
    assert!(ran("unlock --force").expect_code(1).stderr.contains("is not locked"));
    put(&workspace.folder.join("shelf"), "lock/default", "no record");
    ran("unlock --force").expect_code(0);
    workspace.apply().expect_code(0);
}

#[test]
fn damage_is_found_with_its_place_and_stores_are_named_by_flags() {
    let folder = Workspace::new(&[]);
    let ran = |words: &str| state(&folder, "", words);
    let unclear = ran("list").expect_code(1).stderr;
    assert!(unclear.contains("--store") && unclear.contains("kitchen_shelf"), "{unclear}");
    let shelf = "--store kitchen_shelf --set path=states --provider-set store=store";
    let failed = ran(&format!("verify {shelf}")).expect_code(1).stderr;
    assert!(failed.contains("The folder states cannot hold states"), "{failed}");
    Filesystem::open(folder.folder.join("states")).expect("it can be made");
    assert_eq!(ran(&format!("verify {shelf}")).expect_code(0).stdout, "There are no states.\n");
    put(&folder.folder.join("states"), "state/default", "{\"version\":4,\"serial\":-1,\"resources\":[]}");
    put(&folder.folder.join("states"), "state/other", "{\"version\":4,");
    let found = ran(&format!("verify {shelf}")).expect_code(1).stdout;
    assert!(found.contains("default: 3 findings") && found.contains("serial: A whole number"), "{found}");
    assert!(found.contains("other: 1 findings") && found.contains("It is no state"), "{found}");
    assert!(ran(&format!("list {shelf}")).expect_code(0).stdout.contains("see `state verify`"));
    for (words, told) in [
        ("history", "keeps no history"),
        ("rotate-key", "does not encrypt"),
        ("show --state none", "There is no state \"none\""),
        ("show terraform_data.x --state other", "cannot be read"),
        ("show --set nothing=1", "There is no attribute \"nothing\""),
    ] {
        let failed = ran(&format!("{words} {shelf}")).expect_code(1).stderr;
        assert!(failed.contains(told), "{words}: {failed}");
    }
    assert!(ran("frobnicate").expect_code(2).stderr.contains("There is no `state frobnicate`"));
    assert!(ran("--help").expect_code(0).stdout.contains("rotate-key"));
}

/// Puts an entry into a folder that holds states.
pub(super) fn put(folder: &Path, key: &str, content: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
    let store = Filesystem::open(folder).expect("it opens");
    runtime.block_on(store.put_if_absent(key, content.into())).expect("it is written");
}

#[test]
fn another_configuration_reads_the_outputs_of_a_state() {
    let workspace = filled();
    let reader = |lines: &str| {
        format!(
            "provider \"kitchen\" {{ store = \"store\" }}\ndata \"kitchen_state_outputs\" \"vault\" {{\n  path = \"vault\"\n  encryption_key = \"env:VAULT_KEY\"\n{lines}}}\n\
             output \"all\" {{ value = data.kitchen_state_outputs.vault.outputs }}\n\
             output \"length\" {{ value = nonsensitive(length(data.kitchen_state_outputs.vault.sensitive_outputs.password)) }}\n"
        )
    };
    // The same folder's store, read by a configuration whose own state lies elsewhere.
    fs::remove_dir_all(workspace.folder.join(".terraform")).expect("the working folder was set up");
    configure(&workspace, "", &reader(""));
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    let outputs = workspace.run(&["output", "-json"]).expect_code(0).json();
    assert_eq!(outputs["all"]["value"], serde_json::json!({ "greeting": "two" }));
    assert_eq!(outputs["length"]["value"], SECRET.len());
    configure(&workspace, "", &reader("  workspace = \"none\"\n"));
    let failed = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr;
    assert!(flowing(&failed).contains("There is no state \"none\""), "{failed}");
}

#[test]
fn a_store_of_the_authors_own_is_looked_at_like_any_other() {
    let workspace = workspace(&store("drawer", "    folder = \"drawer\""), &configuration("one"));
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    let ran = |words: &str| state(&workspace, "", words);
    assert!(ran("list").expect_code(0).stdout.lines().nth(1).is_some_and(|line| line.starts_with("default")));
    assert!(ran("show").expect_code(0).stdout.contains("output greeting = \"one\""));
    assert_eq!(ran("verify").expect_code(0).stdout, "default: sound\n");
    assert!(ran("pull").expect_code(0).stdout.contains(SECRET));
    assert!(ran("history").expect_code(1).stderr.contains("keeps no history"));
    assert_eq!(ran("locks").expect_code(0).stdout.lines().count(), 1);
    // By flags, from anywhere, and with the store's own failures told.
    let elsewhere = Workspace::new(&[]);
    let drawer = format!("--store kitchen_drawer --set folder={}", workspace.folder.join("drawer").display());
    let flags = format!("{drawer} --provider-set store=store");
    assert!(state(&elsewhere, "", &format!("show {flags}")).expect_code(0).stdout.contains("terraform_data.x"));
    let failed = state(&elsewhere, "", &format!("pull {flags} --set failure=read")).expect_code(1).stderr;
    assert!(failed.contains("The drawer is dark"), "{failed}");
}
