//! Behaviour under a real Terraform, with mutual TLS on: each test plays one story, most to the end.

mod actions;
mod bucket;
mod bucket_rights;
mod credentials;
#[cfg(all(unix, feature = "databases"))]
mod database;
mod deferral;
mod deployment;
mod ephemeral_resources;
#[cfg(unix)]
mod far_runs;
mod files;
mod functions;
mod kitchen;
mod lifecycle;
mod lists;
mod shared_bucket;
mod state_command;
#[cfg(unix)]
mod state_kills;
mod state_runs;
mod state_stores;
mod state_trouble;
mod statestore;
mod stove;
mod tool_secrets;
mod tools;
mod transport;

use tfgen_tests::terraform::Workspace;

#[test]
fn terraform_can_be_had() {
    let workspace = Workspace::new(&[]);
    let version = workspace.run(&["version", "-json"]).expect_code(0).json();
    assert!(version["terraform_version"].is_string(), "{version}");
}
