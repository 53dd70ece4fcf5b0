//! Every `cases/<case>/schema` gives `cases/<case>/expected`: a whole provider crate, and a member of the workspace, so
//! that what is compared is also compiled, with warnings denied.
//!
//! `TFGEN_ACCEPT=1` accepts what the generator writes now. A case's `Cargo.toml`, `src/lib.rs` and what else a person
//! would write are made once and then left alone.

use crate::trees::{Scratch, compile, compile_folder, texts};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use tfgen::file_tree::Ownership;

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let mut cases: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    cases.retain(|case| case.join("schema").is_dir());
    cases.sort();
    assert!(cases.len() >= 10, "the cases are not where they are expected");
    cases
}

#[test]
fn every_case_gives_its_expected_tree() {
    let accept = std::env::var_os("TFGEN_ACCEPT").is_some();
    let mut wrong = Vec::new();
    for case in cases() {
        let tree = compile_folder(&case);
        let expected = case.join("expected");
        if accept {
            accept_case(&case, &tree);
        }
        for (path, contents) in &tree {
            match fs::read(expected.join(path)) {
                Ok(found) if found == *contents => {}
                Ok(_) => wrong.push(format!("{}: differs", expected.join(path).display())),
                Err(_) => wrong.push(format!("{}: is missing", expected.join(path).display())),
            }
        }
        for path in texts(&expected.join("src/generated")).into_keys() {
            let path = format!("src/generated/{path}");
            if !tree.contains_key(&path) {
                wrong.push(format!("{}: is not generated any more", expected.join(path).display()));
            }
        }
    }
    assert!(wrong.is_empty(), "TFGEN_ACCEPT=1 accepts:\n  {}", wrong.join("\n  "));
}

#[test]
fn the_bench_provider_has_no_mistakes() {
    let tree = compile_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bench/provider"));
    for name in ["deep", "rules", "small", "text", "wide"] {
        assert!(tree.contains_key(&format!("src/generated/resources/{name}.rs")), "{name}");
    }
}

fn accept_case(case: &Path, tree: &BTreeMap<String, Vec<u8>>) {
    let expected = case.join("expected");
    let _ = fs::remove_dir_all(expected.join("src/generated"));
    for (path, contents) in tree {
        write(&expected.join(path), contents);
    }
    let name = case.file_name().unwrap().to_string_lossy().replace('_', "-");
    let manifest = format!(
        "[package]\nname = \"case-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\npublish = false\n\n[lib]\ntest = false\n\
         doctest = true\n\n[dependencies]\ntfgen-runtime.workspace = true\n\n[lints.rust]\nwarnings = \"deny\"\n\
         missing_docs = \"deny\"\n"
    );
    let library = "//! A case of the generator's tests.\n\npub mod generated;\npub mod provider;\n\
                   pub use generated::wiring::{data_sources, resources};\n";
    for (path, text) in [("Cargo.toml", manifest.as_str()), ("src/lib.rs", library)] {
        if !expected.join(path).exists() {
            write(&expected.join(path), text.as_bytes());
        }
    }
}

fn write(path: &Path, contents: &[u8]) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, contents).unwrap();
}

#[test]
fn every_case_is_a_member_of_the_workspace() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let manifest: toml::Table = fs::read_to_string(root.join("Cargo.toml")).unwrap().parse().unwrap();
    let members = manifest["workspace"]["members"].as_array().unwrap();
    assert!(members.iter().any(|member| member.as_str() == Some("tests/cases/*/expected")));
    for case in cases() {
        assert!(case.join("expected/Cargo.toml").is_file(), "{} is not compiled", case.display());
    }
}

#[test]
fn the_order_of_the_input_changes_nothing() {
    let attributes = [
        "b = { required = true, type = \"string\" }",
        "a = { type = \"list(string)\", optional = true }",
        "id = { computed = true, type = \"string\" }",
        "n = { nesting = \"set\", optional = true }",
        "\"n.y\" = { type = \"bool\", optional = true }",
        "\"n.x\" = { type = \"bool\", required = true }",
    ];
    let schema = |order: &[usize]| {
        let lines: Vec<_> = order.iter().map(|n| attributes[*n]).collect();
        format!("[provider]\nname = \"acme\"\n[resource.z.attributes]\n{}\n", lines.join("\n"))
    };
    let first = compile([("schema/a.toml", schema(&[0, 1, 2, 3, 4, 5]))]);
    let second = compile([("schema/a.toml", schema(&[5, 3, 2, 4, 0, 1]))]);
    assert_eq!(first, second);
}

#[test]
fn compiling_twice_gives_the_same_bytes() {
    for case in cases() {
        assert_eq!(compile_folder(&case), compile_folder(&case), "{}", case.display());
    }
}

#[test]
fn every_generated_text_says_what_to_edit() {
    for case in cases() {
        for (path, contents) in compile_folder(&case) {
            if path.starts_with("src/generated/") && path != "src/generated/schema.binpb" {
                let first = contents.split(|byte| *byte == b'\n').next().unwrap();
                let first = String::from_utf8(first.to_vec()).unwrap();
                assert!(
                    first.contains("generated by tfgen from schema/") && first.contains("tfgen generate"),
                    "{path}"
                );
            }
        }
    }
}

#[test]
fn generated_code_is_laid_out_as_rustfmt_does_it() {
    let scratch = Scratch::new("rustfmt");
    let config = scratch.path().join("rustfmt.toml");
    fs::write(&config, "").unwrap();
    let mut files = Vec::new();
    for case in cases() {
        let name = case.file_name().unwrap().to_string_lossy().into_owned();
        for (path, contents) in compile_folder(&case) {
            // Modules would be looked for; they are formatted by themselves.
            let text = String::from_utf8_lossy(&contents).replace("#[rustfmt::skip]\n", "");
            let declares = path.ends_with("/mod.rs") || path.ends_with("/wiring.rs");
            let is_rust = Path::new(&path).extension().is_some_and(|extension| extension == "rs");
            if is_rust && !declares {
                let file = scratch.path().join(&name).join(&path);
                write(&file, text.as_bytes());
                files.push((file, text));
            }
        }
    }
    let mut command = Command::new("rustfmt");
    command.args(["--edition", "2024", "--config-path"]).arg(&config);
    command.args(files.iter().map(|(file, _)| file));
    let ran = command.output().expect("rustfmt is a component of the toolchain");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    for (file, text) in files {
        pretty(&file, &text, &fs::read_to_string(&file).unwrap());
    }
}

fn pretty(file: &Path, ours: &str, theirs: &str) {
    for (n, (our, their)) in ours.lines().zip(theirs.lines()).enumerate() {
        assert_eq!(our, their, "{}:{}", file.display(), n + 1);
    }
    assert_eq!(ours, theirs, "{}", file.display());
}

#[test]
fn skeletons_belong_to_the_user_and_everything_generated_to_tfgen() {
    let sources = crate::trees::sources(&cases()[0]);
    for (path, file) in tfgen::compile(&sources).unwrap().tree.iter() {
        let generated = path.starts_with("src/generated/");
        assert_eq!(generated, file.ownership == Ownership::Generated, "{path}");
    }
}

#[test]
fn debugging_shows_neither_sensitive_nor_write_only_values() {
    let schema = r#"
        [provider]
        name = "acme"

        [resource.disk]
        identity = ["id"]

        [resource.disk.attributes]
        id    = { type = "string", computed = true }
        name  = { type = "string", required = true }
        key   = { type = "string", optional = true, write_only = true }
        token = { type = "string", optional = true, sensitive = true }
    "#;
    let tree = compile([("schema/acme.toml", schema.to_owned())]);
    let code = String::from_utf8_lossy(&tree["src/generated/resources/disk.rs"]).into_owned();
    for name in ["key", "token"] {
        assert!(code.contains(&format!(".field(\"{name}\", &format_args!(\"(sensitive)\"))")), "{name}");
        assert!(!code.contains(&format!(".field(\"{name}\", &self.{name})")), "{name}");
    }
    assert!(code.contains(".field(\"name\", &self.name)"));
}

/// Rust's keywords, of all editions, reserved and weak ones, and those that cannot be raw identifiers.
const KEYWORDS: &str = "abstract as async auto await become box break const continue crate default do dyn else enum extern \
    false final fn for gen if impl in let loop macro macro_rules match mod move mut override priv pub raw ref return safe \
    self static struct super trait true try type typeof union unsafe unsized use virtual where while yield";

/// Where what generated types have in common with user code, or are mixed with in it, is written.
const NEIGHBOURS: &[&str] = &[
    "action",
    "context",
    "data_source",
    "draft",
    "ephemeral",
    "function",
    "hook",
    "list",
    "model",
    "private",
    "provider",
    "resource",
    "upgrade/hook",
];

#[test]
fn every_keyword_and_every_method_of_ours_is_an_attribute_of_a_crate_that_compiles() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = fs::read_to_string(root.join("cases/names/schema/provider.toml")).unwrap();
    let has = |name: &str| schema.lines().any(|line| line.split(" = ").next().is_some_and(|key| key.trim() == name));
    for keyword in KEYWORDS.split_whitespace() {
        assert!(has(keyword), "the keyword `{keyword}` is no attribute in cases/names");
    }
    let mut methods = std::collections::BTreeSet::new();
    for module in NEIGHBOURS {
        let folder = root.join("../runtime/src");
        let mut sources: Vec<_> = texts(&folder.join(module)).into_values().collect();
        sources.extend(fs::read(folder.join(format!("{module}.rs"))));
        assert!(!sources.is_empty(), "{module}");
        for source in sources {
            let text = String::from_utf8(source).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let declared = code.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
            for line in declared
                .filter(|line| line.starts_with("fn ") || line.starts_with("pub ") || line.starts_with("async fn "))
            {
                let Some((_, name)) = line.split_once("fn ") else { continue };
                let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
                methods.insert(name[..end].to_owned());
            }
        }
    }
    assert!(methods.len() > 60, "{methods:?}");
    for name in methods.iter().filter(|name| *name != "provider") {
        assert!(has(name), "the method `{name}` is no attribute in cases/names");
    }
}
