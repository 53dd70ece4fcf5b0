//! Broken bytes: whatever comes in, the answer is an error or a value that conforms to the type and can be written again.

use tfgen_cty::{MAX_DEPTH, Type, conform, json, msgpack};

use super::notation::{bytes, ty};
use super::{text, written};
use crate::random::Random;

/// A value with a bit of everything, so that mutations reach every reader.
const EVERYTHING: &str = r#"["object",{"b":"bool","d":"dynamic","l":["list","dynamic"],"m":["map",["set","string"]],
    "n":["list","number"],"t":["tuple",["string",["object",{"x":"number"}]]]}]"#;

const EVERYTHING_JSON: &str = r#"{"b":"true","d":{"type":["list",["map","number"]],"value":[{"k":1e3}]},
    "l":[{"value":null,"type":"string"}],"m":{"k":["b","a",1.50],"\u00e9\ud83d\ude00":[]},"n":[0.1,-0,12345678901234567890],
    "t":["x",{"x":null}]}"#;

#[test]
fn mutated_message_pack_is_an_error_or_a_value_of_the_type() {
    let everything = Type::from_json(EVERYTHING.as_bytes()).unwrap();
    let value = json::decode(EVERYTHING_JSON.as_bytes(), &everything).unwrap();
    let mut seeds: Vec<_> = written().iter().map(|case| (ty(&case["type"]), bytes(&text(case, "msgpack")))).collect();
    for _ in 0..40 {
        seeds.push((everything.clone(), msgpack::encode(&value, &everything).unwrap()));
    }
    let (mut random, mut read) = (Random(0x1234_5678_9abc_def1), 0);
    for round in 0..30_000 {
        let (ty, seed) = &seeds[round % seeds.len()];
        let other = random.below(seeds.len());
        let mut wire = seed.clone();
        random.mutate(&mut wire, &seeds[other].1);
        let Ok(value) = msgpack::decode(&wire, ty) else { continue };
        read += 1;
        assert_eq!(conform(&value, ty), [], "{wire:02x?} as {ty}");
        let again = msgpack::encode(&value, ty).unwrap_or_else(|error| panic!("{error}: {wire:02x?} as {ty}"));
        assert_eq!(msgpack::decode(&again, ty).as_ref(), Ok(&value), "{wire:02x?} as {ty}");
    }
    assert!(read > 1_000, "only {read} mutations could be read: the test looks at errors only");
}

#[test]
fn mutated_json_is_an_error_or_a_value_of_the_type() {
    let everything = Type::from_json(EVERYTHING.as_bytes()).unwrap();
    let mut seeds: Vec<_> = written()
        .iter()
        .filter(|case| case["json"].is_string())
        .map(|case| (ty(&case["type"]), text(case, "json").into_bytes()))
        .collect();
    seeds.extend((0..40).map(|_| (everything.clone(), EVERYTHING_JSON.as_bytes().to_vec())));
    let (mut random, mut read) = (Random(0xfeed_beef_0bad_cafe), 0);
    for round in 0..30_000 {
        let (ty, seed) = &seeds[round % seeds.len()];
        let other = random.below(seeds.len());
        let mut text = seed.clone();
        random.mutate(&mut text, &seeds[other].1);
        let lenient = json::decode_lenient(&text, ty);
        let Ok(value) = json::decode(&text, ty) else { continue };
        read += 1;
        let shown = String::from_utf8_lossy(&text);
        assert_eq!(lenient.as_ref(), Ok(&value), "{shown} as {ty}");
        assert_eq!(conform(&value, ty), [], "{shown} as {ty}");
        let again = json::encode(&value, ty).unwrap_or_else(|error| panic!("{error}: {shown} as {ty}"));
        assert_eq!(json::decode(&again, ty).as_ref(), Ok(&value), "{shown} as {ty}");
        json::implied_type(&text).unwrap_or_else(|error| panic!("{error}: {shown}"));
    }
    assert!(read > 1_000, "only {read} mutations could be read: the test looks at errors only");
}

#[test]
fn mutated_types_are_an_error_or_a_type() {
    let mut random = Random(0xabcd_ef01_2345_6789);
    for _ in 0..20_000 {
        let mut text = EVERYTHING.as_bytes().to_vec();
        random.mutate(&mut text, b"[\"object\",{\"a\":\"string\"},[\"a\"]]");
        if let Ok(ty) = Type::from_json(&text) {
            assert_eq!(Type::from_json(ty.to_json().as_bytes()), Ok(ty));
        }
    }
}

/// Runs on a stack as small as a careless program may give a thread.
fn on_a_small_stack(test: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(1 << 20).spawn(test).unwrap().join().unwrap();
}

#[test]
fn the_deepest_values_fit_a_small_stack_and_deeper_ones_are_refused() {
    on_a_small_stack(|| {
        for (depth, fits) in [(MAX_DEPTH, true), (MAX_DEPTH + 1, false), (100_000, false)] {
            let text = format!("{}\"bool\"{}", "[\"list\",".repeat(depth), "]".repeat(depth));
            let ty = Type::from_json(text.as_bytes());
            assert_eq!(ty.is_ok(), fits, "{depth}");
            if let Ok(ty) = ty {
                let wire = [vec![0x91; depth], vec![0xc3]].concat();
                let value = msgpack::decode(&wire, &ty).unwrap();
                assert_eq!(conform(&value, &ty), []);
                assert_eq!(msgpack::encode(&value, &ty), Ok(wire));
                assert_eq!(json::decode(&json::encode(&value, &ty).unwrap(), &ty), Ok(value));
            }
        }
    });
}

#[test]
fn dynamic_values_inside_each_other_are_bounded_too() {
    on_a_small_stack(|| {
        let list = |depth: usize| {
            let wire = b"\x92\xc4\x12[\"list\",\"dynamic\"]\x91".repeat(depth);
            msgpack::decode(&[wire, vec![0xc0]].concat(), &Type::Dynamic)
        };
        assert!(list(MAX_DEPTH / 2).is_ok());
        assert!(list(MAX_DEPTH / 2 + 1).is_err());
        let plain = b"\x92\xc4\x09\"dynamic\"".repeat(100_000);
        assert!(msgpack::decode(&plain, &Type::Dynamic).is_err());
        let json = "{\"type\":\"dynamic\",\"value\":".repeat(2_000);
        assert!(json::decode(json.as_bytes(), &Type::Dynamic).is_err());
    });
}

#[test]
fn what_is_skipped_may_be_as_deep_as_it_likes() {
    on_a_small_stack(|| {
        let text = format!("{{\"gone\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(json::decode_lenient(text.as_bytes(), &Type::object([("a", Type::Bool)])).is_ok());
        assert!(json::implied_type(text.as_bytes()).is_err());
    });
}
