//! What a schema says of an object's life: private state, timeouts, upgrades of stored states, moves from other types.

use super::key::{CONVERSIONS, Key, MOVED_FROM, PRIVATE_STATES, UPGRADE};
use super::table::{TableReader, wrong_type};
use super::tree::{Entry, Item, Table};
use super::type_expression::{self, TypeExpression};
use super::{Strings, Text};
use crate::diagnostic::Diagnostics;
use crate::source::{SourceMap, Span, Spanned};

/// The lifecycle keys of one thing.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    /// `private_state`
    pub private_state: Option<Spanned<&'static str>>,
    /// `private`: names and types.
    pub private: Vec<(Spanned<String>, TypeExpression)>,
    /// `timeouts`
    pub timeouts: Option<TimeoutsDocument>,
    /// `[[….upgrade]]`
    pub upgrades: Vec<UpgradeDocument>,
    /// `identity_version`
    pub identity_version: Option<Spanned<u64>>,
    /// `[[….identity_upgrade]]`
    pub identity_upgrades: Vec<UpgradeDocument>,
    /// `[[….moved_from]]`
    pub moves: Vec<MoveDocument>,
}

/// `timeouts`
#[derive(Clone, Debug)]
pub struct TimeoutsDocument {
    /// The key and its value.
    pub span: Span,
    /// Operations and their durations.
    pub operations: Vec<(&'static str, Spanned<String>)>,
    /// `block = true`
    pub block: Option<Span>,
    /// `attribute = true`
    pub attribute: Option<Span>,
}

/// One `[[….upgrade]]` or `[[….identity_upgrade]]`.
#[derive(Clone, Debug)]
pub struct UpgradeDocument {
    /// The table.
    pub span: Span,
    /// `from`
    pub from: Option<Spanned<u64>>,
    /// What is to be done.
    pub steps: StepsDocument,
}

/// One `[[….moved_from]]`.
#[derive(Clone, Debug)]
pub struct MoveDocument {
    /// The table.
    pub span: Span,
    /// `provider`
    pub provider: Option<Spanned<String>>,
    /// `type_name`
    pub type_name: Option<Spanned<String>>,
    /// `version`
    pub version: Option<Spanned<u64>>,
    /// What is to be done.
    pub steps: StepsDocument,
}

/// The steps from one form of a state to another.
#[derive(Clone, Debug, Default)]
pub struct StepsDocument {
    /// `rename`: old address, new name.
    pub rename: Vec<(Spanned<String>, Spanned<String>)>,
    /// `convert`: address, what to.
    pub convert: Vec<(Spanned<String>, Spanned<&'static str>)>,
    /// `set`: address, value.
    pub set: Vec<(Spanned<String>, Item)>,
    /// `drop`
    pub drop: Option<Strings>,
    /// `hook = true`
    pub hook: Option<Span>,
}

/// Reads the lifecycle keys of a thing's table.
pub fn read(
    table: &Table,
    keys: &'static [Key],
    header: &str,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> Lifecycle {
    let known = |name: &str| keys.iter().any(|key| key.name == name);
    let entry = |name: &str| table.entries.get(name).filter(|_| known(name));
    let mut reader = Reader { header, sources, diagnostics };
    Lifecycle {
        private_state: entry("private_state").and_then(|entry| reader.word("private_state", entry, PRIVATE_STATES)),
        private: entry("private").map_or(Vec::new(), |entry| reader.private(entry)),
        timeouts: entry("timeouts").and_then(|entry| reader.timeouts(entry, keys)),
        upgrades: entry("upgrade").map_or(Vec::new(), |entry| reader.upgrades("upgrade", entry)),
        identity_version: entry("identity_version").and_then(|entry| reader.count("identity_version", entry)),
        identity_upgrades: entry("identity_upgrade")
            .map_or(Vec::new(), |entry| reader.upgrades("identity_upgrade", entry)),
        moves: entry("moved_from").map_or(Vec::new(), |entry| reader.moves(entry)),
    }
}

struct Reader<'a> {
    header: &'a str,
    sources: &'a SourceMap,
    diagnostics: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn word(&mut self, key: &str, entry: &Entry, words: &'static [&'static str]) -> Option<Spanned<&'static str>> {
        let table = Table { entries: [(key.to_owned(), entry.clone())].into() };
        // The keys of the table are checked already.
        let mut reader = TableReader::unchecked(&table, self.sources, self.diagnostics);
        reader.word(key, words)
    }

    fn count(&mut self, key: &str, entry: &Entry) -> Option<Spanned<u64>> {
        let table = Table { entries: [(key.to_owned(), entry.clone())].into() };
        TableReader::unchecked(&table, self.sources, self.diagnostics).count(key)
    }

    /// The entries of a table of texts.
    fn texts(&mut self, key: &str, entry: &Entry) -> Vec<(Spanned<String>, Text)> {
        let Some(table) = entry.item.as_table() else {
            self.diagnostics.push(wrong_type(key, &entry.item, "a table"));
            return Vec::new();
        };
        let mut reader = TableReader::unchecked(table, self.sources, self.diagnostics);
        let names = table.entries.iter();
        names
            .filter_map(|(name, entry)| Some((Spanned::new(name.clone(), entry.key_span), reader.text(name)?)))
            .collect()
    }

    fn private(&mut self, entry: &Entry) -> Vec<(Spanned<String>, TypeExpression)> {
        let texts = self.texts("private", entry);
        let typed =
            texts.into_iter().filter_map(|(name, text)| Some((name, type_expression::parse(&text, self.diagnostics)?)));
        typed.collect()
    }

    fn timeouts(&mut self, entry: &Entry, keys: &'static [Key]) -> Option<TimeoutsDocument> {
        let Some(table) = entry.item.as_table() else {
            self.diagnostics.push(wrong_type("timeouts", &entry.item, "a table"));
            return None;
        };
        let keys = keys.iter().find(|key| key.name == "timeouts").and_then(Key::table)?;
        let before = self.diagnostics.len();
        let mut reader = TableReader::new(table, keys, "`timeouts`", None, self.sources, self.diagnostics);
        let operations = keys.iter().map(|key| key.name).filter(|name| !matches!(*name, "block" | "attribute"));
        let document = TimeoutsDocument {
            span: entry.span(),
            operations: operations.filter_map(|name| Some((name, reader.string(name)?))).collect(),
            block: reader.flag("block"),
            attribute: reader.flag("attribute"),
        };
        // What could not be read may have been an operation.
        (self.diagnostics.len() == before || !document.operations.is_empty()).then_some(document)
    }

    /// The tables of an array of tables.
    fn tables<'t>(&mut self, key: &str, entry: &'t Entry) -> Vec<(&'t Table, Span)> {
        let Some(items) = entry.item.as_array() else {
            let help = format!("write `[[{}.{key}]]`", self.header);
            self.diagnostics.push(wrong_type(key, &entry.item, "an array of tables").with_help(help));
            return Vec::new();
        };
        let mut tables = Vec::new();
        for item in items {
            match item.as_table() {
                Some(table) => tables.push((table, item.span)),
                None => self.diagnostics.push(wrong_type(key, item, "a table")),
            }
        }
        tables
    }

    fn upgrades(&mut self, key: &str, entry: &Entry) -> Vec<UpgradeDocument> {
        let mut upgrades = Vec::new();
        for (table, span) in self.tables(key, entry) {
            let place = format!("`[[{}.{key}]]`", self.header);
            let mut reader = TableReader::new(table, UPGRADE, &place, None, self.sources, self.diagnostics);
            let from = reader.count("from");
            upgrades.push(UpgradeDocument { span, from, steps: self.steps(table) });
        }
        upgrades
    }

    fn moves(&mut self, entry: &Entry) -> Vec<MoveDocument> {
        let mut moves = Vec::new();
        for (table, span) in self.tables("moved_from", entry) {
            let place = format!("`[[{}.moved_from]]`", self.header);
            let mut reader = TableReader::new(table, MOVED_FROM, &place, None, self.sources, self.diagnostics);
            let (provider, type_name) = (reader.string("provider"), reader.string("type_name"));
            let version = reader.count("version");
            moves.push(MoveDocument { span, provider, type_name, version, steps: self.steps(table) });
        }
        moves
    }

    fn steps(&mut self, table: &Table) -> StepsDocument {
        let mut steps = StepsDocument::default();
        if let Some(entry) = table.entries.get("rename") {
            let texts = self.texts("rename", entry);
            steps.rename = texts.into_iter().map(|(old, new)| (old, Spanned::new(new.value, new.span))).collect();
        }
        if let Some(entry) = table.entries.get("convert") {
            match entry.item.as_table() {
                Some(conversions) => {
                    for (address, entry) in &conversions.entries {
                        let word = self.word(address, entry, CONVERSIONS);
                        steps.convert.extend(word.map(|word| (Spanned::new(address.clone(), entry.key_span), word)));
                    }
                }
                None => self.diagnostics.push(wrong_type("convert", &entry.item, "a table")),
            }
        }
        if let Some(entry) = table.entries.get("set") {
            match entry.item.as_table() {
                Some(values) => {
                    let value = |(address, entry): (&String, &Entry)| {
                        (Spanned::new(address.clone(), entry.key_span), entry.item.clone())
                    };
                    steps.set = values.entries.iter().map(value).collect();
                }
                None => self.diagnostics.push(wrong_type("set", &entry.item, "a table")),
            }
        }
        let mut reader = TableReader::unchecked(table, self.sources, self.diagnostics);
        steps.drop = reader.strings("drop");
        steps.hook = reader.flag("hook");
        steps
    }
}
