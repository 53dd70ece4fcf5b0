//! The files example under a real Terraform.

use serde_json::{Value, json};
use std::fs;
use tfgen_tests::built;
use tfgen_tests::story::{change, nothing_to_do, values};
use tfgen_tests::terraform::Workspace;

const HEAD: &str = r#"
terraform {
  required_providers {
    files = { source = "tfgen/files" }
  }
}
"#;

fn workspace(configuration: &str) -> Workspace {
    let workspace = Workspace::new(&[("tfgen/files", &built::files_provider())]);
    configure(&workspace, configuration);
    workspace
}

fn configure(workspace: &Workspace, configuration: &str) {
    workspace.write("main.tf", &format!("{HEAD}{configuration}"));
}

const FIRST_SHA256: &str = "b640e840b19d378660b32fb51ae18d67dccb4a8596a29e7bd72c1b2ae5928f41";

const NOTE: &str = r#"
resource "files_file" "note" {
  path    = "notes/one.txt"
  content = "first\n"
}
"#;

#[test]
fn a_file_is_planned_created_and_destroyed() {
    let workspace = workspace(NOTE);
    let planned = change(&workspace.plan(), "files_file.note");
    assert_eq!(planned["actions"], json!(["create"]));
    assert_eq!(planned["after"]["mode"], "0644", "the default is planned");
    assert_eq!(planned["after_unknown"]["sha256"], true, "the checksum is known only after apply");
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("notes/one.txt"), "first\n");
    let state = values(&workspace, "files_file.note");
    assert_eq!(state["sha256"], FIRST_SHA256);
    assert_eq!(state["size"], 6);
    assert_eq!(state["content"], "first\n");
    assert_eq!(state["content_base64"], Value::Null);
    assert_eq!(state["create_parents"], true);
    nothing_to_do(&workspace);
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert!(!workspace.folder.join("notes/one.txt").exists());
}

#[test]
fn a_file_edited_outside_shows_up_and_is_mended() {
    let workspace = workspace(NOTE);
    workspace.apply().expect_code(0);
    workspace.write("notes/one.txt", "edited by hand\n");
    let plan = workspace.plan();
    let drift = &plan["resource_drift"][0]["change"];
    assert_eq!(drift["before"]["content"], "first\n");
    assert_eq!(drift["after"]["content"], "edited by hand\n");
    let planned = change(&plan, "files_file.note");
    assert_eq!(planned["actions"], json!(["update"]));
    assert_eq!(planned["after"]["content"], "first\n");
    assert_eq!(planned["after_unknown"]["sha256"], true, "it follows the content");
    assert_eq!(planned["after_unknown"]["uid"], Value::Null, "the owner does not follow the content");
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("notes/one.txt"), "first\n");
    nothing_to_do(&workspace);
}

#[test]
fn a_file_deleted_outside_is_made_again() {
    let workspace = workspace(NOTE);
    workspace.apply().expect_code(0);
    fs::remove_file(workspace.folder.join("notes/one.txt")).expect("the file is there");
    assert_eq!(change(&workspace.plan(), "files_file.note")["actions"], json!(["create"]));
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("notes/one.txt"), "first\n");
}

#[test]
fn a_changed_mode_is_updated_in_place_and_leaves_the_checksum_known() {
    let workspace = workspace(NOTE);
    workspace.apply().expect_code(0);
    configure(&workspace, &NOTE.replace("content =", "mode = \"0600\"\n  content ="));
    let planned = change(&workspace.plan(), "files_file.note");
    assert_eq!(planned["actions"], json!(["update"]));
    assert_eq!(planned["after"]["sha256"], FIRST_SHA256, "changes_with names only the content");
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "files_file.note")["mode"], "0600");
    nothing_to_do(&workspace);
}

#[test]
fn a_changed_path_replaces_the_file() {
    let workspace = workspace(NOTE);
    workspace.apply().expect_code(0);
    configure(&workspace, &NOTE.replace("one.txt", "two.txt"));
    let planned = change(&workspace.plan(), "files_file.note");
    assert_eq!(planned["actions"], json!(["delete", "create"]));
    assert_eq!(planned["replace_paths"], json!([["path"]]));
    workspace.apply().expect_code(0);
    assert!(!workspace.folder.join("notes/one.txt").exists());
    assert_eq!(workspace.read("notes/two.txt"), "first\n");
    nothing_to_do(&workspace);
}

#[test]
fn an_existing_file_is_imported_by_its_path() {
    let workspace = workspace(NOTE);
    workspace.write("notes/one.txt", "first\n");
    workspace.run(&["import", "-no-color", "files_file.note", "notes/one.txt"]).expect_code(0);
    assert_eq!(values(&workspace, "files_file.note")["sha256"], FIRST_SHA256);
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn importing_what_does_not_exist_is_an_error() {
    let workspace = workspace(NOTE);
    let ran = workspace.run(&["import", "-no-color", "files_file.note", "notes/none.txt"]).expect_code(1);
    assert!(ran.stderr.contains("Cannot import non-existent remote object"), "{}", ran.stderr);
}

#[test]
fn a_validation_error_points_at_the_line_of_the_configuration() {
    let workspace = workspace(&NOTE.replace("content =", "mode = \"644\"\n  content ="));
    let report = workspace.run(&["validate", "-json"]).expect_code(1).json();
    let diagnostic = &report["diagnostics"][0];
    assert_eq!(diagnostic["severity"], "error");
    assert!(diagnostic["detail"].as_str().is_some_and(|detail| detail.contains("four octal digits")), "{report:#}");
    assert_eq!(diagnostic["range"]["filename"], "main.tf");
    let line =
        diagnostic["range"]["start"]["line"].as_u64().and_then(|line| usize::try_from(line).ok()).expect("a line");
    let configuration = workspace.read("main.tf");
    assert_eq!(configuration.lines().nth(line - 1).map(str::trim), Some("mode = \"644\""));
}

#[test]
fn exactly_one_content_is_asked_for() {
    let workspace = workspace(&NOTE.replace("content =", "content_base64 = \"AAEC\"\n  content ="));
    let ran = workspace.run(&["plan", "-no-color"]).expect_code(1);
    assert!(ran.stderr.contains("content_base64"), "{}", ran.stderr);
}

#[test]
fn creating_over_an_existing_file_is_refused_and_keeps_it() {
    let workspace = workspace(NOTE);
    workspace.write("notes/one.txt", "somebody's\n");
    let ran = workspace.apply().expect_code(1);
    assert!(ran.stderr.contains("The file exists already"), "{}", ran.stderr);
    assert_eq!(workspace.read("notes/one.txt"), "somebody's\n");
}

const EXAMPLE: &str = include_str!("../../examples/terraform-provider-files/examples/main.tf");

#[test]
fn the_whole_example_is_applied_and_read_back() {
    let workspace = workspace("");
    workspace.write("main.tf", EXAMPLE);
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let outputs = workspace.run(&["output", "-json"]).expect_code(0).json();
    assert_eq!(outputs["read_back"]["value"], "Hello from Terraform!\n");
    let entries = &outputs["entries"]["value"];
    assert_eq!(entries[0]["name"], "index.txt");
    assert_eq!(entries[0]["kind"], "file");
    assert_eq!(entries[1], json!({"kind": "file", "name": "pixel.bin", "size": 5}));
    assert_eq!(fs::read(workspace.folder.join("out/site/pixel.bin")).expect("it is there"), [0, 1, 2, 3, 255]);
    workspace.run(&["apply", "-no-color", "-auto-approve", "-var", "greeting=Hi"]).expect_code(0);
    assert_eq!(workspace.read("out/site/index.txt"), "Hi\n");
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert!(!workspace.folder.join("out/site").exists());
}
