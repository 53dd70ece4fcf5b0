//! The wire forms of values against what Terraform's own library writes and reads, in both directions.
//!
//! The facts are in `vectors/`. Cases in `written/` are values with the bytes that Terraform writes for them; cases in
//! `read/` are bytes with what Terraform reads. Where we differ on purpose the case has `terraform_reads`, and the reason
//! is in the documentation of `tfgen_cty::msgpack` or `tfgen_cty::json`: Terraform reads something that is not of the
//! type, or crashes, and we answer with an error.

mod conversion;
mod notation;
mod number;
mod robustness;

use serde_json::Value as Json;
use tfgen_cty::{Error, Type, Value, conform, json, msgpack};

use self::notation::{bytes, ty, value};

const WRITTEN: [&str; 7] = [
    include_str!("vectors/written/text_and_bools.json"),
    include_str!("vectors/written/numbers.json"),
    include_str!("vectors/written/null.json"),
    include_str!("vectors/written/unknown.json"),
    include_str!("vectors/written/collections.json"),
    include_str!("vectors/written/objects_and_tuples.json"),
    include_str!("vectors/written/dynamic.json"),
];

fn cases(text: &str) -> Vec<Json> {
    serde_json::from_str(text).expect("the vectors are JSON")
}

fn written() -> Vec<Json> {
    WRITTEN.iter().flat_map(|text| cases(text)).collect()
}

/// Runs the check for each case and reports all that fail.
fn check_all(cases: &[Json], count: usize, check: impl Fn(&Json) -> Result<(), String>) {
    assert!(cases.len() >= count, "only {} of {count} cases are there", cases.len());
    let failures: Vec<String> =
        cases.iter().filter_map(|case| check(case).err().map(|why| format!("{why}\n    in {case}"))).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:?} instead of {expected:?}")) }
}

fn fine<T>(what: &str, result: Result<T, Error>) -> Result<T, String> {
    result.map_err(|error| format!("{what}: {error}"))
}

fn text(case: &Json, key: &str) -> String {
    case[key].as_str().unwrap_or_default().to_owned()
}

#[test]
fn values_are_written_as_terraform_writes_them() {
    check_all(&written(), 119, |case| {
        let (value, ty) = (value(&case["value"]), ty(&case["type"]));
        same("conformance", &conform(&value, &ty), &Vec::new())?;
        same("MessagePack", &fine("MessagePack", msgpack::encode(&value, &ty))?, &bytes(&text(case, "msgpack")))?;
        match (json::encode(&value, &ty), case["json_error"].as_str()) {
            (Ok(found), None) => same("JSON", &String::from_utf8_lossy(&found).into_owned(), &text(case, "json")),
            (Err(error), Some(expected)) if error.message().contains(expected) => Ok(()),
            (found, _) => Err(format!("JSON: {found:?}")),
        }
    });
}

#[test]
fn what_terraform_writes_is_read_as_the_same_value() {
    check_all(&written(), 119, |case| {
        let ty = ty(&case["type"]);
        let expected = value(case.get("decoded").unwrap_or(&case["value"]));
        let wire = bytes(&text(case, "msgpack"));
        let found = fine("MessagePack", msgpack::decode(&wire, &ty))?;
        same("value", &found, &expected)?;
        same("bytes written again", &fine("writing", msgpack::encode(&found, &ty))?, &wire)?;
        if let Some(text) = case["json"].as_str() {
            same("value of JSON", &fine("JSON", json::decode(text.as_bytes(), &ty))?, &expected)?;
            same("value of lenient JSON", &fine("JSON", json::decode_lenient(text.as_bytes(), &ty))?, &expected)?;
        }
        Ok(())
    });
}

fn check_read(case: &Json, ty: &Type, found: Result<Value, Error>) -> Result<(), String> {
    match (found, case["error"].as_str()) {
        (Ok(found), None) => {
            same("value", &found, &value(&case["value"]))?;
            same("conformance", &conform(&found, ty), &Vec::new())
        }
        (Err(error), Some(expected)) if error.message().contains(expected) => Ok(()),
        (found, _) => Err(format!("{found:?}")),
    }
}

#[test]
fn unusual_message_pack_is_read_or_refused() {
    check_all(&cases(include_str!("vectors/read/msgpack.json")), 66, |case| {
        let ty = ty(&case["type"]);
        check_read(case, &ty, msgpack::decode(&bytes(&text(case, "msgpack")), &ty))
    });
}

#[test]
fn unusual_json_is_read_or_refused() {
    check_all(&cases(include_str!("vectors/read/json.json")), 31, |case| {
        let ty = ty(&case["type"]);
        check_read(case, &ty, json::decode(text(case, "json").as_bytes(), &ty))
    });
}

#[test]
fn types_are_written_as_they_are_read() {
    check_all(&cases(include_str!("vectors/types.json")), 13, |case| {
        // The notation of a type is its JSON form.
        same("type", &ty(case).to_json(), &case.to_string())
    });
}

#[test]
fn broken_types_are_refused() {
    for broken in [
        "",
        "\"int\"",
        "[]",
        "[\"list\"]",
        "[\"list\",\"string\",\"string\"]",
        "[\"tuple\",\"string\"]",
        "5",
        "null",
        "[\"object\",[]]",
        "[\"object\",{\"a\":\"string\"},[\"b\"]]",
        "[\"object\",{},[],1]",
        "\"string\" \"string\"",
        "[\"map\",",
        "[\"capsule\",\"x\"]",
    ] {
        assert!(Type::from_json(broken.as_bytes()).is_err(), "{broken}");
    }
}

#[test]
fn errors_name_the_place() {
    let ty = ty(&serde_json::json!(["object", {"disks": ["list", ["object", {"labels": ["map", "bool"]}]]}]));
    let error = json::decode(br#"{"disks": [null, {"labels": {"a": [1]}}]}"#, &ty).unwrap_err();
    assert_eq!(error.to_string(), "disks[1].labels[\"a\"]: a bool is required, not an array");
    let wire = bytes("81 a5 6469736b73 92 c0 81 a6 6c6162656c73 81 a161 05");
    assert_eq!(
        msgpack::decode(&wire, &ty).unwrap_err().to_string(),
        "disks[1].labels[\"a\"]: a bool is required, not a number"
    );
}
