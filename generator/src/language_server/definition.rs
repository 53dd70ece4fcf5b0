//! Go to definition: from a name to where it is declared.

use super::cursor::{self, Cursor, Spot};
use super::place::{self, Place};
use super::position;
use super::symbol::Symbols;
use super::workspace::{Snapshot, file_uri};
use crate::source::Span;
use serde_json::{Value, json};

/// Where what is named at a position is declared: one place, or several if it is declared twice.
pub(super) fn definition(snapshot: &Snapshot, offset: usize) -> Option<Value> {
    let cursor = cursor::at(snapshot.text(), offset);
    let symbols = snapshot.symbols();
    let spans = match &cursor.spot {
        Spot::Value(key) => of_value(&symbols, &cursor, key, offset),
        Spot::Key | Spot::Header => of_name(&symbols, &cursor, offset),
        Spot::Nothing => Vec::new(),
    };
    let places: Vec<Value> = spans.into_iter().filter_map(|span| location(snapshot, span)).collect();
    (!places.is_empty()).then_some(Value::Array(places))
}

fn location(snapshot: &Snapshot, span: Span) -> Option<Value> {
    let source = snapshot.sources().get(span.source)?;
    let range = position::range(source.text(), span.range());
    Some(json!({ "uri": file_uri(snapshot.root(), source), "range": range }))
}

fn of_value(symbols: &Symbols, cursor: &Cursor, key: &str, offset: usize) -> Vec<Span> {
    if let Some(kind) = place::named_kind(key) {
        return things(symbols, kind, &cursor.text);
    }
    let Some(thing) = place::thing(&cursor.path) else { return Vec::new() };
    if key == "import" {
        // The name in braces that the position is in.
        let at = offset.saturating_sub(cursor.range.start).min(cursor.text.len());
        let (before, after) = (cursor.text.get(..at).unwrap_or_default(), cursor.text.get(at..).unwrap_or_default());
        let before = before.rsplit(['{', '}', '[', ']']).next().unwrap_or_default();
        let after = after.split(['{', '}', '[', ']']).next().unwrap_or_default();
        return attribute(symbols, thing, &format!("{before}{after}"));
    }
    if key == "identity_key" {
        // Relative to the attribute that it stands on.
        let owner = cursor.path.last().map_or("", String::as_str);
        return attribute(symbols, thing, &format!("{owner}.{}", cursor.text));
    }
    if place::is_reference(&cursor.path, key) { attribute(symbols, thing, &cursor.text) } else { Vec::new() }
}

fn of_name(symbols: &Symbols, cursor: &Cursor, offset: usize) -> Vec<Span> {
    match (place::place(&cursor.path), cursor.path.first().map(String::as_str)) {
        // A list resource is of the managed resource of its name.
        (Place::Things(_), Some("list")) => things(symbols, "resource", &cursor.text),
        (Place::Things(_), Some(kind)) => things(symbols, kind, &cursor.text),
        (Place::Addresses(_), _) => {
            // In `mounts.host`, the position tells whether `mounts` is meant.
            let at = offset.saturating_sub(cursor.range.start).min(cursor.text.len());
            let rest = cursor.text.get(at..).unwrap_or_default();
            let end = at + rest.find('.').unwrap_or(rest.len());
            let address = cursor.text.get(..end).unwrap_or_default();
            place::thing(&cursor.path).map_or(Vec::new(), |thing| attribute(symbols, thing, address))
        }
        _ => Vec::new(),
    }
}

fn things(symbols: &Symbols, kind: &str, name: &str) -> Vec<Span> {
    symbols.things(kind).into_iter().filter(|(other, _)| *other == name).map(|(_, span)| span).collect()
}

fn attribute(symbols: &Symbols, thing: &[String], address: &str) -> Vec<Span> {
    let found = symbols.attributes(thing).into_iter().filter(|(other, _)| *other == address);
    found.map(|(_, entry)| entry.key_span).collect()
}
