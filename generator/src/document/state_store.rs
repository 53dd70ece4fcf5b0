//! What only a state store's table says.

use super::key::{ATTRIBUTE_NAMES, STATE_STORE_KINDS};
use super::table::{TableReader, wrong_type};
use super::tree::{ItemValue, Table};
use crate::diagnostic::Diagnostics;
use crate::source::{SourceMap, Span, Spanned};

/// What the data source for outputs is called that is given no name.
const OUTPUTS: &str = "state_outputs";

/// The keys of `[state_store.NAME]` alone.
#[derive(Clone, Debug)]
pub struct StateStoreDocument {
    /// `kind`
    pub kind: Option<Spanned<&'static str>>,
    /// `lock`; true if it is not there.
    pub lock: bool,
    /// `history`
    pub history: bool,
    /// `sealed`
    pub sealed: bool,
    /// `kms`, where it is true.
    pub kms: Option<Span>,
    /// `compressed`
    pub compressed: bool,
    /// `outputs`: the name of the data source, if there is one.
    pub outputs: Option<Spanned<String>>,
    /// `attribute_names`: what an attribute of the runtime's is called.
    pub names: Vec<(&'static str, Spanned<String>)>,
}

impl Default for StateStoreDocument {
    fn default() -> Self {
        Self {
            kind: None,
            lock: true,
            history: false,
            sealed: false,
            kms: None,
            compressed: false,
            outputs: None,
            names: Vec::new(),
        }
    }
}

/// Reads these keys.
pub fn read(table: &Table, sources: &SourceMap, diagnostics: &mut Diagnostics) -> StateStoreDocument {
    let mut document = StateStoreDocument::default();
    let mut reader = TableReader::unchecked(table, sources, diagnostics);
    document.kind = reader.word("kind", STATE_STORE_KINDS);
    document.kms = reader.flag("kms");
    let names = reader.table("attribute_names");
    let flags = [
        ("lock", &mut document.lock),
        ("history", &mut document.history),
        ("sealed", &mut document.sealed),
        ("compressed", &mut document.compressed),
    ];
    for (key, flag) in flags {
        match table.entries.get(key).map(|entry| (&entry.item, &entry.item.value)) {
            Some((_, ItemValue::Boolean(value))) => *flag = *value,
            Some((item, _)) => diagnostics.push(wrong_type(key, item, "`true` or `false`")),
            None => {}
        }
    }
    if let Some(entry) = table.entries.get("outputs") {
        let item = &entry.item;
        match &item.value {
            ItemValue::Boolean(asks) => {
                document.outputs = asks.then(|| Spanned::new(OUTPUTS.to_owned(), item.span));
            }
            ItemValue::String(name) => document.outputs = Some(Spanned::new(name.clone(), item.span)),
            _ => diagnostics.push(wrong_type("outputs", item, "`true`, `false`, or a name")),
        }
    }
    if let Some(names) = names {
        let mut reader = TableReader::new(names, ATTRIBUTE_NAMES, "`attribute_names`", None, sources, diagnostics);
        for key in ATTRIBUTE_NAMES {
            document.names.extend(reader.string(key.name).map(|name| (key.name, name)));
        }
    }
    document
}
