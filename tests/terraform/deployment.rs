//! The tool that is like a deployment tool under a real Terraform: what `tools` shows of the package manager, of a tool that gives
//! ids itself and reads JSON.

use super::tools::{configure, destroy, interrupted, is_there, workspace};
use serde_json::json;
use std::fs;
use tfgen_tests::story::{change, flowing, nothing_to_do, values};

const PASSWORD: &str = "deploy-battery-staple";

fn deployment(service: &str, image: &str) -> String {
    format!(
        "resource \"tools_deployment\" \"web\" {{\n  service = \"{service}\"\n  image = \"{image}\"\n  password = \"{PASSWORD}\"\n  timeouts {{ create = \"20s\" }}\n}}\n"
    )
}

#[test]
fn a_deployment_that_drifts_is_mended_and_one_that_is_gone_is_made_again() {
    let workspace = workspace(&deployment("web", "web:1"));
    workspace.apply().expect_code(0);
    let id = values(&workspace, "tools_deployment.web")["id"].as_str().unwrap().to_owned();
    workspace.write(&format!("root/deployments/{id}"), r#"[{"image":"web:0","replicas":1}]"#);
    let planned = change(&workspace.plan(), "tools_deployment.web");
    assert_eq!((&planned["actions"], &planned["before"]["image"]), (&json!(["update"]), &json!("web:0")));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    fs::remove_file(workspace.folder.join("root/deployments").join(&id)).unwrap();
    assert_eq!(change(&workspace.plan(), "tools_deployment.web")["actions"], json!(["create"]));
    workspace.apply().expect_code(0);
    destroy(&workspace);
}

#[test]
fn another_service_replaces_the_deployment() {
    let workspace = workspace(&deployment("web", "web:1"));
    workspace.apply().expect_code(0);
    let before = values(&workspace, "tools_deployment.web")["id"].clone();
    configure(&workspace, &deployment("shop", "web:1"));
    let planned = change(&workspace.plan(), "tools_deployment.web");
    assert_eq!((&planned["actions"], &planned["after_unknown"]["id"]), (&json!(["delete", "create"]), &json!(true)));
    workspace.apply().expect_code(0);
    assert_ne!(values(&workspace, "tools_deployment.web")["id"], before);
    nothing_to_do(&workspace);
    destroy(&workspace);
    assert_eq!(fs::read_dir(workspace.folder.join("root/deployments")).unwrap().count(), 0, "the first one went, too");
}

#[test]
fn a_deployment_that_fails_half_way_is_kept_and_replaced() {
    let workspace = workspace(&deployment("web", "half:1"));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    for words in ["Step `apply` of the tool deployment failed", "exit code 9", "two of three are up"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains(PASSWORD), "{said}");
    let planned = workspace.run(&["plan", "-no-color"]).expect_code(0).stdout;
    assert!(planned.contains("is tainted"), "{planned}");
    configure(&workspace, &deployment("web", "web:1"));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    destroy(&workspace);
    assert_eq!(fs::read_dir(workspace.folder.join("root/deployments")).unwrap().count(), 0, "nothing was forgotten");
}

#[test]
fn a_deployment_that_takes_too_long_ends_with_all_that_it_has_started() {
    let workspace = workspace(&deployment("web", "slow:1").replace("20s", "2s"));
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("Timeout while creating tools_deployment"), "{said}");
    for pid in ["root/slow.pid", "root/sleep.pid"] {
        assert!(!is_there(&workspace.read(pid)), "{pid} lives on");
    }
}

#[test]
fn an_interrupt_ends_a_deployment_and_keeps_what_there_is_of_it() {
    let workspace = workspace(&deployment("web", "slow:1"));
    let said = interrupted(&workspace);
    assert!(said.contains("Step `apply` of the tool deployment was interrupted"), "{said}");
    let state = workspace.run(&["state", "list"]).expect_code(0).stdout;
    assert!(state.contains("tools_deployment.web"), "{state}");
}
