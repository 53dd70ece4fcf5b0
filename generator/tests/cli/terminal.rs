//! The command on a terminal, which `script` of util-linux makes.

use crate::scratch::{Scratch, stderr, tfgen};
use std::fs;
use std::process::Command;

/// What the command shows to a person at a terminal.
fn shown(scratch: &Scratch, variables: &[(&str, &str)], arguments: &str) -> String {
    let mut script = Command::new("script");
    script.env_remove("NO_COLOR").envs(variables.iter().copied()).current_dir(&scratch.0);
    let command = format!("'{}' {arguments}", env!("CARGO_BIN_EXE_tfgen"));
    let ran = script.args(["-q", "-e", "-c", &command, "/dev/null"]).output().unwrap();
    String::from_utf8(ran.stdout).unwrap()
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.0.join("schema")).unwrap();
    fs::write(scratch.0.join("schema/provider.toml"), "[provider]\nnme = 1\n").unwrap();
    let coloured = |text: &str| text.contains("\u{1b}[");
    let told = shown(&scratch, &[], "check");
    assert!(told.contains("unknown key") && coloured(&told), "{told}");
    for (variables, arguments) in [(&[("NO_COLOR", "1")][..], "check"), (&[], "check --color never")] {
        let told = shown(&scratch, variables, arguments);
        assert!(told.contains("unknown key") && !coloured(&told), "{told}");
    }
    let piped = stderr(&tfgen(&scratch.0, &["check"]));
    assert!(piped.contains("unknown key") && !coloured(&piped), "{piped}");
    assert!(coloured(&stderr(&tfgen(&scratch.0, &["check", "--color", "always"]))));
}
