//! `--help`, `explain` and `completions`: what the command says of itself.

use std::io::Write;
use std::process::{Command, Stdio};

use tfgen::rule::Rule;
use tfgen_tests::built;

use super::tfgen;

const COMMANDS: [&str; 13] = [
    "new",
    "add",
    "check",
    "fmt",
    "generate",
    "build",
    "schema",
    "diff",
    "dump",
    "upgrade",
    "explain",
    "lsp",
    "completions",
];

#[test]
fn every_command_shows_examples_and_is_in_the_page() {
    let root = built::repository();
    let page = std::fs::read_to_string(root.join("docs/commands.md")).expect("the page can be read");
    let all = tfgen(root, &["--help"]).expect_code(0).stdout;
    let listed = all.split("Commands:\n").nth(1).expect("commands are listed");
    let listed = listed.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    let listed: Vec<&str> =
        listed.filter_map(|line| line.split_whitespace().next()).filter(|it| *it != "help").collect();
    assert_eq!(listed, COMMANDS, "{all}");
    for command in COMMANDS {
        let help = tfgen(root, &[command, "--help"]).expect_code(0).stdout;
        assert!(help.contains(&format!("Examples:\n  tfgen {command}")), "{help}");
        assert!(page.contains(&format!("| `tfgen {command}")), "docs/commands.md does not tell of {command}");
    }
}

#[test]
fn a_diagnostic_is_explained_by_code_and_by_name() {
    let root = built::repository();
    let text = tfgen(root, &["explain", "tf22"]).expect_code(0).stdout;
    assert!(
        text.starts_with("TF0022 duplicate_name: ")
            && text.contains("\n\nRemedy: ")
            && text.contains("\n\nFor example:\n\n"),
        "{text}"
    );
    assert_eq!(tfgen(root, &["explain", "duplicate_name"]).expect_code(0).stdout, text);
    let object = &tfgen(root, &["explain", "TF0022", "--json"]).expect_code(0).json()[0];
    assert!(object["explanation"].as_str().is_some_and(|text| !text.is_empty()), "{object}");
    let all = tfgen(root, &["explain"]).expect_code(0).stdout;
    assert_eq!(all.lines().count(), Rule::all().count());
    for (code, near) in [("TF0011", "TF0010"), ("duplicate_nmae", "duplicate_name"), ("?", "codes look like TF0001")] {
        let ran = tfgen(root, &["explain", code]).expect_code(2);
        assert!(ran.stderr.contains(near), "{}", ran.stderr);
    }
    let object = &tfgen(root, &["explain", "TF9999", "--json"]).expect_code(2).json()[0];
    assert_eq!(object["severity"], "error");
}

#[test]
fn shells_complete_the_arguments() {
    let root = built::repository();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = tfgen(root, &["completions", shell]).expect_code(0).stdout;
        assert!(COMMANDS.iter().all(|command| script.contains(command)), "{shell}:\n{script}");
    }
    // Bash reads its script, and knows the kinds of `add`.
    let script = tfgen(root, &["completions", "bash"]).expect_code(0).stdout;
    let asked = "\nCOMP_WORDS=(tfgen add sta)\nCOMP_CWORD=2\n_tfgen tfgen sta add\necho \"${COMPREPLY[@]}\"\n";
    let mut bash = Command::new("bash");
    let mut bash = bash.arg("-s").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("bash starts");
    bash.stdin.take().expect("it has an input").write_all((script + asked).as_bytes()).expect("bash reads");
    let ran = bash.wait_with_output().expect("bash ends");
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "state_store\n");
}
