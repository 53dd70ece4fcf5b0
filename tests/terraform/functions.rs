//! The kitchen's functions under a real Terraform: they run at plan, on a provider that is not configured.

use super::kitchen::workspace;
use serde_json::json;
use tfgen_tests::story::flowing;

#[test]
fn functions_take_null_and_any_number_of_arguments() {
    let workspace = workspace(
        r#"
output "all"   { value = provider::kitchen::label("soup", 3, "hot", "fresh") }
output "least" { value = provider::kitchen::label("soup", null) }
output "count" {
  value = provider::kitchen::portions([{ dish = "soup", guests = 2 }, { dish = "soup", guests = 3 }], null)
}
"#,
    );
    workspace.apply().expect_code(0);
    let outputs = workspace.run(&["output", "-json"]).expect_code(0).json();
    assert_eq!(outputs["all"]["value"], json!("3. soup, hot, fresh"));
    assert_eq!(outputs["least"]["value"], json!("soup"));
    assert_eq!(outputs["count"]["value"], json!({ "soup": 5 }));
    workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(0);
}

#[test]
fn what_is_not_known_yet_reaches_only_the_function_that_takes_it() {
    let workspace = workspace(
        r#"
resource "terraform_data" "later" { input = "later" }
output "known"   { value = provider::kitchen::first_known(null, terraform_data.later.id, "now") }
output "unknown" { value = provider::kitchen::first_known(terraform_data.later.id) }
output "label"   { value = provider::kitchen::label(terraform_data.later.output, null) }
"#,
    );
    let plan = workspace.plan();
    let after = |name: &str| plan["planned_values"]["outputs"][name]["value"].clone();
    assert_eq!(after("known"), json!("now"));
    assert!(after("unknown").is_null() && after("label").is_null(), "{plan:#}");
    workspace.apply().expect_code(0);
    let outputs = workspace.run(&["output", "-json"]).expect_code(0).json();
    assert_eq!(outputs["label"]["value"], json!("later"));
}

#[test]
fn an_error_is_shown_at_its_argument() {
    let workspace = workspace("output \"wrong\" { value = provider::kitchen::label(\"soup\", null, \"hot\", \"\") }\n");
    let ran = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
    let said = flowing(&ran.stderr);
    assert!(said.contains("A word is empty: Leave it out."), "{said}");
    assert!(said.contains("Invalid value for \"words\" parameter"), "{said}");
}

#[test]
fn a_panic_and_a_rule_are_errors_of_the_call() {
    let workspace = workspace("output \"wrong\" { value = provider::kitchen::portions([], \"panic\") }\n");
    let said = flowing(&workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr);
    assert!(said.contains("the counter fell over"), "{said}");
    super::kitchen::configure(&workspace, "output \"wrong\" { value = provider::kitchen::label(\"\", null) }\n");
    let said = flowing(&workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr);
    assert!(said.contains("Invalid value for \"name\" parameter"), "{said}");
}
