//! `terraform providers schema -json` to what it means.

use serde_json::{Map, Value as Json};
use tfgen::ir::{Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, Schema};

use super::meaning::{Function, Meaning, Outcome, Parameter, Thing, attribute, block, identity, nested_type};

/// What each provider of a document means.
pub fn read(document: &Json) -> Vec<Meaning> {
    let providers = document["provider_schemas"].as_object();
    providers.into_iter().flatten().map(|(address, schemas)| provider(address, schemas)).collect()
}

/// The keys of each part of a document.
const OF_BLOCK: &[&str] =
    &["attributes", "block_types", "description", "description_kind", "deprecated", "deprecation_message"];
const OF_ATTRIBUTE: &[&str] = &[
    "type",
    "nested_type",
    "description",
    "description_kind",
    "deprecated",
    "deprecation_message",
    "required",
    "optional",
    "computed",
    "sensitive",
    "write_only",
];
const OF_FUNCTION: &[&str] =
    &["description", "summary", "deprecation_message", "return_type", "parameters", "variadic_parameter"];
const OF_PARAMETER: &[&str] = &["name", "description", "description_kind", "is_nullable", "type"];

const KINDS: &[(&str, &str)] = &[
    ("resource_schemas", "resource"),
    ("data_source_schemas", "data"),
    ("ephemeral_resource_schemas", "ephemeral"),
    ("list_resource_schemas", "list"),
    ("action_schemas", "action"),
    ("state_store_schemas", "state_store"),
];

fn provider(address: &str, schemas: &Json) -> Meaning {
    let name = address.rsplit('/').next().unwrap_or(address).to_owned();
    // Type names tell the prefix, which need not be the name.
    let mut names = KINDS.iter().filter_map(|(section, _)| schemas[*section].as_object()?.keys().next());
    let first = names.next();
    let prefix = first.map_or(name.as_str(), |first| first.split('_').next().unwrap_or(first)).to_owned();
    let mut meaning = Meaning { provider: name, prefix, ..Meaning::default() };
    if let Some(Json::Object(_)) = schemas.get("provider") {
        push(&mut meaning, "provider", "provider", &schemas["provider"]);
    }
    for (section, kind) in KINDS {
        for (name, schema) in schemas[*section].as_object().into_iter().flatten() {
            push(&mut meaning, kind, name, schema);
        }
    }
    for (name, identity) in schemas["resource_identity_schemas"].as_object().into_iter().flatten() {
        read_identity(name, identity, &mut meaning);
    }
    for (name, function) in schemas["functions"].as_object().into_iter().flatten() {
        let place = format!("function.{name}");
        meaning.check_keys(&place, function, OF_FUNCTION);
        let parameters = function["parameters"].as_array().into_iter().flatten();
        for parameter in parameters.chain(function.get("variadic_parameter")) {
            meaning.check_keys(&place, parameter, OF_PARAMETER);
        }
        meaning.things.push(read_function(name, function));
    }
    let known = |key: &str| {
        KINDS.iter().any(|(section, _)| *section == key)
            || ["provider", "resource_identity_schemas", "functions"].contains(&key)
    };
    for key in schemas.as_object().into_iter().flat_map(Map::keys).filter(|key| !known(key)) {
        meaning.note("section", key, "unknown section", Outcome::Dropped);
    }
    meaning
}

fn read_identity(type_name: &str, json: &Json, meaning: &mut Meaning) {
    meaning.check_keys(type_name, json, &["version", "attributes"]);
    let attributes = json["attributes"].as_object();
    for (name, attribute) in attributes.into_iter().flatten() {
        let known = ["type", "description", "required_for_import", "optional_for_import"];
        meaning.check_keys(&format!("{type_name}.{name}"), attribute, &known);
    }
    let resources = meaning.things.iter_mut().filter(|each| each.kind == "resource");
    let Some(resource) = resources.into_iter().find(|each| each.type_name == type_name) else {
        return meaning.note("identity", type_name, "of no resource", Outcome::Dropped);
    };
    resource.identity = attributes.into_iter().flatten().map(|(name, _)| name.clone()).collect();
    resource.identity_version = json["version"].as_i64().unwrap_or(0);
}

fn push(meaning: &mut Meaning, kind: &'static str, type_name: &str, schema: &Json) {
    let prefix = format!("{}_", meaning.prefix);
    let name = type_name.strip_prefix(&prefix).unwrap_or(type_name).to_owned();
    let empty = Map::new();
    let content = schema["block"].as_object().unwrap_or(&empty);
    let place = format!("{kind}.{name}");
    meaning.check_keys(&place, schema, &["version", "block"]);
    meaning.check_keys(&place, &schema["block"], OF_BLOCK);
    let (attributes, blocks) = contents(content, &place, meaning);
    let mut version = schema["version"].as_i64().unwrap_or(0);
    if kind != "resource" && version != 0 {
        meaning.note("version", &place, "nothing of it is stored", Outcome::NoEffect);
        version = 0;
    }
    let mut schema = Schema {
        version,
        description: text(content, "description"),
        deprecation_message: deprecation(content),
        attributes,
        blocks,
        ..Schema::default()
    };
    let identity = if kind == "resource" { identity(&mut schema) } else { Vec::new() };
    let type_name = type_name.to_owned();
    let hooks = Vec::new();
    meaning.things.push(Thing { kind, name, type_name, schema, identity, identity_version: 0, hooks, function: None });
}

fn text(object: &Map<String, Json>, key: &str) -> String {
    object.get(key).and_then(Json::as_str).unwrap_or_default().replace("\r\n", "\n").trim_end().to_owned()
}

fn deprecation(object: &Map<String, Json>) -> Option<String> {
    let message = text(object, "deprecation_message");
    let is_deprecated = object.get("deprecated").and_then(Json::as_bool).unwrap_or(false);
    if message.is_empty() { is_deprecated.then(|| "Deprecated.".to_owned()) } else { Some(message) }
}

fn contents(content: &Map<String, Json>, place: &str, meaning: &mut Meaning) -> (Vec<Attribute>, Vec<Block>) {
    let mut attributes = Vec::new();
    for (name, each) in content.get("attributes").and_then(Json::as_object).into_iter().flatten() {
        let place = format!("{place}.{name}");
        meaning.check_keys(&place, each, OF_ATTRIBUTE);
        match read_attribute(name, each, &place, meaning) {
            Some(attribute) => attributes.push(attribute),
            None => meaning.note("attribute", &place, each.to_string(), Outcome::Dropped),
        }
    }
    let mut blocks: Vec<_> = (content.get("block_types").and_then(Json::as_object).into_iter().flatten())
        .map(|(name, each)| read_block(name, each, &format!("{place}.{name}"), meaning))
        .collect();
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    blocks.sort_by(|a, b| a.name.cmp(&b.name));
    (attributes, blocks)
}

fn read_attribute(name: &str, json: &Json, place: &str, meaning: &mut Meaning) -> Option<Attribute> {
    let object = json.as_object()?;
    let flag = |key: &str| object.get(key).and_then(Json::as_bool).unwrap_or(false);
    let mode = match (flag("required"), flag("optional"), flag("computed")) {
        (true, ..) => Mode::Required,
        (_, true, true) => Mode::OptionalComputed,
        (_, true, false) => Mode::Optional,
        _ => Mode::Computed,
    };
    let ty = if let Some(nested) = object.get("nested_type").and_then(Json::as_object) {
        let nesting = match nested.get("nesting_mode").and_then(Json::as_str) {
            Some("list") => Nesting::List,
            Some("set") => Nesting::Set,
            Some("map") => Nesting::Map,
            _ => Nesting::Single,
        };
        // Terraform itself reads no limits there.
        let known = ["attributes", "nesting_mode", "min_items", "max_items"];
        meaning.check_keys(place, &object["nested_type"], &known);
        nested_type(nesting, contents(nested, place, meaning).0)
    } else {
        read_type(object.get("type")?)?
    };
    Some(Attribute {
        sensitive: flag("sensitive"),
        write_only: flag("write_only"),
        // Nothing in this format says that a computed value is never null.
        nullable: matches!(mode, Mode::Computed | Mode::OptionalComputed),
        description: text(object, "description"),
        deprecation_message: deprecation(object),
        ..attribute(name, ty, mode)
    })
}

fn read_block(name: &str, json: &Json, place: &str, meaning: &mut Meaning) -> Block {
    let nesting = match json["nesting_mode"].as_str() {
        Some("single") => BlockNesting::Single,
        Some("set") => BlockNesting::Set,
        Some("map") => BlockNesting::Map,
        Some("group") => BlockNesting::Group,
        _ => BlockNesting::List,
    };
    let empty = Map::new();
    let content = json["block"].as_object().unwrap_or(&empty);
    meaning.check_keys(place, json, &["nesting_mode", "block", "min_items", "max_items"]);
    meaning.check_keys(place, &json["block"], OF_BLOCK);
    let (attributes, blocks) = contents(content, place, meaning);
    let count = |key: &str| json[key].as_u64().unwrap_or(0);
    let is_many = matches!(nesting, BlockNesting::List | BlockNesting::Set);
    Block {
        min_items: if is_many { count("min_items") } else { 0 },
        max_items: if is_many { count("max_items") } else { 0 },
        description: text(content, "description"),
        deprecation_message: deprecation(content),
        attributes,
        blocks,
        ..block(name, nesting)
    }
}

/// A type as go-cty writes it in JSON.
fn read_type(json: &Json) -> Option<AttributeType> {
    if let Some(name) = json.as_str() {
        return match name {
            "string" => Some(AttributeType::String),
            "number" => Some(AttributeType::Number),
            "bool" => Some(AttributeType::Bool),
            "dynamic" => Some(AttributeType::Dynamic),
            _ => None,
        };
    }
    let parts = json.as_array()?;
    let element = || parts.get(1).and_then(read_type).map(Box::new);
    match parts.first()?.as_str()? {
        "list" => element().map(AttributeType::List),
        "set" => element().map(AttributeType::Set),
        "map" => element().map(AttributeType::Map),
        "tuple" => Some(AttributeType::Tuple(parts.get(1)?.as_array()?.iter().map(read_type).collect::<Option<_>>()?)),
        "object" => {
            let members = parts.get(1)?.as_object()?.iter();
            let mut members: Vec<_> =
                members.map(|(name, ty)| Some((name.clone(), read_type(ty)?))).collect::<Option<_>>()?;
            members.sort_by(|(a, _), (b, _)| a.cmp(b));
            Some(AttributeType::Object(members))
        }
        _ => None,
    }
}

fn read_function(name: &str, json: &Json) -> Thing {
    let parameter = |json: &Json, fallback: String| Parameter {
        name: json["name"].as_str().map_or(fallback, str::to_owned),
        ty: read_type(&json["type"]).unwrap_or(AttributeType::Dynamic),
        nullable: json["is_nullable"].as_bool().unwrap_or(false),
        description: json.as_object().map_or(String::new(), |json| text(json, "description")),
    };
    let parameters = json["parameters"].as_array().into_iter().flatten();
    let string = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
    Thing {
        kind: "function",
        name: name.to_owned(),
        type_name: name.to_owned(),
        schema: Schema {
            description: string("description"),
            deprecation_message: Some(string("deprecation_message")).filter(|text| !text.is_empty()),
            ..Schema::default()
        },
        identity: Vec::new(),
        identity_version: 0,
        hooks: Vec::new(),
        function: Some(Function {
            parameters: parameters.enumerate().map(|(n, json)| parameter(json, format!("param{}", n + 1))).collect(),
            variadic: json.get("variadic_parameter").map(|json| parameter(json, "varparam".to_owned())),
            result: read_type(&json["return_type"]).unwrap_or(AttributeType::Dynamic),
            summary: string("summary"),
        }),
    }
}
