//! Conversion and unification, compared with what Terraform's library made of the same types and values.

use serde_json::Value as Json;
use tfgen_cty::{Error, Refinement, Type, Value, convert, msgpack, unify};

use super::notation::{bytes, ty};
use super::{cases, check_all, fine, same, text};

#[test]
fn values_convert_as_terraform_converts_them() {
    check_all(&cases(include_str!("../vectors/converted.json")), 280, |case| {
        let (from, to) = (ty(&case["from"]), ty(&case["to"]));
        let value = fine("reading", msgpack::decode(&bytes(&text(case, "value")), &from))?;
        let found = convert(&value, &from, &to).and_then(|converted| msgpack::encode(&converted, &to));
        match (found, case.get("error")) {
            (Ok(found), None) => same(&format!("{from} to {to}"), &found, &bytes(&text(case, "result"))),
            (Err(_), Some(Json::Bool(true))) => Ok(()),
            (found, _) => Err(format!("{from} to {to}: {found:?}")),
        }
    });
}

#[test]
fn types_unify_as_terraform_unifies_them() {
    check_all(&cases(include_str!("../vectors/unified.json")), 114, |case| {
        let types: Vec<Type> = case["types"].as_array().expect("types").iter().map(ty).collect();
        let expected = Some(&case["unified"]).filter(|unified| !unified.is_null()).map(ty);
        same(&format!("{types:?}"), &unify(&types), &expected)
    });
}

#[test]
fn conversion_errors_name_the_place() {
    let from = ty(&serde_json::json!(["object", {"a": ["list", "string"]}]));
    let to = ty(&serde_json::json!(["object", {"a": ["list", "number"]}]));
    let value = Value::object([("a", Value::list([Value::string("1"), Value::string("x")]))]);
    let error = convert(&value, &from, &to).unwrap_err();
    assert_eq!(error.to_string(), "a[1]: a number is required");
    let missing = convert(&value, &from, &Type::object([("b", Type::Bool)])).unwrap_err();
    assert_eq!(missing.to_string(), "attribute \"b\" is required");
}

#[test]
fn what_is_known_about_an_unknown_value_survives_as_far_as_it_stays_true() {
    let known = Refinement::default().not_null().length_at_least(2).length_at_most(4);
    let set = |element: Type| Type::set(element);
    let converted = convert(&Value::unknown_with(known), &Type::list(Type::Bool), &set(Type::String));
    let expected = Refinement::default().not_null().length_at_least(1).length_at_most(4);
    assert_eq!(converted, Ok(Value::unknown_with(expected)));
    let prefix = Refinement::default().prefix("1");
    assert_eq!(convert(&Value::unknown_with(prefix), &Type::String, &Type::Number), Ok(Value::unknown()));
}

#[test]
fn merging_what_is_known_finds_contradictions() {
    let between = |low: i64, high: i64| Refinement::default().lower_bound(low, true).upper_bound(high, false);
    assert_eq!(between(1, 5).merge(&between(3, 9)), Some(between(3, 5)));
    assert_eq!(between(1, 5).merge(&between(5, 9)), None);
    let prefix = |text: &str| Refinement::default().prefix(text);
    assert_eq!(prefix("ab").merge(&prefix("abc")), Some(prefix("abc")));
    assert_eq!(prefix("ab").merge(&prefix("ac")), None);
    let length = |low: u64, high: u64| Refinement::default().length_at_least(low).length_at_most(high);
    assert_eq!(length(1, 4).merge(&length(5, 6)), None);
    assert!(between(1, 5).allows(&Value::number(4)) && !between(1, 5).allows(&Value::number(5)));
    assert!(!length(1, 2).allows(&Value::list([])));
    assert!(!prefix("ab").allows(&Value::unknown_with(prefix("c"))));
}

#[test]
fn a_safe_prefix_ends_where_nothing_can_combine() {
    let prefix = |text: &str| Refinement::default().safe_prefix(text).string_prefix().map(str::to_owned);
    assert_eq!(prefix("https://"), Some("https://".to_owned()));
    assert_eq!(prefix("abc"), Some("ab".to_owned()));
    assert_eq!(prefix("abe\u{301}"), Some("ab".to_owned()));
    assert_eq!(prefix("ab\u{1100}\u{1161}"), Some("ab".to_owned()));
    assert_eq!(prefix("a="), Some("a".to_owned()));
    assert_eq!(prefix("a"), None);
}

#[test]
fn deep_values_are_refused_instead_of_overflowing_the_stack() {
    let deep = (0..200).fold(Value::Null, |value, _| Value::dynamic(Type::list(Type::Dynamic), Value::list([value])));
    let result: Result<Value, Error> = convert(&deep, &Type::Dynamic, &Type::list(Type::String));
    assert!(result.is_err());
}
