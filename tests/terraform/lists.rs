//! `terraform query` with the kitchen's list of plates.

use super::kitchen::{configure, workspace};
use serde_json::{Value, json};
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Workspace;

/// A store with the plates a, b and bb that no state knows.
fn shelf(query: &str) -> Workspace {
    let workspace = workspace(
        "resource \"kitchen_plate\" \"all\" {\n  for_each = toset([\"a\", \"b\", \"bb\"])\n  name = each.key\n}\n",
    );
    workspace.apply().expect_code(0);
    std::fs::remove_file(workspace.folder.join("terraform.tfstate")).expect("there is a state");
    configure(&workspace, "");
    workspace.write(
        "plates.tfquery.hcl",
        &format!("list \"kitchen_plate\" \"all\" {{\n  provider = kitchen\n{query}\n}}\n"),
    );
    workspace
}

/// What a query finds.
fn found(workspace: &Workspace) -> Vec<Value> {
    let ran = workspace.run(&["query", "-json"]).expect_code(0);
    let lines = ran.stdout.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.filter(|line| line["type"] == "list_resource_found").map(|line| line["list_resource_found"].clone()).collect()
}

#[test]
fn a_query_finds_plates_by_identity_and_name() {
    let workspace = shelf("  config { prefix = \"b\" }");
    let found = found(&workspace);
    let names: Vec<_> = found.iter().map(|one| (&one["display_name"], &one["identity"]["id"])).collect();
    assert_eq!(names, [(&json!("the plate b"), &json!("plate-b")), (&json!("the plate bb"), &json!("plate-bb"))]);
    assert!(found.iter().all(|one| one["resource_object"].is_null()));
}

#[test]
fn a_query_stops_at_its_limit_and_holds_objects_if_they_are_wanted() {
    let workspace = shelf("  limit = 2\n  include_resource = true");
    let plates = found(&workspace);
    let names: Vec<_> = plates.iter().map(|one| one["resource_object"]["name"].clone()).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!(plates[0]["resource_object"]["color"], json!("white"));
    let endless = shelf("  limit = 5\n  config { failure = \"endless\" }");
    assert_eq!(found(&endless).len(), 5);
    assert_eq!(endless.read("store/plates/list.log"), "ended at 5\n");
}

#[test]
fn a_query_writes_a_configuration_that_imports_without_a_change() {
    let workspace = shelf("  include_resource = true");
    workspace.run(&["query", "-no-color", "-generate-config-out=plates.tf"]).expect_code(0);
    let plan = workspace.plan();
    let changes = plan["resource_changes"].as_array().expect("changes").clone();
    assert_eq!(changes.len(), 3, "{plan:#}");
    assert!(changes.iter().all(|one| one["change"]["actions"] == json!(["no-op"])), "{plan:#}");
    assert!(changes.iter().all(|one| one["change"]["importing"].is_object()), "{plan:#}");
}

#[test]
fn an_error_and_a_panic_of_a_listing_are_told() {
    for (failure, words) in
        [("error", "The shelf broke"), ("panic", "The provider panicked while listing kitchen_plate")]
    {
        let workspace = shelf(&format!("  config {{ failure = \"{failure}\" }}"));
        let said = flowing(&workspace.run(&["query", "-no-color"]).expect_code(1).stderr);
        assert!(said.contains(words), "{said}");
    }
}
