//! Shorthands for stories under a real Terraform: the change of an address, its values, nothing left to do.

use crate::terraform::Workspace;
use serde_json::Value;

/// The change that a plan has for this address.
///
/// # Panics
/// When the plan does not mention it.
#[track_caller]
pub fn change(plan: &Value, address: &str) -> Value {
    let changes = plan["resource_changes"].as_array().expect("a plan lists changes");
    let found = changes.iter().find(|change| change["address"] == address);
    found.unwrap_or_else(|| panic!("no change of {address} in {plan:#}"))["change"].clone()
}

/// The values of a resource in the state.
///
/// # Panics
/// When the state does not hold it.
#[track_caller]
pub fn values(workspace: &Workspace, address: &str) -> Value {
    let state = workspace.state();
    let resources = state["values"]["root_module"]["resources"].as_array().expect("the state holds resources");
    let found = resources.iter().find(|resource| resource["address"] == address);
    found.unwrap_or_else(|| panic!("no {address} in {state:#}"))["values"].clone()
}

/// Plans, and asserts that there is nothing to do.
///
/// # Panics
/// When there is.
#[track_caller]
pub fn nothing_to_do(workspace: &Workspace) {
    workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(0);
}

/// What Terraform printed, as one line of single spaces: it breaks lines and draws borders where it likes.
pub fn flowing(text: &str) -> String {
    text.split_whitespace().filter(|word| !matches!(*word, "│" | "╷" | "╵")).collect::<Vec<_>>().join(" ")
}
