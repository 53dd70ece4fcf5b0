//! The JSON Schema that editors check with: it takes every schema of this repository, and refuses what is wrong in structure.

use std::fs;
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use tfgen::document::json_schema::json_schema;
use tfgen::rule::Rule;

use super::{layout, root, small};

/// The rules that are about keys and the form of their values, not about what they mean together.
const STRUCTURAL: [Rule; 8] = [
    Rule::UnknownKey,
    Rule::WrongType,
    Rule::MissingKey,
    Rule::UnknownWord,
    Rule::OutOfRange,
    Rule::TypeAndNesting,
    Rule::DuplicateEntry,
    Rule::BrokenCondition,
];

fn validator() -> Validator {
    jsonschema::validator_for(&json_schema()).expect("the JSON Schema is one")
}

fn as_json(path: &Path, text: &str) -> serde_json::Value {
    // Beyond 64 bits is beyond the library that reads it here.
    let text = small(text).replace("99999999999999999999", "9999999999").replace("9223372036854775808", "-1");
    let table: toml::Table = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::to_value(table).expect("TOML fits into JSON")
}

#[test]
fn every_schema_here_is_taken() {
    let validator = validator();
    for (path, text) in layout::repository() {
        let value = as_json(&path, &text);
        let errors: Vec<String> =
            validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
        assert!(errors.is_empty(), "{}:\n  {}", path.display(), errors.join("\n  "));
    }
}

#[test]
fn every_structural_fixture_is_refused() {
    let validator = validator();
    let mut taken = Vec::new();
    for rule in STRUCTURAL {
        let folder = root().join("tests/invalid").join(rule.name());
        let cases: Vec<PathBuf> = fs::read_dir(&folder)
            .expect("a rule has a folder")
            .map(|entry| entry.expect("an entry can be read").path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "toml"))
            .collect();
        assert!(!cases.is_empty(), "{} has no fixture", rule.name());
        for case in cases {
            let text = fs::read_to_string(&case).expect("a fixture can be read");
            if validator.is_valid(&as_json(&case, &text)) {
                taken.push(case.display().to_string());
            }
        }
    }
    assert!(taken.is_empty(), "the JSON Schema takes:\n  {}", taken.join("\n  "));
}

/// How many keys taplo proposes in a table: it follows references and `properties` six levels down, but neither `items` nor
/// `additionalProperties`, nor what stands behind a condition.
fn proposals(root: &serde_json::Value, schema: &serde_json::Value, depth: usize) -> usize {
    if depth == 0 {
        return 0;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let target = root.pointer(reference.trim_start_matches('#')).expect("a reference leads somewhere");
        return proposals(root, target, depth);
    }
    let joined = ["oneOf", "anyOf", "allOf"].iter().filter_map(|key| schema[key].as_array()).flatten();
    let joined: usize = joined.map(|each| proposals(root, each, depth)).sum();
    let properties = schema["properties"].as_object().into_iter().flatten();
    1 + joined + properties.map(|(_, each)| proposals(root, each, depth - 1)).sum::<usize>()
}

#[test]
fn editors_that_look_ahead_come_to_an_end() {
    let root = json_schema();
    let mut most = 0;
    let mut waiting = vec![&root];
    while let Some(schema) = waiting.pop() {
        most = most.max(proposals(&root, schema, 6));
        match schema {
            serde_json::Value::Object(members) => waiting.extend(members.values()),
            serde_json::Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    assert!((30..300).contains(&most), "{most} keys are proposed at once");
}
