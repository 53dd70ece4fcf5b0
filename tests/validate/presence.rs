//! Required, read-only, write-only, deprecated; limits of blocks; what types demand.

use serde_json::json;
use tfgen_cty::{Type, Value};
use tfgen_runtime::Severity;
use tfgen_runtime::schema::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting, ResourceSchema};
use tfgen_runtime::validate::{Rules, config, resource};

use super::{says, told};
use crate::planning::tables::{computed, level, nested, nested_block, optional, required, value};

fn attributes(attributes: Vec<Attribute>) -> Block {
    level(attributes, Vec::new())
}

fn typed(ty: AttributeType) -> Block {
    attributes(vec![Attribute { ty, ..optional("a") }])
}

#[test]
fn a_required_attribute_must_be_there_or_unknown() {
    let block = attributes(vec![required("a")]);
    says(&block, &json!({}), &["a: Required attribute is missing: `a` is required, but has no value. Give it one."]);
    says(&block, &json!({"a": "?"}), &[]);
}

#[test]
fn a_read_only_attribute_must_not() {
    let first = "a: Read-only attribute is configured: `a` is read-only: the provider gives its value. Remove it from \
                 the configuration.";
    says(&attributes(vec![computed("a")]), &json!({"a": "x"}), &[first]);
}

#[test]
fn write_only_attributes_need_a_client_that_knows_them() {
    let block = attributes(vec![Attribute { write_only: true, ..optional("a") }]);
    let value = value(&block, &json!({"a": "x"}));
    assert!(config(&block, &value, true).is_empty());
    assert_eq!(config(&block, &value, false).0[0].summary, "Write-only attribute is not supported here");
}

#[test]
fn deprecation_is_told_where_the_attribute_is_set_even_to_something_unknown() {
    let block = attributes(vec![Attribute { deprecation_message: "Use b.", ..optional("a") }]);
    says(&block, &json!({}), &[]);
    says(&block, &json!({"a": "?"}), &["a: Attribute is deprecated: Use b."]);
    let found = config(&block, &value(&block, &json!({"a": "x"})), true);
    assert_eq!(found.0[0].severity, Severity::Warning);
}

#[test]
fn a_deprecated_block_is_told_where_it_is_used() {
    let old = NestedBlock { deprecation_message: "Use b.", ..nested_block("a", BlockNesting::List, Vec::new()) };
    let block = level(Vec::new(), vec![old]);
    says(&block, &json!({"a": []}), &[]);
    says(&block, &json!({"a": [{}]}), &["a: Block is deprecated: Use b."]);
}

#[test]
fn a_deprecated_resource_is_told_last() {
    let block = attributes(vec![required("a")]);
    let table =
        ResourceSchema { type_name: "test_thing", block, deprecation_message: "Gone soon.", ..ResourceSchema::DEFAULT };
    let schema = Box::leak(Box::new(table));
    let found = resource(schema, &value(&schema.block, &json!({})), Rules::of(block));
    assert_eq!(told(&found)[1], ": test_thing is deprecated: Gone soon.");
}

#[test]
fn blocks_have_limits_unless_their_number_is_unknown() {
    let limited = NestedBlock { min_items: 1, max_items: 2, ..nested_block("a", BlockNesting::List, Vec::new()) };
    let block = level(Vec::new(), vec![limited]);
    says(&block, &json!({"a": []}), &["a: Too few blocks: At least 1 `a` block(s) must be there, but there are 0."]);
    says(&block, &json!({"a": [{}, {}]}), &[]);
    let many = "a: Too many blocks: At most 2 `a` block(s) may be there, but there are 3.";
    says(&block, &json!({"a": [{}, {}, {}]}), &[many]);
    says(&block, &json!({"a": "?"}), &[]);
    let single = NestedBlock { min_items: 1, ..nested_block("a", BlockNesting::Single, Vec::new()) };
    let block = level(Vec::new(), vec![single]);
    says(&block, &json!({}), &["a: Too few blocks: At least 1 `a` block(s) must be there, but there are 0."]);
}

#[test]
fn an_absent_single_block_demands_nothing() {
    let block = level(Vec::new(), vec![nested_block("a", BlockNesting::Single, vec![required("b")])]);
    says(&block, &json!({}), &[]);
    says(
        &block,
        &json!({"a": {}}),
        &["a.b: Required attribute is missing: `a.b` is required, but has no value. Give it one."],
    );
}

#[test]
fn nested_attributes_are_looked_at_element_by_element() {
    let missing = |path: &str| {
        format!("{path}: Required attribute is missing: `{path}` is required, but has no value. Give it one.")
    };
    let block = attributes(vec![nested("n", Nesting::List, vec![required("b")])]);
    says(&block, &json!({"n": [{"b": "x"}, {}]}), &[&missing("n[1].b")]);
    says(&block, &json!({"n": [null]}), &["n[0]: Null element: `n[0]` is null. Leave the element out instead."]);
    let block = attributes(vec![nested("n", Nesting::Map, vec![required("b")])]);
    says(&block, &json!({"n": {"k": {}}}), &[&missing(r#"n["k"].b"#)]);
    says(&block, &json!({"n": "?"}), &[]);
    let block = attributes(vec![nested("n", Nesting::Set, vec![required("b")])]);
    let found = told(&config(&block, &value(&block, &json!({"n": [{}]})), true));
    assert!(found[0].starts_with("n: Required attribute is missing"), "{found:?}");
}

#[test]
fn numbers_are_in_the_range_of_their_type() {
    let said = |problem: &str| format!("a: Number out of range: `a` {problem}.");
    let int32 = typed(AttributeType::Int32);
    says(&int32, &json!({"a": 2_147_483_647}), &[]);
    says(
        &int32,
        &json!({"a": 2_147_483_648_i64}),
        &[&said("must be from -2147483648 to 2147483647, but is 2147483648")],
    );
    says(&int32, &json!({"a": "1.5"}), &[&said("must be a whole number from -2147483648 to 2147483647, but is 1.5")]);
    let int64 = typed(AttributeType::Int64);
    says(&int64, &json!({"a": i64::MAX}), &[]);
    let first = said("must be from -9223372036854775808 to 9223372036854775807, but is 9223372036854775808");
    says(&int64, &json!({"a": "9223372036854775808"}), &[&first]);
    let float32 = typed(AttributeType::Float32);
    says(&float32, &json!({"a": "0.1"}), &[]);
    let huge = config(&float32, &value(&float32, &json!({"a": "1e39"})), true);
    assert!(huge.0[0].detail.contains("is too large"));
    let tiny = config(&float32, &value(&float32, &json!({"a": "1e-60"})), true);
    assert!(tiny.0[0].detail.contains("is too close to zero"));
    let float64 = typed(AttributeType::Float64);
    says(&float64, &json!({"a": "1e300"}), &[]);
    assert!(config(&float64, &value(&float64, &json!({"a": "1e400"})), true).has_errors());
    says(&typed(AttributeType::Number), &json!({"a": "1e400"}), &[]);
}

#[test]
fn ranges_hold_inside_collections() {
    let block = typed(AttributeType::List(&AttributeType::Int32));
    let first = "a[1]: Number out of range: `a[1]` must be a whole number from -2147483648 to 2147483647, but is 0.5.";
    says(&block, &json!({"a": [1, "0.5"]}), &[first]);
}

#[test]
fn null_elements_are_refused() {
    let block = typed(AttributeType::Map(&AttributeType::String));
    says(
        &block,
        &json!({"a": {"k": null}}),
        &["a[\"k\"]: Null element: `a[\"k\"]` is null. Leave the element out instead."],
    );
}

#[test]
fn set_elements_that_the_type_cannot_tell_apart_are_refused() {
    let block = typed(AttributeType::Set(&AttributeType::Float32));
    let found = config(&block, &value(&block, &json!({"a": ["0.1", "0.100000001490116"]})), true);
    assert_eq!(found.0[0].summary, "Duplicate set element");
}

#[test]
fn elements_with_the_same_identity_key_are_refused() {
    let rules = nested("rules", Nesting::Set, vec![required("name"), optional("port")]);
    let block = attributes(vec![Attribute { identity_key: &["name"], ..rules }]);
    let twice = json!({"rules": [{"name": "a", "port": "1"}, {"name": "a", "port": "2"}]});
    let first =
        "rules: Duplicate element: `rules` has two elements with name = \"a\". What tells elements apart must differ.";
    says(&block, &twice, &[first]);
    says(&block, &json!({"rules": [{"name": "?", "port": "1"}, {"name": "?", "port": "2"}]}), &[]);
}

#[test]
fn set_elements_that_differ_in_nothing_but_what_is_local_are_refused() {
    let note = || Attribute { local: true, ..optional("note") };
    let inner = nested("paths", Nesting::List, vec![optional("path"), note()]);
    let block = attributes(vec![nested("mounts", Nesting::Set, vec![optional("host"), inner])]);
    let mount = |host: &str, note: &str| json!({"host": host, "paths": [{"path": "/", "note": note}]});
    let first = "mounts: Duplicate element: `mounts` has two elements that differ in nothing that the API returns: `note` \
                 is only kept here. Let them differ in something else, too.";
    says(&block, &json!({"mounts": [mount("a", "x"), mount("a", "y")]}), &[first]);
    says(&block, &json!({"mounts": [mount("a", "x"), mount("b", "x"), mount("?", "y")]}), &[]);
    let keyed = nested("mounts", Nesting::Set, vec![required("host"), note()]);
    let block = attributes(vec![Attribute { identity_key: &["host"], ..keyed }]);
    let twice = json!({"mounts": [{"host": "a", "note": "x"}, {"host": "a", "note": "y"}]});
    assert_eq!(told(&config(&block, &value(&block, &twice), true)).len(), 1, "told once");
    let blocks = level(Vec::new(), vec![nested_block("rule", BlockNesting::Set, vec![optional("port"), note()])]);
    let twice = json!({"rule": [{"port": "1", "note": "x"}, {"port": "1"}]});
    assert_eq!(told(&config(&blocks, &value(&blocks, &twice), true)).len(), 1);
}

#[test]
fn messages_come_in_the_order_of_names_attributes_first() {
    let inner = nested_block("b", BlockNesting::List, vec![required("z"), required("a")]);
    let block = level(vec![required("y"), required("c")], vec![inner]);
    let found = config(&block, &value(&block, &json!({"b": [{}]})), true);
    let paths: Vec<String> = found.iter().map(|it| it.path.as_ref().unwrap().to_string()).collect();
    assert_eq!(paths, ["c", "y", "b[0].a", "b[0].z"]);
}

#[test]
fn blocks_that_hold_something_dynamic_are_looked_at_one_by_one() {
    let one = Value::object([("a", Value::Null), ("any", Value::Null)]);
    let ty = Type::object([("a", Type::String), ("any", Type::Dynamic)]);
    let listed = Value::dynamic(Type::tuple([ty.clone()]), Value::tuple([one.clone()]));
    let mapped = Value::dynamic(Type::object([("k", ty)]), Value::object([("k", one)]));
    for (nesting, instances, place) in
        [(BlockNesting::List, listed, "b[0].a"), (BlockNesting::Map, mapped, "b[\"k\"].a")]
    {
        let any = Attribute { ty: AttributeType::Dynamic, ..optional("any") };
        let block = level(Vec::new(), vec![nested_block("b", nesting, vec![any, required("a")])]);
        let found = config(&block, &Value::object([("b", instances)]), false);
        let places: Vec<_> = found.iter().map(|message| message.path.as_ref().unwrap().to_string()).collect();
        assert_eq!(places, [place]);
        assert_eq!(found.0[0].summary, "Required attribute is missing");
    }
}
