//! How Terraform and the provider process talk: mutual TLS on and off.

use tfgen_tests::built;
use tfgen_tests::terraform::Workspace;

const CONFIGURATION: &str = r#"
terraform {
  required_providers {
    files = { source = "tfgen/files" }
  }
}
resource "files_directory" "here" {
  path = "made"
}
"#;

fn workspace() -> Workspace {
    let workspace = Workspace::new(&[("tfgen/files", &built::files_provider())]);
    workspace.write("main.tf", CONFIGURATION);
    workspace
}

#[test]
fn mutual_tls_is_on_by_default() {
    let workspace = workspace().with_environment("TF_LOG", "trace").with_environment("TF_LOG_PATH", "trace.log");
    workspace.apply().expect_code(0);
    assert!(workspace.folder.join("made").is_dir());
    let trace = workspace.read("trace.log");
    assert!(trace.contains("using plugin"), "the trace tells of plugins");
    assert!(!trace.contains("plugin TLS is disabled"), "TLS is on");
}

#[test]
fn terraform_may_switch_tls_off() {
    let workspace = workspace().with_environment("TF_DISABLE_PLUGIN_TLS", "1");
    workspace.apply().expect_code(0);
    assert!(workspace.folder.join("made").is_dir());
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert!(!workspace.folder.join("made").exists());
}
