//! Plans that core would refuse (B.3 rule 4).

use serde_json::{Value as Json, json};
use tfgen_cty::{Refinement, Value};
use tfgen_runtime::check::plan_valid;
use tfgen_runtime::schema::{Attribute, Block, BlockNesting, Mode, NestedBlock, Nesting};

use super::{tells, told};
use crate::planning::tables::{computed, either, level, nested, nested_block, optional, required, value};

fn attributes(attributes: Vec<Attribute>) -> Block {
    level(attributes, Vec::new())
}

fn block(nesting: BlockNesting) -> Block {
    level(Vec::new(), vec![nested_block("b", nesting, vec![optional("a"), computed("c")])])
}

#[track_caller]
fn breaks(block: &Block, [prior, config, planned]: [&Json; 3], path: &str, first: &str) {
    let found = plan_valid(block, &value(block, prior), &value(block, config), &value(block, planned));
    tells(&found, path, first);
}

#[track_caller]
fn holds(block: &Block, [prior, config, planned]: [&Json; 3]) {
    let found = plan_valid(block, &value(block, prior), &value(block, config), &value(block, planned));
    assert_eq!(told(&found), []);
}

#[test]
fn an_object_that_is_configured_must_be_planned() {
    let one = attributes(vec![optional("a")]);
    let first = "The object: planned to be absent, but the configuration has it.";
    breaks(&one, [&json!(null), &json!({"a": "x"}), &json!(null)], "", first);
}

#[test]
fn an_object_that_is_not_configured_must_not_be_planned() {
    let one = attributes(vec![optional("a")]);
    let first = "The object: planned to exist, but the configuration does not have it.";
    breaks(&one, [&json!(null), &json!(null), &json!({"a": "x"})], "", first);
}

#[test]
fn a_configured_value_is_planned_as_configured_or_kept() {
    let one = attributes(vec![optional("a")]);
    let (old, new, other) = (json!({"a": "old"}), json!({"a": "new"}), json!({"a": "other"}));
    holds(&one, [&old, &new, &new]);
    holds(&one, [&old, &new, &old]);
    breaks(&one, [&old, &new, &other], "a", "`a`: planned as neither what is configured nor what is stored.");
    breaks(&one, [&json!({}), &new, &json!({})], "a", "`a`: planned as neither what is configured nor what is stored.");
}

#[test]
fn a_value_that_is_neither_configured_nor_computed_is_refused() {
    let one = attributes(vec![optional("a")]);
    let first = "`a`: neither configured nor computed, so the provider may not give it a value.";
    breaks(&one, [&json!({"a": "x"}), &json!({}), &json!({"a": "x"})], "a", first);
    holds(&attributes(vec![either("a")]), [&json!({}), &json!({}), &json!({"a": "x"})]);
    holds(&attributes(vec![computed("a")]), [&json!({}), &json!({}), &json!({"a": "?"})]);
}

#[test]
fn a_configured_computed_attribute_follows_the_configuration() {
    let first = "`a`: planned as neither what is configured nor what is stored.";
    breaks(&attributes(vec![either("a")]), [&json!({}), &json!({"a": "x"}), &json!({"a": "?"})], "a", first);
}

#[test]
fn write_only_values_are_refused_and_not_shown() {
    let one = attributes(vec![Attribute { write_only: true, ..optional("key") }]);
    let config = value(&one, &json!({"key": "hunter2"}));
    let found = plan_valid(&one, &Value::Null, &config, &config);
    tells(&found, "key", "`key`: write-only, so it must be null in every plan and state.");
    assert!(!found.0[0].detail.contains("hunter2"));
}

#[test]
fn sensitive_values_are_not_shown_at_any_depth() {
    let secret = Attribute { sensitive: true, ..optional("secret") };
    let one = attributes(vec![nested("n", Nesting::List, vec![secret, optional("open")])]);
    let config = value(&one, &json!({"n": [{"secret": "hunter1", "open": "o"}]}));
    let planned = value(&one, &json!({"n": [{"secret": "hunter2", "open": "o"}, {"secret": "hunter3"}]}));
    let found = plan_valid(&one, &Value::Null, &config, &planned);
    assert_eq!(found.len(), 1);
    assert!(!found.0[0].detail.contains("hunter"), "{}", found.0[0].detail);
    assert!(found.0[0].detail.contains(r#"Configured: [{open = "o", secret = (sensitive value)}]"#));
}

#[test]
fn nested_attributes_follow_the_configuration() {
    let one = attributes(vec![nested("n", Nesting::Single, vec![optional("a")])]);
    let some = json!({"n": {"a": "x"}});
    let absent = "`n`: planned to be absent, but the configuration has it.";
    breaks(&one, [&json!({}), &some, &json!({})], "n", absent);
    let present = "`n`: planned to exist, but the configuration does not have it.";
    breaks(&one, [&json!({}), &json!({}), &some], "n", present);
    let unknown = "`n`: planned as unknown, but it is configured.";
    breaks(&one, [&json!({}), &some, &json!({"n": "?"})], "n", unknown);
    let known = "`n`: planned with a value, but what is configured is unknown.";
    breaks(&one, [&json!({}), &json!({"n": "?"}), &some], "n", known);
    let inside = "`n.a`: planned as neither what is configured nor what is stored.";
    breaks(&one, [&json!({}), &some, &json!({"n": {"a": "y"}})], "n.a", inside);
}

#[test]
fn nested_lists_maps_and_sets_have_the_configured_elements() {
    let list = attributes(vec![nested("n", Nesting::List, vec![optional("a")])]);
    let (one, two) = (json!({"n": [{"a": "x"}]}), json!({"n": [{"a": "x"}, {"a": "y"}]}));
    breaks(
        &list,
        [&json!({}), &one, &two],
        "n",
        "`n`: the number of elements is 1 in the configuration, but 2 in the plan.",
    );
    let first = "`n[0].a`: planned as neither what is configured nor what is stored.";
    breaks(&list, [&json!({}), &one, &json!({"n": [{"a": "y"}]})], "n[0].a", first);
    let set = attributes(vec![nested("n", Nesting::Set, vec![optional("a")])]);
    breaks(
        &set,
        [&json!({}), &one, &two],
        "n",
        "`n`: the number of elements is 1 in the configuration, but 2 in the plan.",
    );
    breaks(
        &set,
        [&json!({}), &two, &one],
        "n",
        "`n`: the number of elements is 2 in the configuration, but 1 in the plan.",
    );
    holds(&set, [&json!({}), &one, &json!({"n": [{"a": "anything"}]})]);
    let map = attributes(vec![nested("n", Nesting::Map, vec![optional("a")])]);
    let (k, l) = (json!({"n": {"k": {}}}), json!({"n": {"k": {}, "l": {}}}));
    breaks(&map, [&json!({}), &k, &l], "n", "`n`: an element \"l\" is planned, but not configured.");
    breaks(&map, [&json!({}), &l, &k], "n", "`n`: an element \"l\" is configured, but not planned.");
}

#[test]
fn a_computed_nested_attribute_may_be_anything_when_not_configured() {
    let one = attributes(vec![Attribute { mode: Mode::Computed, ..nested("n", Nesting::List, vec![computed("a")]) }]);
    holds(&one, [&json!({}), &json!({}), &json!({"n": [{"a": "?"}]})]);
}

#[test]
fn absent_blocks_are_empty_collections_not_null() {
    let first = "`b`: blocks that are not there are an empty collection, never null.";
    for nesting in [BlockNesting::List, BlockNesting::Set] {
        breaks(&block(nesting), [&json!(null), &json!({"b": []}), &json!({})], "b", first);
    }
    breaks(&block(BlockNesting::Map), [&json!(null), &json!({"b": {}}), &json!({})], "b", first);
    breaks(&block(BlockNesting::Group), [&json!(null), &json!({"b": {}}), &json!({})], "b", first);
}

#[test]
fn an_unknown_number_of_blocks_is_planned_with_the_same_refinements() {
    let list = block(BlockNesting::List);
    let first = "`b`: how many blocks there will be is unknown, so the plan must hold the same unknown value.";
    breaks(&list, [&json!(null), &json!({"b": "?"}), &json!({"b": []})], "b", first);
    let refined = Value::object([("b", Value::unknown_with(Refinement::default().not_null()))]);
    let plain = value(&list, &json!({"b": "?"}));
    tells(&plan_valid(&list, &Value::Null, &refined, &plain), "b", first);
    assert!(plan_valid(&list, &Value::Null, &refined, &refined).is_empty());
}

#[test]
fn configured_blocks_are_not_unknown() {
    let first = "`b`: the blocks are configured, so their number cannot be unknown.";
    breaks(&block(BlockNesting::List), [&json!(null), &json!({"b": [{}]}), &json!({"b": "?"})], "b", first);
    let first = "`b[0]`: a block cannot be unknown as a whole.";
    breaks(&block(BlockNesting::List), [&json!(null), &json!({"b": [{}]}), &json!({"b": ["?"]})], "b[0]", first);
    let first = "`b`: a block cannot be unknown as a whole.";
    breaks(&block(BlockNesting::Set), [&json!(null), &json!({"b": [{}]}), &json!({"b": ["?"]})], "b", first);
}

#[test]
fn blocks_are_as_many_as_configured() {
    let first = "`b`: the number of elements is 1 in the configuration, but 0 in the plan.";
    breaks(&block(BlockNesting::List), [&json!(null), &json!({"b": [{}]}), &json!({"b": []})], "b", first);
    let first = "`b`: an element \"k\" is configured, but not planned.";
    breaks(&block(BlockNesting::Map), [&json!(null), &json!({"b": {"k": {}}}), &json!({"b": {}})], "b", first);
    let first = "`b`: planned to be absent, but the configuration has it.";
    breaks(&block(BlockNesting::Single), [&json!(null), &json!({"b": {}}), &json!({})], "b", first);
    let first = "`b[0].a`: planned as neither what is configured nor what is stored.";
    let (config, planned) = (json!({"b": [{"a": "x"}]}), json!({"b": [{"a": "y"}]}));
    breaks(&block(BlockNesting::List), [&json!(null), &config, &planned], "b[0].a", first);
}

#[test]
fn computed_blocks_that_are_not_configured_may_be_anything() {
    let block = NestedBlock { computed: true, ..nested_block("b", BlockNesting::List, vec![computed("c")]) };
    let block = level(Vec::new(), vec![block]);
    holds(&block, [&json!(null), &json!({}), &json!({"b": "?"})]);
    holds(&block, [&json!(null), &json!({}), &json!({"b": [{"c": "x"}]})]);
}

#[test]
fn refinements_of_attributes_do_not_count() {
    let one = attributes(vec![required("a")]);
    holds(&one, [&json!({}), &json!({"a": "?"}), &json!({"a": "?!"})]);
}

#[test]
fn a_key_that_is_called_like_an_attribute_does_not_show_what_is_sensitive() {
    let password = Attribute { sensitive: true, ..optional("password") };
    let users = level(vec![nested("users", Nesting::Map, vec![optional("name"), password])], Vec::new());
    let planned = json!({"users": {"name": {"name": "anna", "password": "hunter2"}}});
    let found = plan_valid(&users, &Value::Null, &value(&users, &json!({})), &value(&users, &planned));
    assert!(found.0[0].detail.contains("anna"), "{found:?}");
    assert!(!found.0[0].detail.contains("hunter2"), "{found:?}");
}
