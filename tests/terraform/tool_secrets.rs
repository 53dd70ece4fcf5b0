//! Secrets of tools under a real Terraform, on both examples: looked for in everything that is written, said or shown while
//! objects are planned, made, changed, half made and destroyed. Only the environment of a program has them, and what it reads.

use super::tools::{configure, unpacked, workspace};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

const TOKEN: &str = "token-correct-horse-battery";
const PASSWORD: &str = "password-purple-monkey-dishwasher";
const SECRETS: [&str; 2] = [TOKEN, PASSWORD];

fn lines(package: &str, image: &str) -> String {
    format!(
        "variable \"token\" {{ ephemeral = true }}\nvariable \"password\" {{ ephemeral = true }}\n\
         resource \"tools_package\" \"it\" {{\n  name = \"{package}\"\n  token = var.token\n}}\n\
         resource \"tools_deployment\" \"web\" {{\n  service = \"web\"\n  image = \"{image}\"\n  password = var.password\n}}\n"
    )
}

/// Looks at the arguments of all processes until it is told to end, and gives those that hold a secret.
struct Watch {
    over: Arc<AtomicBool>,
    seen: JoinHandle<(usize, Vec<String>)>,
}

impl Watch {
    fn start() -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let until = over.clone();
        let seen = thread::spawn(move || {
            let (mut looks, mut found) = (0, Vec::new());
            while !until.load(Ordering::Relaxed) {
                looks += 1;
                let processes = fs::read_dir("/proc").unwrap().flatten();
                let lines = processes.filter_map(|process| fs::read(process.path().join("cmdline")).ok());
                let lines = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " "));
                found.extend(lines.filter(|line| SECRETS.iter().any(|secret| line.contains(secret))));
                thread::sleep(Duration::from_millis(5));
            }
            (looks, found)
        });
        Self { over, seen }
    }

    fn end(self) {
        self.over.store(true, Ordering::Relaxed);
        let (looks, found) = self.seen.join().unwrap();
        assert!(looks > 10 && found.is_empty(), "{looks} looks: {found:?}");
    }
}

fn holds(what: &str, bytes: &[u8]) -> Vec<String> {
    let is_in = |secret: &&&str| bytes.windows(secret.len()).any(|window| window == secret.as_bytes());
    SECRETS.iter().filter(is_in).map(|secret| format!("{what} holds {secret}")).collect()
}

/// All files that Terraform has written: the configuration's values are in none of them.
fn written(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        // What the programs store is theirs.
        if path.ends_with("root") || path.ends_with("bin") {
            continue;
        }
        if path.is_dir() { written(&path, files) } else { files.push(path) }
    }
}

fn nowhere(workspace: &Workspace, ran: &[Ran]) {
    let mut found = Vec::new();
    for (at, ran) in ran.iter().enumerate() {
        found.extend(holds(&format!("the output of run {at}"), ran.stdout.as_bytes()));
        found.extend(holds(&format!("what run {at} says"), ran.stderr.as_bytes()));
    }
    let mut files = Vec::new();
    written(&workspace.folder, &mut files);
    for file in &files {
        found.extend(holds(&file.display().to_string(), &fs::read(file).unwrap()));
    }
    found.extend(holds("the plan, unpacked,", unpacked(&workspace.folder.join("planned")).as_bytes()));
    for file in ["root/arguments/seen", "root/pkg.log", "root/deploy.log"] {
        found.extend(holds(file, workspace.read(file).as_bytes()));
    }
    for file in ["terraform.tfstate", "planned", "trace.log"] {
        assert!(files.iter().any(|path| path.ends_with(file)), "{file} was not looked at: {files:?}");
    }
    assert!(found.is_empty(), "{found:#?}");
}

#[test]
fn a_secret_is_in_no_state_plan_log_argument_or_message_of_either_example() {
    let workspace = workspace(&lines("tree", "web:1"))
        .with_environment("TF_VAR_token", TOKEN)
        .with_environment("TF_VAR_password", PASSWORD)
        .with_environment("TF_LOG", "TRACE");
    let log = workspace.folder.join("trace.log").display().to_string();
    let workspace = workspace.with_environment("TF_LOG_PATH", &log);
    let watch = Watch::start();
    let mut ran = Vec::new();
    let mut run = |arguments: &[&str], code: i32| ran.push(workspace.run(arguments).expect_code(code));
    run(&["plan", "-no-color", "-input=false", "-out=planned"], 0);
    run(&["show", "-json", "planned"], 0);
    run(&["apply", "-no-color", "-input=false", "planned"], 0);
    run(&["state", "pull"], 0);
    run(&["plan", "-no-color", "-input=false", "-out=planned"], 0);
    // Both programs fail half-way, and say what they were given.
    configure(&workspace, &lines("half", "half:1"));
    run(&["apply", "-no-color", "-input=false", "-auto-approve"], 1);
    let said = flowing(&ran.last().unwrap().stderr);
    for words in [
        "Step `apply` of the tool package failed",
        "and the token was (sensitive value)",
        "Step `apply` of the tool deployment failed",
        "and (sensitive value) is no help",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let mut run = |arguments: &[&str], code: i32| ran.push(workspace.run(arguments).expect_code(code));
    run(&["state", "pull"], 0);
    run(&["destroy", "-no-color", "-input=false", "-auto-approve"], 0);
    watch.end();
    nowhere(&workspace, &ran);
    let arguments = workspace.read("root/arguments/seen");
    assert!(arguments.contains("install tree") && arguments.contains("create deployment-"), "{arguments}");
    let log = workspace.read("trace.log");
    assert!(
        log.contains("A program of a tool has ended") && log.contains("tool_exit_code"),
        "the log says what was done"
    );
}
