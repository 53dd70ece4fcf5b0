//! Syntax errors of the TOML parser as diagnostics.

use std::collections::BTreeSet;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::tree::{Item, ItemValue, Table};
use crate::rule::Rule;
use crate::source::{Source, SourceId, Span};

/// Reports the first error of each line; returns the lines, from 0.
pub(super) fn report(
    id: SourceId,
    source: &Source,
    table: &Table,
    errors: &[toml::de::Error],
    diagnostics: &mut Diagnostics,
) -> BTreeSet<usize> {
    let place = |error: &toml::de::Error| error.span().unwrap_or_else(|| deepest(source));
    let mut spanned: Vec<(Span, &str)> =
        errors.iter().map(|error| (Span::new(id, place(error)), error.message())).collect();
    // Stable, so that the first report about a place stays first.
    spanned.sort_by_key(|(span, _)| span.start);
    let mut lines = BTreeSet::new();
    for (span, message) in spanned {
        if !lines.insert(source.line_index(span.start)) {
            continue;
        }
        let mut diagnostic = Diagnostic::new(Rule::BrokenToml, format!("the file is not TOML: {message}"));
        if message == "duplicate key" {
            let name = source.text().get(span.range()).unwrap_or_default();
            diagnostic = Diagnostic::new(Rule::BrokenToml, format!("the key `{name}` stands twice in one table"))
                .at(span, "again here");
            if let Some(first) = first_place(id, source, table, span, name) {
                diagnostic = diagnostic.and(first, "first here");
            }
            diagnostic = diagnostic.with_help("rename or remove one of them");
        } else if message == "recursion limit" {
            diagnostic = Diagnostic::new(Rule::BrokenToml, "tables and arrays lie too deep in each other")
                .at(span, "too deep here")
                .with_help(
                    "nothing in a schema is as deep as that: look for a key with many dots, or for brackets not closed",
                );
        } else {
            diagnostic = diagnostic.at(span, "here");
        }
        diagnostics.push(diagnostic);
    }
    lines
}

/// The line that goes deepest: the parser does not say where it gave up.
fn deepest(source: &Source) -> std::ops::Range<usize> {
    let depth = |line: &str| line.matches(['.', '[', '{']).count();
    let lines = (0..=source.line_index(source.text().len())).map(|index| source.line_range(index));
    let with_depth = lines.map(|range| (source.text().get(range.clone()).map_or(0, depth), range));
    // The first of those that are as deep as any.
    with_depth.reduce(|deepest, line| if line.0 > deepest.0 { line } else { deepest }).map_or(0..0, |(_, range)| range)
}

/// Where the key that is repeated at `again` stands first.
fn first_place(id: SourceId, source: &Source, table: &Table, again: Span, name: &str) -> Option<Span> {
    let line = source.text().get(source.line_range(source.line_index(again.start)))?;
    if let Some(header) = header(line) {
        // The recovered table has the second header's place, so that the first one must be found in the text.
        let before = (0..source.line_index(again.start)).filter_map(|index| {
            let range = source.line_range(index);
            let other = source.text().get(range.clone())?;
            let start = range.start + other.len() - other.trim_start().len();
            (self::header(other)? == header).then(|| Span::new(id, start..range.end))
        });
        return before.into_iter().next();
    }
    let mut nearest = None;
    keys_named(table, name.trim_matches(['"', '\'']), again, &mut nearest);
    nearest
}

/// The header that a line holds, without spaces and quotes.
fn header(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix('[')?;
    let end = rest.rfind(']')?;
    Some(rest.get(..end)?.chars().filter(|c| !c.is_whitespace() && !matches!(c, '"' | '\'' | '[' | ']')).collect())
}

/// Finds the last key of a name before a place that is not in an inline table of its own.
fn keys_named(table: &Table, name: &str, before: Span, nearest: &mut Option<Span>) {
    for (key, entry) in &table.entries {
        let place = entry.key_span;
        if key == name && place.start < before.start && nearest.is_none_or(|known| known.start < place.start) {
            *nearest = Some(place);
        }
        walk(&entry.item, name, before, nearest);
    }
}

fn walk(item: &Item, name: &str, before: Span, nearest: &mut Option<Span>) {
    match &item.value {
        ItemValue::Table(inner) => {
            let starts_in = inner.entries.values().all(|entry| item.span.range().contains(&entry.key_span.start));
            let is_closed_inline = !inner.entries.is_empty() && starts_in && item.span.end <= before.start;
            if !is_closed_inline {
                keys_named(inner, name, before, nearest);
            }
        }
        ItemValue::Array(items) => items.iter().for_each(|item| walk(item, name, before, nearest)),
        _ => {}
    }
}
