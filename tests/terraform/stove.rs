//! Hooks, refinements, formats and write-only values under a real Terraform.

use super::kitchen::{configure, workspace};
use serde_json::{Value, json};
use tfgen_tests::story::{change, flowing, nothing_to_do, values};

fn stove(lines: &str) -> String {
    format!("resource \"kitchen_stove\" \"agnes\" {{\n  name = \"agnes\"\n{lines}\n}}\n")
}

#[test]
fn a_plan_hook_decides_replaces_and_warns() {
    let workspace = workspace(&stove("  watts = 900"));
    let planned = change(&workspace.plan(), "kitchen_stove.agnes");
    assert_eq!((&planned["after"]["class"], &planned["after_unknown"]["label"]), (&json!("small"), &json!(true)));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    configure(&workspace, &stove("  watts = 3000"));
    let planned = change(&workspace.plan(), "kitchen_stove.agnes");
    assert_eq!((&planned["actions"], &planned["after"]["class"]), (&json!(["update"]), &json!("large")));
    assert_eq!(planned["after_unknown"]["label"], true, "the label depends on what the hook has decided");
    workspace.apply().expect_code(0);
    configure(&workspace, &stove("  watts = 500"));
    let ran = workspace.run(&["plan", "-no-color"]).expect_code(0);
    assert!(flowing(&ran.stdout).contains("A weaker stove is another stove"), "{}", ran.stdout);
    assert_eq!(change(&workspace.plan(), "kitchen_stove.agnes")["actions"], json!(["delete", "create"]));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
}

#[test]
fn a_plan_hook_may_wait_for_a_later_run() {
    let workspace = workspace(&stove("  watts = 900\n  room = \"cave\"")).with_environment("TFGEN_EXPERIMENTS", "1");
    let refused = flowing(&workspace.run(&["plan", "-no-color"]).expect_code(1).stderr);
    assert!(refused.contains("There is no cave yet."), "{refused}");
    workspace.run(&["plan", "-no-color", "-out=planned", "-allow-deferral"]).expect_code(0);
    let plan = workspace.run(&["show", "-json", "planned"]).expect_code(0).json();
    let waits = &plan["deferred_changes"][0];
    assert_eq!(
        (&waits["reason"], &waits["resource_change"]["address"]),
        (&json!("absent_prereq"), &json!("kitchen_stove.agnes"))
    );
    workspace.run(&["apply", "-no-color", "planned"]).expect_code(0);
    workspace.write("store/cave", "");
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn what_is_promised_of_an_unknown_value_lets_expressions_go_on() {
    let outputs = r#"
output "is_null" { value = kitchen_stove.agnes.id == null }
output "prefix" { value = startswith(kitchen_stove.agnes.id, "stove-") }
"#;
    let workspace = workspace(&format!("{}{outputs}", stove("  watts = 900")));
    let plan = workspace.plan();
    assert_eq!(plan["output_changes"]["is_null"]["after"], false, "{plan:#}");
    assert_eq!(plan["output_changes"]["prefix"]["after"], true, "{plan:#}");
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "kitchen_stove.agnes")["id"], "stove-1");
}

#[test]
fn texts_that_mean_the_same_are_no_change() {
    let cellar = |lines: &str| format!("resource \"kitchen_cellar\" \"deep\" {{\n{lines}\n}}\n");
    let workspace = workspace(&cellar(
        "  layout = \"{ \\\"racks\\\": [1, 2] }\"\n  address = \"2001:db8::2\"\n  airing = \"90m\"\n  keepers = [\"Anna\"]\n  bottles = [{ label = \"Rioja\" }, { label = \"Sekt\" }]",
    ));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let state = values(&workspace, "kitchen_cellar.deep");
    assert_eq!((&state["layout"], &state["airing"]), (&json!("{ \"racks\": [1, 2] }"), &json!("90m")));
    configure(
        &workspace,
        &cellar(
            "  layout = jsonencode({ racks = [1, 2] })\n  address = \"2001:DB8:0::2\"\n  airing = \"1h30m\"\n  keepers = [\"ANNA\"]\n  bottles = [{ label = \"sekt\" }, { label = \"rioja\" }]",
        ),
    );
    nothing_to_do(&workspace);
}

#[test]
fn changed_write_only_values_update_and_replace() {
    let cellar = |code: &str, lock: &str| {
        format!("resource \"kitchen_cellar\" \"deep\" {{\n  code = \"{code}\"\n  lock = \"{lock}\"\n}}\n")
    };
    let workspace = workspace(&cellar("sesame-1", "brass"));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    configure(&workspace, &cellar("sesame-2", "brass"));
    assert_eq!(change(&workspace.plan(), "kitchen_cellar.deep")["actions"], json!(["update"]));
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "kitchen_cellar.deep")["revision"], 11);
    nothing_to_do(&workspace);
    configure(&workspace, &cellar("sesame-2", "steel"));
    let planned = change(&workspace.plan(), "kitchen_cellar.deep");
    assert_eq!((&planned["actions"], &planned["replace_paths"]), (&json!(["delete", "create"]), &json!([["lock"]])));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let state = workspace.run(&["state", "pull"]).expect_code(0).stdout;
    assert!(!state.contains("sesame") && !state.contains("steel"), "{state}");
    assert_eq!(values(&workspace, "kitchen_cellar.deep")["code"], Value::Null);
}
