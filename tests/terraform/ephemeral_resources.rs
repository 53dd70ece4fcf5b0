//! Ephemeral resources under a real Terraform: opened in each run, renewed while it lasts, and stored nowhere.

use super::kitchen::workspace;
use serde_json::json;
use tfgen_tests::story::{flowing, values};

fn ticket(lines: &str) -> String {
    format!("ephemeral \"kitchen_ticket\" \"ada\" {{\n  guest = \"ada\"\n{lines}\n}}\n")
}

#[test]
fn an_ephemeral_value_feeds_a_write_only_attribute_and_is_stored_nowhere() {
    let plate =
        "resource \"kitchen_plate\" \"a\" {\n  name   = \"a\"\n  secret = ephemeral.kitchen_ticket.ada.code\n}\n";
    let workspace = workspace(&format!("{}{plate}", ticket("")));
    workspace.apply().expect_code(0);
    let plate = values(&workspace, "kitchen_plate.a");
    assert_eq!((&plate["letters"], &plate["secret"]), (&json!("code of ada".len()), &json!(null)));
    assert!(!workspace.read("terraform.tfstate").contains("code of ada"));
    assert_eq!(workspace.read("store/tickets.log"), "open ada\nclose ada\n".repeat(2), "in the plan and in the apply");
}

#[test]
fn an_ephemeral_resource_is_renewed_while_something_takes_long() {
    let rest = r#"
resource "terraform_data" "slow" {
  provisioner "local-exec" { command = "sleep 3" }
}
resource "kitchen_plate" "a" {
  name       = "a"
  secret     = ephemeral.kitchen_ticket.ada.code
  depends_on = [terraform_data.slow]
}
"#;
    let workspace = workspace(&format!("{}{rest}", ticket("  failure = \"soon\"")));
    workspace.apply().expect_code(0);
    let log = workspace.read("store/tickets.log");
    assert!(log.contains("renew ada 1\nrenew ada 2\n") && log.ends_with("close ada\n"), "{log}");
}

#[test]
fn what_goes_wrong_is_told_with_its_place() {
    let plate =
        "resource \"kitchen_plate\" \"a\" {\n  name   = \"a\"\n  secret = ephemeral.kitchen_ticket.ada.code\n}\n";
    for (failure, words) in [
        ("error", "The kitchen is full"),
        ("panic", "The provider panicked while opening ephemeral kitchen_ticket"),
        ("wrong_guest", "Provider planned what Terraform does not accept"),
    ] {
        let workspace = workspace(&format!("{}{plate}", ticket(&format!("  failure = \"{failure}\""))));
        let said = flowing(&workspace.apply().expect_code(1).stderr);
        assert!(said.contains(words), "{failure}: {said}");
    }
}
