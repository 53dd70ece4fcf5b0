//! The crate that `tfgen new` makes, compiled as its user does: without a network, for a named target, and with generated
//! code of another contract.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tfgen_tests::built;
use tfgen_tests::terraform::{Workspace, target_folder};

/// A command of the user, whose dependencies are those that the tutorial compiles, and whose network is a wall.
fn run(program: &Path, folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(program);
    for name in ["CARGO_TARGET_DIR", "RUSTFLAGS", "CARGO_MANIFEST_DIR", "NO_COLOR"] {
        command.env_remove(name);
    }
    // Nobody listens on port 9.
    for name in ["http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
        command.env(name, "http://127.0.0.1:9");
    }
    command.env("CARGO_BUILD_BUILD_DIR", target_folder().join("tutorial-build")).args(arguments).current_dir(folder);
    command.output().expect("it starts")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn it_compiles_without_a_network_for_a_target_and_names_the_remedy_for_another_contract() {
    let folder = target_folder().join("users-crate");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let tfgen = built::tfgen();
    let made = run(&tfgen, &folder, &["new", "walled"]);
    assert!(made.status.success(), "{}", text(&made));
    // What a colleague gets: only what git keeps.
    let root = cloned(&folder.join("terraform-provider-walled"), &folder.join("clone"));
    assert!(run(&tfgen, &root, &["generate", "--check"]).status.success(), "what git keeps is current");

    let host = host();
    let built = run(&tfgen, &root, &["build", "--locked", "--offline", "--target", &host]);
    assert!(built.status.success(), "{}", text(&built));
    let program = root.join("target").join(&host).join("debug/terraform-provider-walled");
    assert!(text(&built).contains(&program.display().to_string()), "{}", text(&built));
    applied_by_terraform(program.parent().expect("it is in a folder"));

    // Code that was generated for another contract: one error, with the command that mends it.
    let generated = root.join("src/generated/mod.rs");
    let current = fs::read_to_string(&generated).expect("it is there");
    let contract = format!("{};", current.lines().find_map(|line| line.trim().strip_suffix(';')).expect("a number"));
    assert!(contract.trim_end_matches(';').parse::<u32>().is_ok(), "{contract}");
    fs::write(&generated, current.replacen(&contract, "1;", 1)).expect("it can be written");
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    let refused = run(&cargo, &root, &["build", "--locked", "--offline", "--target", &host, "--color", "never"]);
    assert!(!refused.status.success());
    let told = text(&refused);
    assert!(told.contains("this code is generated for contract 1"), "{told}");
    assert!(told.contains("run `tfgen upgrade`"), "{told}");
    let errors = told.lines().filter(|line| line.starts_with("error") && !line.contains("could not compile")).count();
    // The program of the crate names the library's modules, of which nothing else may be said.
    assert_eq!(errors, 1, "{told}");

    let upgraded = run(&tfgen, &root, &["upgrade"]);
    assert!(upgraded.status.success(), "{}", text(&upgraded));
    assert!(text(&upgraded).contains("update src/generated/mod.rs"), "{}", text(&upgraded));
    assert_eq!(fs::read_to_string(&generated).expect("it is there"), current);
    let again = run(&cargo, &root, &["build", "--locked", "--offline", "--target", &host]);
    assert!(again.status.success(), "{}", text(&again));
}

/// What `tfgen new --template tool` writes is a test of a tool with fake programs, and snapshots.
#[test]
fn a_new_crate_with_a_tool_passes_the_tests_that_it_comes_with() {
    let folder = target_folder().join("users-tool");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    let made = run(&built::tfgen(), &folder, &["new", "boxed", "--template", "tool"]);
    assert!(made.status.success(), "{}", text(&made));
    let root = folder.join("terraform-provider-boxed");
    let written = fs::read_to_string(root.join("tests/folder.rs")).expect("it is there");
    assert!(written.contains("FakeTool::new(name)"), "{written}");
    let cargo = PathBuf::from(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    // Its lock file gains what tools take.
    let tested = run(&cargo, &root, &["test", "--offline", "--color", "never"]);
    assert!(tested.status.success(), "{}", text(&tested));
    assert!(text(&tested).contains("test a_folder_lives_and_dies ... ok"), "{}", text(&tested));
}

/// A crate as it comes out of a repository that it was put into.
fn cloned(original: &Path, clone: &Path) -> PathBuf {
    let git = |folder: &Path, arguments: &[&str]| {
        let mut git = Command::new("git");
        let nobody = ["user.name=nobody", "user.email=nobody@example.org", "commit.gpgsign=false"];
        git.current_dir(folder).args(nobody.iter().flat_map(|setting| ["-c", setting])).args(arguments);
        let ran = git.output().expect("git starts");
        assert!(ran.status.success(), "git {arguments:?}: {}", text(&ran));
    };
    git(original, &["init", "--quiet"]);
    git(original, &["add", "."]);
    git(original, &["commit", "--quiet", "--message", "Begin"]);
    git(original, &["clone", "--quiet", ".", &clone.display().to_string()]);
    clone.to_owned()
}

fn applied_by_terraform(programs: &Path) {
    let workspace = Workspace::new(&[("walled/walled", programs)]);
    workspace.write(
        "main.tf",
        "terraform {\n  required_providers {\n    walled = { source = \"walled/walled\" }\n  }\n}\n\
         provider \"walled\" {\n  directory = \"notes\"\n}\n\
         resource \"walled_note\" \"milk\" {\n  title = \"Milk\"\n  body  = \"Two bottles.\"\n}\n",
    );
    workspace.apply().expect_code(0);
    assert_eq!(fs::read_dir(workspace.folder.join("notes")).expect("it is made").count(), 1);
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
}

/// The target triple of this machine.
fn host() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("-vV").output().expect("rustc starts");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    told.lines().find_map(|line| line.strip_prefix("host: ")).expect("rustc names it").to_owned()
}
