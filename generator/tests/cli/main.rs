//! The command line as a script sees it: verbs, exit codes, output, and what is left behind.

#![allow(clippy::unwrap_used, reason = "a test ends by panicking")]

mod damage;
mod interrupted;
mod scratch;
#[cfg(target_os = "linux")]
mod terminal;

use scratch::{Scratch, code, stderr, stdout, tfgen};
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn the_version_names_tfgen_the_protocol_and_the_runtime() {
    let output = tfgen(Path::new("."), &["--version"]);
    assert_eq!(code(&output), 0);
    assert_eq!(stdout(&output), "tfgen 0.1.0 (plugin protocol 6.11, tfgen-runtime 0.1.0)\n");
}

/// `TFGEN_ACCEPT=1` makes the template of the lock file from what cargo writes now.
#[test]
fn a_new_crate_has_the_lock_file_that_cargo_writes_for_it() {
    let (_scratch, root) = Scratch::with_crate();
    let cargo = |arguments: &[&str]| {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&root).args(["update", "--workspace", "--offline"]).args(arguments).output().unwrap()
    };
    if std::env::var_os("TFGEN_ACCEPT").is_some() {
        fs::copy(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock"), root.join("Cargo.lock")).unwrap();
        let written = cargo(&[]);
        assert!(written.status.success(), "{}", stderr(&written));
        let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap();
        let lock = lock.replace("\"terraform-provider-acme\"", "\"{{ package }}\"");
        let template = concat!(env!("CARGO_MANIFEST_DIR"), "/../templates/scaffold/crate/Cargo.lock.jinja");
        return fs::write(template, lock).unwrap();
    }
    let locked = cargo(&["--locked"]);
    assert!(
        locked.status.success(),
        "TFGEN_ACCEPT=1 cargo test -p tfgen --test cli brings the template up to date\n{}",
        stderr(&locked)
    );
}

#[test]
fn a_new_crate_is_current_and_holds_its_runtime() {
    let (_scratch, root) = Scratch::with_crate();
    for path in [
        "Cargo.toml",
        ".cargo/config.toml",
        ".gitignore",
        "README.md",
        "examples/main.tf",
        "schema/provider.toml",
        "schema/resources/note.toml",
        "src/lib.rs",
        "src/main.rs",
        "src/provider.rs",
        "src/resources/note.rs",
        "src/generated/schema.binpb",
        "tests/note.rs",
        "tests/schema.rs",
        "tests/snapshots/schema__schema.snap",
        "tests/snapshots/schema__resources_note.snap",
        "vendor/tfgen/runtime/src/lib.rs",
        "vendor/tfgen/runtime/cty/Cargo.toml",
        "vendor/tfgen/proto/Cargo.toml",
        "vendor/tfgen/LICENSE-MIT",
    ] {
        assert!(root.join(path).is_file(), "{path} is missing");
    }
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
    assert_eq!(code(&tfgen(&root.join("src"), &["check"])), 0, "the root is found from below");
    assert!(!root.join("target").exists(), "a check leaves nothing behind");
}

/// What makes the second provider cheap.
#[test]
fn providers_share_the_folder_of_compiled_dependencies() {
    let (_one, first) = Scratch::with_crate();
    let (_other, second) = Scratch::with_crate();
    let build_folder = |root: &Path| {
        let mut cargo = Command::new(env!("CARGO"));
        for name in ["CARGO_BUILD_BUILD_DIR", "CARGO_TARGET_DIR"] {
            cargo.env_remove(name);
        }
        let told = cargo.current_dir(root).args(["metadata", "--no-deps", "--offline", "--format-version=1"]).output();
        let told: serde_json::Value = serde_json::from_slice(&told.unwrap().stdout).unwrap();
        (told["build_directory"].as_str().unwrap().to_owned(), told["target_directory"].as_str().unwrap().to_owned())
    };
    let ((shared, target), (also, own)) = (build_folder(&first), build_folder(&second));
    assert_eq!(shared, also);
    assert!(Path::new(&target).starts_with(&first) && Path::new(&own).starts_with(&second), "{target}, {own}");
}

#[test]
fn a_prefix_in_the_name_is_no_second_prefix_and_a_namespace_is_kept() {
    let scratch = Scratch::new();
    let output = tfgen(&scratch.0, &["new", "terraform-provider-my-cloud", "--namespace", "corp", "--in", "deep/er"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let root = scratch.0.join("deep/er/terraform-provider-my-cloud");
    let main = fs::read_to_string(root.join("examples/main.tf")).unwrap();
    assert!(main.contains("source = \"corp/my-cloud\"") && main.contains("resource \"my_cloud_note\""), "{main}");
    assert!(fs::read_to_string(root.join("src/main.rs")).unwrap().contains("terraform_provider_my_cloud::generated"));
}

#[test]
fn illegal_names_and_existing_folders_are_refused() {
    let scratch = Scratch::new();
    for name in ["Acme", "1acme", "a_b", "acme-", "", "terraform-provider-", "a/b", "ä"] {
        let output = tfgen(&scratch.0, &["new", "--", name]);
        assert_eq!(code(&output), 2, "{name}");
        assert!(stderr(&output).contains("is not a legal name for a provider"), "{}", stderr(&output));
    }
    fs::create_dir(scratch.0.join("terraform-provider-acme")).unwrap();
    let output = tfgen(&scratch.0, &["new", "acme"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("is there already"), "{}", stderr(&output));
    assert_eq!(fs::read_dir(&scratch.0).unwrap().count(), 1, "something was left behind");
}

#[test]
fn the_runtime_can_come_from_elsewhere() {
    let scratch = Scratch::new();
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime");
    let path = runtime.to_string_lossy().into_owned();
    for (name, arguments, expected) in [
        ("a", vec!["--runtime-version", "0.1"], "tfgen-runtime = \"0.1\"\n"),
        (
            "b",
            vec!["--runtime-git", "https://x.example/r", "--rev", "abc"],
            "= { git = \"https://x.example/r\", rev = \"abc\" }\n",
        ),
        ("c", vec!["--runtime-path", path.as_str()], "tfgen-runtime = { path = \"/"),
    ] {
        let output = tfgen(&scratch.0, &[vec!["new", name], arguments].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let root = scratch.0.join(format!("terraform-provider-{name}"));
        assert!(fs::read_to_string(root.join("Cargo.toml")).unwrap().contains(expected));
        assert!(!root.join("vendor").exists());
    }
    let both = ["new", "d", "--runtime-version", "1", "--runtime-path", "x"];
    assert_eq!(code(&tfgen(&scratch.0, &both)), 2);
}

#[test]
fn an_added_thing_gets_a_skeleton_and_is_not_added_twice() {
    let (_scratch, root) = Scratch::with_crate();
    let kinds = [
        ("resource", "resources"),
        ("data", "data_sources"),
        ("ephemeral", "ephemeral_resources"),
        ("list", "lists"),
        ("action", "actions"),
        ("function", "functions"),
        ("state_store", "state_stores"),
    ];
    for (kind, folder) in kinds {
        assert_eq!(code(&tfgen(&root, &["add", kind, "disk"])), 0);
        let output = tfgen(&root, &["add", kind, "disk"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains("is there already"), "{}", stderr(&output));
        assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 1);
        let output = tfgen(&root, &["generate"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        assert!(stderr(&output).contains(&format!("Created src/{folder}/disk.rs")), "{}", stderr(&output));
        assert!(root.join(format!("src/{folder}/disk.rs")).is_file());
    }
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
    assert_eq!(code(&tfgen(&root, &["add", "resource", "Disk"])), 2);
}

#[test]
fn a_check_for_ci_names_the_files() {
    let (_scratch, root) = Scratch::with_crate();
    let schema = root.join("schema/resources/note.toml");
    let text =
        fs::read_to_string(&schema).unwrap() + "\n[resource.note.attributes.size]\ntype = \"int64\"\ncomputed = true\n";
    fs::write(&schema, text).unwrap();
    let output = tfgen(&root, &["generate", "--check", "--json"]);
    assert_eq!(code(&output), 1);
    let files: Vec<String> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["file"].as_str().unwrap().to_owned())
        .collect();
    let expected = ["manifest.toml", "resources/note.rs", "schema.binpb"].map(|name| format!("src/generated/{name}"));
    assert_eq!(files, expected);
}

#[test]
fn diagnostics_are_json_on_demand_and_coloured_only_on_demand() {
    let (_scratch, root) = Scratch::with_crate();
    fs::write(root.join("schema/more.toml"), "[resource.a.attributes]\nid = { type = \"strin\" }\nx = 1\n").unwrap();
    let before = fs::read(root.join("src/generated/manifest.toml")).unwrap();
    let output = tfgen(&root, &["generate", "--json"]);
    assert_eq!((code(&output), stderr(&output).as_str()), (1, ""));
    for line in stdout(&output).lines() {
        let diagnostic: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(diagnostic["file"], "schema/more.toml", "{line}");
        assert!(diagnostic["line"].is_number() && diagnostic["code"].as_str().unwrap().starts_with("TF"), "{line}");
    }
    assert_eq!(before, fs::read(root.join("src/generated/manifest.toml")).unwrap(), "something was written");
    assert!(!stderr(&tfgen(&root, &["check"])).contains('\u{1b}'));
    assert!(stderr(&tfgen(&root, &["check", "--color", "always"])).contains('\u{1b}'));
}

#[test]
fn a_folder_without_a_schema_is_a_usage_error() {
    let scratch = Scratch::new();
    let output = tfgen(&scratch.0, &["generate"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("tfgen new"), "{}", stderr(&output));
    assert_eq!(code(&tfgen(&scratch.0, &["-C", "no/such/folder", "check"])), 2);
    fs::create_dir(scratch.0.join("schema")).unwrap();
    assert_eq!(code(&tfgen(&scratch.0, &["check"])), 1, "an empty schema folder is a diagnostic");
    assert_eq!(code(&tfgen(&scratch.0, &["no-such-verb"])), 2);
}

#[test]
fn codes_are_explained() {
    let output = tfgen(Path::new("."), &["explain", "tf204"]);
    assert_eq!(code(&output), 0);
    assert!(stdout(&output).starts_with("TF0204 "), "{}", stdout(&output));
    assert_eq!(code(&tfgen(Path::new("."), &["explain", "TF9999"])), 2);
}

#[test]
fn with_json_whatever_is_said_is_json() {
    let (_scratch, root) = Scratch::with_crate();
    for (verb, expected) in [
        (&["explain", "TF0204"][..], 0),
        (&["explain", "TF9999"], 2),
        (&["no-such-verb"], 2),
        (&["add", "nothing", "a"], 2),
        (&["add", "data", "1a"], 2),
        (&["add", "data", "a"], 0),
        (&["new", "A"], 2),
        (&["check"], 0),
        (&["generate"], 0),
        (&["upgrade"], 0),
    ] {
        let output = tfgen(&root, &[verb, &["--json"]].concat());
        assert_eq!(code(&output), expected, "{verb:?}");
        assert_eq!(stderr(&output), "", "{verb:?}");
        for line in stdout(&output).lines() {
            assert!(serde_json::from_str::<serde_json::Value>(line).unwrap().is_object(), "{verb:?}: {line}");
        }
    }
}

#[test]
fn an_upgrade_mends_the_vendored_runtime_and_says_what_changed() {
    let (_scratch, root) = Scratch::with_crate();
    let output = tfgen(&root, &["upgrade"]);
    assert!(stderr(&output).contains("was already that of"), "{}", stderr(&output));
    fs::write(root.join("vendor/tfgen/runtime/src/lib.rs"), "// old\n").unwrap();
    fs::write(root.join("vendor/tfgen/runtime/src/gone.rs"), "// old\n").unwrap();
    fs::remove_file(root.join("vendor/tfgen/proto/Cargo.toml")).unwrap();
    let output = tfgen(&root, &["upgrade"]);
    assert_eq!(code(&output), 0);
    for line in [
        "create vendor/tfgen/proto/Cargo.toml",
        "update vendor/tfgen/runtime/src/lib.rs",
        "delete vendor/tfgen/runtime/src/gone.rs",
    ] {
        assert!(stderr(&output).contains(line), "{}", stderr(&output));
    }
    assert!(!root.join("vendor/tfgen/runtime/src/gone.rs").exists());
}

#[test]
fn the_vendored_runtime_has_the_features_that_the_schema_needs() {
    let (_scratch, root) = Scratch::with_crate();
    let manifest = root.join("vendor/tfgen/runtime/Cargo.toml");
    let default = || {
        fs::read_to_string(&manifest).unwrap().lines().find(|line| line.starts_with("default =")).unwrap().to_owned()
    };
    assert_eq!(default(), "default = []");
    let schema = root.join("schema/state_stores/team.toml");
    fs::create_dir_all(schema.parent().unwrap()).unwrap();
    fs::write(&schema, "[state_store.team]\nkind = \"filesystem\"\ncompressed = true\n").unwrap();
    let output = tfgen(&root, &["generate", "--check"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("vendor/tfgen/runtime/Cargo.toml"), "{}", stderr(&output));
    assert_eq!(code(&tfgen(&root, &["generate"])), 0);
    assert_eq!(default(), "default = [\"state-store\", \"zstd\"]");
    assert!(stderr(&tfgen(&root, &["upgrade"])).contains("was already that of"));
    fs::remove_file(&schema).unwrap();
    assert_eq!(code(&tfgen(&root, &["generate"])), 0);
    assert_eq!(default(), "default = []");
    let broken: [(&str, &dyn Fn()); 2] =
        [("no TOML", &|| fs::write(&manifest, "[package").unwrap()), ("gone", &|| fs::remove_file(&manifest).unwrap())];
    for (how, break_it) in broken {
        break_it();
        for arguments in [&["generate"][..], &["generate", "--check"]] {
            let output = tfgen(&root, arguments);
            assert_eq!(code(&output), 1, "{how}");
            assert!(stderr(&output).contains("tfgen upgrade"), "{how}: {}", stderr(&output));
        }
        assert_eq!(code(&tfgen(&root, &["upgrade"])), 0, "{how}");
        assert_eq!(default(), "default = []", "{how}");
    }
}

#[test]
fn a_missing_or_old_cargo_is_named_with_the_remedy() {
    let (scratch, root) = Scratch::with_crate();
    let build = |cargo: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tfgen"));
        command.current_dir(&root).arg("build").env("CARGO", cargo).output().unwrap()
    };
    let output = build(Path::new("/no/such/cargo"));
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("https://rustup.rs"), "{}", stderr(&output));
    let old = scratch.0.join("old-cargo");
    fs::write(&old, "#!/bin/sh\necho cargo 1.70.0\n").unwrap();
    make_executable(&old);
    let output = build(&old);
    assert_eq!(code(&output), 3);
    assert!(stderr(&output).contains("too old") && stderr(&output).contains("1.91"), "{}", stderr(&output));
}

#[test]
fn flags_reach_cargo_and_the_result_says_how_to_use_it() {
    let (scratch, root) = Scratch::with_crate();
    let cargo = scratch.0.join("cargo");
    let script = "#!/bin/sh\nif [ \"$1\" = --version ]; then echo cargo 1.91.0; exit; fi\necho \"$@\" > arguments\n\
                  mkdir -p target/x; echo '{\"executable\":\"'\"$PWD\"'/target/x/terraform-provider-acme\"}'\n";
    fs::write(&cargo, script).unwrap();
    make_executable(&cargo);
    let mut command = Command::new(env!("CARGO_BIN_EXE_tfgen"));
    command.current_dir(&root).env("CARGO", &cargo);
    command.args(["build", "--release", "--target", "x", "--offline", "--locked", "--jobs", "3"]);
    let output = command.output().unwrap();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let arguments = fs::read_to_string(root.join("arguments")).unwrap();
    assert!(arguments.contains("--release --offline --locked --target x --jobs 3"), "{arguments}");
    let text = stdout(&output);
    assert!(text.contains("export TF_CLI_CONFIG_FILE=") && text.contains("target/x/terraform-provider-acme"), "{text}");
    let config = fs::read_to_string(root.join("target/x/dev.tfrc")).unwrap();
    assert!(config.contains("\"acme/acme\" = ") && config.contains("direct {}"), "{config}");
}

#[cfg(unix)]
fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn two_runs_at_once_leave_the_crate_current() {
    let (_scratch, root) = Scratch::with_crate();
    fs::remove_dir_all(root.join("src/generated")).unwrap();
    let runs: Vec<_> = (0..4)
        .map(|_| Command::new(env!("CARGO_BIN_EXE_tfgen")).current_dir(&root).arg("generate").spawn().unwrap())
        .collect();
    for mut run in runs {
        assert!(run.wait().unwrap().success());
    }
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
}

#[test]
fn a_crate_begins_with_a_tool_and_tools_are_added() {
    let scratch = Scratch::new();
    assert_eq!(code(&tfgen(&scratch.0, &["new", "acme", "--template", "tool"])), 0);
    let root = scratch.0.join("terraform-provider-acme");
    for path in ["schema/tools/folder.toml", "src/generated/tools/folder.rs", "src/provider.rs", "tests/folder.rs"] {
        assert!(root.join(path).is_file(), "{path}");
    }
    assert!(!root.join("src/resources").exists(), "nothing of a tool is written in Rust");
    let manifest = fs::read_to_string(root.join("vendor/tfgen/runtime/Cargo.toml")).unwrap();
    assert!(manifest.contains("default = [\"tool\"]"), "{manifest}");
    assert_eq!(code(&tfgen(&root, &["generate", "--check"])), 0);
    assert_eq!(code(&tfgen(&root, &["add", "tool", "echo"])), 0);
    let generated = tfgen(&root, &["generate"]);
    assert_eq!(code(&generated), 0, "{}", stderr(&generated));
    assert!(root.join("src/generated/tools/echo.rs").is_file());
}
