//! Values in messages: short, in the configuration language's spelling, with what is sensitive hidden.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use tfgen_cty::{Path, Refinement, Step, Value};

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

/// The part of a path that messages may show: it ends before a key of a hidden map, since keys are part of its value.
pub fn shown_path(block: &Block, path: &Path) -> Path {
    let mut level = Some(*block);
    let mut hidden = false;
    let mut shown = Path::root();
    for step in path.steps() {
        match (step, level) {
            (Step::Key(_), _) if hidden => break,
            (Step::Attribute(name), Some(block)) => {
                let attribute = block.attribute(name);
                hidden |= attribute.is_some_and(hides);
                level = match attribute {
                    Some(attribute) => attribute.nested().map(|(_, below)| below),
                    None => block.nested_block(name).map(|nested| nested.block),
                };
            }
            _ => {}
        }
        shown.push(step.clone());
    }
    shown
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
        Value::Unknown(_) => write_unknown(text, value.inner().refinement()),
        Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => {
            let _ = write!(text, "{string:?}");
        }
        Value::Object(members) | Value::Map(members) => {
            let is_collection = value.as_map().is_some() || !is_element(place, members);
            text.push('{');
            for (at, (name, member)) in members.iter().enumerate() {
                let _ = write!(text, "{}{name} = ", if at == 0 { "" } else { ", " });
                match if is_collection { Below::Shown(place) } else { below(place, name) } {
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

/// What is promised of an unknown value is what a result may break.
fn write_unknown(text: &mut String, promised: Option<&Refinement>) {
    let prefix = promised.and_then(Refinement::string_prefix).filter(|text| !text.is_empty());
    let _ = match prefix {
        Some(prefix) => write!(text, "(known after apply, begins with {prefix:?})"),
        None if promised.is_some_and(Refinement::is_not_null) => write!(text, "(known after apply, not null)"),
        None => write!(text, "(known after apply)"),
    };
}

enum Below<'a> {
    Hidden,
    Shown(Option<Place<'a>>),
}

/// The attributes and blocks of the objects at a place; none where single members cannot be hidden.
fn level_of(place: Option<Place<'_>>) -> Option<Block> {
    match place? {
        Place::Level(block) => Some(*block),
        Place::Type(AttributeType::Nested(_, attributes)) => Some(Block::of(attributes)),
        Place::Type(_) => None,
    }
}

/// Whether an object is one of the place itself. A collection of them has the same place, and is an object too where it
/// holds something dynamic; its keys may be called like attributes, but those are all there in an element alone.
fn is_element(place: Option<Place<'_>>, members: &BTreeMap<Arc<str>, Value>) -> bool {
    level_of(place).is_none_or(|block| {
        let names = block.attributes.iter().map(|attribute| attribute.name);
        names.chain(block.blocks.iter().map(|nested| nested.name)).all(|name| members.contains_key(name))
    })
}

/// What is known about a member of an object: only nested attributes can be sensitive one by one.
fn below(place: Option<Place<'_>>, name: &str) -> Below<'static> {
    let Some(block) = level_of(place) else { return Below::Shown(None) };
    if let Some(attribute) = block.attribute(name) {
        return if hides(attribute) { Below::Hidden } else { Below::Shown(Some(Place::Type(&attribute.ty))) };
    }
    Below::Shown(block.nested_block(name).map(|nested| Place::Level(&nested.block)))
}
