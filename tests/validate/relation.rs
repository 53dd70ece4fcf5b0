//! Rules between attributes.

use serde_json::json;
use tfgen_cty::{Refinement, Value};
use tfgen_runtime::schema::{Attribute, Block, Nesting, Validator};
use tfgen_runtime::validate::config;

use super::{says, told};
use crate::planning::tables::{level, nested, optional};

/// Attributes a, b and c; the validator stands on a.
fn block(validator: Validator) -> Block {
    let a = Attribute { validators: vec![validator].leak(), ..optional("a") };
    level(vec![a, optional("b"), optional("c")], Vec::new())
}

#[test]
fn conflicts() {
    let block = block(Validator::ConflictsWith(&["b", "c"]));
    let said = |other: &str| {
        format!("a: Conflicting attributes: `a` cannot be set together with `{other}`. Remove one of them.")
    };
    says(&block, &json!({"a": "x"}), &[]);
    says(&block, &json!({"b": "x", "c": "x"}), &[]);
    says(&block, &json!({"a": "x", "b": "x"}), &[&said("b")]);
    says(&block, &json!({"a": "x", "b": "x", "c": "x"}), &[&said("b"), &said("c")]);
    says(&block, &json!({"a": "x", "b": "?", "c": "x"}), &[]);
    says(&block, &json!({"a": "?", "b": "x"}), &[]);
    says(&block, &json!({"a": "x", "b": "?!"}), &[&said("b")]);
}

#[test]
fn requirements() {
    let block = block(Validator::AlsoRequires(&["b", "c"]));
    let said = |other: &str| format!("a: Missing attribute: `{other}` must be set when `a` is. Set it too.");
    says(&block, &json!({}), &[]);
    says(&block, &json!({"a": "x", "b": "x"}), &[&said("c")]);
    says(&block, &json!({"a": "x"}), &[&said("b"), &said("c")]);
    says(&block, &json!({"a": "x", "b": "x", "c": "?"}), &[]);
    says(&block, &json!({"a": "?"}), &[]);
}

#[test]
fn at_least_one() {
    let block = block(Validator::AtLeastOneOf(&["a", "b"]));
    says(&block, &json!({}), &["a: Missing attribute: At least one of `a`, `b` must be set."]);
    says(&block, &json!({"b": "x"}), &[]);
    says(&block, &json!({"b": "?"}), &[]);
    says(&block, &json!({"a": "?"}), &[]);
    says(&block, &json!({"a": "x", "b": "x"}), &[]);
}

#[test]
fn exactly_one() {
    let block = block(Validator::ExactlyOneOf(&["b", "c"]));
    says(&block, &json!({}), &["a: Missing attribute: Exactly one of `a`, `b`, `c` must be set, but 0 are."]);
    let two = "a: Conflicting attributes: Exactly one of `a`, `b`, `c` must be set, but 2 are.";
    says(&block, &json!({"b": "x", "c": "x"}), &[two]);
    says(&block, &json!({"c": "x"}), &[]);
    says(&block, &json!({"a": "x", "c": "?"}), &[]);
    says(&block, &json!({"a": "?", "b": "x", "c": "x"}), &[]);
}

#[test]
fn an_address_with_a_shared_way_means_the_same_element() {
    let host = Attribute { validators: &[Validator::ConflictsWith(&["m.path", "top"])], ..optional("host") };
    let block = level(vec![nested("m", Nesting::List, vec![host, optional("path")]), optional("top")], Vec::new());
    says(&block, &json!({"m": [{"host": "x"}, {"path": "y"}]}), &[]);
    let both = "m[0].host: Conflicting attributes: `m.host` cannot be set together with `m.path`. Remove one of them.";
    says(&block, &json!({"m": [{"host": "x", "path": "y"}]}), &[both]);
    let top = "m[0].host: Conflicting attributes: `m.host` cannot be set together with `top`. Remove one of them.";
    says(&block, &json!({"m": [{"host": "x"}], "top": "y"}), &[top]);
}

#[test]
fn an_address_into_another_collection_means_all_its_elements() {
    let a = Attribute { validators: &[Validator::ConflictsWith(&["m.path"])], ..optional("a") };
    let block = level(vec![a, nested("m", Nesting::Map, vec![optional("path")])], Vec::new());
    says(&block, &json!({"a": "x", "m": {"k": {}}}), &[]);
    says(&block, &json!({"a": "x", "m": "?"}), &[]);
    let found = "a: Conflicting attributes: `a` cannot be set together with `m.path`. Remove one of them.";
    says(&block, &json!({"a": "x", "m": {"k": {}, "l": {"path": "p"}}}), &[found]);
}

#[test]
fn an_attribute_that_names_itself_is_skipped() {
    let block = block(Validator::ConflictsWith(&["a", "b"]));
    says(&block, &json!({"a": "x"}), &[]);
}

#[test]
fn an_unknown_value_that_is_not_null_counts_as_set() {
    let block = block(Validator::ExactlyOneOf(&["b"]));
    let unknown = Value::unknown_with(Refinement::default().not_null());
    let value = Value::object([("a", unknown), ("b", Value::string("x")), ("c", Value::Null)]);
    assert_eq!(told(&config(&block, &value, true)).len(), 1);
}
