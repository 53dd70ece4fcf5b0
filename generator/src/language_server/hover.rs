//! Hover: what a key means, and what a name stands for.

use super::cursor::{self, Cursor, Spot};
use super::place::{self, Place};
use super::workspace::Snapshot;
use super::{position, symbol};
use crate::document::key::{Key, Shape};
use serde_json::{Value, json};

/// What is to be said of a position.
pub(super) fn hover(snapshot: &Snapshot, offset: usize) -> Option<Value> {
    let cursor = cursor::at(snapshot.text(), offset);
    let text = match &cursor.spot {
        Spot::Key | Spot::Header => of_name(snapshot, &cursor),
        Spot::Value(key) => of_value(snapshot, &cursor, key),
        Spot::Nothing => None,
    }?;
    let range = position::range(snapshot.text(), cursor.range.clone());
    Some(json!({ "contents": { "kind": "markdown", "value": text }, "range": range }))
}

fn of_name(snapshot: &Snapshot, cursor: &Cursor) -> Option<String> {
    match place::place(&cursor.path) {
        Place::Keys(keys) => place::find(keys, &cursor.text).map(of_key),
        Place::Addresses(_) => of_attribute(snapshot, &cursor.path, &cursor.text),
        Place::Things(_) => {
            let kind = cursor.path.first()?;
            let places = snapshot.symbols().things(kind).iter().filter(|(name, _)| *name == cursor.text).count();
            (places > 0).then(|| format!("`[{kind}.{}]`", cursor.text))
        }
        Place::Other => None,
    }
}

fn of_value(snapshot: &Snapshot, cursor: &Cursor, key: &str) -> Option<String> {
    if cursor.text.is_empty() {
        return None;
    }
    if place::is_reference(&cursor.path, key) {
        return of_attribute(snapshot, &cursor.path, &cursor.text);
    }
    let is_named = |kind: &&str| snapshot.symbols().things(kind).iter().any(|(name, _)| *name == cursor.text);
    if let Some(kind) = place::named_kind(key).filter(is_named) {
        return Some(format!("`[{kind}.{}]`", cursor.text));
    }
    let Place::Keys(keys) = place::place(&cursor.path) else { return None };
    place::find(keys, key).map(of_key)
}

fn of_key(key: &Key) -> String {
    let value = if matches!(key.shape, Shape::Kind(_)) { String::new() } else { format!(" = {}", place::shape(key)) };
    format!("```toml\n{}{value}\n```\n\n{}", key.name, key.description)
}

/// An attribute or block by its address: its type, its mode, and its description.
fn of_attribute(snapshot: &Snapshot, path: &[String], address: &str) -> Option<String> {
    let symbols = snapshot.symbols();
    let found = symbols.attributes(place::thing(path)?);
    let (_, entry) = found.into_iter().find(|(other, _)| *other == address)?;
    let name = if address.contains('.') { format!("\"{address}\"") } else { address.to_owned() };
    let mut text = format!("```toml\n{name} = {{ {} }}\n```", symbol::summary(&entry.item));
    let described = entry.item.as_table().and_then(|table| table.entries.get("description")?.item.as_str());
    if let Some(description) = described {
        text.push_str("\n\n");
        text.push_str(description.trim());
    }
    Some(text)
}
