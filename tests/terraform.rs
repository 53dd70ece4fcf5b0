//! Behaviour under a real Terraform: each module plays one story from configuration to destruction.

use tfgen_tests::terraform::Workspace;

#[test]
fn terraform_can_be_had() {
    let workspace = Workspace::new(&[]);
    let version = workspace.run(&["version", "-json"]).expect_code(0).json();
    assert!(version["terraform_version"].is_string(), "{version}");
}
