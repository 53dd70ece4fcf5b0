//! Runs docs/tutorial.md: its commands in order, its edits, and what it says they print.
//!
//! A `console` block holds commands; one with the comment `# stops` must fail. `text` lines must be in the output since the
//! last edit. `Write`, `Append to` and `In …, replace:` before a block name the file that it is for.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tfgen_tests::built;
use tfgen_tests::terraform::{Terraform, target_folder};

const TUTORIAL: &str = include_str!("../docs/tutorial.md");

#[test]
fn the_tutorial_does_what_it_says() {
    let mut reader = Reader::new();
    for block in blocks(TUTORIAL) {
        reader.follow(&block);
    }
    assert!(reader.commands > 20, "only {} commands were found in the tutorial", reader.commands);
}

/// A fenced block, with the line of text before it.
struct Block {
    language: String,
    before: String,
    text: String,
}

fn blocks(page: &str) -> Vec<Block> {
    let mut found = Vec::new();
    let mut before = String::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let lines: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            let text = lines.join("\n") + "\n";
            found.push(Block { language: language.into(), before: std::mem::take(&mut before), text });
        } else if !line.is_empty() {
            before = line.into();
        }
    }
    found
}

/// Somebody who follows the page in a folder of their own.
struct Reader {
    folder: PathBuf,
    provider: PathBuf,
    state: PathBuf,
    path: std::ffi::OsString,
    replaced: Option<(PathBuf, String)>,
    output: String,
    commands: usize,
}

impl Reader {
    fn new() -> Self {
        let folder = target_folder().join("tutorial");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("bin")).expect("a folder can be made");
        install(&folder.join("bin"));
        let mut path = folder.join("bin").into_os_string();
        path.push(":");
        path.push(std::env::var_os("PATH").unwrap_or_default());
        let provider = folder.join("terraform-provider-acme");
        Self { state: folder.join("shell"), provider, folder, path, replaced: None, output: String::new(), commands: 0 }
    }

    fn follow(&mut self, block: &Block) {
        match block.language.as_str() {
            "console" => self.output = block.text.lines().map(|line| self.run(line)).collect(),
            "text" => {
                for line in block.text.lines() {
                    assert!(self.output.contains(line), "`{line}` is not in:\n{}", self.output);
                }
            }
            "toml" | "rust" | "hcl" => self.edit(block),
            other => panic!("the tutorial has a block of {other:?}"),
        }
    }

    fn edit(&mut self, block: &Block) {
        if block.before == "with:" {
            let (path, old) = self.replaced.take().expect("`with:` follows `replace:`");
            let text = fs::read_to_string(&path).expect("the file is there");
            assert_eq!(text.matches(&old).count(), 1, "`{old}` stands once in {}", path.display());
            fs::write(&path, text.replace(&old, &block.text)).expect("it can be written");
            return;
        }
        let name = block.before.split('`').nth(1).unwrap_or_else(|| panic!("no file is named in {:?}", block.before));
        let path = self.provider.join(name);
        if block.before.ends_with("replace:") {
            self.replaced = Some((path, block.text.clone()));
        } else if block.before.contains("Append to") {
            let text = fs::read_to_string(&path).expect("the file is there");
            fs::write(&path, text + &block.text).expect("it can be written");
        } else {
            assert!(block.before.contains("Write"), "what to do with {name}? {:?}", block.before);
            fs::write(&path, &block.text).expect("it can be written");
        }
    }

    /// Runs one command in a shell that remembers folder and variables from the one before.
    fn run(&mut self, line: &str) -> String {
        let command = line.strip_prefix("$ ").unwrap_or_else(|| panic!("a command starts with `$ `: {line:?}"));
        let (command, stops) =
            command.split_once('#').map_or((command, false), |(command, comment)| (command, comment.trim() == "stops"));
        self.commands += 1;
        let state = self.state.display();
        let script = format!(
            "cd '{}'; [ ! -e '{state}' ] || . '{state}'\n{command}\ncode=$?\n\
             printf 'cd %q\\nexport TF_CLI_CONFIG_FILE=%q\\n' \"$PWD\" \"${{TF_CLI_CONFIG_FILE-}}\" > '{state}'\nexit $code",
            self.folder.display()
        );
        let mut shell = Command::new("bash");
        shell.args(["-c", &script]).env("PATH", &self.path).stdin(Stdio::null());
        // A user's shell has no cargo test around it.
        for name in ["CARGO_TARGET_DIR", "CARGO_BUILD_BUILD_DIR", "RUSTFLAGS", "CARGO_MANIFEST_DIR", "NO_COLOR"] {
            shell.env_remove(name);
        }
        let ran =
            shell.env("CARGO_BUILD_BUILD_DIR", target_folder().join("tutorial-build")).output().expect("bash runs");
        let output = format!("{}{}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
        assert_eq!(ran.status.success(), !stops, "{line}\n{output}");
        output
    }
}

/// Puts `tfgen` and `terraform` where a shell finds them.
fn install(folder: &Path) {
    let terraform = Terraform::for_tests().unwrap_or_else(|error| panic!("{error}"));
    script(&folder.join("tfgen"), &format!("exec '{}' \"$@\"\n", built::tfgen().display()));
    script(
        &folder.join("terraform"),
        &format!("export CHECKPOINT_DISABLE=1\nexec {} \"$@\"\n", terraform.shell_words()),
    );
}

fn script(path: &Path, body: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::write(path, format!("#!/bin/sh\n{body}")).expect("a script can be written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("it can be made executable");
}
