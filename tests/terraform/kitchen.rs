//! The kitchen provider under a real Terraform: every kind of attribute, and handlers that misbehave.

use serde_json::{Value, json};
use std::fs;
use tfgen_tests::built;
use tfgen_tests::story::{change, flowing, nothing_to_do, values};
use tfgen_tests::terraform::Workspace;

const HEAD: &str = r#"
terraform {
  required_providers {
    kitchen = { source = "tfgen/kitchen" }
  }
}
provider "kitchen" {
  store  = "store"
  secret = "hunter2hunter2"
}
"#;

pub(super) fn workspace(configuration: &str) -> Workspace {
    let workspace = Workspace::new(&[("tfgen/kitchen", &built::kitchen_provider())]);
    configure(&workspace, configuration);
    workspace
}

pub(super) fn configure(workspace: &Workspace, configuration: &str) {
    workspace.write("main.tf", &format!("{HEAD}{configuration}"));
}

/// A dish with these further lines.
fn dish(lines: &str) -> String {
    format!("resource \"kitchen_dish\" \"soup\" {{\n  name = \"soup\"\n{lines}\n}}\n")
}

const EVERYTHING: &str = r#"
  servings  = 4
  price     = 12.340000000000000000000000000000001
  weight    = 0.1
  small     = -7
  ratio     = 0.25
  vegan     = true
  course    = "starter"
  tags      = { spicy = "yes", "mit Käse" = "nein" }
  allergens = ["nuts", "eggs"]
  steps     = ["cut", "cook", "eat"]
  sizes     = { width = 30, label = "XL" }
  pair      = ["a", 1]
  extra     = { nested = [1, "two", true] }
  recipe    = "secret recipe"
  password  = "correct horse"
  ingredients = [{ name = "water", grams = 500 }, { name = "salt" }]
  garnish   = { color = "green" }
  stages    = { first = { title = "cold" }, second = { title = "hot" } }
  layers    = [{ kind = "top", parts = [{ name = "lid" }, { name = "knob" }] }, { kind = "bottom" }]
  side {
    name = "bread"
    dip { flavor = "garlic" }
  }
  side {
    name = "salad"
    warm = false
  }
  wine {
    grape = "riesling"
    year  = 2019
  }
  wine { grape = "merlot" }
  plate { material = "clay" }
  oven { degrees = 200 }
"#;

#[test]
fn every_kind_of_attribute_goes_there_and_back() {
    let workspace = workspace(&dish(EVERYTHING));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let state = values(&workspace, "kitchen_dish.soup");
    assert_eq!(state["summary"], "soup for 4 at 180", "the provider's default is used");
    assert_eq!(state["tags"]["mit Käse"], "nein");
    assert_eq!(state["allergens"], json!(["eggs", "nuts"]));
    assert_eq!(state["pair"], json!(["a", 1]));
    assert_eq!(state["extra"], json!({"nested": [1, "two", true]}));
    assert_eq!(state["recipe"], Value::Null, "a write-only value is not stored");
    assert_eq!(state["comment"], "a recipe of 13 letters", "but it reached the handler");
    assert_eq!(state["garnish"], json!({"color": "green", "size": 1}));
    assert_eq!(state["ingredients"][0], json!({"grams": 100, "lot": "salt-1", "name": "salt"}));
    assert_eq!(state["layers"][0]["parts"][1], json!({"code": "KNOB", "name": "knob"}));
    assert_eq!(state["side"][0]["dip"], json!({"flavor": "garlic"}));
    assert_eq!(state["oven"], json!({"degrees": 200}));
    let text = workspace.run(&["state", "pull"]).expect_code(0).stdout;
    assert!(text.contains("12.340000000000000000000000000000001"), "no digit of a number is lost: {text}");
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert_eq!(fs::read_dir(workspace.folder.join("store")).expect("the store is there").count(), 0);
}

#[test]
fn a_dish_with_nothing_but_its_name_gets_defaults_and_nulls() {
    let workspace = workspace(&dish(""));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let state = values(&workspace, "kitchen_dish.soup");
    assert_eq!((&state["servings"], &state["course"], &state["weight"]), (&json!(2), &json!("main"), &json!(0.5)));
    assert_eq!((&state["tags"], &state["comment"], &state["plate"]), (&Value::Null, &Value::Null, &Value::Null));
    assert_eq!((&state["side"], &state["wine"], &state["oven"]), (&json!([]), &json!([]), &json!({"degrees": null})));
    assert_eq!(state["allergens"], Value::Null, "what is null in the configuration stays null");
}

#[test]
fn an_update_leaves_what_does_not_depend_on_it_known() {
    let workspace = workspace(&dish("  tags = { a = \"1\" }\n"));
    workspace.apply().expect_code(0);
    configure(&workspace, &dish("  tags = { a = \"2\" }\n"));
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    assert_eq!(planned["actions"], json!(["update"]));
    assert_eq!(planned["after_unknown"]["revision"], true, "it has no rule");
    assert_eq!(planned["after"]["summary"], "soup for 2 at 180", "it changes with name and servings alone");
    assert_eq!(planned["after"]["id"], "dish-1");
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "kitchen_dish.soup")["revision"], 2);
    nothing_to_do(&workspace);
}

#[test]
fn computed_values_stay_with_their_element_when_a_set_changes() {
    let workspace = workspace(&dish("  ingredients = [{ name = \"salt\" }, { name = \"water\" }]\n"));
    workspace.apply().expect_code(0);
    configure(
        &workspace,
        &dish("  ingredients = [{ name = \"basil\" }, { name = \"water\", grams = 7 }, { name = \"salt\" }]\n"),
    );
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    let after = planned["after"]["ingredients"].as_array().expect("a set").clone();
    assert!(after.contains(&json!({"grams": 7, "lot": "water-1", "name": "water"})), "{planned:#}");
    assert!(after.contains(&json!({"grams": 100, "lot": "salt-1", "name": "salt"})), "{planned:#}");
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn blocks_of_every_nesting_are_planned_as_configured() {
    let workspace = workspace(&dish(EVERYTHING));
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    let after = &planned["after"];
    let sides = json!([
        {"dip": {"flavor": "garlic"}, "name": "bread", "warm": null},
        {"dip": null, "name": "salad", "warm": false},
    ]);
    assert_eq!(after["side"], sides);
    let wines = after["wine"].as_array().expect("a set").clone();
    assert_eq!(wines.len(), 2, "{planned:#}");
    assert!(wines.contains(&json!({"grape": "riesling", "year": 2019})), "{planned:#}");
    assert!(wines.contains(&json!({"grape": "merlot", "year": null})), "{planned:#}");
    assert_eq!((&after["plate"], &after["oven"]), (&json!({"material": "clay"}), &json!({"degrees": 200})));
    workspace.apply().expect_code(0);
    configure(&workspace, &dish("  side { name = \"salad\" }\n  wine { grape = \"merlot\" }\n"));
    let after = &change(&workspace.plan(), "kitchen_dish.soup")["after"];
    assert_eq!(after["side"], json!([{"dip": null, "name": "salad", "warm": null}]));
    assert_eq!(after["wine"], json!([{"grape": "merlot", "year": null}]));
    assert_eq!((&after["plate"], &after["oven"]), (&Value::Null, &json!({"degrees": null})));
}

#[test]
fn requires_replace_if_configured_looks_at_the_configuration() {
    let workspace = workspace(&dish("  store = \"attic\"\n"));
    workspace.apply().expect_code(0);
    configure(&workspace, &dish(""));
    nothing_to_do(&workspace);
    configure(&workspace, &dish("  store = \"cellar\"\n"));
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    assert_eq!(planned["actions"], json!(["delete", "create"]));
    assert_eq!(planned["replace_paths"], json!([["store"]]));
}

#[test]
fn an_object_made_before_an_error_is_kept_and_replaced_later() {
    let workspace = workspace(&dish("  failure = \"after_create\"\n"));
    let ran = workspace.apply().expect_code(1);
    let said = flowing(&ran.stderr);
    assert!(said.contains("The dish fell down") && said.contains("It exists all the same."), "{said}");
    assert_eq!(values(&workspace, "kitchen_dish.soup")["id"], "dish-1", "the state has it");
    configure(&workspace, &dish(""));
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    assert_eq!(planned["actions"], json!(["delete", "create"]), "it is tainted");
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn a_panic_is_an_error_that_keeps_the_object() {
    let workspace = workspace(&dish("  failure = \"panic\"\n"));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("the cook slipped"), "{said}");
    assert!(!said.contains("plugin crashed"), "the provider lives on: {said}");
    assert_eq!(values(&workspace, "kitchen_dish.soup")["id"], "dish-1");
}

#[test]
fn an_error_before_anything_was_made_keeps_nothing() {
    let workspace = workspace(&dish("  failure = \"before_create\"\n"));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("The stove is off"), "{said}");
    assert_eq!(workspace.state()["values"], Value::Null);
}

#[test]
fn an_answer_that_breaks_the_plan_is_reported_in_the_providers_words_and_kept() {
    let workspace = workspace(&dish("  failure = \"wrong_servings\"\n"));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("servings"), "{said}");
    assert!(!said.contains("Provider produced inconsistent result"), "the provider says it first: {said}");
    assert_eq!(values(&workspace, "kitchen_dish.soup")["servings"], 3, "what exists is stored");
}

#[test]
fn a_failed_update_keeps_the_state_as_it_was() {
    let workspace = workspace(&dish(""));
    workspace.apply().expect_code(0);
    configure(&workspace, &dish("  servings = 9\n  failure = \"during_update\"\n"));
    workspace.apply().expect_code(1);
    assert_eq!(values(&workspace, "kitchen_dish.soup")["servings"], 2);
}

#[test]
fn a_failed_delete_keeps_the_object() {
    let workspace = workspace(&dish("  failure = \"delete\"\n"));
    workspace.apply().expect_code(0);
    let said = flowing(&workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(1).stderr);
    assert!(said.contains("stuck to the plate"), "{said}");
    assert_eq!(values(&workspace, "kitchen_dish.soup")["id"], "dish-1");
}

#[test]
fn an_import_id_may_leave_out_its_optional_part() {
    let workspace = workspace(&dish(""));
    workspace.apply().expect_code(0);
    workspace.run(&["state", "rm", "kitchen_dish.soup"]).expect_code(0);
    workspace.run(&["import", "-no-color", "kitchen_dish.soup", "dish-1"]).expect_code(0);
    assert_eq!(values(&workspace, "kitchen_dish.soup")["name"], "soup");
    nothing_to_do(&workspace);
    workspace.run(&["state", "rm", "kitchen_dish.soup"]).expect_code(0);
    workspace.run(&["import", "-no-color", "kitchen_dish.soup", "shelf/dish-1"]).expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn an_identity_imports_an_object_and_one_of_nothing_is_refused() {
    let workspace = workspace(&dish(""));
    workspace.apply().expect_code(0);
    workspace.run(&["state", "rm", "kitchen_dish.soup"]).expect_code(0);
    let import = |id: &str| format!("import {{\n  to = kitchen_dish.soup\n  identity = {{ id = \"{id}\" }}\n}}\n");
    configure(&workspace, &format!("{}{}", dish(""), import("dish-7")));
    let said = flowing(&workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr);
    assert!(said.contains("Cannot import non-existent remote object"), "{said}");
    configure(&workspace, &format!("{}{}", dish(""), import("dish-1")));
    let planned = change(&workspace.plan(), "kitchen_dish.soup");
    assert_eq!(
        (&planned["actions"], &planned["importing"]),
        (&json!(["no-op"]), &json!({"identity": {"id": "dish-1"}}))
    );
    let applied = workspace.apply().expect_code(0);
    assert!(applied.stdout.contains("1 imported, 0 added, 0 changed, 0 destroyed"), "{}", applied.stdout);
    assert_eq!(values(&workspace, "kitchen_dish.soup")["name"], "soup");
    let stored: Value = serde_json::from_str(&workspace.read("terraform.tfstate")).expect("a state is JSON");
    assert_eq!(stored["resources"][0]["instances"][0]["identity"], json!({"id": "dish-1"}));
    configure(&workspace, &dish(""));
    nothing_to_do(&workspace);
}

#[test]
fn unknown_values_from_another_resource_are_planned_and_applied() {
    let second = r#"
resource "kitchen_dish" "second" {
  name = kitchen_dish.soup.id
  tags = { first = kitchen_dish.soup.summary }
  dynamic "side" {
    for_each = [kitchen_dish.soup.id]
    content { name = side.value }
  }
}
"#;
    let workspace = workspace(&format!("{}{second}", dish("")));
    let planned = change(&workspace.plan(), "kitchen_dish.second");
    assert_eq!(planned["after_unknown"]["name"], true);
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let state = values(&workspace, "kitchen_dish.second");
    assert_eq!(state["name"], "dish-1");
    assert_eq!(state["side"], json!([{"dip": null, "name": "dish-1", "warm": null}]));
}

#[test]
fn a_data_source_reads() {
    let configuration = r#"
data "kitchen_menu" "all" {
  prefix     = "s"
  depends_on = [kitchen_dish.soup]
}
output "names" { value = data.kitchen_menu.all.dishes[*].name }
"#;
    let workspace = workspace(&format!("{}{configuration}", dish("")));
    workspace.apply().expect_code(0);
    assert_eq!(workspace.run(&["output", "-json", "names"]).expect_code(0).json(), json!(["soup"]));
}

#[test]
fn no_message_shows_a_sensitive_value() {
    let configuration = dish("  password = \"correct horse\"\n  failure = \"wrong_name\"\n");
    let workspace =
        workspace(&configuration).with_environment("TF_LOG", "trace").with_environment("TF_LOG_PATH", "log");
    let ran = workspace.apply().expect_code(1);
    assert!(!ran.stderr.contains("correct horse") && !ran.stderr.contains("hunter2"), "{}", ran.stderr);
    let provider_lines = workspace.read("log");
    let provider_lines = provider_lines.lines().filter(|line| line.contains("terraform-provider-kitchen"));
    assert!(provider_lines.clone().count() > 0, "the provider's lines are in the log");
    assert_eq!(provider_lines.filter(|line| line.contains("hunter2") || line.contains("correct horse")).count(), 0);
}

#[test]
fn several_mistakes_are_reported_at_once_and_in_place() {
    let workspace = workspace(&dish(
        "  course = \"snack\"\n  servings = 0\n  steps = [\"1\", \"2\", \"3\", \"4\", \"5\", \"6\"]\n",
    ));
    let report = workspace.run(&["validate", "-json"]).expect_code(1).json();
    let errors = report["diagnostics"].as_array().expect("a list").iter().filter(|one| one["severity"] == "error");
    let snippets: Vec<_> = errors.map(|one| one["snippet"]["code"].as_str().unwrap_or_default().trim()).collect();
    assert_eq!(snippets.len(), 3, "{report:#}");
    for start in ["course", "servings", "steps"] {
        assert!(snippets.iter().any(|snippet| snippet.starts_with(start)), "{start}: {report:#}");
    }
}

#[test]
fn a_deprecated_attribute_warns_only_when_it_is_set() {
    let workspace = workspace(&dish("  note = \"old\"\n"));
    let report = workspace.run(&["validate", "-json"]).expect_code(0).json();
    assert!(report["diagnostics"].to_string().contains("Use tags."), "{report:#}");
    configure(&workspace, &dish(""));
    let report = workspace.run(&["validate", "-json"]).expect_code(0).json();
    assert!(!report["diagnostics"].to_string().contains("Use tags."), "{report:#}");
}

#[test]
fn the_environment_stands_in_for_a_provider_attribute() {
    let workspace = workspace("").with_environment("KITCHEN_SECRET", "refused");
    workspace.write("main.tf", &format!("{}{}", HEAD.replace("  secret = \"hunter2hunter2\"\n", ""), dish("")));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("The secret is refused"), "{said}");
}

#[test]
fn provider_configuration_that_is_not_known_yet_is_named() {
    let head = HEAD.replace("\"store\"", "terraform_data.later.output");
    let workspace = workspace("");
    workspace.write(
        "main.tf",
        &format!("{head}resource \"terraform_data\" \"later\" {{ input = timestamp() }}\n{}", dish("")),
    );
    let said = flowing(&workspace.run(&["plan", "-no-color"]).stderr);
    assert!(said.contains("store"), "{said}");
}
