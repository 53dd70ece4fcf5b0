//! Values in messages: short, in the configuration language's spelling, with what is sensitive hidden.

use std::fmt::Write;

use tfgen_cty::Value;

use super::Place;
use crate::schema::{Attribute, AttributeType, Block};

/// The longest description; the rest is cut off.
const LENGTH_MAX: usize = 300;

/// Describes a value of an attribute: `"a"`, `[1, 2]`, `(known after apply)`, `(sensitive value)`.
pub fn describe_attribute(attribute: &Attribute, value: &Value) -> String {
    describe(Place::Type(&attribute.ty), value, hides(attribute))
}

/// Whether values of the attribute never appear in messages.
pub fn hides(attribute: &Attribute) -> bool {
    attribute.sensitive || attribute.write_only
}

pub(super) fn describe(place: Place<'_>, value: &Value, hidden: bool) -> String {
    if hidden && !value.is_null() && value.is_known() {
        return "(sensitive value)".to_owned();
    }
    let mut text = String::new();
    write_value(&mut text, Some(place), value);
    if text.len() > LENGTH_MAX {
        let cut = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= LENGTH_MAX).last().unwrap_or(0);
        text.truncate(cut);
        text.push('…');
    }
    text
}

fn write_value(text: &mut String, place: Option<Place<'_>>, value: &Value) {
    if text.len() > LENGTH_MAX {
        return;
    }
    match value.inner() {
        Value::Null => text.push_str("null"),
        Value::Unknown(_) => text.push_str("(known after apply)"),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => {
            let _ = write!(text, "{string:?}");
        }
        Value::Object(members) | Value::Map(members) => {
            text.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                let _ = write!(text, "{}{name} = ", if at == 0 { "" } else { ", " });
                match below(place, name) {
                    Below::Hidden if !member.is_null() && member.is_known() => text.push_str("(sensitive value)"),
                    Below::Hidden => write_value(text, None, member),
                    Below::Shown(place) => write_value(text, place, member),
                }
            }
            text.push('}');
        }
        other => {
            text.push('[');
            for (at, element) in other.elements().unwrap_or_default().iter().enumerate() {
                text.push_str(if at == 0 { "" } else { ", " });
                write_value(text, place, element);
            }
            text.push(']');
        }
    }
}

enum Below<'a> {
    Hidden,
    Shown(Option<Place<'a>>),
}

/// What is known about a member of an object or map. A map's or list's own place stands for its elements too: only
/// nested attributes can be sensitive one by one, and these are found by name at any depth.
fn below<'a>(place: Option<Place<'a>>, name: &str) -> Below<'a> {
    match place {
        Some(Place::Level(block)) => member(block, name, place),
        Some(Place::Type(AttributeType::Nested(_, attributes))) => member(&Block::of(attributes), name, place),
        _ => Below::Shown(None),
    }
}

fn member<'a>(block: &Block, name: &str, place: Option<Place<'a>>) -> Below<'a> {
    if let Some(attribute) = block.attribute(name) {
        return if hides(attribute) { Below::Hidden } else { Below::Shown(Some(Place::Type(&attribute.ty))) };
    }
    match block.nested_block(name) {
        Some(nested) => Below::Shown(Some(Place::Level(&nested.block))),
        None => Below::Shown(place),
    }
}
