//! `cargo convert` on small inputs of our own making: every construct of both formats, and nothing is lost.

#[allow(dead_code, reason = "the program has more of it")]
mod conversion;

use std::fs;
use std::path::{Path, PathBuf};

use conversion::{Conversion, Outcome, convert};
use tfgen_tests::{built, terraform::target_folder};

use crate::trees::{Scratch, compile_folder};

fn conversions(input: &str) -> Vec<Conversion> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("convert/inputs").join(input);
    convert(&fs::read_to_string(path).expect("the input can be read"), None).expect("the input is known")
}

#[test]
fn a_provider_code_specification_is_kept() {
    let [conversion] = conversions("specification.json").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    let count = |construct, outcome| conversion.count(construct, outcome);
    assert_eq!(count("validator", Outcome::Hook), 3, "{}", conversion.report());
    assert_eq!(count("plan modifier", Outcome::Hook), 2);
    assert_eq!(count("plan modifier", Outcome::Mapped), 4);
    assert_eq!(count("plan modifier", Outcome::NoEffect), 1);
    assert_eq!(count("default", Outcome::Mapped), 8);
    assert_eq!(count("default", Outcome::Hook), 1);
    assert_eq!(count("custom type", Outcome::Mapped), 1);
    assert_eq!(count("external type", Outcome::Hook), 2);
}

#[test]
fn what_nobody_reads_is_dropped_and_said() {
    let attribute = |body: &str| {
        let text = format!(
            r#"{{"version": "0.1", "provider": {{"name": "acme"}}, "resources": [{{"name": "disk", "schema": {{"attributes": [
            {{"name": "id", "string": {{"computed_optional_required": "computed"}}}}, {body}]}}}}]}}"#
        );
        let [conversion] = convert(&text, None).expect("the input is known").try_into().expect("it is one provider");
        (conversion.is_lossless(), conversion.report())
    };
    let (lossless, report) = attribute(r#"{"name": "a", "string": {"computed_optional_required": "optional"}}"#);
    assert!(lossless, "{report}");
    for (body, said) in [
        (r#"{"name": "a", "string": {"computed_optional_required": "optional", "secret": true}}"#, "secret: true"),
        (r#"{"name": "a", "string": {}}"#, "dropped: attribute"),
        (r#"{"name": "a", "text": {"computed_optional_required": "optional"}}"#, "dropped: attribute"),
        (
            r#"{"name": "a", "string": {"computed_optional_required": "optional", "validators": [{}]}}"#,
            "dropped: validator",
        ),
        (
            r#"{"name": "a", "bool": {"computed_optional_required": "optional", "default": {"static": []}}}"#,
            "dropped: default",
        ),
    ] {
        let (lossless, report) = attribute(body);
        assert!(!lossless && report.contains(said), "{body}:\n{report}");
    }
    let dump = r#"{"format_version": "1.0", "provider_schemas": {"h/n/acme": {"resource_schemas": {"acme_disk": {"version": 0,
        "block": {"attributes": {"id": {"type": "string", "computed": true, "colour": "red"}}}}}}}}"#;
    let [conversion] = convert(dump, None).expect("the input is known").try_into().expect("it is one provider");
    assert!(!conversion.is_lossless() && conversion.report().contains("colour"), "{}", conversion.report());
}

#[test]
fn all_sections_of_a_schema_dump_are_kept() {
    let [conversion] = conversions("schemas.json").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    let names: Vec<&str> = conversion.files.iter().map(|(path, _)| path.as_str()).collect();
    let kinds = ["actions", "data_sources", "ephemeral_resources", "functions", "lists", "resources", "state_stores"];
    for kind in kinds {
        assert!(names.iter().any(|name| name.starts_with(&format!("schema/{kind}/"))), "{kind}: {names:?}");
    }
    assert_eq!(conversion.count("items", Outcome::Mapped), 1);
    assert_eq!(conversion.count("write only", Outcome::Mapped), 1);
}

#[test]
fn a_section_that_nobody_knows_is_dropped_and_said() {
    let input = r#"{"format_version": "1.0", "provider_schemas": {"h/n/acme": {"dream_schemas": {}}}}"#;
    let [conversion] = convert(input, None).expect("the input is known").try_into().expect("it is one provider");
    assert!(!conversion.is_lossless() && conversion.report().contains("dream_schemas"));
    assert!(convert("{}", None).is_err() && convert("{", None).is_err());
}

/// Rules and defaults for values of another type, names too long for a function, objects without attributes.
#[test]
fn what_is_odd_in_a_specification_is_kept() {
    let [conversion] = conversions("edges.json").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    let count = |construct, outcome| conversion.count(construct, outcome);
    assert_eq!(count("validator", Outcome::Hook), 3, "{}", conversion.report());
    assert_eq!(count("validator", Outcome::Mapped), 1);
    assert_eq!(count("default", Outcome::Hook), 1);
    assert_eq!(count("default", Outcome::Mapped), 1);
    assert_eq!(count("plan modifier", Outcome::Hook), 1);
    assert_eq!(count("plan modifier", Outcome::NoEffect), 1);
    let [_, (_, gate)] = conversion.files.as_slice() else { panic!("a provider and a resource") };
    for text in [
        "identity = [\"ports\"]",
        "\"extra\" = { type = \"object({  })\"",
        "\"extras\" = { type = \"map(object({  }))\"",
        "hook = \"addresses_virtual_network_is_valid\"",
        "hook = \"addresses_virtual_network_2_is_valid\"",
    ] {
        assert!(gate.contains(text), "{text}:\n{gate}");
    }
}

/// An empty table says nothing; and types that are no resources tell the prefix, too.
#[test]
fn a_dump_of_data_sources_alone_is_kept() {
    let dump = r#"{"format_version": "1.0", "provider_schemas": {"h/n/other": {"data_source_schemas": {"acme_disk": {"version": 0,
        "block_types": {}, "block": {"attributes": {
            "id": {"type": "string", "computed": true},
            "where": {"nested_type": {"nesting_mode": "single"}, "optional": true}}}}}}}}"#;
    let [conversion] = convert(dump, None).expect("the input is known").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    assert_eq!(conversion.count("unknown key", Outcome::NoEffect), 1);
    assert!(conversion.files.iter().any(|(_, text)| text.contains("type_prefix = \"acme\"")));
}

#[test]
fn a_provider_with_nothing_in_it_compiles() {
    let input = r#"{"version": "0.1", "provider": {"name": "acme"}}"#;
    let [conversion] = convert(input, None).expect("the input is known").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    check_crate(&conversion);
}

/// Inputs are not kept here; `TFGEN_INPUTS` names them, as `PATH` names folders.
#[test]
fn inputs_from_elsewhere_lose_nothing_and_what_is_generated_compiles() {
    let named = std::env::var_os("TFGEN_INPUTS").unwrap_or_default();
    let inputs: Vec<PathBuf> = std::env::split_paths(&named).filter(|path| path.is_file()).collect();
    for input in inputs {
        let text = fs::read_to_string(&input).expect("an input can be read");
        for conversion in convert(&text, None).expect("an input is known") {
            assert!(conversion.is_lossless(), "{}:\n{}", input.display(), conversion.report());
            check_crate(&conversion);
        }
    }
}

/// Generates a crate of skeletons, and lets rustc look at it with warnings denied.
fn check_crate(conversion: &Conversion) {
    let scratch = Scratch::new("inputs");
    let root = scratch.path();
    let write = |path: &str, contents: &[u8]| {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder can be made");
        fs::write(path, contents).expect("a file can be written");
    };
    for (path, text) in &conversion.files {
        write(path, text.as_bytes());
    }
    let tree = compile_folder(root);
    for (path, contents) in &tree {
        write(path, contents);
    }
    let wiring = String::from_utf8_lossy(&tree["src/generated/wiring.rs"]).into_owned();
    let folders = wiring.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(" {"));
    let folders = folders.collect::<Vec<_>>().join(", ");
    let library = format!(
        "#![deny(warnings)]\n\npub mod generated;\npub mod provider;\npub use generated::wiring::{{{folders}}};\n"
    );
    write("src/lib.rs", library.as_bytes());
    let runtime = built::repository().join("runtime");
    let manifest = format!(
        "[package]\nname = \"input\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[dependencies]\ntfgen-runtime = {{ path = {:?}, \
         features = [\"state-store\"] }}\n\n[profile.dev]\ndebug = \"line-tables-only\"\n\n[workspace]\n",
        runtime.display().to_string()
    );
    write("Cargo.toml", manifest.as_bytes());
    fs::copy(built::repository().join("Cargo.lock"), root.join("Cargo.lock")).expect("the lock file is there");
    let mut command = built::cargo();
    command.args(["check", "--quiet", "--offline", "--target-dir"]).arg(target_folder()).current_dir(root);
    let ran = command.output().expect("cargo starts");
    assert!(ran.status.success(), "{}:\n{}", conversion.provider, String::from_utf8_lossy(&ran.stderr));
}
