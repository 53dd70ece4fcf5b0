//! A state store under a real Terraform, whose experiments are on: the state is in the kitchen's drawer.

use std::fs;
use std::path::PathBuf;
use tfgen_tests::built;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

/// A workspace whose provider is installed: with a state store, Terraform wants its checksum.
fn workspace(store: &str, configuration: &str) -> Workspace {
    let workspace = Workspace::new(&[])
        .with_environment("TFGEN_EXPERIMENTS", "1")
        .with_environment("TF_ENABLE_PLUGGABLE_STATE_STORAGE", "1");
    let platform = match (std::env::consts::OS, std::env::consts::ARCH) {
        (os, "x86_64") => format!("{os}_amd64"),
        (os, "aarch64") => format!("{os}_arm64"),
        (os, other) => format!("{os}_{other}"),
    };
    let mirror = workspace.folder.join("mirror");
    let folder = mirror.join(format!("registry.example/tfgen/kitchen/0.1.0/{platform}"));
    fs::create_dir_all(&folder).expect("a folder can be made");
    let program = built::kitchen_provider().join("terraform-provider-kitchen");
    fs::copy(program, folder.join("terraform-provider-kitchen_v0.1.0")).expect("the provider can be copied");
    let mirror = mirror.display().to_string();
    workspace.write(
        "dev.tfrc",
        &format!("provider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n  }}\n}}\n"),
    );
    configure(&workspace, store, configuration);
    workspace
}

fn configure(workspace: &Workspace, store: &str, configuration: &str) {
    let head = format!(
        r#"
terraform {{
  required_providers {{
    kitchen = {{ source = "registry.example/tfgen/kitchen" }}
  }}
  state_store "kitchen_drawer" {{
    provider "kitchen" {{ store = "store" }}
    folder = "drawer"
{store}
  }}
}}
"#
    );
    workspace.write("main.tf", &format!("{head}{configuration}"));
}

fn init(workspace: &Workspace) -> Ran {
    workspace.run(&["init", "-no-color", "-input=false"])
}

/// The file that a state is in.
fn kept(workspace: &Workspace, state: &str, ending: &str) -> PathBuf {
    let name = state.bytes().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().concat();
    workspace.folder.join(format!("drawer/{name}.{ending}"))
}

#[test]
fn a_state_is_kept_in_the_drawer_and_found_again() {
    let workspace = workspace("", "resource \"terraform_data\" \"x\" { input = \"hello\" }\n");
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    assert!(fs::read_to_string(kept(&workspace, "default", "state")).expect("it is there").contains("hello"));
    assert!(!workspace.folder.join("terraform.tfstate").exists(), "it is nowhere else");
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "terraform_data.x\n");
    workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(0);
    assert!(!kept(&workspace, "default", "lock").exists(), "no lock is left");
}

#[test]
fn a_state_of_many_chunks_comes_back_whole() {
    let large = "resource \"terraform_data\" \"x\" {\n  input = join(\"\", [for n in range(1024) : format(\"%010240d\", n)])\n}\n";
    let workspace = workspace("", large);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    let size = fs::metadata(kept(&workspace, "default", "state")).expect("it is there").len();
    assert!(size > 20 << 20, "{size} bytes are two chunks and more");
    workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(0);
}

#[test]
fn workspaces_are_states_of_their_own() {
    let workspace = workspace("", "resource \"terraform_data\" \"x\" { input = \"hello\" }\n");
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(0);
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "");
    let listed = workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(listed.contains("default") && listed.contains("* other"), "{listed}");
    workspace.run(&["workspace", "select", "-no-color", "default"]).expect_code(0);
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "terraform_data.x\n");
    workspace.run(&["workspace", "delete", "-no-color", "other"]).expect_code(0);
    assert!(!kept(&workspace, "other", "state").exists());
}

#[test]
fn a_lock_keeps_a_run_out_and_only_its_id_opens_it() {
    let workspace = workspace("", "resource \"terraform_data\" \"x\" { input = \"hello\" }\n");
    init(&workspace).expect_code(0);
    fs::write(kept(&workspace, "default", "lock"), "somebody-else").expect("a lock can be made");
    let said = flowing(&workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("somebody-else"), "{said}");
    let said = flowing(&workspace.run(&["force-unlock", "-no-color", "-force", "nobody"]).expect_code(1).stderr);
    assert!(said.contains("It is another lock"), "{said}");
    workspace.run(&["force-unlock", "-no-color", "-force", "somebody-else"]).expect_code(0);
    workspace.apply().expect_code(0);
}

#[test]
fn a_store_without_locks_is_not_unlocked() {
    let workspace = workspace("    locks = false", "resource \"terraform_data\" \"x\" { input = \"hello\" }\n");
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
}

#[test]
fn a_store_that_fails_says_why_and_the_run_survives() {
    for (failure, words) in [
        ("configure", "The drawer is stuck"),
        ("read", "The drawer is dark"),
        ("empty", "gave an empty state"),
        ("write", "The drawer is full"),
        ("panic", "The provider panicked while writing the state"),
    ] {
        let workspace = workspace(&format!("    failure = \"{failure}\""), "");
        let said = flowing(&init(&workspace).expect_code(1).stderr);
        assert!(said.contains(words), "{failure}: {said}");
    }
}
