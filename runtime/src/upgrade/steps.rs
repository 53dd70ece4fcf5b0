//! The declared steps of an upgrade or a move, done to a stored object.

use super::{StoredObject, plain};
use crate::diagnostic::{Diagnostic, Result};
use crate::planning::literal_value;
use crate::schema::{AttributeType, Conversion, Steps};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Path, Value};

type Members = BTreeMap<Arc<str>, Value>;

/// Does the steps in their order; the hook is somebody else's. What an address does not find is left alone.
pub(crate) fn apply(steps: &Steps, object: &mut StoredObject) -> Result<()> {
    for (address, new_name) in steps.rename {
        at(object.members(), address, &mut |members, name| {
            if let Some(value) = members.remove(name) {
                members.insert((*new_name).into(), value);
            }
            Ok(())
        })?;
    }
    for (address, conversion) in steps.convert {
        at(object.members(), address, &mut |members, name| {
            let Some(value) = members.get_mut(name) else { return Ok(()) };
            *value = converted(std::mem::replace(value, Value::Null), *conversion, address)?;
            Ok(())
        })?;
    }
    for (address, literal) in steps.set {
        at(object.members(), address, &mut |members, name| {
            if members.get(name).is_none_or(Value::is_null) {
                let value = literal_value(literal, &AttributeType::Dynamic).inner().clone();
                members.insert(name.into(), plain(value));
            }
            Ok(())
        })?;
    }
    for address in steps.drop {
        at(object.members(), address, &mut |members, name| {
            members.remove(name);
            Ok(())
        })?;
    }
    Ok(())
}

/// The addresses at which the steps find nothing that they would change: what is renamed, converted or dropped.
pub(crate) fn unmet(steps: &Steps, object: &StoredObject) -> Vec<&'static str> {
    let mut object = object.clone();
    let missing = |object: &mut StoredObject, address: &str| {
        let mut there = false;
        let looked = at(object.members(), address, &mut |members, name| {
            there |= members.get(name).is_some_and(|value| !value.is_null());
            Ok(())
        });
        looked.is_err() || !there
    };
    let mut unmet = Vec::new();
    for row in steps.rename {
        unmet.extend(missing(&mut object, row.0).then_some(row.0));
        // The other steps know it by its new name.
        if apply(&Steps { rename: std::slice::from_ref(row), ..Steps::DEFAULT }, &mut object).is_err() {
            break;
        }
    }
    unmet.extend(steps.convert.iter().map(|(address, _)| *address).filter(|address| missing(&mut object, address)));
    unmet.extend(steps.drop.iter().copied().filter(|address| missing(&mut object, address)));
    unmet
}

/// Calls `change` with what holds the addressed attribute, and its name: for each element where the address leads through
/// a collection. The objects of a map cannot be told from one object: both are tried.
fn at(members: &mut Members, address: &str, change: &mut dyn FnMut(&mut Members, &str) -> Result<()>) -> Result<()> {
    let Some((first, rest)) = address.split_once('.') else { return change(members, address) };
    match members.get_mut(first) {
        Some(value) => within(value, rest, change),
        None => Ok(()),
    }
}

fn within(value: &mut Value, address: &str, change: &mut dyn FnMut(&mut Members, &str) -> Result<()>) -> Result<()> {
    match value {
        Value::Tuple(elements) | Value::List(elements) => {
            elements.iter_mut().try_for_each(|element| within(element, address, change))
        }
        Value::Object(members) | Value::Map(members) => {
            let first = address.split('.').next().unwrap_or(address);
            let is_map = !members.contains_key(first)
                && !members.is_empty()
                && members.values().all(|member| member.as_object().is_some());
            if is_map {
                return members.values_mut().try_for_each(|member| within(member, address, change));
            }
            at(members, address, change)
        }
        _ => Ok(()),
    }
}

/// The value converted; null stays null.
fn converted(value: Value, conversion: Conversion, address: &str) -> Result<Value> {
    let refused = |what: &str| {
        let mut path = Path::root();
        for name in address.split('.') {
            path = path.attribute(name);
        }
        let detail = format!("`{address}` {what}. The state cannot be upgraded; import the object again.");
        Err(Diagnostic::error("A stored value cannot be converted", detail).at(path).into())
    };
    match (conversion, value) {
        (_, Value::Null) => Ok(Value::Null),
        (Conversion::List, Value::Tuple(elements)) => Ok(Value::Tuple(elements)),
        (Conversion::List, value) => Ok(Value::Tuple(vec![value])),
        (Conversion::Single, Value::Tuple(mut elements)) => match elements.len() {
            0 | 1 => Ok(elements.pop().unwrap_or(Value::Null)),
            more => refused(&format!("has {more} elements, and there can be only one")),
        },
        (Conversion::Single, value) => Ok(value),
        (Conversion::String, Value::Bool(value)) => Ok(Value::string(value.to_string())),
        (Conversion::String, Value::Number(number)) => Ok(Value::string(number.to_string())),
        (Conversion::String, Value::String(text)) => Ok(Value::String(text)),
        (Conversion::Number, Value::Number(number)) => Ok(Value::Number(number)),
        // What old states have for a number that was not set.
        (Conversion::Number | Conversion::Bool, Value::String(text)) if text.is_empty() => Ok(Value::Null),
        (Conversion::Number, Value::String(text)) => {
            text.parse().map(Value::Number).or_else(|_| refused("is no number"))
        }
        (Conversion::Bool, Value::Bool(value)) => Ok(Value::Bool(value)),
        (Conversion::Bool, Value::String(text)) => match &*text {
            "true" | "1" => Ok(Value::Bool(true)),
            "false" | "0" => Ok(Value::Bool(false)),
            _ => refused("is neither true nor false"),
        },
        (Conversion::String, _) => refused("is no simple value"),
        (Conversion::Number, _) => refused("is no number"),
        (Conversion::Bool, _) => refused("is neither true nor false"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Literal;

    fn done(steps: &Steps, json: &str) -> Result<StoredObject> {
        let mut object = StoredObject::decode(json.as_bytes()).unwrap();
        apply(steps, &mut object).map(|()| object)
    }

    fn object(json: &str) -> StoredObject {
        StoredObject::decode(json.as_bytes()).unwrap()
    }

    #[test]
    fn steps_lead_into_every_element() {
        let steps = Steps {
            rename: &[("mounts.host", "server"), ("size", "size_gb")],
            convert: &[("size_gb", Conversion::Number), ("zone", Conversion::List)],
            set: &[("kind", Literal::String("ssd")), ("mounts.lun", Literal::Number("1"))],
            drop: &["old"],
            hook: false,
        };
        let before = r#"{"size":"10","zone":"a","old":1,"kind":null,"mounts":[{"host":"x"},{"host":"y","lun":2}]}"#;
        let after =
            r#"{"size_gb":10,"zone":["a"],"kind":"ssd","mounts":[{"server":"x","lun":1},{"server":"y","lun":2}]}"#;
        assert_eq!(done(&steps, before).unwrap(), object(after));
    }

    #[test]
    fn steps_lead_into_maps_and_leave_alone_what_is_not_there() {
        let steps = Steps { rename: &[("stages.title", "name"), ("none.at.all", "b")], ..Steps::DEFAULT };
        let found = done(&steps, r#"{"stages":{"a":{"title":"x"},"b":{"title":"y"}}}"#).unwrap();
        assert_eq!(found, object(r#"{"stages":{"a":{"name":"x"},"b":{"name":"y"}}}"#));
        assert_eq!(done(&steps, r#"{"stages":null}"#).unwrap(), object(r#"{"stages":null}"#));
    }

    #[test]
    fn a_list_of_one_becomes_its_element() {
        let steps = Steps { convert: &[("oven", Conversion::Single)], ..Steps::DEFAULT };
        assert_eq!(done(&steps, r#"{"oven":[{"a":1}]}"#).unwrap(), object(r#"{"oven":{"a":1}}"#));
        assert_eq!(done(&steps, r#"{"oven":[]}"#).unwrap(), object(r#"{"oven":null}"#));
        let failed = done(&steps, r#"{"oven":[1,2]}"#).unwrap_err();
        assert_eq!(failed.0[0].path.as_ref().unwrap().to_string(), "oven");
    }

    #[test]
    fn what_cannot_be_converted_is_named_and_not_shown() {
        for conversion in [Conversion::Number, Conversion::Bool] {
            let steps = Steps { convert: &[], ..Steps::DEFAULT };
            let rows = Box::leak(Box::new([("secret", conversion)]));
            let failed = done(&Steps { convert: rows, ..steps }, r#"{"secret":"hunter2"}"#).unwrap_err();
            assert!(failed.0[0].detail.contains("`secret`") && !format!("{failed:?}").contains("hunter2"));
        }
    }
}
