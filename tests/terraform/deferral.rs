//! Deferral under a real Terraform, whose experiments are on: what waits is planned in the next run.

use serde_json::{Value, json};
use std::fs;
use tfgen_tests::built;
use tfgen_tests::story::{change, flowing, nothing_to_do, values};
use tfgen_tests::terraform::Workspace;

const TERRAFORM: &str = r#"
terraform {
  required_providers {
    kitchen = { source = "tfgen/kitchen" }
  }
}
resource "terraform_data" "later" { input = "store" }
"#;

fn workspace(configuration: &str) -> Workspace {
    let workspace = Workspace::new(&[("tfgen/kitchen", &built::kitchen_provider())]);
    workspace.write("main.tf", &format!("{TERRAFORM}{configuration}"));
    workspace.with_environment("TFGEN_EXPERIMENTS", "1")
}

/// The plan of a run in which some of it may wait.
fn plan(workspace: &Workspace) -> Value {
    let arguments = ["plan", "-no-color", "-input=false", "-out=planned", "-allow-deferral"];
    workspace.run(&arguments).expect_code(0);
    workspace.run(&["show", "-json", "planned"]).expect_code(0).json()
}

fn waits(plan: &Value) -> Vec<(&str, &str)> {
    let changes = plan["deferred_changes"].as_array().map(Vec::as_slice).unwrap_or_default();
    let text = |value: &'_ Value| value.as_str().unwrap_or_default().to_owned();
    let found = changes.iter().map(|one| (&one["resource_change"]["address"], &one["reason"]));
    assert!(found.clone().all(|(address, reason)| !text(address).is_empty() && !text(reason).is_empty()), "{plan:#}");
    found.map(|(address, reason)| (address.as_str().unwrap_or_default(), reason.as_str().unwrap_or_default())).collect()
}

#[test]
fn what_needs_a_provider_that_is_not_known_yet_waits() {
    let workspace = workspace(
        r#"
provider "kitchen" { store = terraform_data.later.output }
resource "kitchen_dish" "soup" { name = "soup" }
data "kitchen_menu" "all" {}
"#,
    );
    let planned = plan(&workspace);
    let dish = ("kitchen_dish.soup", "provider_config_unknown");
    assert!(waits(&planned).contains(&dish), "{planned:#}");
    workspace.run(&["apply", "-no-color", "planned"]).expect_code(0);
    assert_eq!(values(&workspace, "terraform_data.later")["output"], "store", "what does not need it is done");
    assert_eq!(change(&workspace.plan(), "kitchen_dish.soup")["actions"], json!(["create"]));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn an_import_waits_for_its_provider() {
    let workspace = workspace(
        r#"
provider "kitchen" { store = terraform_data.later.output }
resource "kitchen_dish" "soup" { name = "soup" }
import {
  to = kitchen_dish.soup
  id = "dish-1"
}
"#,
    );
    let planned = plan(&workspace);
    assert_eq!(waits(&planned), [("kitchen_dish.soup", "provider_config_unknown")], "{planned:#}");
    workspace.run(&["apply", "-no-color", "planned"]).expect_code(0);
    let said = flowing(&workspace.run(&["plan", "-no-color"]).expect_code(1).stderr);
    assert!(said.contains("Cannot import non-existent remote object"), "the next run looks for it: {said}");
}

#[test]
fn a_data_source_waits_for_what_does_not_exist_yet() {
    let workspace = workspace(
        r#"
provider "kitchen" { store = "." }
data "kitchen_delivery" "flour" { supplier = "mill" }
resource "kitchen_dish" "bread" { name = data.kitchen_delivery.flour.goods }
"#,
    );
    let refused = flowing(&workspace.run(&["plan", "-no-color"]).expect_code(1).stderr);
    assert!(refused.contains("mill has brought nothing") && refused.contains("-target"), "{refused}");
    let planned = plan(&workspace);
    assert!(waits(&planned).iter().any(|(address, _)| *address == "kitchen_dish.bread"), "{planned:#}");
    workspace.run(&["apply", "-no-color", "planned"]).expect_code(0);
    fs::write(workspace.folder.join("mill.delivery"), "bread").expect("the delivery arrives");
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "kitchen_dish.bread")["name"], "bread");
}
