//! Names that schema files declare: things by kind, attributes and blocks by address; found in broken files, too.

use crate::document::tree::{self, Entry, Item, Table};
use crate::source::{SourceMap, Span};

/// The tables of all files.
#[derive(Debug)]
pub(super) struct Symbols {
    roots: Vec<Table>,
}

impl Symbols {
    /// Reads what can be read.
    pub fn new(sources: &SourceMap) -> Self {
        let table = |(id, source): (_, &crate::source::Source)| {
            let (toml, _) = toml::de::DeTable::parse_recoverable(source.text());
            tree::table(toml.get_ref(), id)
        };
        Self { roots: sources.iter().map(table).collect() }
    }

    /// The names of a kind, in the order of files, with the places of their keys.
    pub fn things(&self, kind: &str) -> Vec<(&str, Span)> {
        let tables = self.roots.iter().filter_map(|root| root.entries.get(kind)?.item.as_table());
        tables.flat_map(|table| table.entries.iter()).map(|(name, entry)| (name.as_str(), entry.key_span)).collect()
    }

    /// Everything at a path such as `resource.disk.attributes`: one table for each file that has it.
    pub fn tables<'s>(&'s self, path: &[String]) -> Vec<&'s Table> {
        let step = |table: &'s Table, key: &String| table.entries.get(key)?.item.as_table();
        self.roots.iter().filter_map(|root| path.iter().try_fold(root, step)).collect()
    }

    /// The attributes and blocks of a thing, by address.
    pub fn attributes(&self, thing: &[String]) -> Vec<(&str, &Entry)> {
        let mut found = Vec::new();
        for group in ["attributes", "blocks"] {
            let path: Vec<String> = thing.iter().cloned().chain([group.to_owned()]).collect();
            for table in self.tables(&path) {
                found.extend(table.entries.iter().map(|(address, entry)| (address.as_str(), entry)));
            }
        }
        found
    }
}

/// What a declaration says of an attribute, in one line of TOML.
pub(super) fn summary(item: &Item) -> String {
    let Some(table) = item.as_table() else { return String::new() };
    let mut parts = Vec::new();
    for key in ["type", "nesting"] {
        if let Some(text) = table.entries.get(key).and_then(|entry| entry.item.as_str()) {
            parts.push(format!("{key} = {text:?}"));
        }
    }
    for key in ["required", "optional", "computed", "sensitive", "write_only"] {
        if table.entries.get(key).is_some_and(|entry| matches!(entry.item.value, tree::ItemValue::Boolean(true))) {
            parts.push(format!("{key} = true"));
        }
    }
    parts.join(", ")
}
