//! Checks of one value by itself.

use serde_json::json;
use tfgen_cty::{Number, Path, Value};
use tfgen_runtime::check::{conforms, replace_paths_exist, wholly_known, write_only_null};
use tfgen_runtime::schema::{Attribute, AttributeType, Nesting};

use super::{tells, told};
use crate::planning::tables::{level, nested, optional, value};

#[test]
fn each_unknown_value_is_named() {
    let block = level(vec![optional("a"), nested("n", Nesting::List, vec![optional("b")])], Vec::new());
    let found = wholly_known(&block, &value(&block, &json!({"a": "?", "n": [{"b": "?"}]})));
    let first = |subject: &str| format!("`{subject}` is still unknown, but only a plan may hold unknown values.");
    assert_eq!(told(&found), [("a".to_owned(), first("a")), ("n[0].b".to_owned(), first("n[0].b"))]);
    assert!(wholly_known(&block, &value(&block, &json!({"a": "x"}))).is_empty());
}

#[test]
fn write_only_values_are_found_at_any_depth() {
    let key = Attribute { write_only: true, ..optional("key") };
    let block = level(vec![nested("n", Nesting::Map, vec![key])], Vec::new());
    let found = write_only_null(&block, &value(&block, &json!({"n": {"k": {"key": "hunter2"}}})));
    let first = "`n[\"k\"].key` is write-only, so neither a plan nor a state may hold it.";
    tells(&found, r#"n["k"].key"#, first);
    assert!(!found.0[0].detail.contains("hunter2"));
    assert!(write_only_null(&block, &value(&block, &json!({"n": {"k": {}}}))).is_empty());
}

#[test]
fn a_value_of_another_type_is_named() {
    let block = level(vec![optional("a")], Vec::new());
    let found = conforms(&block, &Value::object([("a", Value::Bool(true))]));
    assert_eq!(found.len(), 1);
    assert_eq!(found.0[0].path, Some(Path::root().attribute("a")));
    assert!(conforms(&block, &value(&block, &json!({"a": "x"}))).is_empty());
}

#[test]
fn a_value_that_terraform_cannot_write_is_named() {
    let ty = AttributeType::List(&AttributeType::Number);
    let block = level(vec![Attribute { ty, ..optional("a") }], Vec::new());
    let infinite = Value::Number(Number::from_f64(f64::NEG_INFINITY).unwrap());
    let found = conforms(&block, &Value::object([("a", Value::list([Value::number(1), infinite]))]));
    tells(&found, "a[1]", "`a[1]` cannot be stored: it is infinite.");
}

#[test]
fn keys_of_a_sensitive_map_are_not_named() {
    let ty = AttributeType::Map(&AttributeType::String);
    let block = level(vec![Attribute { ty, sensitive: true, ..optional("a") }], Vec::new());
    let found = wholly_known(&block, &Value::object([("a", Value::map([("hunter2", Value::unknown())]))]));
    tells(&found, "a", "`a` is still unknown, but only a plan may hold unknown values.");
    let found = conforms(&block, &Value::object([("a", Value::map([("hunter2", Value::Bool(true))]))]));
    assert_eq!(found.0[0].path, Some(Path::root().attribute("a")));
    assert!(!found.0[0].detail.contains("hunter2"));
}

#[test]
fn a_replacement_path_leads_somewhere_or_is_write_only() {
    let key = Attribute { write_only: true, ..optional("key") };
    let block = level(vec![optional("a"), key], Vec::new());
    let object = value(&block, &json!({"a": "x"}));
    let stripped = Value::object([("a", Value::string("x"))]);
    let path = |name: &str| Path::root().attribute(name);
    let found = replace_paths_exist(&block, &stripped, &stripped, &[path("a"), path("key"), path("nowhere")]);
    let first =
        "A change of `nowhere` is said to replace the object, but neither the plan nor the stored object has it.";
    tells(&found, "nowhere", first);
    assert!(replace_paths_exist(&block, &Value::Null, &object, &[path("a")]).is_empty());
}
