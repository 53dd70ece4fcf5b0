//! The definitions that ship for tools to extend: TOML, merged under what a tool says before it is read.

use super::tree::{self, Entry, Item, ItemValue, Table};
use crate::source::{SourceId, Span};

/// Their names and texts, sorted.
const BASES: &[(&str, &str)] = &[
    ("ansible", include_str!("../../bases/ansible.toml")),
    ("compose", include_str!("../../bases/compose.toml")),
    ("helm", include_str!("../../bases/helm.toml")),
    ("script", include_str!("../../bases/script.toml")),
    ("terraform", include_str!("../../bases/terraform.toml")),
];

/// The tool's table with what it extends; as it is, if it extends nothing that there is.
pub fn extended(table: &Table, source: SourceId) -> Table {
    let Some(entry) = table.entries.get("extends") else { return table.clone() };
    let base = entry.item.as_str().and_then(|name| BASES.iter().find(|(base, _)| *base == name));
    let Some((_, text)) = base else { return table.clone() };
    let (toml, _) = toml::de::DeTable::parse_recoverable(text);
    // Whatever is said of a part of it is said of the line that brings it in.
    let base = placed(&tree::table(toml.get_ref(), source), entry.span());
    merged(without_implemented(base, table), table)
}

/// Without the steps that the tool writes in Rust in their place.
fn without_implemented(mut base: Table, over: &Table) -> Table {
    let names = over.entries.get("implement").and_then(|entry| entry.item.as_array()).unwrap_or_default();
    if let Some(Entry { item: Item { value: ItemValue::Table(steps), .. }, .. }) = base.entries.get_mut("steps") {
        for name in names.iter().filter_map(Item::as_str) {
            steps.entries.remove(name);
        }
    }
    base
}

/// Tables are merged; anything else that is said again stands in for what was there.
fn merged(mut base: Table, over: &Table) -> Table {
    for (name, entry) in &over.entries {
        let merged = match (base.entries.remove(name), &entry.item.value) {
            (Some(Entry { item: Item { value: ItemValue::Table(base), .. }, .. }), ItemValue::Table(over)) => {
                let value = ItemValue::Table(merged(base, over));
                Entry { key_span: entry.key_span, item: Item { span: entry.item.span, value } }
            }
            _ => entry.clone(),
        };
        base.entries.insert(name.clone(), merged);
    }
    base
}

fn placed(table: &Table, span: Span) -> Table {
    let place =
        |(name, entry): (&String, &Entry)| (name.clone(), Entry { key_span: span, item: item_at(&entry.item, span) });
    Table { entries: table.entries.iter().map(place).collect() }
}

fn item_at(item: &Item, span: Span) -> Item {
    let value = match &item.value {
        ItemValue::Table(table) => ItemValue::Table(placed(table, span)),
        ItemValue::Array(items) => ItemValue::Array(items.iter().map(|item| item_at(item, span)).collect()),
        other => other.clone(),
    };
    Item { span, value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::key::BASES as NAMES;

    #[test]
    fn every_base_is_there_and_is_toml() {
        assert!(BASES.iter().map(|(name, _)| *name).eq(NAMES.iter().copied()));
        for (name, text) in BASES {
            let (_, errors) = toml::de::DeTable::parse_recoverable(text);
            assert!(errors.is_empty(), "{name}: {errors:?}");
        }
    }
}
