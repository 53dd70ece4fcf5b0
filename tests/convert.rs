//! `cargo convert` on small inputs of our own making: every construct of both formats, and nothing is lost.

#[allow(dead_code, reason = "the program has more of it")]
mod conversion;

use std::fs;
use std::path::Path;

use conversion::{Conversion, Outcome, convert};

fn conversions(input: &str) -> Vec<Conversion> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("convert/inputs").join(input);
    convert(&fs::read_to_string(path).expect("the input can be read"), None).expect("the input is known")
}

#[test]
fn a_provider_code_specification_is_kept() {
    let [conversion] = conversions("specification.json").try_into().expect("it is one provider");
    assert!(conversion.is_lossless(), "{}", conversion.report());
    let count = |construct, outcome| conversion.count(construct, outcome);
    assert_eq!(count("validator", Outcome::Hook), 2, "{}", conversion.report());
    assert_eq!(count("plan modifier", Outcome::Hook), 1);
    assert_eq!(count("plan modifier", Outcome::Mapped), 2);
    assert_eq!(count("plan modifier", Outcome::NoEffect), 1);
    assert_eq!(count("default", Outcome::Mapped), 5);
    assert_eq!(count("default", Outcome::Hook), 1);
    assert_eq!(count("custom type", Outcome::Mapped), 1);
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
