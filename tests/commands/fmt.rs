//! `tfgen fmt`: which files it changes, and what it says; the layout itself is tested with the schema language.

use std::fs;
use std::io::Write;
use std::process::Stdio;

use super::{Ran, command, tfgen};
use crate::trees::Scratch;

const WILD: &str = "[provider]\nname='acme'\n";
const TIDY: &str = "[provider]\nname = 'acme'\n";

#[test]
fn files_are_laid_out_or_named() {
    let scratch = Scratch::new("fmt");
    scratch.write("schema/provider.toml", WILD);
    scratch.write("schema/tidy.toml", "[resource.a]\n");
    let read = || fs::read_to_string(scratch.path().join("schema/provider.toml")).expect("it can be read");

    let ran = tfgen(scratch.path(), &["fmt", "--check"]).expect_code(1);
    assert_eq!((ran.stdout.as_str(), read().as_str()), ("schema/provider.toml\n", WILD));
    let ran = tfgen(scratch.path(), &["fmt", "--check", "--json"]).expect_code(1);
    assert_eq!(ran.json(), [serde_json::json!({ "action": "differ", "file": "schema/provider.toml" })]);
    let ran = tfgen(scratch.path(), &["fmt"]).expect_code(0);
    assert_eq!((ran.stdout.as_str(), read().as_str()), ("schema/provider.toml\n", TIDY));
    assert_eq!(tfgen(scratch.path(), &["fmt", "--check"]).expect_code(0).stdout, "");
    // Named files need no crate around them.
    scratch.write("elsewhere/a.toml", WILD);
    tfgen(&scratch.path().join("elsewhere"), &["fmt", "a.toml"]).expect_code(0);
    assert_eq!(fs::read_to_string(scratch.path().join("elsewhere/a.toml")).expect("it can be read"), TIDY);
}

#[test]
fn what_is_not_toml_is_reported_and_nothing_is_changed() {
    let scratch = Scratch::new("fmt");
    scratch.write("schema/provider.toml", WILD);
    scratch.write("schema/broken.toml", "[resource.a\n");
    let ran = tfgen(scratch.path(), &["fmt"]).expect_code(1);
    assert!(ran.stderr.contains("TF0001") && ran.stderr.contains("schema/broken.toml:1"), "{}", ran.stderr);
    assert_eq!(fs::read_to_string(scratch.path().join("schema/provider.toml")).expect("it can be read"), WILD);
    let ran = tfgen(scratch.path(), &["fmt", "nowhere.toml"]).expect_code(1);
    assert!(ran.stderr.contains("cannot read `nowhere.toml`"), "{}", ran.stderr);
}

#[test]
fn standard_input_is_answered_on_standard_output() {
    let scratch = Scratch::new("fmt");
    let run = |arguments: &[&str], text: &[u8]| {
        let mut command = command(scratch.path(), arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("tfgen starts");
        child.stdin.take().expect("it has an input").write_all(text).expect("it reads");
        Ran::new(&child.wait_with_output().expect("it ends"))
    };
    assert_eq!(run(&["fmt", "-"], WILD.as_bytes()).expect_code(0).stdout, TIDY);
    assert_eq!(run(&["fmt", "--check", "-"], WILD.as_bytes()).expect_code(1).stdout, "");
    run(&["fmt", "--check", "-"], TIDY.as_bytes()).expect_code(0);
    let ran = run(&["fmt", "-"], b"a = [").expect_code(1);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("TF0001"), "{}{}", ran.stdout, ran.stderr);
    let ran = run(&["fmt", "-"], b"a = '\xff'").expect_code(1);
    assert!(ran.stdout.is_empty() && ran.stderr.contains("TF0002"), "{}{}", ran.stdout, ran.stderr);
}
