//! Made-up samples: an object as today's schema has it, taken back version by version by the steps of the upgrades.
//!
//! It is a guess, and says so: what an older version had and no step tells of is not in it.

use crate::ir::lifecycle::{Conversion, Steps, Upgrade};
use crate::ir::{Attribute, AttributeType, Block, BlockNesting, Format, Nesting, Resource};
use serde_json::{Map, Value, json};

/// A state of version `from`.
pub(super) fn of_state(resource: &Resource, from: i64) -> String {
    let note = format!(
        "A made-up state of version {from}. Put in a real one: the `attributes` of an object in a state that this version wrote. \
         Then say in `upgraded` what it has to become; `cargo test` tells what it becomes."
    );
    let mut state = object(&resource.schema.attributes, &resource.schema.blocks);
    take_back(&resource.lifecycle.upgrades, from, &mut state);
    text(&note, "state", state)
}

/// An identity of version `from`.
pub(super) fn of_identity(resource: &Resource, from: i64) -> String {
    let note = format!(
        "A made-up identity of version {from}. Put in a real one: the `identity` of an object in a state that this version wrote. \
         Then say in `upgraded` what it has to become; `cargo test` tells what it becomes."
    );
    let mut identity = object(&resource.schema.attributes, &[]);
    identity.retain(|name, _| resource.identity.contains(name));
    take_back(&resource.lifecycle.identity_upgrades, from, &mut identity);
    text(&note, "identity", identity)
}

fn text(note: &str, what: &str, stored: Map<String, Value>) -> String {
    let note = Value::String(note.to_owned());
    let stored = serde_json::to_string_pretty(&Value::Object(stored)).unwrap_or_default().replace('\n', "\n  ");
    format!("{{\n  \"note\": {note},\n  \"{what}\": {stored}\n}}")
}

fn object(attributes: &[Attribute], blocks: &[Block]) -> Map<String, Value> {
    let mut members = Map::new();
    for attribute in attributes.iter().filter(|each| !each.write_only && !each.carried) {
        members.insert(attribute.name.clone(), value(&attribute.ty, attribute));
    }
    for block in blocks.iter().filter(|each| !each.carried) {
        let inner = Value::Object(object(&block.attributes, &block.blocks));
        let nesting = match block.nesting {
            BlockNesting::Single | BlockNesting::Group => Nesting::Single,
            BlockNesting::List => Nesting::List,
            BlockNesting::Set => Nesting::Set,
            BlockNesting::Map => Nesting::Map,
        };
        members.insert(block.name.clone(), nested(nesting, inner));
    }
    members
}

/// A value of the type. Strings in it have the attribute's format.
fn value(ty: &AttributeType, attribute: &Attribute) -> Value {
    match ty {
        AttributeType::Bool => Value::Bool(true),
        AttributeType::String => Value::String(string(attribute)),
        AttributeType::Number
        | AttributeType::Int32
        | AttributeType::Int64
        | AttributeType::Float32
        | AttributeType::Float64 => json!(1),
        AttributeType::Dynamic => json!({ "type": "string", "value": "example" }),
        AttributeType::List(element) | AttributeType::Set(element) => json!([value(element, attribute)]),
        AttributeType::Map(element) => json!({ "key": value(element, attribute) }),
        AttributeType::Object(members) => {
            Value::Object(members.iter().map(|(name, ty)| (name.clone(), value(ty, attribute))).collect())
        }
        AttributeType::Tuple(elements) => Value::Array(elements.iter().map(|ty| value(ty, attribute)).collect()),
        AttributeType::Nested(nesting, attributes) => nested(*nesting, Value::Object(object(attributes, &[]))),
    }
}

fn nested(nesting: Nesting, inner: Value) -> Value {
    match nesting {
        Nesting::Single => inner,
        Nesting::List | Nesting::Set => json!([inner]),
        Nesting::Map => json!({ "key": inner }),
    }
}

fn string(attribute: &Attribute) -> String {
    if let Some(first) = attribute.enum_values.first() {
        return first.clone();
    }
    let text = match attribute.format {
        Some(Format::Json) => "{}",
        Some(Format::Ip | Format::Ipv4) => "192.0.2.1",
        Some(Format::Ipv6) => "2001:db8::1",
        Some(Format::Cidr | Format::Ipv4Cidr) => "192.0.2.0/24",
        Some(Format::Ipv6Cidr) => "2001:db8::/32",
        Some(Format::Mac) => "00:00:5e:00:53:01",
        Some(Format::Rfc3339) => "2001-02-03T04:05:06Z",
        Some(Format::Duration) => "1h",
        Some(Format::CaseInsensitive | Format::Custom(_)) | None => "example",
    };
    format!("{}{text}", attribute.prefix)
}

/// From today's form to that of version `from`.
fn take_back(upgrades: &[Upgrade], from: i64, stored: &mut Map<String, Value>) {
    for upgrade in upgrades.iter().rev().filter(|upgrade| upgrade.from >= from) {
        undo(&upgrade.steps, stored);
    }
}

/// The steps in their reverse order, each the other way.
fn undo(steps: &Steps, stored: &mut Map<String, Value>) {
    for address in &steps.drop {
        at(stored, address, &mut |members, name| {
            members.entry(name.to_owned()).or_insert_with(|| json!("example"));
        });
    }
    for (address, _) in &steps.set {
        at(stored, address, &mut |members, name| drop(members.remove(name)));
    }
    for (address, conversion) in &steps.convert {
        at(stored, address, &mut |members, name| {
            let value = members.remove(name).unwrap_or(Value::Null);
            members.insert(name.to_owned(), unconverted(value, *conversion));
        });
    }
    for (old, new) in steps.rename.iter().rev() {
        at(stored, old, &mut |members, name| {
            let value = members.remove(new).unwrap_or_else(|| json!("example"));
            members.insert(name.to_owned(), value);
        });
    }
}

/// A value that the conversion makes this one of.
fn unconverted(value: Value, conversion: Conversion) -> Value {
    match (conversion, value) {
        (Conversion::String, _) => json!(1),
        (Conversion::Number, Value::Number(number)) => Value::String(number.to_string()),
        (Conversion::Number, _) => json!("1"),
        (Conversion::Bool, _) => json!("true"),
        (Conversion::List, Value::Array(elements)) => elements.into_iter().next().unwrap_or(Value::Null),
        (Conversion::List, other) => other,
        (Conversion::Single, other) => json!([other]),
    }
}

/// Calls `change` with what holds the addressed member, and its name: for each element of a collection.
fn at(members: &mut Map<String, Value>, address: &str, change: &mut dyn FnMut(&mut Map<String, Value>, &str)) {
    match address.split_once('.') {
        None => change(members, address),
        Some((first, rest)) => members.get_mut(first).into_iter().for_each(|value| within(value, rest, change)),
    }
}

fn within(value: &mut Value, address: &str, change: &mut dyn FnMut(&mut Map<String, Value>, &str)) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(|element| within(element, address, change)),
        Value::Object(members) => {
            // The sample of a map has one element.
            let is_map = members.len() == 1 && address.split('.').next() != Some("key");
            match members.get_mut("key").filter(|element| is_map && element.is_object()) {
                Some(element) => within(element, address, change),
                None => at(members, address, change),
            }
        }
        _ => {}
    }
}
