//! Validators of blocks, and rules that name blocks: one without instances is not there.

use serde_json::json;
use tfgen_runtime::schema::{Block, BlockNesting, Condition, NestedBlock, Validator};
use tfgen_runtime::validate::{Rules, check};

use super::{says, told};
use crate::planning::tables::{level, nested_block, optional, value};

/// An attribute a, and a block b with these validators.
fn table(nesting: BlockNesting, validators: Vec<Validator>) -> Block {
    let block = nested_block("b", nesting, vec![optional("x")]);
    level(vec![optional("a")], vec![NestedBlock { validators: validators.leak(), ..block }])
}

#[test]
fn a_required_block_must_be_there() {
    let missing = "b: Missing block: A `b` block must be there, but there is none.";
    for nesting in [BlockNesting::List, BlockNesting::Set] {
        let block = table(nesting, vec![Validator::IsRequired]);
        says(&block, &json!({"b": []}), &[missing]);
        says(&block, &json!({"b": [{"x": "1"}]}), &[]);
        says(&block, &json!({"b": "?"}), &[]);
    }
    let block = table(BlockNesting::Single, vec![Validator::IsRequired]);
    says(&block, &json!({}), &[missing]);
    says(&block, &json!({"b": {}}), &[]);
}

#[test]
fn instances_are_counted_where_there_are_any() {
    let block = table(BlockNesting::List, vec![Validator::SizeBetween(2, 3), Validator::UniqueValues]);
    says(&block, &json!({"b": []}), &[]);
    says(&block, &json!({"b": [{"x": "1"}, {"x": "2"}]}), &[]);
    assert_eq!(told_of(&block, &json!({"b": [{"x": "1"}]})).len(), 1);
    assert_eq!(told_of(&block, &json!({"b": [{"x": "1"}, {"x": "1"}]})).len(), 1);
}

fn told_of(block: &Block, written: &serde_json::Value) -> Vec<String> {
    told(&check(&Rules::of(*block), &value(block, written)))
}

#[test]
fn a_block_without_instances_conflicts_with_nothing() {
    let block = table(BlockNesting::List, vec![Validator::ConflictsWith(&["a"])]);
    says(&block, &json!({"a": "1", "b": []}), &[]);
    let said = "b: Conflicting attributes: `b` cannot be set together with `a`. Remove one of them.";
    says(&block, &json!({"a": "1", "b": [{}]}), &[said]);
    let either = table(
        BlockNesting::List,
        vec![Validator::Any(&[&[Validator::ConflictsWith(&["a"])], &[Validator::SizeAtLeast(2)]])],
    );
    says(&either, &json!({"a": "1", "b": [{}, {}]}), &[]);
    assert_eq!(told_of(&either, &json!({"a": "1", "b": [{}]})).len(), 2, "what every alternative says");
}

#[test]
fn rules_of_attributes_and_of_things_see_it_the_same_way() {
    let mut block = table(BlockNesting::Set, Vec::new());
    let a = tfgen_runtime::schema::Attribute { validators: &[Validator::AlsoRequires(&["b"])], ..optional("a") };
    block.attributes = vec![a].leak();
    says(&block, &json!({"a": "1", "b": []}), &["a: Missing attribute: `b` must be set when `a` is. Set it too."]);
    says(&block, &json!({"a": "1", "b": [{}]}), &[]);
    let plain = table(BlockNesting::List, Vec::new());
    let rules = Rules { conditions: &[Condition::ExactlyOneOf(&["a", "b"])], ..Rules::of(plain) };
    let found = |written| told(&check(&rules, &value(&plain, &written)));
    assert_eq!(found(json!({"a": "1", "b": []})), [""; 0]);
    assert_eq!(found(json!({"b": [{}]})), [""; 0]);
    assert_eq!(found(json!({"b": []})).len(), 1);
    assert_eq!(found(json!({"a": "1", "b": [{}]})).len(), 1);
}
