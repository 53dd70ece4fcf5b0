//! The life of objects under a real Terraform: private state with keys, timeouts, upgrades, moves, generated
//! configurations.

use serde_json::{Value, json};
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
  store = "store"
}
"#;

const KEY: &str = "KITCHEN_PRIVATE_STATE_KEY";
const OLD_KEYS: &str = "KITCHEN_PRIVATE_STATE_OLD_KEYS";
const OLD: &str = "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=";
const NEW: &str = "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI=";

fn workspace(configuration: &str) -> Workspace {
    let workspace = Workspace::new(&[("tfgen/kitchen", &built::kitchen_provider())]);
    configure(&workspace, configuration);
    workspace
}

fn configure(workspace: &Workspace, configuration: &str) {
    workspace.write("main.tf", &format!("{HEAD}{configuration}"));
}

fn safe(label: &str) -> String {
    format!("resource \"kitchen_safe\" \"s\" {{ label = \"{label}\" }}\n")
}

/// The private bytes of the only object, as the state file has them.
fn private(workspace: &Workspace) -> String {
    let state: Value = serde_json::from_str(&workspace.read("terraform.tfstate")).expect("a state is JSON");
    state["resources"][0]["instances"][0]["private"].as_str().unwrap_or_default().to_owned()
}

#[test]
fn private_state_is_encrypted_rotated_and_guarded() {
    let workspace = workspace(&safe("a")).with_environment(KEY, OLD);
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    assert!(!private(&workspace).is_empty());
    configure(&workspace, &safe("b"));
    workspace.apply().expect_code(0);
    let state = values(&workspace, "kitchen_safe.s");
    assert_eq!((&state["openings"], &state["secured"]), (&json!(2), &json!(true)));

    let workspace = workspace.with_environment(KEY, NEW);
    let refused = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
    assert!(
        flowing(&refused.stderr).contains("The private state of a kitchen_safe is encrypted with a key"),
        "{}",
        refused.stderr
    );

    let workspace = workspace.with_environment(OLD_KEYS, OLD);
    configure(&workspace, &safe("c"));
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "kitchen_safe.s")["openings"], 3);
    let workspace = workspace.with_environment(OLD_KEYS, "");
    nothing_to_do(&workspace);

    // The last bytes are what authenticates the rest.
    let now = private(&workspace);
    let at = now.len() - 12;
    let other = if now.as_bytes()[at] == b'A' { "B" } else { "A" };
    let tampered = format!("{}{other}{}", &now[..at], &now[at + 1..]);
    workspace.write("terraform.tfstate", &workspace.read("terraform.tfstate").replace(&now, &tampered));
    let refused = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
    assert!(flowing(&refused.stderr).contains("is not what was stored"), "{}", refused.stderr);
}

#[test]
fn an_object_that_took_too_long_is_kept_and_replaced() {
    let oven = |warm_up: u64| {
        format!(
            "resource \"kitchen_oven\" \"o\" {{\n  degrees = 200\n  warm_up = {warm_up}\n  timeouts {{ create = \"500ms\" }}\n}}\n"
        )
    };
    let workspace = workspace(&oven(60_000));
    let late = workspace.apply().expect_code(1);
    let said = flowing(&late.stderr);
    assert!(said.contains("Timeout while creating kitchen_oven"), "{said}");
    assert!(said.contains("500ms"), "{said}");
    assert_eq!(values(&workspace, "kitchen_oven.o")["id"], "dish-1", "the object is not lost");
    configure(&workspace, &oven(1));
    let planned = change(&workspace.plan(), "kitchen_oven.o");
    assert_eq!(planned["actions"], json!(["delete", "create"]), "it is tainted");
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    let patient = oven(1).replace("500ms", "1m");
    configure(&workspace, &patient);
    let planned = change(&workspace.plan(), "kitchen_oven.o");
    assert_eq!((&planned["actions"], &planned["after_unknown"]), (&json!(["update"]), &json!({})));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn a_state_is_upgraded_over_two_versions() {
    let workspace = workspace(
        r#"
resource "kitchen_recipe" "r" {
  name        = "soup"
  portions    = 4
  cooks       = ["Ada"]
  steps       = 2
  ingredients = [{ name = "water" }]
}
"#,
    );
    let attributes = json!({
        "id": "7", "title": "soup", "portions": "4", "cook": "Ada", "rating": 5, "steps": ["cut", "cook"],
        "ingredients": [{"what": "water"}],
    });
    workspace.apply().expect_code(0);
    let mut state: Value = serde_json::from_str(&workspace.read("terraform.tfstate")).expect("a state is JSON");
    state["resources"][0]["instances"] = json!([{"schema_version": 0, "attributes": attributes}]);
    workspace.write("terraform.tfstate", &state.to_string());
    nothing_to_do(&workspace);
    workspace.run(&["apply", "-no-color", "-auto-approve", "-refresh-only"]).expect_code(0);
    let upgraded = values(&workspace, "kitchen_recipe.r");
    assert_eq!(
        (&upgraded["name"], &upgraded["cooks"], &upgraded["portions"]),
        (&json!("soup"), &json!(["Ada"]), &json!(4))
    );
    let newer = workspace.read("terraform.tfstate").replace("\"schema_version\": 2", "\"schema_version\": 9");
    workspace.write("terraform.tfstate", &newer);
    workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
}

#[test]
fn an_object_moves_to_another_type_where_that_is_declared() {
    let workspace = workspace("resource \"kitchen_card\" \"c\" { text = \"soup\" }\n");
    workspace.apply().expect_code(0);
    let moved = |to: &str, lines: &str| {
        format!("resource \"{to}\" \"m\" {{\n  {lines}\n}}\nmoved {{\n  from = kitchen_card.c\n  to   = {to}.m\n}}\n")
    };
    configure(&workspace, &moved("kitchen_safe", "label = \"soup\""));
    let refused = workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1);
    let said = flowing(&refused.stderr);
    assert!(said.contains("Unable to move a kitchen_card to a kitchen_safe"), "{said}");
    configure(&workspace, &moved("kitchen_recipe", "name = \"soup\""));
    let planned = change(&workspace.plan(), "kitchen_recipe.m");
    assert_eq!(planned["actions"], json!(["no-op"]));
    workspace.apply().expect_code(0);
    let state = values(&workspace, "kitchen_recipe.m");
    assert_eq!((&state["id"], &state["name"]), (&json!("dish-1"), &json!("soup")));
    nothing_to_do(&workspace);
}

#[test]
fn a_generated_configuration_plans_clean() {
    let workspace = workspace(
        r#"
resource "kitchen_dish" "soup" {
  name        = "soup"
  servings    = 4
  tags        = { spicy = "yes" }
  ingredients = [{ name = "water", grams = 500 }, { name = "salt" }]
  stages      = { first = { title = "cold" } }
  side {
    name = "bread"
    dip { flavor = "garlic" }
  }
  wine { grape = "merlot" }
  oven { degrees = 200 }
}
"#,
    );
    workspace.apply().expect_code(0);
    workspace.run(&["state", "rm", "kitchen_dish.soup"]).expect_code(0);
    configure(&workspace, "import {\n  to = kitchen_dish.again\n  id = \"dish-1\"\n}\n");
    workspace.run(&["plan", "-no-color", "-input=false", "-generate-config-out=generated.tf"]).expect_code(0);
    let generated = workspace.read("generated.tf");
    assert!(generated.contains("name") && !generated.contains("revision"), "{generated}");
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
}

#[test]
fn the_log_tells_requests_and_spans_and_no_secret() {
    let workspace = workspace("resource \"kitchen_safe\" \"s\" {\n  label = \"a\"\n  pin = \"314159265\"\n}\n");
    let workspace = workspace.with_environment("TF_LOG", "debug").with_environment("TF_LOG_PATH", "log.txt");
    workspace.apply().expect_code(0);
    let log = workspace.read("log.txt");
    let ours: Vec<_> = log.lines().filter(|line| line.contains("kitchen") && line.contains("tf_req_id")).collect();
    let find = |words: &[&str]| ours.iter().any(|line| words.iter().all(|word| line.contains(word)));
    assert!(find(&["close: done after", "tf_rpc=ApplyResourceChange", "tf_resource_type=kitchen_safe"]), "{ours:#?}");
    assert!(find(&["Closed with", "(sensitive value)"]), "{ours:#?}");
    assert!(!ours.iter().any(|line| line.contains("314159265")), "{ours:#?}");
}

#[test]
fn a_span_tells_how_it_ended_and_how_long_it_took() {
    let oven =
        |name: &str, lines: &str| format!("resource \"kitchen_oven\" \"{name}\" {{\n  degrees = 180\n{lines}\n}}\n");
    let ovens = [
        oven("done", "  warm_up = 20"),
        oven("failed", "  fate = \"error in create\""),
        oven("panicked", "  fate = \"panic in create\""),
        oven("abandoned", "  stubborn = true\n  timeouts { create = \"50ms\" }"),
    ];
    let workspace = workspace(&ovens.concat());
    let workspace = workspace.with_environment("TF_LOG", "debug").with_environment("TF_LOG_PATH", "log.txt");
    workspace.run(&["apply", "-auto-approve", "-no-color", "-input=false"]).expect_code(1);
    let log = workspace.read("log.txt");
    for outcome in ["done", "failed", "panicked", "abandoned"] {
        let begins = format!("warm up: {outcome} after ");
        let told: Vec<_> = log.lines().filter(|line| line.contains(&begins)).collect();
        assert_eq!(told.len(), 1, "{outcome}: {told:#?}");
        let words =
            [&format!("outcome={outcome}"), "span=\"warm up\"", "tf_resource_type=kitchen_oven", "duration_ms="];
        assert!(words.iter().all(|word| told[0].contains(*word)), "{outcome}: {}", told[0]);
    }
    let took = |outcome: &str| -> u64 {
        let after = log.split(&format!("warm up: {outcome} after ")).nth(1).expect("it is told");
        after.split(' ').next().and_then(|number| number.parse().ok()).expect("a number")
    };
    assert!(took("done") >= 20 && took("abandoned") >= 50, "it takes as long as it takes");
}

#[test]
fn what_a_module_tells_reaches_the_handler() {
    let told = format!("{HEAD}{}", safe("a")).replace(
        "required_providers {",
        "provider_meta \"kitchen\" {\n    module = \"dinner\"\n    guests = 4\n  }\n  required_providers {",
    );
    let workspace = workspace("");
    workspace.write("main.tf", &told);
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    assert_eq!(values(&workspace, "kitchen_safe.s")["made_by"], "dinner");
}

#[test]
fn a_provider_tidies_up_when_terraform_is_done() {
    let workspace = workspace(&safe("a")).with_environment("KITCHEN_GOODBYE", "goodbye.txt");
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("goodbye.txt"), "The kitchen is closed.");
}

/// Terraform would kill a provider that takes more than two seconds, and say so in its log.
#[test]
fn a_provider_that_breaks_or_hangs_in_the_end_holds_nothing_up() {
    for (fate, told) in [
        ("panic in shutdown", "The provider panicked while shutting down"),
        ("wait in shutdown", "The provider did not shut down in time"),
    ] {
        let workspace = workspace("").with_environment("TF_LOG", "debug").with_environment("TF_LOG_PATH", "log.txt");
        let head = HEAD.replace("store = \"store\"", &format!("store = \"store\"\n  fate = \"{fate}\""));
        workspace.write("main.tf", &format!("{head}{}", safe("a")));
        workspace.apply().expect_code(0);
        let log = workspace.read("log.txt");
        assert!(log.contains(told), "{fate}: {log}");
        assert!(!log.contains("failed to exit gracefully"), "{fate}: {log}");
    }
}

#[test]
fn a_panic_tells_its_place_in_the_log_and_no_secret() {
    let glass = "resource \"kitchen_glass\" \"g\" {\n  fate = \"blurt\"\n  motto = \"a secret motto\"\n}\n";
    let workspace = workspace(glass).with_environment("TF_LOG", "trace").with_environment("TF_LOG_PATH", "log.txt");
    let failed = workspace.run(&["apply", "-auto-approve", "-no-color", "-input=false"]).expect_code(1);
    let said = flowing(&failed.stderr);
    assert!(said.contains("panicked while creating kitchen_glass"), "{said}");
    assert!(said.contains("the glass broke with (sensitive value) on it"), "{said}");
    let log = workspace.read("log.txt");
    let took = |line: &str| {
        ["Served request", "tf_rpc=ApplyResourceChange", "tf_req_duration_ms="].iter().all(|word| line.contains(word))
    };
    assert!(log.lines().any(took), "how long a call took is told");
    // The backtrace follows, line by line.
    let panic = log.split("A panic in the provider's code").nth(1).expect("it is logged");
    assert!(panic.contains("resources/glass.rs:"), "{panic}");
    assert!(!said.contains("secret motto") && !log.contains("secret motto"), "it is in no message and no log");
}
