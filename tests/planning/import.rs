//! Import ids by pattern.

use std::collections::BTreeMap;

use tfgen_cty::Value;
use tfgen_runtime::import::{format, identity, parse};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, ImportSegment, ResourceSchema};

use super::tables::{computed, level, required};

const SLASH: &[ImportSegment] = &[ImportSegment::Attribute("region"), ImportSegment::Literal("/")];
const PATTERN: &[ImportSegment] = &[ImportSegment::Optional(SLASH), ImportSegment::Attribute("id")];

fn reads(pattern: &'static [ImportSegment], id: &str, expected: &[(&str, &str)]) {
    let expected: BTreeMap<String, String> =
        expected.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect();
    assert_eq!(parse(pattern, id).unwrap(), expected, "{id}");
    assert_eq!(format(pattern, &expected).as_deref(), Some(id));
}

#[test]
fn an_optional_part_is_used_if_it_is_there() {
    reads(PATTERN, "eu-1/disk-7", &[("region", "eu-1"), ("id", "disk-7")]);
    reads(PATTERN, "disk-7", &[("id", "disk-7")]);
}

#[test]
fn an_attribute_ends_where_the_text_after_it_begins_first() {
    reads(PATTERN, "eu/a/b", &[("region", "eu"), ("id", "a/b")]);
}

#[test]
fn an_optional_end_is_found_from_the_back_if_need_be() {
    const END: &[ImportSegment] = &[ImportSegment::Literal(":"), ImportSegment::Attribute("version")];
    const PATTERN: &[ImportSegment] = &[ImportSegment::Attribute("id"), ImportSegment::Optional(END)];
    const TAIL: &[ImportSegment] = &[ImportSegment::Attribute("id"), ImportSegment::Literal(".txt")];
    reads(PATTERN, "a:2", &[("id", "a"), ("version", "2")]);
    reads(PATTERN, "a", &[("id", "a")]);
    reads(TAIL, "x.txt.txt", &[("id", "x.txt")]);
}

#[test]
fn a_wrong_id_is_told_the_form_and_an_example() {
    let found = parse(PATTERN, "").unwrap_err();
    assert_eq!(found.0[0].summary, "Invalid import id");
    assert!(found.0[0].detail.contains("Expected: [{region}/]{id}\nFor example: my-region/my-id"));
}

#[test]
fn a_long_id_that_nearly_matches_ends_soon() {
    const A: ImportSegment = ImportSegment::Attribute("a");
    const DASH: ImportSegment = ImportSegment::Literal("-");
    const PATTERN: &[ImportSegment] = &[A, DASH, A, DASH, A, DASH, A, ImportSegment::Literal("!")];
    assert!(parse(PATTERN, &"-".repeat(1000)).is_err());
    assert!(parse(PATTERN, &"-".repeat(5000)).is_err());
}

#[test]
fn an_identity_has_the_attributes_types_and_null_for_what_is_missing() {
    let schema = numbered(&["id", "region"]);
    let expected = Value::object([("id", Value::number(7_i64)), ("region", Value::Null)]);
    assert_eq!(identity(schema, "7").unwrap(), expected);
    assert!(identity(schema, "eu/x").unwrap_err().0[0].detail.contains("id"));
}

#[test]
fn an_id_may_tell_more_than_the_identity() {
    let expected = Value::object([("id", Value::number(7_i64)), ("region", Value::string("eu"))]);
    assert_eq!(identity(numbered(&["id"]), "eu/7").unwrap(), expected);
}

fn numbered(identity: &'static [&'static str]) -> &'static ResourceSchema {
    let id = Attribute { ty: AttributeType::Int64, ..required("id") };
    let block: Block = level(vec![id, computed("region")], Vec::new());
    let schema =
        ResourceSchema { type_name: "test_thing", block, identity, import: PATTERN, ..ResourceSchema::DEFAULT };
    Box::leak(Box::new(schema))
}
