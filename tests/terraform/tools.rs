//! Tools under a real Terraform: `examples/terraform-provider-tools`, with programs that these tests bring.

use serde_json::json;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{fs, thread};
use tfgen_tests::built::tools_provider;
use tfgen_tests::story::{change, flowing, nothing_to_do, values};
use tfgen_tests::terraform::Workspace;

const PROVIDER: &str = r#"
terraform {
  required_providers {
    tools = { source = "tfgen/tools" }
  }
}
"#;

const SECRET: &str = "correct-horse-battery";

/// A workspace with both programs.
pub fn workspace(lines: &str) -> Workspace {
    let workspace = Workspace::new(&[("tfgen/tools", tools_provider().as_path())]);
    for (name, script) in [("pkg", include_str!("tools/pkg.sh")), ("deploy", include_str!("tools/deploy.sh"))] {
        let path = workspace.write(&format!("bin/{name}"), script);
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    configure(&workspace, lines);
    let folders = [workspace.folder.join("bin"), "/usr/local/bin".into(), "/usr/bin".into(), "/bin".into()];
    let path = std::env::join_paths(folders.into_iter().chain(std::env::split_paths(&std::env::var("PATH").unwrap())));
    let root = workspace.folder.join("root");
    fs::create_dir_all(&root).unwrap();
    let (path, root) = (path.unwrap().into_string().unwrap(), root.display().to_string());
    workspace.with_environment("PATH", &path).with_environment("FAKE_ROOT", &root)
}

pub fn configure(workspace: &Workspace, lines: &str) {
    workspace.write("main.tf", &format!("{PROVIDER}{lines}"));
}

fn package(lines: &str) -> String {
    format!("resource \"tools_package\" \"it\" {{\n{lines}\n}}\n")
}

/// Whether a process still runs.
pub fn is_there(pid: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).unwrap_or_default();
    !state.is_empty() && !state.contains(") Z ")
}

pub fn destroy(workspace: &Workspace) {
    workspace.run(&["destroy", "-no-color", "-auto-approve"]).expect_code(0);
}

#[test]
fn a_package_is_planned_installed_and_removed() {
    let workspace = workspace(&package("  name = \"tree\"\n  options = { color = \"on\" }\n  force = true"));
    let planned = change(&workspace.plan(), "tools_package.it");
    assert_eq!(planned["after"]["installed"], "1.0", "the plan step has said so");
    assert_eq!(planned["after_unknown"]["files"], true);
    workspace.apply().expect_code(0);
    let state = values(&workspace, "tools_package.it");
    assert_eq!((&state["files"], &state["channel"]), (&json!(["/usr/bin/tree"]), &json!("stable")));
    assert!(workspace.read("root/pkg.log").contains("install tree stable --option color=on --force\n"));
    nothing_to_do(&workspace);
    workspace.write("root/latest", "1.1");
    let planned = change(&workspace.plan(), "tools_package.it");
    assert_eq!((&planned["actions"], &planned["after"]["installed"]), (&json!(["update"]), &json!("1.1")));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    destroy(&workspace);
    assert!(!workspace.folder.join("root/installed/tree").exists());
}

#[test]
fn drift_is_seen_and_mended() {
    let workspace = workspace(&package("  name = \"tree\""));
    workspace.apply().expect_code(0);
    workspace.write("root/installed/tree", r#"{"version":"1.0","channel":"nightly","files":[]}"#);
    let planned = change(&workspace.plan(), "tools_package.it");
    assert_eq!((&planned["actions"], &planned["before"]["channel"]), (&json!(["update"]), &json!("nightly")));
    workspace.apply().expect_code(0);
    nothing_to_do(&workspace);
    fs::remove_file(workspace.folder.join("root/installed/tree")).unwrap();
    assert_eq!(change(&workspace.plan(), "tools_package.it")["actions"], json!(["create"]), "nobody removes it twice");
    workspace.apply().expect_code(0);
    destroy(&workspace);
}

#[test]
fn a_plan_step_replaces_and_warns() {
    let workspace = workspace(&package("  name = \"noisy\""));
    let ran = workspace.apply().expect_code(0);
    assert!(flowing(&ran.stdout).contains("Step `plan`: it makes noise"), "{}", ran.stdout);
    configure(&workspace, &package("  name = \"noisy\"\n  channel = \"nightly\""));
    let planned = change(&workspace.plan(), "tools_package.it");
    assert_eq!(planned["actions"], json!(["delete", "create"]), "the plan step wants it");
    workspace.apply().expect_code(0);
    configure(&workspace, &package("  name = \"unheard-of\""));
    let refused = flowing(&workspace.run(&["plan", "-no-color"]).expect_code(1).stderr);
    assert!(refused.contains("Step `check` of the tool package failed"), "{refused}");
    assert!(refused.contains("no package is called unheard-of"), "{refused}");
}

#[test]
fn a_step_is_tried_again_and_a_failure_in_the_middle_keeps_the_object() {
    let workspace = workspace(&package("  name = \"busy\""));
    workspace.apply().expect_code(0);
    assert_eq!(workspace.read("root/pkg.log").matches("install busy").count(), 3, "it was locked twice");
    configure(&workspace, &package(&format!("  name = \"half\"\n  token = \"{SECRET}\"")));
    let failed = workspace.apply().expect_code(1);
    let said = flowing(&failed.stderr);
    for words in ["Step `apply` of the tool package failed", "exit code 9", "the disk is full"] {
        assert!(said.contains(words), "{said}");
    }
    assert!(!said.contains(SECRET), "{said}");
    let planned = workspace.run(&["plan", "-no-color"]).expect_code(0).stdout;
    assert!(planned.contains("is tainted"), "{planned}");
    workspace.write("bin/pkg", &include_str!("tools/pkg.sh").replace("exit 9", "exit 0"));
    workspace.apply().expect_code(0);
    destroy(&workspace);
}

#[test]
fn a_timeout_ends_everything_that_the_step_has_started() {
    let workspace = workspace(&package("  name = \"slow\"\n  timeouts { create = \"2s\" }"));
    let began = Instant::now();
    let said = flowing(&workspace.apply().expect_code(1).stderr);
    assert!(said.contains("Timeout while creating tools_package"), "{said}");
    assert!(began.elapsed() < Duration::from_mins(1));
    for pid in ["root/slow.pid", "root/sleep.pid"] {
        assert!(!is_there(&workspace.read(pid)), "{pid} lives on");
    }
}

/// Interrupts an apply once its step has begun, and gives what Terraform says. Nothing that the step has started lives on.
pub fn interrupted(workspace: &Workspace) -> String {
    let child = workspace.start(&["apply", "-no-color", "-input=false", "-auto-approve"]);
    let pid = workspace.folder.join("root/sleep.pid");
    let began = Instant::now();
    while fs::read_to_string(&pid).unwrap_or_default().is_empty() {
        assert!(began.elapsed() < Duration::from_mins(1), "the step has not begun");
        thread::sleep(Duration::from_millis(50));
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.unwrap().success());
    let ran = child.wait_with_output().unwrap();
    assert!(!is_there(&fs::read_to_string(&pid).unwrap()), "what the step has started lives on");
    flowing(&String::from_utf8_lossy(&ran.stderr))
}

#[test]
fn an_interrupt_ends_the_step_and_keeps_the_object() {
    let workspace = workspace(&package("  name = \"slow\""));
    let said = interrupted(&workspace);
    assert!(said.contains("Step `apply` of the tool package was interrupted"), "{said}");
    let state = workspace.run(&["state", "list"]).expect_code(0).stdout;
    assert!(state.contains("tools_package.it"), "{state}");
}

/// Nobody is left to tell it to end, and it hears no `TERM`.
#[test]
fn a_step_does_not_outlive_a_terraform_that_was_killed() {
    let workspace = workspace(&package("  name = \"deaf\""));
    let mut child = workspace.start(&["apply", "-no-color", "-input=false", "-auto-approve"]);
    let pid = workspace.folder.join("root/sleep.pid");
    let until = |what: &str, is_so: &dyn Fn() -> bool| {
        let began = Instant::now();
        while !is_so() {
            assert!(began.elapsed() < Duration::from_mins(1), "{what}");
            thread::sleep(Duration::from_millis(50));
        }
    };
    until("the step has not begun", &|| !fs::read_to_string(&pid).unwrap_or_default().is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    for pid in ["root/slow.pid", "root/sleep.pid"] {
        until(&format!("{pid} lives on"), &|| !is_there(&workspace.read(pid)));
    }
}

#[test]
fn what_a_tool_needs_is_checked_before_anything_is_done() {
    for (tool, program, variable, needed) in
        [("package", "pkg", "PKG_VERSION", ">=2.1,<3"), ("deployment", "deploy", "DEPLOY_VERSION", ">=1.4")]
    {
        let old = workspace(&package("  name = \"tree\"")).with_environment(variable, "1.3.9");
        let said = flowing(&old.run(&["plan", "-no-color"]).expect_code(1).stderr);
        for words in [
            format!("The tool {tool} needs another version of {program}"),
            format!("is version 1.3.9, and {needed} is needed"),
        ] {
            assert!(said.contains(&words), "{said}");
        }
    }
    for (tool, program) in [("deployment", "deploy"), ("package", "pkg")] {
        let bare = workspace(&package("  name = \"tree\""));
        fs::remove_file(bare.folder.join("bin").join(program)).unwrap();
        let said = flowing(&bare.run(&["plan", "-no-color"]).expect_code(1).stderr);
        let lacks = format!("The tool {tool} lacks a program");
        for words in [&lacks, &format!("`{program}` is needed"), "in the folders of `PATH`"] {
            assert!(said.contains(words), "{said}");
        }
    }
}

#[test]
fn a_deployment_is_made_changed_and_shown_by_its_outputs() {
    let lines = |image: &str, replicas: u32| {
        format!(
            "resource \"tools_deployment\" \"web\" {{\n  service = \"web\"\n  image = \"{image}\"\n  replicas = {replicas}\n  password = \"{SECRET}\"\n}}\n"
        )
    };
    let workspace = workspace(&lines("web:1", 2));
    workspace.apply().expect_code(0);
    let state = values(&workspace, "tools_deployment.web");
    let id = state["id"].as_str().unwrap().to_owned();
    assert!(id.starts_with("deployment-") && state["url"] == json!(format!("https://{id}.example")), "{state}");
    assert_eq!(state["revision"], 1);
    nothing_to_do(&workspace);
    configure(&workspace, &lines("web:2", 3));
    let planned = change(&workspace.plan(), "tools_deployment.web");
    assert_eq!((&planned["actions"], &planned["after"]["id"]), (&json!(["update"]), &json!(id)));
    workspace.apply().expect_code(0);
    assert_eq!(values(&workspace, "tools_deployment.web")["revision"], 2);
    let log = workspace.read("root/deploy.log");
    assert!(log.contains(&format!("create {id}\n")) && log.contains(&format!("update {id}\n")), "{log}");
    let ran = workspace.run(&["plan", "-destroy", "-no-color"]).expect_code(0);
    assert!(flowing(&ran.stdout).contains("Step `plan_destroy`: a web site uses web"), "{}", ran.stdout);
    destroy(&workspace);
    assert!(!workspace.folder.join("root/deployments").join(id).exists());
}

/// All that is in a plan file, which is packed.
pub fn unpacked(plan: &Path) -> String {
    let unzip = "import sys, zipfile\nfor file in zipfile.ZipFile(sys.argv[1]).infolist():\n    sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(file))";
    let raw = std::process::Command::new("python3").args(["-c", unzip]).arg(plan).output().unwrap();
    assert!(raw.status.success(), "{}", String::from_utf8_lossy(&raw.stderr));
    String::from_utf8_lossy(&raw.stdout).into_owned()
}

#[test]
fn what_a_plan_step_prints_of_a_secret_reaches_apply_and_is_in_no_plan_file() {
    let lines = package("  name = \"tree\"\n  license = var.license\n");
    let workspace = workspace(&format!("variable \"license\" {{\n  ephemeral = true\n}}\n{lines}"))
        .with_environment("TF_VAR_license", SECRET);
    workspace.run(&["plan", "-no-color", "-input=false", "-out=planned"]).expect_code(0);
    let shown = workspace.run(&["show", "-json", "planned"]).expect_code(0).stdout;
    assert!(shown.contains("tools_package") && !shown.contains(SECRET), "{shown}");
    let raw = unpacked(&workspace.folder.join("planned"));
    assert!(raw.contains("tools_package") && raw.contains("replaces"), "what the step printed is in it: {raw}");
    assert!(!raw.contains(SECRET), "{raw}");
    workspace.run(&["apply", "-no-color", "-input=false", "planned"]).expect_code(0);
    let given = workspace.read("root/plan");
    assert!(given.contains(&format!("\"license\":\"{SECRET}\"")), "the step has it as it was printed: {given}");
    let state = workspace.read("terraform.tfstate");
    assert!(!state.contains(SECRET) && !state.contains("\"plan\""), "{state}");
}

#[test]
fn an_action_tells_each_step_and_a_data_source_what_there_is() {
    let lines = r#"
action "tools_deployment" "web" {
  config {
    service = "web"
    image   = "web:9"
  }
}
data "tools_package" "tree" {
  name = "tree"
}
output "tree" { value = data.tools_package.tree }
"#;
    let workspace = workspace(lines);
    let ran =
        workspace.run(&["apply", "-no-color", "-input=false", "-auto-approve", "-invoke=action.tools_deployment.web"]);
    let ran = ran.expect_code(0);
    for line in ["setup: skipped", "apply: begins", "apply: pulling web:9", "apply: starting 1", "apply: done after"] {
        assert!(ran.stdout.contains(line), "{line}: {}", ran.stdout);
    }
    configure(&workspace, &lines.replace("web:9", "broken:9"));
    let ran =
        workspace.run(&["apply", "-no-color", "-input=false", "-auto-approve", "-invoke=action.tools_deployment.web"]);
    let ran = ran.expect_code(1);
    assert!(ran.stdout.contains("apply: failed after") && ran.stdout.contains("(exit code 9)"), "{}", ran.stdout);
    workspace.apply().expect_code(0);
    let output = |workspace: &Workspace| workspace.run(&["output", "-json", "tree"]).expect_code(0).json();
    assert_eq!(output(&workspace)["healthy"], false);
    workspace.write("root/installed/tree", r#"{"version":"1.0","channel":"stable","files":["/bin/tree"]}"#);
    workspace.apply().expect_code(0);
    let found = output(&workspace);
    assert_eq!((&found["healthy"], &found["files"]), (&json!(true), &json!(["/bin/tree"])));
    workspace.write("root/damaged", "");
    workspace.apply().expect_code(0);
    assert_eq!(output(&workspace)["healthy"], false);
}

#[test]
fn an_object_is_imported_by_its_name() {
    let workspace = workspace(&package("  name = \"tree\""));
    workspace.write("root/installed/tree", r#"{"version":"1.0","channel":"stable","files":["/bin/tree"]}"#);
    workspace.run(&["import", "-no-color", "-input=false", "tools_package.it", "tree"]).expect_code(0);
    assert_eq!(values(&workspace, "tools_package.it")["installed"], "1.0");
    nothing_to_do(&workspace);
}

#[test]
fn the_log_tells_what_each_step_came_to() {
    let workspace = workspace(&package("  name = \"tree\""))
        .with_environment("TF_LOG", "debug")
        .with_environment("TF_LOG_PATH", "log.txt");
    workspace.apply().expect_code(0);
    fs::write(workspace.folder.join("root/installed/tree"), "no JSON").unwrap();
    workspace.run(&["plan", "-no-color"]).expect_code(1);
    let log = workspace.read("log.txt");
    let ours: Vec<_> = log.lines().filter(|line| line.contains("A step of a tool is over")).collect();
    let find = |words: &[&str]| ours.iter().any(|line| words.iter().all(|word| line.contains(word)));
    let of = |step: &'static str| ["tool=package", step, "tool_duration_ms="];
    let all = |step, words: &[&'static str]| [&of(step)[..], words].concat();
    for words in [
        all("tool_step=apply", &["tool_ok=true", "tool_outcome=done", "tool_exit_code=0"]),
        all("tool_step=status", &["tool_ok=true", "tool_outcome=done", "tool_exit_code=0", "installed"]),
        all("tool_step=setup", &["tool_ok=true", "tool_outcome=skipped", "The tool has no step `setup`."]),
        all("tool_step=status", &["tool_ok=false", "tool_outcome=failed"]),
    ] {
        assert!(find(&words), "{words:?}: {ours:#?}");
    }
}

#[test]
fn two_hundred_at_once_leave_no_process_behind() {
    const COUNT: usize = 200;
    let lines =
        format!("resource \"tools_package\" \"it\" {{\n  count = {COUNT}\n  name = \"many-${{count.index}}\"\n}}\n");
    let workspace = workspace(&lines);
    let at_once = ["-no-color", "-input=false", "-auto-approve", "-parallelism=10"];
    workspace.run(&[&["apply"], &at_once[..]].concat()).expect_code(0);
    assert_eq!(fs::read_dir(workspace.folder.join("root/installed")).unwrap().count(), COUNT);
    let started = workspace.read("root/pids");
    assert_eq!(started.lines().count(), 2 * COUNT, "each has started two");
    let left: Vec<_> = started.lines().filter(|pid| is_there(pid)).collect();
    assert!(left.is_empty(), "{left:?}");
    assert_eq!(processes_of(&workspace.folder), Vec::<String>::new());
    workspace.run(&[&["destroy"], &at_once[..]].concat()).expect_code(0);
    assert_eq!(fs::read_dir(workspace.folder.join("root/installed")).unwrap().count(), 0);
    assert_eq!(processes_of(&workspace.folder), Vec::<String>::new());
}

/// The processes that look for programs in this folder: all that a step has started, by whatever name.
fn processes_of(folder: &Path) -> Vec<String> {
    let needle = folder.join("bin").display().to_string();
    let has =
        |path: &Path| String::from_utf8_lossy(&fs::read(path.join("environ")).unwrap_or_default()).contains(&needle);
    let found = fs::read_dir("/proc").unwrap().flatten().map(|entry| entry.path()).filter(|path| has(path));
    found
        .map(|path| fs::read_to_string(path.join("stat")).unwrap_or_default())
        .filter(|stat| !stat.is_empty())
        .collect()
}
