//! Completion: keys that are not there yet, words, types, names of things and attributes.

use super::cursor::{self, Cursor, Spot};
use super::place::{self, Place};
use super::position;
use super::symbol::{self, Symbols};
use super::workspace::Snapshot;
use crate::document::key::{Key, Shape};
use crate::document::type_expression;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The protocol's numbers for what something is.
const FIELD: u8 = 5;
const MODULE: u8 = 9;
const PROPERTY: u8 = 10;
const VALUE: u8 = 12;
const TYPE: u8 = 25;

/// One proposal.
struct Item {
    label: String,
    kind: u8,
    detail: String,
    documentation: String,
    /// What is put in; the label, if empty.
    text: String,
}

impl Item {
    fn new(label: &str, kind: u8) -> Self {
        Self { label: label.to_owned(), kind, detail: String::new(), documentation: String::new(), text: String::new() }
    }
}

/// What may stand at a position.
pub(super) fn complete(snapshot: &Snapshot, offset: usize) -> Value {
    let mut cursor = cursor::at(snapshot.text(), offset);
    if matches!(&cursor.spot, Spot::Value(key) if is_type(key)) && cursor.quoted {
        narrow(&mut cursor, offset);
    }
    let symbols = snapshot.symbols();
    let items = match &cursor.spot {
        Spot::Key => keys(&symbols, &cursor, false),
        Spot::Header => keys(&symbols, &cursor, true),
        Spot::Value(key) => values(&symbols, &cursor, key),
        Spot::Nothing => Vec::new(),
    };
    // All of a word is replaced, also what is after the position.
    let range = position::range(snapshot.text(), cursor.range.clone());
    let items: Vec<Value> = items.into_iter().map(|item| as_value(item, &range)).collect();
    json!({ "isIncomplete": false, "items": items })
}

/// Whether a key takes a type.
fn is_type(key: &str) -> bool {
    matches!(key, "type" | "return_type")
}

/// The word of a type that a position is in, instead of the whole string.
fn narrow(cursor: &mut Cursor, offset: usize) {
    let is_other = |c: char| !c.is_alphanumeric() && c != '_';
    let at = offset.saturating_sub(cursor.range.start).min(cursor.text.len());
    let (before, after) = (cursor.text.get(..at).unwrap_or_default(), cursor.text.get(at..).unwrap_or_default());
    let before = before.len() - before.rsplit(is_other).next().map_or(0, str::len);
    let after = at + after.split(is_other).next().map_or(0, str::len);
    let range = cursor.range.start + before..cursor.range.start + after;
    cursor.text = cursor.text.get(before..after).unwrap_or_default().to_owned();
    cursor.range = range;
}

fn as_value(item: Item, range: &Value) -> Value {
    let text = if item.text.is_empty() { &item.label } else { &item.text };
    let mut value = json!({
        "label": item.label,
        "kind": item.kind,
        "filterText": text,
        "textEdit": { "range": range, "newText": text },
    });
    if let Value::Object(fields) = &mut value {
        if !item.detail.is_empty() {
            fields.insert("detail".to_owned(), item.detail.into());
        }
        if !item.documentation.is_empty() {
            let documentation = json!({ "kind": "markdown", "value": item.documentation });
            fields.insert("documentation".to_owned(), documentation);
        }
    }
    value
}

fn keys(symbols: &Symbols, cursor: &Cursor, in_header: bool) -> Vec<Item> {
    match place::place(&cursor.path) {
        Place::Keys(keys) => {
            let tables = symbols.tables(&cursor.path);
            let used: BTreeSet<&str> =
                tables.iter().flat_map(|table| table.entries.keys()).map(String::as_str).collect();
            let is_wanted = |key: &&Key| {
                let is_typed = key.name == cursor.text;
                if in_header || cursor.path.is_empty() { is_table(key) } else { !used.contains(key.name) || is_typed }
            };
            keys.iter().filter(is_wanted).map(|key| of_key(key, in_header)).collect()
        }
        Place::Things(_) => {
            let kind = cursor.path.first().map_or("", String::as_str);
            // A list resource has the name of the resource that it lists.
            let kinds: &[&str] = if kind == "list" { &["list", "resource"] } else { &[kind] };
            let names: BTreeSet<&str> =
                kinds.iter().flat_map(|kind| symbols.things(kind)).map(|(name, _)| name).collect();
            names.into_iter().filter(|name| !name.is_empty()).map(|name| Item::new(name, MODULE)).collect()
        }
        Place::Addresses(_) => parents(symbols, cursor),
        Place::Other => Vec::new(),
    }
}

fn is_table(key: &Key) -> bool {
    matches!(
        key.shape,
        Shape::Kind(_) | Shape::Table(_) | Shape::Tables(_) | Shape::Attributes | Shape::Blocks | Shape::Parameters
    )
}

fn of_key(key: &Key, in_header: bool) -> Item {
    Item {
        detail: place::shape(key),
        documentation: key.description.to_owned(),
        text: if in_header || matches!(key.shape, Shape::Kind(_)) { String::new() } else { format!("{} = ", key.name) },
        ..Item::new(key.name, PROPERTY)
    }
}

/// Addresses that more can stand in: `"mounts.`, for what has a nesting and for blocks.
fn parents(symbols: &Symbols, cursor: &Cursor) -> Vec<Item> {
    let Some(thing) = place::thing(&cursor.path) else { return Vec::new() };
    let nested = symbols
        .attributes(thing)
        .into_iter()
        .filter(|(_, entry)| entry.item.as_table().is_some_and(|table| table.entries.contains_key("nesting")));
    nested
        .map(|(address, entry)| Item {
            detail: symbol::summary(&entry.item),
            text: if cursor.quoted { format!("{address}.") } else { format!("\"{address}.\"") },
            ..Item::new(&format!("{address}."), FIELD)
        })
        .collect()
}

fn values(symbols: &Symbols, cursor: &Cursor, key: &str) -> Vec<Item> {
    let quote = |text: &str| if cursor.quoted { text.to_owned() } else { format!("\"{text}\"") };
    let string = |text: &str, kind: u8| Item { text: quote(text), ..Item::new(text, kind) };
    let shape = match place::place(&cursor.path) {
        Place::Keys(keys) => place::find(keys, key).map(|key| key.shape),
        _ => None,
    };
    if let Some(kind) = place::named_kind(key) {
        let words: &[&str] = if let Some(Shape::WordOrName(words)) = shape { words } else { &[] };
        let names = symbols.things(kind).into_iter().map(|(name, _)| string(name, MODULE));
        return words.iter().map(|word| string(word, VALUE)).chain(names).collect();
    }
    if place::is_reference(&cursor.path, key) {
        let Some(thing) = place::thing(&cursor.path) else { return Vec::new() };
        let owner = cursor.path.last().map_or(String::new(), |owner| format!("{owner}."));
        let found = symbols.attributes(thing).into_iter().filter_map(|(address, entry)| {
            let name = if key == "identity_key" { address.strip_prefix(&owner)? } else { address };
            Some(Item { detail: symbol::summary(&entry.item), ..string(name, FIELD) })
        });
        return found.collect();
    }
    if is_type(key) {
        return type_expression::names().map(|name| string(name, TYPE)).collect();
    }
    let bare = |text: &str| Item::new(text, VALUE);
    match shape {
        Some(Shape::Boolean | Shape::BooleanOrName) if !cursor.quoted => vec![bare("true"), bare("false")],
        Some(Shape::True) if !cursor.quoted => vec![bare("true")],
        Some(Shape::Word(words) | Shape::WordList(words)) => words.iter().map(|word| string(word, VALUE)).collect(),
        Some(Shape::BooleanOrWord(words)) => {
            let words = words.iter().map(|word| string(word, VALUE));
            if cursor.quoted { words.collect() } else { words.chain([bare("true"), bare("false")]).collect() }
        }
        _ => Vec::new(),
    }
}
