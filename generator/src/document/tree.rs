//! TOML values with spans, owned: what the parser gives, without its lifetimes.

use std::collections::BTreeMap;

use toml::Spanned as TomlSpanned;
use toml::de::{DeInteger, DeTable, DeValue};

use crate::source::{SourceId, Span};

/// A TOML value and where it stands.
#[derive(Clone, Debug)]
pub struct Item {
    /// Where it stands; for a table with a header, the header.
    pub span: Span,
    /// What it is.
    pub value: ItemValue,
}

/// A TOML value.
#[derive(Clone, Debug)]
pub enum ItemValue {
    /// a string
    String(String),
    /// an integer in plain decimal, of any size
    Integer(String),
    /// a float as written, without underscores
    Float(String),
    /// a boolean
    Boolean(bool),
    /// a date, a time or both
    Datetime,
    /// an array
    Array(Vec<Item>),
    /// a table of any form
    Table(Table),
}

/// A TOML table, sorted by key.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Its entries by key.
    pub entries: BTreeMap<String, Entry>,
}

/// An entry of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Where the key stands.
    pub key_span: Span,
    /// Its value.
    pub item: Item,
}

impl Entry {
    /// From the key to the value, or the header of a table that has one.
    pub fn span(&self) -> Span {
        let item = self.item.span;
        if item.start >= self.key_span.start { Span { end: item.end, ..self.key_span } } else { item }
    }
}

impl Item {
    /// What kind of value it is, with an article.
    pub fn describe(&self) -> &'static str {
        match self.value {
            ItemValue::String(_) => "a string",
            ItemValue::Integer(_) => "an integer",
            ItemValue::Float(_) => "a float",
            ItemValue::Boolean(_) => "a boolean",
            ItemValue::Datetime => "a date or time",
            ItemValue::Array(_) => "an array",
            ItemValue::Table(_) => "a table",
        }
    }

    /// The string, if it is one.
    pub fn as_str(&self) -> Option<&str> {
        if let ItemValue::String(text) = &self.value { Some(text) } else { None }
    }

    /// The elements, if it is an array.
    pub fn as_array(&self) -> Option<&[Self]> {
        if let ItemValue::Array(items) = &self.value { Some(items) } else { None }
    }

    /// The table, if it is one.
    pub fn as_table(&self) -> Option<&Table> {
        if let ItemValue::Table(table) = &self.value { Some(table) } else { None }
    }
}

/// Takes a parsed table over.
pub fn table(table: &DeTable<'_>, source: SourceId) -> Table {
    let entry = |(key, value): (&TomlSpanned<std::borrow::Cow<'_, str>>, &TomlSpanned<DeValue<'_>>)| {
        let key_span = Span::new(source, key.span());
        (key.get_ref().to_string(), Entry { key_span, item: item(value, source) })
    };
    Table { entries: table.iter().map(entry).collect() }
}

// The parser bounds the depth, so that this recursion is bounded too.
fn item(value: &TomlSpanned<DeValue<'_>>, source: SourceId) -> Item {
    let span = Span::new(source, value.span());
    let value = match value.get_ref() {
        DeValue::String(text) => ItemValue::String(text.to_string()),
        DeValue::Integer(integer) => ItemValue::Integer(decimal(integer)),
        DeValue::Float(float) => ItemValue::Float(float.as_str().trim_start_matches('+').to_owned()),
        DeValue::Boolean(value) => ItemValue::Boolean(*value),
        DeValue::Datetime(_) => ItemValue::Datetime,
        DeValue::Array(items) => ItemValue::Array(items.iter().map(|value| item(value, source)).collect()),
        DeValue::Table(inner) => ItemValue::Table(table(inner, source)),
    };
    Item { span, value }
}

fn decimal(integer: &DeInteger<'_>) -> String {
    let digits = integer.as_str().trim_start_matches('+');
    if integer.radix() == 10 {
        return digits.to_owned();
    }
    // More than 128 bits in another base stay as they are: whoever reads the number refuses the text.
    u128::from_str_radix(digits, integer.radix()).map_or_else(|_| integer.to_string(), |number| number.to_string())
}
