//! Results that break what was planned (B.5).

use serde_json::{Value as Json, json};
use tfgen_cty::{Refinement, Type, Value};
use tfgen_runtime::check::object_compatible;
use tfgen_runtime::schema::{Attribute, AttributeType, Block, BlockNesting, Nesting};

use super::{tells, told};
use crate::planning::tables::{computed, level, nested, nested_block, optional, value};

fn one(ty: AttributeType) -> Block {
    level(vec![Attribute { ty, ..optional("a") }], Vec::new())
}

fn text() -> Block {
    one(AttributeType::String)
}

fn blocks(nesting: BlockNesting) -> Block {
    level(Vec::new(), vec![nested_block("b", nesting, vec![optional("a"), computed("c")])])
}

#[track_caller]
fn breaks(block: &Block, planned: &Json, actual: &Json, path: &str, first: &str) {
    tells(&object_compatible(block, &value(block, planned), &value(block, actual)), path, first);
}

#[track_caller]
fn holds(block: &Block, planned: &Json, actual: &Json) {
    assert_eq!(told(&object_compatible(block, &value(block, planned), &value(block, actual))), []);
}

#[test]
fn objects_stay_there_or_away() {
    breaks(&text(), &json!({}), &json!(null), "", "The object: was present, but now absent.");
    breaks(&text(), &json!(null), &json!({}), "", "The object: was absent, but now present.");
    holds(&text(), &json!(null), &json!(null));
}

#[test]
fn known_values_stay() {
    breaks(&text(), &json!({"a": "x"}), &json!({"a": "y"}), "a", "`a`: the value is not the planned one.");
    breaks(&text(), &json!({"a": "x"}), &json!({}), "a", "`a`: had a value, but now is null.");
    breaks(&text(), &json!({}), &json!({"a": "x"}), "a", "`a`: was null, but now has a value.");
    breaks(&text(), &json!({"a": "x"}), &json!({"a": "?"}), "a", "`a`: was known, but now is unknown.");
    holds(&one(AttributeType::Number), &json!({"a": "1.0"}), &json!({"a": "1"}));
}

#[test]
fn unknown_values_become_what_their_refinements_allow() {
    holds(&text(), &json!({"a": "?"}), &json!({}));
    holds(&text(), &json!({"a": "?!"}), &json!({"a": "?"}));
    let first = "`a`: was unknown, but what the plan said of it does not hold for the value.";
    breaks(&text(), &json!({"a": "?!"}), &json!({}), "a", first);
    let prefixed = Value::object([("a", Value::unknown_with(Refinement::default().prefix("disk-")))]);
    tells(&object_compatible(&text(), &prefixed, &value(&text(), &json!({"a": "vm-1"}))), "a", first);
    assert!(object_compatible(&text(), &prefixed, &value(&text(), &json!({"a": "disk-1"}))).is_empty());
}

#[test]
fn types_stay() {
    let any = one(AttributeType::Dynamic);
    let bool_value = Value::object([("a", Value::dynamic(Type::Bool, Value::Bool(true)))]);
    let found = object_compatible(&any, &value(&any, &json!({"a": "x"})), &bool_value);
    tells(&found, "a", "`a`: the type was string, but now is bool.");
    let unknown = Value::object([("a", Value::dynamic(Type::String, Value::unknown()))]);
    tells(&object_compatible(&any, &unknown, &bool_value), "a", "`a`: the type was string, but now is bool.");
    let plain = Value::object([("a", Value::unknown())]);
    assert!(object_compatible(&any, &plain, &bool_value).is_empty());
    let wrong = Value::object([("a", Value::Bool(true))]);
    let first = "`a`: the value has another type than planned.";
    tells(&object_compatible(&text(), &value(&text(), &json!({"a": "x"})), &wrong), "a", first);
}

#[test]
fn elements_neither_vanish_nor_appear() {
    let list = one(AttributeType::List(&AttributeType::String));
    breaks(&list, &json!({"a": ["x", "y"]}), &json!({"a": ["x"]}), "a[1]", "`a[1]`: the element has vanished.");
    let first = "`a[1]`: an element that was not planned has appeared.";
    breaks(&list, &json!({"a": ["x"]}), &json!({"a": ["x", "y"]}), "a[1]", first);
    let map = one(AttributeType::Map(&AttributeType::String));
    let first = "`a[\"k\"]`: the element has vanished.";
    breaks(&map, &json!({"a": {"k": "x"}}), &json!({"a": {}}), r#"a["k"]"#, first);
    let first = "`a[\"k\"]`: an element that was not planned has appeared.";
    breaks(&map, &json!({"a": {}}), &json!({"a": {"k": "x"}}), r#"a["k"]"#, first);
}

#[test]
fn sets_correlate_both_ways_and_do_not_grow() {
    let set = one(AttributeType::Set(&AttributeType::String));
    let found = object_compatible(&set, &value(&set, &json!({"a": ["x"]})), &value(&set, &json!({"a": ["y"]})));
    let lost = "`a`: a planned element is not among those returned.";
    let new = "`a`: an element that was not planned is among those returned.";
    assert_eq!(told(&found), [("a".to_owned(), lost.to_owned()), ("a".to_owned(), new.to_owned())]);
    let (planned, actual) = (json!({"a": ["?"]}), json!({"a": ["x", "y"]}));
    breaks(&set, &planned, &actual, "a", "`a`: the number of elements grew from 1 to 2.");
    holds(&set, &json!({"a": ["?", "x"]}), &json!({"a": ["x"]}));
    holds(&set, &json!({"a": ["?", "x"]}), &json!({"a": ["y", "x"]}));
}

#[test]
fn set_elements_with_unknown_parts_match_by_their_known_ones() {
    let set = level(vec![nested("s", Nesting::Set, vec![optional("a"), computed("c")])], Vec::new());
    let planned = json!({"s": [{"a": "x", "c": "?"}, {"a": "y", "c": "?"}]});
    holds(&set, &planned, &json!({"s": [{"a": "y", "c": "2"}, {"a": "x", "c": "1"}]}));
    let found = object_compatible(
        &set,
        &value(&set, &planned),
        &value(&set, &json!({"s": [{"a": "x", "c": "1"}, {"a": "z", "c": "2"}]})),
    );
    assert_eq!(found.len(), 2);
    assert!(found.0[0].detail.contains(r#"Planned: {a = "y", c = (known after apply)}"#), "{}", found.0[0].detail);
}

#[test]
fn blocks_stay_as_many() {
    let list = blocks(BlockNesting::List);
    let first = "`b`: the number of blocks changed from 1 to 0.";
    breaks(&list, &json!({"b": [{}]}), &json!({"b": []}), "b", first);
    let map = blocks(BlockNesting::Map);
    let first = "`b[\"k\"]`: the block has vanished.";
    breaks(&map, &json!({"b": {"k": {}}}), &json!({"b": {}}), r#"b["k"]"#, first);
    let first = "`b[\"k\"]`: a block that was not planned has appeared.";
    breaks(&map, &json!({"b": {}}), &json!({"b": {"k": {}}}), r#"b["k"]"#, first);
    let single = blocks(BlockNesting::Single);
    breaks(&single, &json!({"b": {}}), &json!({}), "b", "`b`: was present, but now absent.");
    let set = blocks(BlockNesting::Set);
    let first = "`b`: a planned element is not among those returned.";
    breaks(&set, &json!({"b": [{"a": "x"}, {"a": "y"}]}), &json!({"b": [{"a": "x"}]}), "b", first);
}

#[test]
fn an_unknown_block_may_become_anything() {
    holds(&blocks(BlockNesting::List), &json!({"b": "?"}), &json!({"b": [{"a": "x"}]}));
    holds(&blocks(BlockNesting::Single), &json!({"b": "?"}), &json!({}));
    holds(&blocks(BlockNesting::Single), &json!({"b": "?"}), &json!({"b": {"a": "x"}}));
}

#[test]
fn sensitive_values_are_not_shown() {
    let secret = level(vec![Attribute { sensitive: true, ..optional("secret") }], Vec::new());
    let (planned, actual) = (json!({"secret": "hunter1"}), json!({"secret": "hunter2"}));
    let found = object_compatible(&secret, &value(&secret, &planned), &value(&secret, &actual));
    tells(&found, "secret", "`secret`: the value is not the planned one.");
    assert!(!found.0[0].detail.contains("hunter"));
}

#[test]
fn two_thousand_elements_with_unknown_parts_are_compared_fast_enough_to_do_it_always() {
    let set = level(vec![nested("s", Nesting::Set, vec![optional("a"), computed("c")])], Vec::new());
    let elements = |c: &Json| Json::Array((0..2000).map(|at| json!({"a": at.to_string(), "c": c})).collect());
    holds(&set, &json!({"s": elements(&json!("?"))}), &json!({"s": elements(&json!("1"))}));
}

#[test]
fn set_elements_that_are_unknown_alike_may_become_different_ones() {
    let set = level(vec![nested("s", Nesting::Set, vec![optional("a"), computed("c")])], Vec::new());
    let planned = json!({"s": [{"a": "?", "c": "?"}, {"a": "?", "c": "?"}]});
    holds(&set, &planned, &json!({"s": [{"a": "x", "c": "?"}, {"a": "?", "c": "?"}]}));
}
