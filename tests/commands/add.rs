//! `tfgen new` and `tfgen add`: what they write is right, laid out, and known to editors.

use std::fs;
use std::path::{Path, PathBuf};

use tfgen::document::json_schema::json_schema;
use tfgen_tests::built;

use super::tfgen;
use crate::trees::Scratch;

/// What is added: kind, name, file.
const SAMPLES: [(&str, &str, &str); 11] = [
    ("resource", "disk", "schema/resources/disk.toml"),
    ("data", "image", "schema/data_sources/image.toml"),
    ("ephemeral", "token", "schema/ephemeral_resources/token.toml"),
    ("list", "disk", "schema/lists/disk.toml"),
    ("action", "reboot", "schema/actions/reboot.toml"),
    ("function", "urn", "schema/functions/urn.toml"),
    ("state_store", "bucket", "schema/state_stores/bucket.toml"),
    ("object", "part", "schema/objects/part.toml"),
    ("capability", "tagging", "schema/capabilities/tagging.toml"),
    ("tool", "device", "schema/tools/device.toml"),
    ("provider_meta", "", "schema/provider_meta.toml"),
];

/// A new crate in a scratch folder; the runtime is this checkout's.
fn provider(scratch: &Scratch) -> PathBuf {
    let runtime = built::repository().join("runtime").display().to_string();
    tfgen(scratch.path(), &["new", "acme", "--runtime-path", &runtime]).expect_code(0);
    scratch.path().join("terraform-provider-acme")
}

#[test]
fn every_kind_has_a_sample_that_is_right() {
    let scratch = Scratch::new("add");
    let root = provider(&scratch);
    for (kind, name, file) in SAMPLES {
        let arguments: Vec<&str> = ["add", kind, name].into_iter().filter(|it| !it.is_empty()).collect();
        let ran = tfgen(&root, &arguments).expect_code(0);
        assert!(ran.stdout.starts_with(&format!("Created {file}\n")), "{}", ran.stdout);
        let again = tfgen(&root, &arguments).expect_code(2);
        assert!(again.stderr.contains("is there already"), "{}", again.stderr);
    }
    let ran = tfgen(&root, &["check"]).expect_code(0);
    assert!(ran.stderr.contains("3 resources, 1 data source, 1 ephemeral resource, 1 list resource"), "{}", ran.stderr);
    tfgen(&root, &["fmt", "--check"]).expect_code(0);
    for (arguments, said) in [
        (["add", "resource", "Disk"].as_slice(), "not a legal name"),
        (&["add", "resource"], "what is it called?"),
        (&["add", "provider_meta", "x"], "has no name"),
        (&["add", "disk", "x"], "possible values: resource"),
    ] {
        let ran = tfgen(&root, arguments).expect_code(2);
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    }
}

#[test]
fn editors_find_the_json_schema_without_a_network() {
    let scratch = Scratch::new("add");
    let root = provider(&scratch);
    for (kind, name, _) in SAMPLES {
        let arguments: Vec<&str> = ["add", kind, name].into_iter().filter(|it| !it.is_empty()).collect();
        tfgen(&root, &arguments).expect_code(0);
    }
    let validator = jsonschema::validator_for(&json_schema()).expect("the JSON Schema is one");
    let files = SAMPLES.iter().map(|(_, _, file)| *file).chain(["schema/provider.toml", "schema/resources/note.toml"]);
    for file in files {
        let path = root.join(file);
        let text = fs::read_to_string(&path).expect("a sample can be read");
        let line = text.lines().next().and_then(|line| line.strip_prefix("#:schema ")).unwrap_or_default();
        let schema = path.parent().expect("it is in a folder").join(line);
        assert!(!line.is_empty() && schema.is_file(), "{file} names `{line}`");
        assert_eq!(read_json(&schema), json_schema());
        let value = serde_json::to_value(text.parse::<toml::Table>().expect("TOML")).expect("JSON");
        assert!(validator.is_valid(&value), "{file}");
    }
    // A new version of tfgen brings its own.
    let schema = root.join("schema/tfgen.schema.json");
    fs::write(&schema, "{}").expect("it can be written");
    tfgen(&root, &["upgrade"]).expect_code(0);
    assert_eq!(read_json(&schema), json_schema());
}

fn read_json(path: &Path) -> serde_json::Value {
    serde_json::from_str(&fs::read_to_string(path).expect("it can be read")).expect("it is JSON")
}

#[test]
fn what_could_only_be_wrong_is_not_added() {
    let scratch = Scratch::new("add-refused");
    let root = provider(&scratch);
    let ran = tfgen(&root, &["add", "list", "disk"]).expect_code(2);
    for words in ["there is no `[resource.disk]`", "`tfgen add resource disk` first", "nothing was changed"] {
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    assert!(!root.join("schema/lists").exists());
    fs::write(root.join("schema/more.toml"), "[capability.tagging]\nservice = true\n").unwrap();
    let ran = tfgen(&root, &["add", "capability", "tagging"]).expect_code(2);
    assert!(ran.stderr.contains("`[capability.tagging]` is there already, in schema/more.toml"), "{}", ran.stderr);
    assert!(!root.join("schema/capabilities").exists());
}
