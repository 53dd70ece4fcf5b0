//! Typed access to the keys of a TOML table; reports unknown keys and values of the wrong type.

use super::key::Key;
use super::nearest::{nearest, translated};
use super::tree::{Entry, Item, ItemValue, Table};
use super::{Strings, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;
use crate::source::{SourceMap, Span, Spanned};

/// A table, the keys that it may have, and where to report.
pub struct TableReader<'a, 'd> {
    table: &'a Table,
    /// None for a table whose keys somebody else knows.
    keys: Option<&'static [Key]>,
    sources: &'a SourceMap,
    diagnostics: &'d mut Diagnostics,
    reported_before: usize,
}

impl<'a, 'd> TableReader<'a, 'd> {
    /// Starts to read; reports keys that `keys` does not have. `table_help` is said about an unknown key whose value
    /// is a table, which is mostly something that belongs elsewhere.
    pub fn new(
        table: &'a Table,
        keys: &'static [Key],
        place: &str,
        table_help: Option<&dyn Fn(&str) -> String>,
        sources: &'a SourceMap,
        diagnostics: &'d mut Diagnostics,
    ) -> Self {
        let reported_before = diagnostics.len();
        for (name, entry) in &table.entries {
            report_unknown(name, entry, keys, place, table_help, diagnostics);
        }
        Self { table, keys: Some(keys), sources, diagnostics, reported_before }
    }

    /// Starts to read a table whose keys are names that the schema chooses, or are checked elsewhere.
    pub fn unchecked(table: &'a Table, sources: &'a SourceMap, diagnostics: &'d mut Diagnostics) -> Self {
        let reported_before = diagnostics.len();
        Self { table, keys: None, sources, diagnostics, reported_before }
    }

    /// Whether something was reported since the start.
    pub fn is_broken(&self) -> bool {
        self.diagnostics.len() > self.reported_before
    }

    /// The entry of a key; `None` for a key that this table cannot have, which is reported already.
    pub fn entry(&self, key: &str) -> Option<&'a Entry> {
        let known = self.keys.is_none_or(|keys| keys.iter().any(|known| known.name == key));
        self.table.entries.get(key).filter(|_| known)
    }

    /// A string.
    pub fn string(&mut self, key: &str) -> Option<Spanned<String>> {
        self.text(key).map(|text| Spanned::new(text.value, text.span))
    }

    /// A text of one or more lines: line breaks are `\n`, and there is none at the end.
    pub fn prose(&mut self, key: &str) -> Option<Spanned<String>> {
        let text = self.string(key)?;
        Some(Spanned::new(text.value.replace("\r\n", "\n").trim_end().to_owned(), text.span))
    }

    /// A string into which diagnostics will point.
    pub fn text(&mut self, key: &str) -> Option<Text> {
        let item = &self.entry(key)?.item;
        match item.as_str() {
            Some(value) => Some(text_of(value, item.span, self.sources)),
            None => self.wrong(key, item, "a string"),
        }
    }

    /// The span of `key = true`.
    pub fn flag(&mut self, key: &str) -> Option<Span> {
        let entry = self.entry(key)?;
        match entry.item.value {
            ItemValue::Boolean(true) => Some(entry.span()),
            ItemValue::Boolean(false) => None,
            _ => self.wrong(key, &entry.item, "`true` or `false`"),
        }
    }

    /// An integer that is not negative and fits the protocol's 64 bits with a sign.
    pub fn count(&mut self, key: &str) -> Option<Spanned<u64>> {
        let item = &self.entry(key)?.item;
        count_of(key, item, self.diagnostics).map(|value| Spanned::new(value, item.span))
    }

    /// Strings in an array, each once.
    pub fn strings(&mut self, key: &str) -> Option<Strings> {
        let entry = self.entry(key)?;
        match entry.item.as_array() {
            Some(_) => Some(Spanned::new(strings_of(key, &entry.item, self.diagnostics), entry.span())),
            None => self.wrong(key, &entry.item, "an array of strings"),
        }
    }

    /// Arrays of strings in an array. One of which nothing is left but a single string, since others were reported, is left
    /// out, so that nobody reports what it lacks.
    pub fn string_lists(&mut self, key: &str) -> Vec<Strings> {
        let Some(entry) = self.entry(key) else { return Vec::new() };
        let is_list = |item: &Item| item.as_array().is_some();
        match entry.item.as_array() {
            Some(lists) if lists.iter().all(is_list) => {
                let list = |item: &Item| {
                    let before = self.diagnostics.len();
                    let strings = strings_of(key, item, self.diagnostics);
                    (strings.len() > 1 || self.diagnostics.len() == before).then(|| Spanned::new(strings, item.span))
                };
                lists.iter().filter_map(list).collect()
            }
            _ => {
                let diagnostic = wrong_type(key, &entry.item, "an array of arrays of strings");
                let help = format!("write `{key} = [[\"a\", \"b\"]]`: one inner array for each rule");
                self.diagnostics.push(diagnostic.with_help(help));
                Vec::new()
            }
        }
    }

    /// Some of a few words, in an array.
    pub fn words(&mut self, key: &str, words: &'static [&'static str]) -> Vec<Spanned<&'static str>> {
        let strings = self.strings(key).map_or(Vec::new(), |strings| strings.value);
        let word = |text: Spanned<String>| {
            self.one_of_words(key, &text.value, words, text.span).map(|word| Spanned::new(word, text.span))
        };
        strings.into_iter().filter_map(word).collect()
    }

    /// A string, or strings in an array.
    pub fn string_or_strings(&mut self, key: &str) -> Option<Strings> {
        let entry = self.entry(key)?;
        match &entry.item.value {
            ItemValue::String(text) => {
                Some(Spanned::new(vec![Spanned::new(text.clone(), entry.item.span)], entry.span()))
            }
            ItemValue::Array(_) => Some(Spanned::new(strings_of(key, &entry.item, self.diagnostics), entry.span())),
            _ => self.wrong(key, &entry.item, "a string or an array of strings"),
        }
    }

    /// One of a few words.
    pub fn word(&mut self, key: &str, words: &'static [&'static str]) -> Option<Spanned<&'static str>> {
        let entry = self.entry(key)?;
        let Some(text) = entry.item.as_str() else { return self.wrong(key, &entry.item, "a string") };
        self.one_of_words(key, text, words, entry.item.span).map(|word| Spanned::new(word, entry.span()))
    }

    /// `true` (`None` in the result) or one of a few words; `false` is as if the key were not there.
    pub fn flag_or_word(&mut self, key: &str, words: &'static [&'static str]) -> Option<Spanned<Option<&'static str>>> {
        let entry = self.entry(key)?;
        match &entry.item.value {
            ItemValue::Boolean(true) => Some(Spanned::new(None, entry.span())),
            ItemValue::Boolean(false) => None,
            ItemValue::String(text) => {
                let word = self.one_of_words(key, text, words, entry.item.span)?;
                Some(Spanned::new(Some(word), entry.span()))
            }
            _ => {
                let expected = format!("a boolean or {}", quoted(words));
                self.wrong(key, &entry.item, &expected)
            }
        }
    }

    /// A table.
    pub fn table(&mut self, key: &str) -> Option<&'a Table> {
        let entry = self.entry(key)?;
        match entry.item.as_table() {
            Some(table) => Some(table),
            None => self.wrong(key, &entry.item, "a table"),
        }
    }

    fn one_of_words(
        &mut self,
        key: &str,
        text: &str,
        words: &'static [&'static str],
        span: Span,
    ) -> Option<&'static str> {
        if let Some(word) = words.iter().find(|word| **word == text) {
            return Some(word);
        }
        let mut diagnostic = Diagnostic::new(Rule::UnknownWord, format!("`{key}` cannot be `{text}`"))
            .at(span, format!("not one of {}", quoted(words)));
        if let Some(near) = nearest(text, words.iter().copied()) {
            diagnostic = diagnostic.with_help(format!("a similar one: `\"{near}\"`"));
        }
        self.diagnostics.push(diagnostic);
        None
    }

    fn wrong<T>(&mut self, key: &str, item: &Item, expected: &str) -> Option<T> {
        self.diagnostics.push(wrong_type(key, item, expected));
        None
    }
}

/// The breach of `wrong_type` by the value of a key.
pub fn wrong_type(key: &str, item: &Item, expected: &str) -> Diagnostic {
    let found = item.describe();
    Diagnostic::new(Rule::WrongType, format!("`{key}` is {expected}, not {found}"))
        .at(item.span, format!("this is {found}"))
}

/// An integer that is not negative and fits 63 bits; reports anything else.
pub fn count_of(key: &str, item: &Item, diagnostics: &mut Diagnostics) -> Option<u64> {
    let ItemValue::Integer(digits) = &item.value else {
        diagnostics.push(wrong_type(key, item, "an integer"));
        return None;
    };
    let number = digits.parse::<u64>().ok().filter(|number| i64::try_from(*number).is_ok());
    if number.is_none() {
        let message = format!("`{key}` cannot be {digits}");
        diagnostics
            .push(Diagnostic::new(Rule::OutOfRange, message).at(item.span, "must be from 0 to 9223372036854775807"));
    }
    number
}

/// The strings of an array, each once; reports elements that are no strings, and repeated ones.
pub fn strings_of(key: &str, item: &Item, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let mut strings: Vec<Spanned<String>> = Vec::new();
    for element in item.as_array().unwrap_or_default() {
        let Some(text) = element.as_str() else {
            diagnostics.push(wrong_type(&format!("each entry of {key}"), element, "a string"));
            continue;
        };
        if let Some(first) = strings.iter().find(|string| string.value == text) {
            diagnostics.push(
                Diagnostic::new(Rule::DuplicateEntry, format!("`{text}` stands twice in `{key}`"))
                    .at(element.span, "again here")
                    .and(first.span, "first here")
                    .with_help("remove one of them"),
            );
            continue;
        }
        strings.push(Spanned::new(text.to_owned(), element.span));
    }
    strings
}

/// A string item as a text that diagnostics can point into.
pub fn text_of(value: &str, span: Span, sources: &SourceMap) -> Text {
    let start = sources.snippet(span).find(value).map(|offset| span.start + offset);
    Text { value: value.to_owned(), span, start: start.filter(|_| !value.is_empty()) }
}

/// Words in quotes, with commas and an `or`.
pub fn quoted(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`\"{word}\"`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}

fn report_unknown(
    name: &str,
    entry: &Entry,
    keys: &'static [Key],
    place: &str,
    table_help: Option<&dyn Fn(&str) -> String>,
    diagnostics: &mut Diagnostics,
) {
    let known = || keys.iter().map(|key| key.name);
    if known().any(|known| known == name) {
        return;
    }
    let mut diagnostic = Diagnostic::new(Rule::UnknownKey, format!("unknown key `{name}`"))
        .at(entry.key_span, format!("not a key of {place}"));
    if let Some(ours) = translated(name, known()) {
        diagnostic = diagnostic.with_help(format!("perhaps `{ours}` is meant"));
    } else if let Some(near) = nearest(name, known()) {
        diagnostic = diagnostic.with_help(format!("a key with a similar name: `{near}`"));
    } else if let (Some(help), Some(_)) = (table_help, entry.item.as_table()) {
        diagnostic = diagnostic.with_help(help(name));
    } else if let Some(shorter) = known().find(|known| known.len() > 3 && name.starts_with(known)) {
        // `datasource`, `ephemeral_resource`, `list_resource`: the words of other tools.
        diagnostic = diagnostic.with_help(format!("perhaps `{shorter}` is meant"));
    }
    diagnostics.push(diagnostic);
}
