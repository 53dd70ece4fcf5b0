//! The notation of values in `vectors/`: JSON, with one-key objects for what JSON has no word for.
//!
//! | notation | value |
//! |---|---|
//! | `null`, `true`, `5`, `"a"` | null, bool, integer, string |
//! | `{"number": "0.1"}`, `{"float": "0.1"}` | a number given as text, and as a binary float |
//! | `{"repeat": ["a", 300]}` | a string of many equal characters |
//! | `{"list": […]}`, `{"set": […]}`, `{"tuple": […]}`, `{"map": {…}}`, `{"object": {…}}` | compound values |
//! | `{"dynamic": [TYPE, VALUE]}` | a value with its type |
//! | `{"unknown": {"not_null": true, "prefix": "a", "lower": [0, true], "length_min": 1, …}}` | an unknown value |

use serde_json::Value as Json;
use tfgen_cty::{Number, Refinement, Type, Value};

/// The value that the notation stands for.
pub fn value(notation: &Json) -> Value {
    match notation {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => Value::number(number.as_i64().expect("larger numbers are given as text")),
        Json::String(text) => Value::string(text),
        Json::Array(_) => panic!("{notation} must say whether it is a list, a set or a tuple"),
        Json::Object(object) => {
            let (kind, content) = object.iter().next().expect("an object has one key");
            compound(kind, content)
        }
    }
}

/// The type that its JSON form stands for.
pub fn ty(notation: &Json) -> Type {
    Type::from_json(notation.to_string().as_bytes()).expect("the type is right")
}

/// Bytes from hexadecimal digits; `61*254` repeats a byte.
pub fn bytes(notation: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in notation.split_whitespace() {
        let (digits, times) = part.split_once('*').unwrap_or((part, "1"));
        let part: Vec<u8> = (0..digits.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("the digits are hexadecimal"))
            .collect();
        bytes.extend(part.repeat(times.parse().expect("a count")));
    }
    bytes
}

fn compound(kind: &str, content: &Json) -> Value {
    let elements = || content.as_array().expect("an array").iter().map(value);
    let parts = || content.as_object().expect("an object").iter().map(|(name, part)| (name, value(part)));
    match kind {
        "number" => Value::Number(number(content)),
        "float" => {
            let float: f64 = content.as_str().expect("text").parse().expect("a float");
            Value::Number(Number::from_binary(float).expect("not NaN"))
        }
        "repeat" => Value::string(text(&serde_json::json!({ "repeat": content }))),
        "list" => Value::list(elements()),
        "set" => Value::set(elements()),
        "tuple" => Value::tuple(elements()),
        "map" => Value::map(parts()),
        "object" => Value::object(parts()),
        "dynamic" => Value::dynamic(ty(&content[0]), value(&content[1])),
        "unknown" => Value::unknown_with(refinement(content)),
        other => panic!("there is no notation {other}"),
    }
}

fn refinement(content: &Json) -> Refinement {
    content.as_object().expect("an object").iter().fold(Refinement::default(), |known, (fact, content)| {
        let length = || content.as_u64().expect("a length");
        let inclusive = || content[1].as_bool().expect("a bool");
        match fact.as_str() {
            "not_null" => known.not_null(),
            "prefix" => known.prefix(text(content)),
            "lower" => known.lower_bound(number(&content[0]), inclusive()),
            "upper" => known.upper_bound(number(&content[0]), inclusive()),
            "length_min" => known.length_at_least(length()),
            "length_max" => known.length_at_most(length()),
            other => panic!("there is no fact {other}"),
        }
    })
}

fn number(content: &Json) -> Number {
    match content {
        Json::String(text) => text.parse().expect("a number"),
        Json::Object(object) => number(&object["number"]),
        content => content.as_i64().expect("an integer").into(),
    }
}

fn text(content: &Json) -> String {
    match content {
        Json::String(text) => text.clone(),
        content => {
            let [character, count] = &content["repeat"].as_array().expect("a text and a count")[..] else {
                panic!("{content} must have a text and a count")
            };
            let count = usize::try_from(count.as_u64().expect("a count")).expect("a small count");
            character.as_str().expect("a text").repeat(count)
        }
    }
}
