//! The JSON Schema of the schema language, by which editors complete and check schema files.

use serde_json::{Map, Value, json};

use super::key::{ATTRIBUTE, BLOCK, FUNCTION, Key, MOVED_FROM, PARAMETER, PROVIDER, ROOT, Shape, UPGRADE, VALIDATOR};

/// The whole schema; `schemas/tfgen.schema.json` is this, pretty-printed.
pub fn json_schema() -> Value {
    let mut schema = table(ROOT, "A schema file of tfgen.");
    if let Value::Object(fields) = &mut schema {
        fields.insert("$schema".to_owned(), "http://json-schema.org/draft-07/schema#".into());
        fields.insert("title".to_owned(), "tfgen provider schema".into());
        fields.insert(
            "definitions".to_owned(),
            json!({
                "attribute": table(ATTRIBUTE, "An attribute."),
                "block": table(BLOCK, "A block."),
                "parameter": table(PARAMETER, "A parameter of a function."),
                "validators": validators(),
            }),
        );
    }
    schema
}

/// The rules in rules stand behind a condition that always holds: editors that propose keys several levels down (taplo) would
/// follow a plain reference into itself until they stand still.
fn validators() -> Value {
    let mut table = table(VALIDATOR, "Rules for a configured value.");
    for key in VALIDATOR.iter().filter(|key| matches!(key.shape, Shape::Validators)) {
        table["properties"][key.name] = json!({
            "type": "object",
            "description": key.description,
            "if": true,
            "then": { "$ref": "#/definitions/validators" },
        });
    }
    table
}

fn table(keys: &[Key], description: &str) -> Value {
    let properties: Map<String, Value> = keys
        .iter()
        .map(|key| {
            let mut value = shape(key);
            if let Value::Object(fields) = &mut value {
                fields.insert("description".to_owned(), key.description.into());
            }
            (key.name.to_owned(), value)
        })
        .collect();
    let mut table = json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "additionalProperties": false,
    });
    if let Value::Object(fields) = &mut table {
        require(keys, fields);
    }
    table
}

/// What a table must have.
fn require(keys: &[Key], fields: &mut Map<String, Value>) {
    // Tables are told apart by their keys: where the compiler puts them is its own affair.
    let is = |known: &[Key]| keys.iter().map(|key| key.name).eq(known.iter().map(|key| key.name));
    let required: &[(&[Key], &[&str])] = &[
        (PROVIDER, &["name"]),
        (BLOCK, &["nesting"]),
        (PARAMETER, &["name", "type"]),
        (FUNCTION, &["return_type"]),
        (UPGRADE, &["from"]),
        (MOVED_FROM, &["type_name"]),
    ];
    if let Some((_, names)) = required.iter().find(|(known, _)| is(known)) {
        fields.insert("required".to_owned(), json!(names));
    }
    if is(ATTRIBUTE) {
        fields.insert("oneOf".to_owned(), json!([{ "required": ["type"] }, { "required": ["nesting"] }]));
    }
}

fn shape(key: &Key) -> Value {
    let count = json!({ "type": "integer", "minimum": 0, "maximum": i64::MAX });
    let number = json!({ "type": "number" });
    let strings = json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true });
    let pair = |of: &Value| json!({ "type": "array", "items": of, "minItems": 2, "maxItems": 2 });
    let by_address = |definition: &str| json!({ "type": "object", "additionalProperties": { "$ref": format!("#/definitions/{definition}") } });
    match key.shape {
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::True => json!({ "const": true }),
        Shape::String => json!({ "type": "string" }),
        Shape::Count => count,
        Shape::Number => number,
        Shape::Counts => pair(&count),
        Shape::Numbers => pair(&number),
        Shape::Strings => strings,
        Shape::StringOrStrings => json!({ "anyOf": [{ "type": "string" }, strings] }),
        Shape::StringLists => {
            let mut list = strings;
            list["minItems"] = 2.into();
            json!({ "type": "array", "items": list })
        }
        Shape::WordList(words) => json!({ "type": "array", "items": { "enum": words }, "uniqueItems": true }),
        Shape::ValidatorLists => {
            json!({ "type": "array", "items": { "$ref": "#/definitions/validators" }, "minItems": 1 })
        }
        Shape::Values => json!({ "type": "array", "items": { "type": ["string", "number"] }, "minItems": 1 }),
        Shape::Word(words) => json!({ "enum": words }),
        Shape::WordOrName(words) => {
            json!({ "anyOf": [{ "enum": words }, { "type": "string", "pattern": "^[a-z_][a-z0-9_]*$" }] })
        }
        Shape::BooleanOrName => {
            json!({ "anyOf": [{ "type": "boolean" }, { "type": "string", "pattern": "^[a-z_][a-z0-9_]*$" }] })
        }
        Shape::BooleanOrWord(words) => json!({ "anyOf": [{ "type": "boolean" }, { "enum": words }] }),
        Shape::Pattern => json!({ "anyOf": [
            { "type": "string" },
            {
                "type": "object",
                "properties": { "pattern": { "type": "string" }, "message": { "type": "string" } },
                "required": ["pattern"],
                "additionalProperties": false,
            },
        ] }),
        Shape::Table(keys) => table(keys, key.description),
        Shape::Tables(keys) => json!({ "type": "array", "items": table(keys, key.description) }),
        Shape::Texts => json!({ "type": "object", "additionalProperties": { "type": "string" } }),
        Shape::Words(words) => json!({ "type": "object", "additionalProperties": { "enum": words } }),
        Shape::Constants => json!({ "type": "object" }),
        Shape::Any => json!({}),
        Shape::Attributes => by_address("attribute"),
        Shape::Blocks => by_address("block"),
        Shape::Parameter => json!({ "allOf": [{ "$ref": "#/definitions/parameter" }] }),
        Shape::Parameters => json!({ "type": "array", "items": { "$ref": "#/definitions/parameter" } }),
        Shape::Validators => json!({ "allOf": [{ "$ref": "#/definitions/validators" }] }),
        Shape::Kind(keys) if matches!(key.name, "provider" | "provider_meta") => table(keys, key.description),
        Shape::Kind(keys) => json!({ "type": "object", "additionalProperties": table(keys, key.description) }),
    }
}
