//! Numbers: text to numbers, numbers to plain text and to the wire, as Terraform's library has them.

use std::collections::HashSet;

use serde_json::Value as Json;
use tfgen_cty::{Number, Type, Value, msgpack};

use super::notation::bytes;
use super::{cases, check_all, fine, same, text};

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

#[test]
fn text_is_read_and_written_as_terraform_does() {
    check_all(&cases(include_str!("../vectors/numbers.json")), 101, |case| {
        let given = text(case, "text");
        match (given.parse::<Number>(), case.get("error")) {
            (Ok(number), None) => {
                same("plain text", &number.to_string(), &text(case, "plain"))?;
                let wire = bytes(&text(case, "msgpack"));
                let value = Value::Number(number);
                same("MessagePack", &fine("writing", msgpack::encode(&value, &Type::Number))?, &wire)?;
                // What is exactly a float goes as one, and then counts as the shortest text that gives that float.
                let read = fine("reading", msgpack::decode(&wire, &Type::Number))?;
                same("bytes written again", &fine("writing", msgpack::encode(&read, &Type::Number))?, &wire)
            }
            (Err(_), Some(Json::Bool(true))) => Ok(()),
            (found, _) => Err(format!("{found:?}")),
        }
    });
}

/// The form in which a number came is the form in which it goes out again.
#[test]
fn numbers_that_are_passed_through_keep_their_bytes() {
    for wire in [
        "cb3fb999999999999a",
        "a3302e31",
        "cb3fe0000000000000",
        "cb0000000000000001",
        "b339323233333732303336383534373735383038",
    ] {
        let wire = bytes(wire);
        let number = msgpack::decode(&wire, &Type::Number).unwrap();
        assert_eq!(msgpack::encode(&number, &Type::Number).as_ref(), Ok(&wire), "{number:?}");
    }
}

#[test]
fn the_float_that_a_provider_sends_equals_the_text_in_a_configuration() {
    let float = Number::from_binary(0.1).unwrap();
    assert_eq!(float, number("0.1"));
    assert_eq!(HashSet::from([float.clone(), number("0.10")]).len(), 1);
    assert_ne!(float, number("0.1000000000000000055511151231257827021181583404541015625"));
    assert_eq!(Number::from_f32(0.1), Some(number("0.1")));
    assert_eq!(Number::from_binary(-0.0), Some(Number::ZERO));
}

#[test]
fn order_is_by_size() {
    let mut numbers = [
        "-inf",
        "-1e30",
        "-2",
        "-1.5",
        "-0.001",
        "0",
        "1e-300",
        "0.5",
        "1",
        "1e18",
        "9223372036854775808",
        "1e300",
        "inf",
    ]
    .map(number);
    let sorted = numbers.clone();
    numbers.reverse();
    numbers.sort();
    assert_eq!(numbers, sorted);
    assert!(number("1e300") > Number::from_binary(1e299).unwrap());
}

#[test]
fn integers_convert_exactly_and_others_do_not() {
    for integer in [0, -1, i64::MAX, i64::MIN] {
        assert_eq!(number(&integer.to_string()).to_i64(), Some(integer));
        assert_eq!(Number::from(integer).to_string(), integer.to_string());
    }
    assert_eq!(Number::from(u64::MAX).to_u64(), Some(u64::MAX));
    assert_eq!(Number::from(u64::MAX).to_i64(), None);
    assert_eq!(number("1.5").to_i64(), None);
    assert!(number("1e400").to_f64().is_infinite());
    assert!(number("1e400").is_integer() && !number("1e-400").is_integer());
    assert_eq!(Number::from_f64(9_007_199_254_740_993_024.0), Some(number("9007199254740993024")));
}

#[test]
fn numbers_that_would_fill_memory_are_refused() {
    for text in ["1e999999999", "1e-999999999", "1e10001", "1e99999999999999999999999", "-1e999999999"] {
        assert!(text.parse::<Number>().is_err(), "{text}");
    }
    assert!("9".repeat(10_001).parse::<Number>().is_err());
    assert_eq!(number(&format!("0.{}", "0".repeat(100_000))), Number::ZERO);
    assert_eq!(number("1e9999").to_string().len(), 10_000);
}

#[test]
fn nan_does_not_exist() {
    assert!(Number::from_f64(f64::NAN).is_none() && Number::from_binary(f64::NAN).is_none());
    assert!(Number::from_f32(f32::NAN).is_none());
}
