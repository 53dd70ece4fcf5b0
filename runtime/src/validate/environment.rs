//! A provider's configuration made complete: environment variables and defaults where it says nothing.
//!
//! The environment comes in as a closure, so this stays a pure function.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfgen_cty::{Number, Value};

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::planning::with_defaults;
use crate::schema::implied_type::attribute_type;
use crate::schema::{Attribute, AttributeType, Block};

/// Fills in null root attributes from the first of their environment variables that is set and not empty, and then from
/// defaults at any depth. Unknown values stay. A variable that does not fit the attribute's type is an error; its value
/// is not shown.
pub fn fill(block: &Block, config: &Value, lookup: impl Fn(&str) -> Option<String>) -> (Value, Diagnostics) {
    let mut found = Diagnostics::new();
    let Some(members) = config.as_object() else { return (config.clone(), found) };
    let mut filled: BTreeMap<Arc<str>, Value> = members.clone();
    for attribute in block.attributes.iter().filter(|attribute| !attribute.env.is_empty()) {
        let value = filled.entry(attribute.name.into()).or_insert(Value::Null);
        if !value.is_null() {
            continue;
        }
        let set = attribute.env.iter().find_map(|name| {
            let text = lookup(name).filter(|text| !text.is_empty())?;
            Some((*name, text))
        });
        if let Some((name, text)) = set {
            match read(attribute, &text) {
                Some(read) => *value = read,
                None => found.push(unreadable(attribute, name)),
            }
        }
    }
    (with_defaults(block, &Value::Object(filled)).into_owned(), found)
}

/// The text as a value: strings as they are, `true`, `false`, `1` and `0`, numbers in decimal, anything else in JSON.
pub(crate) fn read(attribute: &Attribute, text: &str) -> Option<Value> {
    match attribute.ty {
        AttributeType::String | AttributeType::Text(_) => Some(Value::string(text)),
        AttributeType::Bool => match text.trim() {
            "true" | "1" => Some(Value::Bool(true)),
            "false" | "0" => Some(Value::Bool(false)),
            _ => None,
        },
        AttributeType::Number
        | AttributeType::Int32
        | AttributeType::Int64
        | AttributeType::Float32
        | AttributeType::Float64 => text.trim().parse::<Number>().ok().filter(Number::is_finite).map(Value::Number),
        _ => tfgen_cty::json::decode(text.as_bytes(), &attribute_type(&attribute.ty)).ok(),
    }
}

fn unreadable(attribute: &Attribute, name: &str) -> Diagnostic {
    let expected = match attribute.ty {
        AttributeType::Bool => "true or false".to_owned(),
        AttributeType::List(_) | AttributeType::Set(_) | AttributeType::Map(_) => {
            format!("JSON for {}", attribute_type(&attribute.ty))
        }
        _ => attribute_type(&attribute.ty).to_string(),
    };
    let detail = format!(
        "`{}` is not configured, so the environment variable {name} gives its value, but that is not of the type: \
         {expected}.",
        attribute.name
    );
    Diagnostic::error("Invalid environment variable", detail).at(tfgen_cty::Path::root().attribute(attribute.name))
}
