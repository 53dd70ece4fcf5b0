//! What is stored of what a handler returned.

use serde_json::{Value as Json, json};
use tfgen_cty::Value;
use tfgen_runtime::planning::{apply_state, data_state, read_state};
use tfgen_runtime::schema::{Attribute, AttributeType, BlockNesting, Nesting, ResourceSchema};

use super::tables::{computed, either, level, nested, nested_block, optional, required, resource, resource_of, value};

/// Checks what is stored for a plan and what was returned; the returned object leaves out what a model leaves out.
#[track_caller]
fn stores(schema: &'static ResourceSchema, planned: &Json, returned: Value, expected: &Json) {
    let planned = value(&schema.block, planned);
    let stored = apply_state(schema, &planned, &planned, &Value::Null, returned);
    assert_eq!(stored, value(&schema.block, expected));
}

fn object(members: &[(&str, Value)]) -> Value {
    Value::object(members.iter().cloned())
}

#[test]
fn what_was_returned_is_stored() {
    let schema = resource(vec![required("name"), computed("id")]);
    let returned = object(&[("name", "a".into()), ("id", "1".into())]);
    stores(schema, &json!({"name": "a", "id": "?!"}), returned, &json!({"name": "a", "id": "1"}));
}

#[test]
fn write_only_is_null_and_local_is_carried() {
    let schema = resource(vec![
        Attribute { write_only: true, ..optional("secret") },
        Attribute { local: true, ..optional("source") },
        Attribute { local: true, ..either("origin") },
    ]);
    stores(schema, &json!({"source": "x"}), object(&[]), &json!({"source": "x"}));
    let prior = value(&schema.block, &json!({"source": "x", "origin": "o"}));
    assert_eq!(read_state(schema, &prior, object(&[])), prior);
}

#[test]
fn empty_means_null_where_null_was_planned_and_empty_where_empty_was() {
    let tags = AttributeType::Map(&AttributeType::String);
    let schema = resource(vec![Attribute { ty: tags, null_when_empty: true, ..optional("tags") }]);
    let empty = || object(&[("tags", Value::map(Vec::<(&str, Value)>::new()))]);
    stores(schema, &json!({}), empty(), &json!({}));
    stores(schema, &json!({"tags": {}}), empty(), &json!({"tags": {}}));
    stores(schema, &json!({"tags": {}}), object(&[("tags", Value::Null)]), &json!({"tags": {}}));
    let full = object(&[("tags", Value::map([("a", "b".into())]))]);
    stores(schema, &json!({}), full, &json!({"tags": {"a": "b"}}));
}

#[test]
fn without_null_when_empty_what_is_returned_counts() {
    let tags = AttributeType::List(&AttributeType::String);
    let schema = resource(vec![Attribute { ty: tags, ..optional("tags") }]);
    stores(schema, &json!({}), object(&[("tags", Value::list([]))]), &json!({"tags": []}));
}

#[test]
fn equal_numbers_keep_the_planned_digits() {
    let ty = AttributeType::List(&AttributeType::Float32);
    let schema = resource(vec![Attribute { ty, ..optional("n") }]);
    let returned = object(&[("n", Value::list([Value::Number("0.100000001490116".parse().unwrap())]))]);
    stores(schema, &json!({"n": ["0.1"]}), returned, &json!({"n": ["0.1"]}));
    let returned = object(&[("n", Value::list([Value::number(2)]))]);
    stores(schema, &json!({"n": ["0.1"]}), returned, &json!({"n": ["2"]}));
}

#[test]
fn a_computed_number_keeps_the_stored_digits_where_the_plan_was_unknown() {
    let schema = resource(vec![Attribute { ty: AttributeType::Float32, ..computed("n") }]);
    let prior = value(&schema.block, &json!({"n": "0.1"}));
    let planned = value(&schema.block, &json!({"n": "?!"}));
    let returned = object(&[("n", Value::Number("0.100000001490116".parse().unwrap()))]);
    assert_eq!(apply_state(schema, &planned, &value(&schema.block, &json!({})), &prior, returned), prior);
}

#[test]
fn local_parts_of_elements_follow_their_element() {
    let inner = || vec![required("host"), Attribute { local: true, ..optional("hint") }, computed("lun")];
    let returned = |hosts: &[&str]| -> Vec<Value> {
        hosts.iter().map(|host| object(&[("host", (*host).into()), ("lun", "1".into())])).collect()
    };
    let planned = json!({"disk": [{"host": "a", "hint": "x", "lun": "?"}, {"host": "b", "hint": "y", "lun": "?"}]});
    let expected = json!({"disk": [{"host": "a", "hint": "x", "lun": "1"}, {"host": "b", "hint": "y", "lun": "1"}]});
    let set = resource(vec![nested("disk", Nesting::Set, inner())]);
    stores(set, &planned, object(&[("disk", Value::set(returned(&["b", "a"])))]), &expected);
    let list = resource(vec![Attribute { identity_key: &["host"], ..nested("disk", Nesting::List, inner()) }]);
    stores(list, &planned, object(&[("disk", Value::list(returned(&["a", "b"])))]), &expected);
    let prior = value(&list.block, &expected);
    let shorter = read_state(list, &prior, object(&[("disk", Value::list(returned(&["b"])))]));
    assert_eq!(shorter, value(&list.block, &json!({"disk": [{"host": "b", "hint": "y", "lun": "1"}]})));
}

#[test]
fn blocks_are_empty_never_null() {
    let list = nested_block("list", BlockNesting::List, vec![optional("a")]);
    let set = nested_block("set", BlockNesting::Set, vec![optional("a")]);
    let map = nested_block("map", BlockNesting::Map, vec![optional("a")]);
    let single = nested_block("single", BlockNesting::Single, vec![optional("a")]);
    let group = nested_block("group", BlockNesting::Group, vec![optional("a")]);
    let schema = resource_of(level(Vec::new(), vec![list, set, map, single, group]));
    let empty = json!({"list": [], "set": [], "map": {}, "group": {}});
    stores(schema, &empty, object(&[]), &empty);
}

#[test]
fn a_drifted_read_is_stored_as_read() {
    let schema = resource(vec![optional("name"), nested("net", Nesting::Single, vec![optional("ip")])]);
    let prior = value(&schema.block, &json!({"name": "a", "net": {"ip": "1"}}));
    let returned = object(&[("name", "b".into()), ("net", Value::Null)]);
    assert_eq!(read_state(schema, &prior, returned), value(&schema.block, &json!({"name": "b"})));
    assert_eq!(read_state(schema, &prior, Value::Null), Value::Null);
}

#[test]
fn a_data_source_keeps_the_configured_digits() {
    let ratio = Attribute { ty: AttributeType::Float32, ..optional("ratio") };
    let block = level(vec![ratio, computed("id")], Vec::new());
    let config = value(&block, &json!({"ratio": "0.1"}));
    let returned = object(&[("ratio", Value::Number("0.100000001490116".parse().unwrap())), ("id", "1".into())]);
    assert_eq!(data_state(&block, &config, returned), value(&block, &json!({"ratio": "0.1", "id": "1"})));
}
