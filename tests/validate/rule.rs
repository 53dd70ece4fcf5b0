//! Each validator: passes, fails, skips null and unknown.

use serde_json::{Value as Json, json};
use tfgen_cty::{Refinement, Value};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, Literal, Validator};
use tfgen_runtime::validate::config;

use super::told;
use crate::planning::tables::{level, optional, value};

fn block(ty: AttributeType, validator: Validator) -> Block {
    level(vec![Attribute { ty, validators: vec![validator].leak(), ..optional("a") }], Vec::new())
}

/// Checks good and bad values of one validator; null and unknown always pass.
#[track_caller]
fn judges(ty: AttributeType, validator: Validator, good: &[Json], bad: &[(Json, &str)]) {
    let block = block(ty, validator);
    for good in good.iter().chain(&[json!(null), json!("?")]) {
        assert_eq!(told(&config(&block, &value(&block, &json!({"a": good})), true)), Vec::<String>::new(), "{good}");
    }
    for (bad, problem) in bad {
        let expected = format!("a: Invalid attribute value: `a` {problem}.");
        assert_eq!(told(&config(&block, &value(&block, &json!({"a": bad})), true)), [expected], "{bad}");
    }
}

const TEXT: AttributeType = AttributeType::String;

#[test]
fn lengths_in_bytes() {
    judges(
        TEXT,
        Validator::LengthAtLeast(2),
        &[json!("ab"), json!("é")],
        &[(json!("a"), "must have at least 2 bytes, but has 1")],
    );
    judges(
        TEXT,
        Validator::LengthAtMost(2),
        &[json!("ab"), json!("")],
        &[(json!("aé"), "must have at most 2 bytes, but has 3")],
    );
    let problem = "must have from 1 to 2 bytes, but has 0";
    judges(TEXT, Validator::LengthBetween(1, 2), &[json!("a"), json!("ab")], &[(json!(""), problem)]);
}

#[test]
fn lengths_in_characters() {
    let problem = "must have at least 2 characters, but has 1";
    judges(TEXT, Validator::Utf8LengthAtLeast(2), &[json!("éé")], &[(json!("é"), problem)]);
    let problem = "must have at most 2 characters, but has 3";
    judges(TEXT, Validator::Utf8LengthAtMost(2), &[json!("éé")], &[(json!("abc"), problem)]);
    let problem = "must have from 1 to 2 characters, but has 3";
    judges(TEXT, Validator::Utf8LengthBetween(1, 2), &[json!("é")], &[(json!("ééé"), problem)]);
}

#[test]
fn choices() {
    const NUMBERS: &[Literal] = &[Literal::Number("1"), Literal::Number("2.5")];
    const TEXTS: &[Literal] = &[Literal::String("a"), Literal::String("b")];
    judges(TEXT, Validator::OneOf(TEXTS), &[json!("a")], &[(json!("A"), r#"must be one of "a", "b""#)]);
    judges(TEXT, Validator::NoneOf(TEXTS), &[json!("A")], &[(json!("b"), r#"must be none of "a", "b""#)]);
    let ty = AttributeType::Number;
    judges(ty, Validator::OneOf(NUMBERS), &[json!("1.0"), json!("2.50")], &[(json!(2), "must be one of 1, 2.5")]);
    judges(ty, Validator::NoneOf(NUMBERS), &[json!(2)], &[(json!(1), "must be none of 1, 2.5")]);
    let problem = r#"must be one of "Ab", in any letter case"#;
    judges(TEXT, Validator::OneOfCaseInsensitive(&["Ab"]), &[json!("aB")], &[(json!("b"), problem)]);
    let problem = r#"must be none of "Ab", in any letter case"#;
    judges(TEXT, Validator::NoneOfCaseInsensitive(&["Ab"]), &[json!("b")], &[(json!("aB"), problem)]);
}

#[test]
fn patterns_match_anywhere_and_bring_their_own_message() {
    judges(
        TEXT,
        Validator::RegexMatches("[0-9]+", ""),
        &[json!("a1b")],
        &[(json!("ab"), "must match the pattern [0-9]+")],
    );
    let problem = "is not valid: say a digit";
    judges(TEXT, Validator::RegexMatches("^[0-9]$", "say a digit"), &[json!("1")], &[(json!("12"), problem)]);
}

#[test]
fn a_bad_pattern_is_a_message_not_a_crash() {
    let problem = "cannot be checked: the provider's pattern [ is not a valid one, which is its mistake";
    judges(TEXT, Validator::RegexMatches("[", ""), &[], &[(json!("x"), problem)]);
}

#[test]
fn ranges() {
    let ty = AttributeType::Float64;
    judges(ty, Validator::AtLeast("0.5"), &[json!("0.5")], &[(json!("0.4"), "must be at least 0.5")]);
    judges(ty, Validator::AtMost("0.5"), &[json!("0.5")], &[(json!("0.6"), "must be at most 0.5")]);
    judges(ty, Validator::Between("1", "2"), &[json!(1), json!(2)], &[(json!("2.1"), "must be from 1 to 2")]);
}

#[test]
fn sizes() {
    let list = AttributeType::List(&TEXT);
    let problem = "must have at least 1 elements, but has 0";
    judges(list, Validator::SizeAtLeast(1), &[json!(["a"])], &[(json!([]), problem)]);
    let map = AttributeType::Map(&TEXT);
    let problem = "must have at most 1 elements, but has 2";
    judges(map, Validator::SizeAtMost(1), &[json!({"a": "x"})], &[(json!({"a": "x", "b": "x"}), problem)]);
    let set = AttributeType::Set(&TEXT);
    let problem = "must have from 1 to 2 elements, but has 3";
    judges(
        set,
        Validator::SizeBetween(1, 2),
        &[json!(["a", "b"]), json!(["a", "?", "?"])],
        &[(json!(["a", "b", "c"]), problem)],
    );
}

#[test]
fn elements() {
    let list = AttributeType::List(&TEXT);
    let problem = "must not hold an element twice";
    judges(list, Validator::UniqueValues, &[json!(["a", "b"]), json!(["?", "?"])], &[(json!(["a", "a"]), problem)]);
    let problem = "must not hold a null element";
    judges(list, Validator::NoNullValues, &[json!(["a", "?"])], &[(json!([null]), problem)]);
}

#[test]
fn each_element_and_each_key_is_judged_at_its_place() {
    let one = Validator::ValuesAre(&[Validator::LengthAtMost(1)]);
    let said = |block: &Block, json: &Json| told(&config(block, &value(block, json), true));
    let list = block(AttributeType::List(&TEXT), one);
    let expected = "a[1]: Invalid attribute value: `a[1]` must have at most 1 bytes, but has 2.";
    assert_eq!(said(&list, &json!({"a": ["a", "bb", "?"]})), [expected]);
    let map = block(AttributeType::Map(&TEXT), one);
    let expected = "a[\"k\"]: Invalid attribute value: `a[\"k\"]` must have at most 1 bytes, but has 2.";
    assert_eq!(said(&map, &json!({"a": {"k": "bb"}})), [expected]);
    let set = block(AttributeType::Set(&TEXT), one);
    assert_eq!(said(&set, &json!({"a": ["bb"]})).len(), 1);
    let keys = block(AttributeType::Map(&TEXT), Validator::KeysAre(&[Validator::LengthAtMost(1)]));
    let expected = "a[\"kk\"]: Invalid attribute value: `a[\"kk\"]` must have at most 1 bytes, but has 2.";
    assert_eq!(said(&keys, &json!({"a": {"kk": "x", "k": "xxx"}})), [expected]);
}

#[test]
fn the_value_is_shown_unless_it_is_sensitive() {
    let open = block(TEXT, Validator::LengthAtMost(1));
    let found = config(&open, &value(&open, &json!({"a": "hunter2"})), true);
    assert!(found.0[0].detail.ends_with("It is: \"hunter2\""));
    let secret = Attribute { sensitive: true, validators: &[Validator::LengthAtMost(1)], ..optional("a") };
    let secret = level(vec![secret], Vec::new());
    let found = config(&secret, &value(&secret, &json!({"a": "hunter2"})), true);
    assert!(found.0[0].detail.ends_with("It is: (sensitive value)"));
}

#[test]
fn what_is_known_of_an_unknown_value_may_decide() {
    let not_null = || Refinement::default().not_null();
    let fails = |ty: AttributeType, validator: Validator, refinement: Refinement| {
        let config_value = Value::object([("a", Value::unknown_with(refinement))]);
        config(&block(ty, validator), &config_value, true).has_errors()
    };
    let number = AttributeType::Number;
    assert!(fails(number, Validator::AtLeast("10"), not_null().upper_bound(9_i64, true)));
    assert!(fails(number, Validator::AtLeast("10"), not_null().upper_bound(10_i64, false)));
    assert!(!fails(number, Validator::AtLeast("10"), not_null().upper_bound(10_i64, true)));
    assert!(fails(number, Validator::AtMost("10"), not_null().lower_bound(11_i64, true)));
    assert!(fails(TEXT, Validator::LengthAtMost(3), not_null().prefix("disk-")));
    assert!(fails(TEXT, Validator::OneOf(&[Literal::String("a")]), not_null().prefix("b")));
    assert!(!fails(TEXT, Validator::OneOf(&[Literal::String("a")]), Refinement::default().prefix("b")));
    let list = AttributeType::List(&TEXT);
    assert!(fails(list, Validator::SizeAtMost(1), not_null().length_at_least(2)));
    assert!(fails(list, Validator::SizeAtLeast(3), not_null().length_at_most(2)));
}

#[test]
fn a_sensitive_value_or_key_is_in_no_message() {
    let of = |ty, validators| level(vec![Attribute { ty, validators, sensitive: true, ..optional("a") }], Vec::new());
    let numbers = [
        (AttributeType::Int32, "31337000000", "to 2147483647, but is (sensitive value)"),
        (AttributeType::Int64, "31337.5", "must be a whole number from"),
        (AttributeType::Float32, "31337e99", "float of 32 bits: (sensitive value) is too large"),
        (AttributeType::Float64, "31337e-999", "float of 64 bits: (sensitive value) is too close to zero"),
    ];
    for (ty, bad, problem) in numbers {
        let bad = Value::object([("a", Value::Number(bad.parse().unwrap()))]);
        let found = config(&of(ty, &[]), &bad, true);
        assert!(found.0[0].detail.contains(problem), "{found:?}");
        assert!(!found.0[0].detail.contains("31337"), "{found:?}");
    }
    let block = of(AttributeType::Map(&TEXT), &[Validator::KeysAre(&[Validator::LengthAtMost(3)])]);
    let found = config(&block, &value(&block, &json!({"a": {"hunter2": null}})), true);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(!format!("{found:?}").contains("hunter2"), "{found:?}");
}
