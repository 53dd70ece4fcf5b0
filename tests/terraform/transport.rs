//! How Terraform and the provider process talk: mutual TLS on and off.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};
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
    assert!(workspace.read("trace.log").contains(MUTUAL_TLS), "TLS is on");
}

/// What Terraform traces when it makes itself a certificate.
const MUTUAL_TLS: &str = "configuring client automatic mTLS";

#[test]
fn terraform_may_switch_tls_off() {
    let workspace = workspace().with_environment("TF_LOG", "trace").with_environment("TF_LOG_PATH", "trace.log");
    let workspace = workspace.with_environment("TF_DISABLE_PLUGIN_TLS", "1");
    workspace.apply().expect_code(0);
    assert!(!workspace.read("trace.log").contains(MUTUAL_TLS), "TLS is off");
    assert!(workspace.folder.join("made").is_dir());
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert!(!workspace.folder.join("made").exists());
}

/// Ends with the test, however that ends.
struct Debugged(Child);

impl Drop for Debugged {
    fn drop(&mut self) {
        let _ = self.0.kill();
    }
}

/// A provider under a debugger outlives Terraform's runs, and no binary is named anywhere.
#[test]
fn terraform_attaches_to_a_provider_that_runs_already() {
    let workspace = Workspace::new(&[]);
    let mut command = Command::new(built::files_provider().join("terraform-provider-files"));
    command.arg("-debug").current_dir(&workspace.folder).stdout(Stdio::piped());
    let mut debugged = Debugged(command.spawn().expect("the provider can be started"));
    let printed = BufReader::new(debugged.0.stdout.take().expect("a pipe"));
    let line = printed.lines().map_while(Result::ok).find(|line| line.starts_with("TF_REATTACH_PROVIDERS='"));
    let line = line.expect("it says how to attach");
    let (name, json) = line.split_once('=').expect("a variable");
    let workspace = workspace.with_environment(name, json.trim_matches('\''));
    workspace.write("main.tf", CONFIGURATION);
    workspace.run(&["init", "-no-color"]).expect_code(0);
    workspace.apply().expect_code(0);
    assert!(workspace.folder.join("made").is_dir());
    assert!(debugged.0.try_wait().expect("it is ours").is_none(), "the provider outlives the run");
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
    assert!(!workspace.folder.join("made").exists());
    let interrupted = Command::new("kill").args(["-INT", &debugged.0.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    assert!(debugged.0.wait().expect("it ends").success());
}
