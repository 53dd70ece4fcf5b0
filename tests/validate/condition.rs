//! Rules about several attributes; alternatives; sums; formats.

use serde_json::{Value as Json, json};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Condition, Format, Nesting, Validator};
use tfgen_runtime::validate::{Rules, check};

use super::{says, told};
use crate::planning::tables::{level, nested, optional, value};

fn block() -> Block {
    level(vec![optional("a"), optional("b"), nested("c", Nesting::Single, vec![optional("d")])], Vec::new())
}

#[track_caller]
fn judged(condition: Condition, written: &Json, expected: &[&str]) {
    let conditions: &'static [Condition] = Box::leak(Box::new([condition]));
    let rules = Rules { conditions, ..Rules::of(block()) };
    assert_eq!(told(&check(&rules, &value(&block(), written))), expected, "{written}");
}

const NAMES: &[&str] = &["a", "b", "c.d"];

#[test]
fn exactly_one() {
    let rule = Condition::ExactlyOneOf(NAMES);
    judged(rule, &json!({"a": "x"}), &[]);
    judged(rule, &json!({"c": {"d": "x"}}), &[]);
    judged(rule, &json!({}), &[": Missing attribute: Exactly one of `a`, `b`, `c.d` must be set, but none is."]);
    judged(rule, &json!({"b": "?"}), &[]);
    judged(rule, &json!({"c": "?"}), &[]);
    judged(rule, &json!({"a": "x", "b": "?"}), &[]);
    let both = "Exactly one of `a`, `b`, `c.d` may be set, but `b`, `c.d` are. Remove all but one.";
    judged(rule, &json!({"a": "?", "b": "x", "c": {"d": "y"}}), &[&format!("b: Conflicting attributes: {both}")]);
}

#[test]
fn at_least_one() {
    let rule = Condition::AtLeastOneOf(NAMES);
    judged(rule, &json!({"a": "x", "b": "y"}), &[]);
    judged(rule, &json!({"a": "?"}), &[]);
    judged(rule, &json!({}), &[": Missing attribute: At least one of `a`, `b`, `c.d` must be set, but none is."]);
}

#[test]
fn at_most_one() {
    let rule = Condition::Conflicting(NAMES);
    judged(rule, &json!({}), &[]);
    judged(rule, &json!({"a": "x", "b": "?"}), &[]);
    let both = "At most one of `a`, `b`, `c.d` may be set, but `a`, `b` are. Remove all but one.";
    judged(rule, &json!({"a": "x", "b": "y"}), &[&format!("a: Conflicting attributes: {both}")]);
}

#[test]
fn all_or_none() {
    let rule = Condition::RequiredTogether(NAMES);
    judged(rule, &json!({}), &[]);
    judged(rule, &json!({"a": "x", "b": "y", "c": {"d": "z"}}), &[]);
    judged(rule, &json!({"a": "x", "b": "?"}), &[]);
    let half = "`a`, `b`, `c.d` go together: either all of them are set or none, but `b` is set and `a`, `c.d` is not.";
    judged(rule, &json!({"b": "x"}), &[&format!("b: Missing attribute: {half}")]);
}

fn ruled(name: &'static str, ty: AttributeType, validators: &'static [Validator]) -> Attribute {
    Attribute { ty, validators, ..optional(name) }
}

#[test]
fn any_of_several_rules() {
    const ONE: &[Condition] = &[Condition::ExactlyOneOf(&["a", "b"])];
    const BOTH: &[Condition] = &[Condition::RequiredTogether(&["a", "c.d"]), Condition::AtLeastOneOf(&["a", "b"])];
    let rule = Condition::Any(&[ONE, BOTH]);
    judged(rule, &json!({"a": "x"}), &[]);
    judged(rule, &json!({"a": "x", "b": "y", "c": {"d": "z"}}), &[]);
    judged(rule, &json!({"a": "x", "b": "y", "c": {"d": "?"}}), &[]);
    judged(
        rule,
        &json!({"a": "x", "b": "y"}),
        &[
            "a: Conflicting attributes: Exactly one of `a`, `b` may be set, but `a`, `b` are. Remove all but one.",
            "a: Missing attribute: `a`, `c.d` go together: either all of them are set or none, but `a` is set and `c.d` is not.",
        ],
    );
}

#[test]
fn one_alternative_is_enough() {
    static ALL: &[Validator] =
        &[Validator::All(&[&[Validator::LengthAtMost(2)], &[Validator::RegexMatches("^x", "")]])];
    static EITHER: &[Validator] = &[Validator::Any(&[
        &[Validator::LengthAtMost(2)],
        &[Validator::LengthAtLeast(5), Validator::RegexMatches("^x", "")],
    ])];
    let block = level(vec![ruled("a", AttributeType::String, EITHER)], Vec::new());
    says(&block, &json!({"a": "ab"}), &[]);
    says(&block, &json!({"a": "xabcd"}), &[]);
    says(&block, &json!({"a": "?"}), &[]);
    let all = [
        "a: Invalid attribute value: `a` must have at most 2 bytes, but has 5.",
        "a: Invalid attribute value: `a` must match the pattern ^x.",
    ];
    says(&block, &json!({"a": "abcde"}), &all);
    let block = level(vec![ruled("a", AttributeType::String, ALL)], Vec::new());
    says(&block, &json!({"a": "xabcd"}), &["a: Invalid attribute value: `a` must have at most 2 bytes, but has 5."]);
}

#[test]
fn integers_are_compared_with_sums() {
    static SUM: &[Validator] = &[Validator::EqualToSumOf(&["b", "c"])];
    static LEAST: &[Validator] = &[Validator::AtLeastSumOf(&["b", "c"])];
    static AT_MOST: &[Validator] = &[Validator::AtMostSumOf(&["b", "c"])];
    static PRODUCT: &[Validator] = &[Validator::EqualToProductOf(&["b", "c"])];
    let table = |rule| {
        let operand = |name| Attribute { ty: AttributeType::Int64, ..optional(name) };
        level(vec![ruled("a", AttributeType::Int64, rule), operand("b"), operand("c")], Vec::new())
    };
    says(&table(SUM), &json!({"a": 5, "b": 2, "c": 3}), &[]);
    says(&table(SUM), &json!({"a": 5, "b": 5}), &[]);
    says(&table(SUM), &json!({"a": 5, "b": 2, "c": "?"}), &[]);
    says(
        &table(SUM),
        &json!({"a": 6, "b": 2, "c": 3}),
        &["a: Invalid attribute value: `a` must be equal to the sum of `b`, `c`."],
    );
    let most = i64::MAX;
    says(
        &table(LEAST),
        &json!({"a": most, "b": most, "c": 1}),
        &["a: Invalid attribute value: `a` must be at least the sum of `b`, `c`."],
    );
    for a in [-1, 4, 5] {
        says(&table(AT_MOST), &json!({"a": a, "b": 2, "c": 3}), &[]);
    }
    says(&table(AT_MOST), &json!({"a": 9, "b": 2, "c": "?"}), &[]);
    let more = "a: Invalid attribute value: `a` must be at most the sum of `b`, `c`.";
    says(&table(AT_MOST), &json!({"a": 6, "b": 2, "c": 3}), &[more]);
    says(&table(AT_MOST), &json!({"a": 3, "b": 2}), &[more]);
    let other = "a: Invalid attribute value: `a` must be equal to the product of `b`, `c`.";
    for a in [0, 5, 7] {
        says(&table(PRODUCT), &json!({"a": a, "b": 2, "c": 3}), &[other]);
    }
    says(&table(PRODUCT), &json!({"a": 5, "b": 2, "c": "?"}), &[]);
    says(&table(PRODUCT), &json!({"a": 6, "b": 2, "c": 3}), &[]);
    says(&table(PRODUCT), &json!({"a": 6}), &[]);
}

#[test]
fn a_write_only_attribute_is_recommended() {
    static PREFER: &[Validator] = &[Validator::PreferWriteOnlyAttribute("key")];
    let key = Attribute { write_only: true, ..optional("key") };
    let block = level(vec![key, ruled("password", AttributeType::String, PREFER)], Vec::new());
    says(&block, &json!({"key": "x"}), &[]);
    let said = told(&check(
        &Rules { write_only_allowed: true, ..Rules::of(block) },
        &value(&block, &json!({"password": "x"})),
    ));
    assert!(said[0].starts_with("password: A write-only attribute is available:"), "{said:?}");
    assert!(told(&check(&Rules::of(block), &value(&block, &json!({"password": "x"})))).is_empty(), "an old client");
}

#[test]
fn alternatives_warn_of_the_one_that_holds_or_of_all() {
    const LISTS: &[&[Validator]] = &[
        &[Validator::LengthAtLeast(9), Validator::PreferWriteOnlyAttribute("key")],
        &[Validator::PreferWriteOnlyAttribute("other")],
    ];
    static ANY: &[Validator] = &[Validator::Any(LISTS)];
    static EACH: &[Validator] = &[Validator::AnyWithAllWarnings(LISTS)];
    for (rule, warned) in [(ANY, &["`other`"][..]), (EACH, &["`key`", "`other`"])] {
        let key = |name| Attribute { write_only: true, ..optional(name) };
        let block = level(vec![key("key"), key("other"), ruled("password", AttributeType::String, rule)], Vec::new());
        let rules = Rules { write_only_allowed: true, ..Rules::of(block) };
        let said = told(&check(&rules, &value(&block, &json!({"password": "short"}))));
        assert_eq!(said.len(), warned.len(), "{said:?}");
        for (said, warned) in said.iter().zip(warned) {
            assert!(said.contains("A write-only attribute is available") && said.contains(warned), "{said}");
        }
    }
}

#[test]
fn texts_are_well_formed_at_any_depth() {
    static JSON: AttributeType = AttributeType::Text(Format::Json);
    let texts = Attribute { ty: AttributeType::List(&JSON), ..optional("texts") };
    let secret = Attribute { ty: JSON, sensitive: true, ..optional("secret") };
    let block = level(vec![secret, texts], Vec::new());
    says(&block, &json!({"texts": ["{}", "?", "[1]"], "secret": "1"}), &[]);
    let found = check(&Rules::of(block), &value(&block, &json!({"texts": ["{}", "{"], "secret": "hunter2"})));
    let said = told(&found);
    assert!(said[0].starts_with("secret: Invalid attribute value: `secret` must be JSON"), "{said:?}");
    assert!(said[1].starts_with("texts[1]: Invalid attribute value: `texts[1]` must be JSON"), "{said:?}");
    assert!(!format!("{found:?}").contains("hunter2"));
}

#[test]
fn hooks_are_called_in_place_and_for_the_whole() {
    static HOOK: &[Validator] = &[Validator::Hook("short")];
    let block = level(vec![ruled("a", AttributeType::String, HOOK), optional("b")], Vec::new());
    let hook = |validation: &tfgen_runtime::hook::Validation<'_>| match validation.hook() {
        "" => tfgen_runtime::error("All of it"),
        name => match validation.value(|text: String| Err(tfgen_runtime::error(format!("{name} {text}")))) {
            Ok(()) => tfgen_runtime::Diagnostics::new(),
            Err(said) => said,
        },
    };
    let rules = Rules { hook: Some(&hook), ..Rules::of(block) };
    let said = |written: Json| told(&check(&rules, &value(&block, &written)));
    assert_eq!(said(json!({"a": "x"})), ["a: short x: ", ": All of it: "]);
    assert_eq!(said(json!({"a": "?"})), [": All of it: "]);
    assert_eq!(said(json!({"b": "x"})), [": All of it: "]);
}
