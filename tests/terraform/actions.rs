//! Actions under a real Terraform: invoked by hand, and by what happens to a resource.

use super::kitchen::workspace;
use tfgen_tests::story::flowing;

fn wash(lines: &str) -> String {
    format!("action \"kitchen_wash\" \"all\" {{\n  config {{\n    plates = [\"a\", \"b\"]\n{lines}\n  }}\n}}\n")
}

const TRIGGER: &str = r#"
resource "kitchen_plate" "a" {
  name = "a"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.kitchen_wash.all]
    }
  }
}
"#;

#[test]
fn an_action_is_invoked_by_hand_and_shows_its_progress() {
    let workspace = workspace(&wash("    rounds = 2"));
    let arguments = ["apply", "-no-color", "-input=false", "-auto-approve", "-invoke=action.kitchen_wash.all"];
    let ran = workspace.run(&arguments).expect_code(0);
    for line in ["washed a (1)", "washed b (2)", "Action complete"] {
        assert!(ran.stdout.contains(line), "{}", ran.stdout);
    }
    assert_eq!(workspace.read("store/plates/wash.log"), "a 1\nb 1\na 2\nb 2\n");
}

#[test]
fn an_action_is_triggered_when_a_resource_is_created_and_only_then() {
    let workspace = workspace(&format!("{}{TRIGGER}", wash("")));
    let ran = workspace.apply().expect_code(0);
    assert!(ran.stdout.contains("Actions: 1 invoked"), "{}", ran.stdout);
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("store/plates/wash.log"), "a 1\nb 1\n");
}

#[test]
fn an_action_that_fails_or_panics_says_so_once() {
    for (failure, words) in
        [("error", "The water is cold"), ("panic", "The provider panicked while invoking action kitchen_wash")]
    {
        let workspace = workspace(&format!("{}{TRIGGER}", wash(&format!("    failure = \"{failure}\""))));
        let ran = workspace.apply().expect_code(1);
        let said = flowing(&ran.stderr);
        assert_eq!(said.matches(words).count(), 1, "{said}");
        assert!(ran.stdout.contains("washed b (1)"), "{}", ran.stdout);
    }
}

#[test]
fn a_configuration_that_is_wrong_is_refused_before_anything_is_done() {
    let workspace = workspace(&wash("    rounds = 1000"));
    let said = flowing(&workspace.run(&["validate", "-no-color"]).expect_code(1).stderr);
    assert!(said.contains("`rounds` must be"), "{said}");
}

#[test]
fn an_ephemeral_value_feeds_a_write_only_attribute_of_an_action_and_is_stored_nowhere() {
    let workspace = workspace(
        r#"
ephemeral "kitchen_ticket" "ada" {
  guest = "ada"
}
action "kitchen_polish" "blue" {
  config {
    plate  = "blue"
    recipe = ephemeral.kitchen_ticket.ada.code
  }
}
resource "kitchen_plate" "a" {
  name = "a"
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.kitchen_polish.blue]
    }
  }
}
"#,
    );
    let ran = workspace.apply().expect_code(0);
    assert!(ran.stdout.contains("which has 11 letters"), "it reached the action: {}", ran.stdout);
    assert!(!ran.stdout.contains("code of ada"), "{}", ran.stdout);
    assert!(!workspace.read("terraform.tfstate").contains("code of ada"));
}

#[test]
fn the_rules_and_hooks_of_an_action_are_told_in_place() {
    let config = |lines: &str| format!("action \"kitchen_polish\" \"all\" {{\n  config {{\n{lines}\n  }}\n}}\n");
    for (lines, words) in [
        ("plate = \"blue\"\n    shelf = \"low\"", "Exactly one of `plate`, `shelf` may be set"),
        ("plate = \"sky blue\"", "A plate's name is one word"),
    ] {
        let workspace = workspace(&config(lines));
        let said = flowing(&workspace.run(&["validate", "-no-color"]).expect_code(1).stderr);
        assert!(said.contains(words), "{said}");
    }
    let workspace = workspace(&config("plate = \"blue\"\n    delay = 5000\n    timeouts = { invoke = \"50ms\" }"));
    let arguments = ["apply", "-no-color", "-input=false", "-auto-approve", "-invoke=action.kitchen_polish.all"];
    let said = flowing(&workspace.run(&arguments).expect_code(1).stderr);
    assert!(said.contains("Timeout while invoking action kitchen_polish"), "{said}");
}
