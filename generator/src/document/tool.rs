//! What only a tool's table says.

use super::Text;
use super::key::{EXPECT, REQUIREMENT, RETRY, STEP, STEP_NAMES, STEPS};
use super::table::{TableReader, text_of, wrong_type};
use super::tree::{Item, ItemValue, Table};
use crate::diagnostic::Diagnostics;
use crate::source::{SourceMap, Span, Spanned};

/// The keys of `[tool.NAME]` alone.
#[derive(Clone, Debug, Default)]
pub struct ToolDocument {
    /// `extends`
    pub extends: Option<Spanned<&'static str>>,
    /// `requires`
    pub requires: Vec<RequirementDocument>,
    /// `steps`, in their order.
    pub steps: Vec<StepDocument>,
    /// `implement`
    pub implement: Vec<Spanned<&'static str>>,
    /// `destroy = "none"`
    pub keeps: Option<Span>,
    /// `action`
    pub action: Option<Vec<Spanned<&'static str>>>,
    /// `data_source = false`
    pub no_data_source: bool,
}

/// One of `requires`.
#[derive(Clone, Debug)]
pub struct RequirementDocument {
    /// The table.
    pub span: Span,
    /// `program`
    pub program: Option<Spanned<String>>,
    /// `version`
    pub version: Option<Spanned<String>>,
    /// `version_command`
    pub version_command: Vec<String>,
    /// `pattern`
    pub pattern: Option<Spanned<String>>,
    /// `path`
    pub path: Option<Spanned<String>>,
}

/// One step.
#[derive(Clone, Debug)]
pub struct StepDocument {
    /// Its name.
    pub name: &'static str,
    /// Where it is named.
    pub span: Span,
    /// `command`, in groups.
    pub command: Vec<Vec<Text>>,
    /// `env`
    pub env: Vec<(Spanned<String>, Text)>,
    /// `stdin`
    pub stdin: Option<Text>,
    /// `cwd`
    pub cwd: Option<Text>,
    /// `timeout`
    pub timeout: Option<Spanned<String>>,
    /// `expect`: the codes for `ok`, `changed` and `absent`.
    pub expect: [Option<Spanned<Vec<i32>>>; 3],
    /// `expect.absent_unless`
    pub absent_unless: Option<Spanned<String>>,
    /// `retry.attempts`
    pub attempts: Option<Spanned<u64>>,
    /// `retry.delay`
    pub delay: Option<Spanned<String>>,
    /// `retry.on`
    pub retry_on: Option<Spanned<Vec<i32>>>,
    /// `outputs`: attributes and pointers.
    pub outputs: Vec<(Spanned<String>, Spanned<String>)>,
    /// `requires_replace`
    pub requires_replace: Option<Spanned<String>>,
    /// `messages`
    pub messages: Option<Spanned<String>>,
    /// `progress`
    pub progress: bool,
}

/// Reads these keys.
pub fn read(table: &Table, sources: &SourceMap, diagnostics: &mut Diagnostics) -> ToolDocument {
    let mut reader = TableReader::unchecked(table, sources, diagnostics);
    let mut document = ToolDocument {
        extends: reader.word("extends", super::key::BASES),
        implement: reader.words("implement", STEP_NAMES),
        keeps: reader.word("destroy", &["none"]).map(|word| word.span),
        action: reader.entry("action").is_some().then(|| reader.words("action", STEP_NAMES)),
        no_data_source: matches!(
            table.entries.get("data_source").map(|entry| &entry.item.value),
            Some(ItemValue::Boolean(false))
        ),
        ..ToolDocument::default()
    };
    let _ = reader.flag("data_source");
    let steps = reader.table("steps");
    if let Some(entry) = table.entries.get("requires") {
        for item in tables("requires", &entry.item, diagnostics) {
            document.requires.push(requirement(item, sources, diagnostics));
        }
    }
    let Some(steps) = steps else { return document };
    let _ = TableReader::new(steps, STEPS, "`steps`", None, sources, diagnostics);
    for name in STEP_NAMES {
        let Some(entry) = steps.entries.get(*name) else { continue };
        match entry.item.as_table() {
            Some(table) => document.steps.push(step(name, entry.key_span, table, sources, diagnostics)),
            None => diagnostics.push(
                wrong_type(name, &entry.item, "a table").with_help("write `{ command = [\"program\", \"argument\"] }`"),
            ),
        }
    }
    document
}

fn tables<'t>(key: &str, item: &'t Item, diagnostics: &mut Diagnostics) -> Vec<(&'t Table, Span)> {
    let Some(items) = item.as_array() else {
        diagnostics.push(wrong_type(key, item, "an array of tables"));
        return Vec::new();
    };
    let mut found = Vec::new();
    for item in items {
        match item.as_table() {
            Some(table) => found.push((table, item.span)),
            None => diagnostics.push(wrong_type(key, item, "a table")),
        }
    }
    found
}

fn requirement(
    (table, span): (&Table, Span),
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> RequirementDocument {
    let mut reader = TableReader::new(table, REQUIREMENT, "`requires`", None, sources, diagnostics);
    RequirementDocument {
        span,
        program: reader.string("program"),
        version: reader.string("version"),
        version_command: reader
            .strings("version_command")
            .map_or(Vec::new(), |strings| strings.value.into_iter().map(|word| word.value).collect()),
        pattern: reader.string("pattern"),
        path: reader.string("path"),
    }
}

fn step(
    name: &'static str,
    span: Span,
    table: &Table,
    sources: &SourceMap,
    diagnostics: &mut Diagnostics,
) -> StepDocument {
    let place = format!("the step `{name}`");
    let mut reader = TableReader::new(table, STEP, &place, None, sources, diagnostics);
    let (stdin, cwd) = (reader.text("stdin"), reader.text("cwd"));
    let (timeout, progress) = (reader.string("timeout"), reader.flag("progress").is_some());
    let (requires_replace, messages) = (reader.string("requires_replace"), reader.string("messages"));
    let [env, outputs, expect, retry] = ["env", "outputs", "expect", "retry"].map(|key| reader.table(key));
    let command = table.entries.get("command").map_or(Vec::new(), |entry| command(&entry.item, sources, diagnostics));
    let env = texts(env, sources, diagnostics);
    let outputs = texts(outputs, sources, diagnostics);
    let mut expected = [const { None }; 3];
    let mut absent_unless = None;
    if let Some(table) = expect {
        absent_unless = TableReader::new(table, EXPECT, "`expect`", None, sources, diagnostics).string("absent_unless");
        for (code, key) in expected.iter_mut().zip(["ok", "changed", "absent"]) {
            *code = table.entries.get(key).map(|entry| codes(key, &entry.item, diagnostics));
        }
    }
    let (mut attempts, mut delay, mut retry_on) = (None, None, None);
    if let Some(table) = retry {
        let mut reader = TableReader::new(table, RETRY, "`retry`", None, sources, diagnostics);
        (attempts, delay) = (reader.count("attempts"), reader.string("delay"));
        if let Some(entry) = table.entries.get("on") {
            retry_on = Some(codes("on", &entry.item, diagnostics));
        }
    }
    StepDocument {
        name,
        span,
        command,
        env,
        stdin,
        cwd,
        timeout,
        expect: expected,
        absent_unless,
        attempts,
        delay,
        retry_on,
        outputs: outputs.into_iter().map(|(name, text)| (name, Spanned::new(text.value, text.span))).collect(),
        requires_replace,
        messages,
        progress,
    }
}

fn texts(table: Option<&Table>, sources: &SourceMap, diagnostics: &mut Diagnostics) -> Vec<(Spanned<String>, Text)> {
    let Some(table) = table else { return Vec::new() };
    let mut reader = TableReader::unchecked(table, sources, diagnostics);
    let entries = table.entries.iter();
    entries.filter_map(|(name, entry)| Some((Spanned::new(name.clone(), entry.key_span), reader.text(name)?))).collect()
}

/// Arguments, alone or in groups.
fn command(item: &Item, sources: &SourceMap, diagnostics: &mut Diagnostics) -> Vec<Vec<Text>> {
    const WANTED: &str = "an array of strings, and of arrays of strings";
    let text = |item: &Item| item.as_str().map(|value| text_of(value, item.span, sources));
    let Some(items) = item.as_array() else {
        diagnostics.push(wrong_type("command", item, WANTED));
        return Vec::new();
    };
    let mut groups = Vec::new();
    for item in items {
        let group = match item.as_array() {
            Some(inner) => inner.iter().map(text).collect::<Option<Vec<_>>>(),
            None => text(item).map(|text| vec![text]),
        };
        match group {
            Some(group) => groups.push(group),
            None => diagnostics.push(wrong_type("command", item, WANTED)),
        }
    }
    groups
}

fn codes(key: &str, item: &Item, diagnostics: &mut Diagnostics) -> Spanned<Vec<i32>> {
    Spanned::new(integers(key, item, diagnostics), item.span)
}

fn integers(key: &str, item: &Item, diagnostics: &mut Diagnostics) -> Vec<i32> {
    let integer = |item: &Item| match &item.value {
        ItemValue::Integer(text) => text.parse().ok(),
        _ => None,
    };
    let found = item.as_array().and_then(|items| items.iter().map(integer).collect::<Option<Vec<i32>>>());
    found.unwrap_or_else(|| {
        diagnostics.push(wrong_type(key, item, "an array of exit codes").with_help("write for example `[0, 2]`"));
        Vec::new()
    })
}
