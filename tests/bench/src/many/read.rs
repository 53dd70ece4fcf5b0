//! A schema as `terraform providers schema -json` prints it. Of several providers in the file the largest is taken.

use super::{Attribute, Block, Body, Nesting, Resource};
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;
use tfgen_cty::Type;

/// The managed resources of the file.
pub fn schema(file: &Path) -> Result<Vec<Resource>, String> {
    let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let all: Value = serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", file.display()))?;
    let providers = all["provider_schemas"].as_object().ok_or("the file holds no provider_schemas")?;
    let resources = providers.values().filter_map(|provider| provider["resource_schemas"].as_object());
    let resources = resources.max_by_key(|resources| resources.len()).ok_or("the file holds no resource_schemas")?;
    resources.iter().map(|(name, schema)| resource(name, &schema["block"])).collect()
}

fn resource(type_name: &str, block: &Value) -> Result<Resource, String> {
    let name = type_name.split_once('_').map_or(type_name, |(_, name)| name);
    let mut body = body(block).map_err(|error| format!("{type_name}: {error}"))?;
    // Legacy providers have it as optional too, without meaning it.
    body.attributes.retain(|attribute| attribute.name != "id");
    let id = Attribute {
        name: "id".into(),
        ty: Type::String,
        description: String::new(),
        required: false,
        optional: false,
        computed: true,
        sensitive: false,
    };
    body.attributes.insert(0, id);
    Ok(Resource { name: name.to_owned(), description: text(&block["description"]), body })
}

fn body(block: &Value) -> Result<Body, String> {
    let attributes = members(&block["attributes"]).map(|(name, attribute)| {
        let ty = Type::from_json(attribute["type"].to_string().as_bytes());
        let is = |key: &str| attribute[key].as_bool().unwrap_or_default();
        Ok(Attribute {
            name: name.clone(),
            ty: ty.map_err(|error| format!("{name}: {error}"))?,
            description: text(&attribute["description"]),
            required: is("required"),
            optional: is("optional"),
            computed: is("computed"),
            sensitive: is("sensitive"),
        })
    });
    let blocks = members(&block["block_types"]).map(|(name, block)| {
        let nesting = match block["nesting_mode"].as_str() {
            Some("set") => Nesting::Set,
            Some("single" | "group") => Nesting::Single,
            _ => Nesting::List,
        };
        Ok(Block { name: name.clone(), nesting, body: body(&block["block"])? })
    });
    Ok(Body { attributes: attributes.collect::<Result<_, String>>()?, blocks: blocks.collect::<Result<_, String>>()? })
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
