//! `tfgen diff`: `changes/RULE/old.toml` and `new.toml` differ by that rule, and `report.txt` is what is said about it.
//! `TFGEN_ACCEPT=1` writes what is said now.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tfgen::diff::rule::TABLE;
use tfgen::diff::{Class, compare};
use tfgen_tests::built;

use super::tfgen;
use crate::invalid::check_file;
use crate::trees::Scratch;

const PROVIDER: &str = "[provider]\nname = \"acme\"\n";

fn folder() -> PathBuf {
    built::repository().join("tests/changes")
}

fn text(rule: &str, name: &str) -> String {
    let path = folder().join(rule).join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A crate with a schema of a case.
fn write(scratch: &Scratch, name: &str, text: &str) {
    scratch.write(&format!("{name}/schema/main.toml"), text);
    if !text.contains("[provider]") {
        scratch.write(&format!("{name}/schema/provider.toml"), PROVIDER);
    }
}

#[test]
fn every_change_is_told_with_its_class() {
    let mut failures = Vec::new();
    for row in TABLE {
        let scratch = Scratch::new("diff");
        for name in ["old", "new"] {
            write(&scratch, name, &text(row.name, &format!("{name}.toml")));
        }
        let code = i32::from(row.class != Class::Safe);
        let ran = tfgen(scratch.path(), &["diff", "old", "new"]).expect_code(code);
        assert!(ran.stdout.contains(&format!("[{}]", row.name)), "{}:\n{}", row.name, ran.stdout);
        failures.extend(check_file(&folder().join(row.name).join("report.txt"), &ran.stdout).err());
        let objects = tfgen(scratch.path(), &["diff", "old", "new", "--json"]).expect_code(code).json();
        assert!(objects.iter().any(|object| object["rule"] == row.name && object["class"].is_string()), "{}", row.name);
        let last = objects.last().expect("the last object sums up");
        assert_eq!(last["bump"] == "major", row.class != Class::Safe, "{}: {last}", row.name);
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn every_folder_belongs_to_a_change() {
    for entry in fs::read_dir(folder()).expect("the folder can be read") {
        let name = entry.expect("an entry can be read").file_name();
        assert!(TABLE.iter().any(|row| name == row.name), "{} is no kind of change", name.display());
    }
}

#[test]
fn every_kind_of_change_is_in_the_page() {
    let page = fs::read_to_string(built::repository().join("docs/commands.md")).expect("the page can be read");
    for row in TABLE {
        let line = format!("| `{}` | {} | {} |", row.name, row.class.words(), row.meaning);
        assert!(page.contains(&line), "docs/commands.md lacks:\n{line}");
    }
}

/// The breaking changes that the detector of Google's provider knows, by its names, and what they are called here. Each of
/// ours has a fixture, which the test above keeps.
const DETECTED_ELSEWHERE: [(&str, &str); 13] = [
    ("resource-map-resource-removal-or-rename", "thing_removed"),
    ("resource-schema-field-removal-or-rename", "attribute_removed"),
    ("resource-schema-field-addition-of-exactly-one-of", "one_of_added"),
    ("field-changing-type", "type_changed"),
    ("field-optional-to-required", "optional_to_required"),
    ("field-becoming-computed", "became_computed"),
    ("field-oc-to-c", "optional_computed_to_computed"),
    ("field-changing-default-value", "default_changed"),
    ("field-growing-min", "minimum_raised"),
    ("field-shrinking-max", "maximum_lowered"),
    ("field-removing-diff-suppress", "format_removed"),
    ("no-new-required", "required_added"),
    ("no-new-optional-default", "default_added"),
];

#[test]
fn what_other_detectors_call_breaking_is_breaking() {
    let own = ["identity_changed", "import_changed", "became_sensitive", "became_write_only", "validation_stricter"];
    for name in DETECTED_ELSEWHERE.iter().map(|(_, ours)| *ours).chain(own) {
        let row = TABLE.iter().find(|row| row.name == name);
        assert_eq!(row.map(|row| row.class), Some(Class::Breaking), "{name}");
    }
    let page = fs::read_to_string(built::repository().join("docs/commands.md")).expect("the page can be read");
    for (theirs, ours) in DETECTED_ELSEWHERE {
        let line = format!("| `{theirs}` | `{ours}` |");
        assert!(page.contains(&line), "docs/commands.md lacks:\n{line}");
    }
}

#[test]
fn a_schema_is_no_change_of_itself() {
    for folder in ["schemas/example", "schemas/minimal"] {
        let ran = tfgen(built::repository(), &["diff", folder, folder]).expect_code(0);
        assert_eq!(ran.stdout, "Nothing has changed.\n");
    }
    let root = built::repository().join("examples/terraform-provider-kitchen");
    let sources = crate::trees::sources(&root);
    let provider = tfgen::compile(&sources).expect("the kitchen compiles").provider;
    assert_eq!(compare(&provider, &provider), Vec::new());
}

#[test]
fn an_upgrade_that_is_declared_covers_the_change_of_type() {
    let scratch = Scratch::new("diff");
    write(&scratch, "old", &text("state_type_changed", "old.toml"));
    let upgraded = text("state_type_changed", "new.toml").replace(
        "[resource.disk]\n",
        "[resource.disk]\nversion = 1\nupgrade = [{ from = 0, convert = { \"mounts.lun\" = \"number\" }, drop = [\"tags\"] }]\n",
    );
    write(&scratch, "new", &upgraded);
    let ran = tfgen(scratch.path(), &["diff", "old", "new"]).expect_code(1);
    assert!(!ran.stdout.contains("needs an upgrader"), "{}", ran.stdout);
    assert!(ran.stdout.contains("states of version 0 are upgraded to version 1"), "{}", ran.stdout);
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder).args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]);
    let ran = command.args(arguments).output().expect("git runs");
    assert!(ran.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&ran.stderr));
}

#[test]
fn a_revision_stands_for_the_schema_of_then() {
    let scratch = Scratch::new("diff");
    let root = scratch.path().join("provider");
    write(&scratch, "provider", &text("attribute_removed", "old.toml"));
    scratch.write("provider/schema/notes.md", "Not a schema.");
    git(scratch.path(), &["init", "--quiet"]);
    git(scratch.path(), &["add", "."]);
    git(scratch.path(), &["commit", "--quiet", "-m", "One"]);
    git(scratch.path(), &["tag", "v1"]);
    scratch.write("provider/schema/main.toml", &text("attribute_removed", "new.toml"));

    let ran = tfgen(&root, &["diff", "v1:"]).expect_code(1);
    assert_eq!(ran.stdout, text("attribute_removed", "report.txt"));
    let ran = tfgen(&root.join("schema"), &["diff", "v1:provider", "v1:"]).expect_code(0);
    assert_eq!(ran.stdout, "Nothing has changed.\n");
    let ran = tfgen(&root, &["diff", "v2:"]).expect_code(2);
    assert!(ran.stderr.contains("git: "), "{}", ran.stderr);
    let ran = tfgen(&root, &["diff", "--", "--output=x:"]).expect_code(2);
    assert!(ran.stderr.contains("is no revision"), "{}", ran.stderr);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let scratch = Scratch::new("diff");
    write(&scratch, "old", "[resource.disk.attributes]\nid = { typ = \"string\" }\n");
    let ran = tfgen(scratch.path(), &["diff", "old", "old"]).expect_code(1);
    assert!(ran.stderr.contains("TF0005"), "{}", ran.stderr);
    let ran = tfgen(scratch.path(), &["diff", "nowhere", "old"]).expect_code(2);
    assert!(ran.stderr.contains("there is no folder `nowhere`"), "{}", ran.stderr);
}
