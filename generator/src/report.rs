//! Diagnostics for people (rustc's look) and for programs (one JSON object per line).
//!
//! Nothing is printed here; the command line prints what it gets.

use std::fmt::Write as _;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Diagnostics, Label};
use crate::rule::Severity;
use crate::source::{Source, SourceId, SourceMap, Span};

/// Whether the output has ANSI colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Color {
    /// It has: a terminal.
    Always,
    /// It has none.
    Never,
}

/// The width that long lines are cut to.
const WIDTH: usize = 140;

/// All diagnostics as text, with the lines of the schema that they are about, and how many there were.
pub fn render(diagnostics: &Diagnostics, sources: &SourceMap, color: Color) -> String {
    let renderer = match color {
        Color::Always => Renderer::styled(),
        Color::Never => Renderer::plain(),
    };
    let renderer = renderer.decor_style(DecorStyle::Ascii).term_width(WIDTH);
    let mut out = String::new();
    let (mut errors, mut warnings) = (0, 0);
    for diagnostic in diagnostics.iter() {
        match diagnostic.severity() {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
        }
        out.push_str(&renderer.render(&groups(diagnostic, sources)));
        out.push_str("\n\n");
    }
    if let Some(summary) = summary(errors, warnings) {
        let _ = writeln!(out, "{summary}");
    }
    out
}

/// All diagnostics as JSON, one object per line: code, severity, message, file, line, column, `end_line`, `end_column`
/// (positions from 1, null without a place; the end is the place after the last character), labels, help.
pub fn render_json(diagnostics: &Diagnostics, sources: &SourceMap) -> String {
    let mut out = String::new();
    for diagnostic in diagnostics.iter() {
        let mut object = match diagnostic.primary() {
            Some(label) => place(label, sources),
            None => {
                json!({ "file": diagnostic.file(), "line": null, "column": null, "end_line": null, "end_column": null })
            }
        };
        let labels: Vec<Value> = diagnostic.secondary().iter().map(|label| place(label, sources)).collect();
        if let Value::Object(fields) = &mut object {
            fields.remove("label");
            fields.insert("code".to_owned(), diagnostic.rule().code().into());
            fields.insert("rule".to_owned(), diagnostic.rule().name().into());
            fields.insert("severity".to_owned(), severity_word(diagnostic.severity()).into());
            fields.insert("message".to_owned(), diagnostic.message().into());
            fields.insert("label".to_owned(), diagnostic.primary().map(|label| label.text.as_str()).into());
            fields.insert("labels".to_owned(), labels.into());
            fields.insert("help".to_owned(), diagnostic.help().into());
        }
        let _ = writeln!(out, "{object}");
    }
    out
}

fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
    }
}

fn summary(errors: usize, warnings: usize) -> Option<String> {
    let count = |number: usize, word: &str| match number {
        0 => None,
        1 => Some(format!("1 {word}")),
        number => Some(format!("{number} {word}s")),
    };
    match (count(errors, "error"), count(warnings, "warning")) {
        (Some(errors), Some(warnings)) => Some(format!("{errors}, {warnings}")),
        (Some(one), None) | (None, Some(one)) => Some(one),
        (None, None) => None,
    }
}

fn place(label: &Label, sources: &SourceMap) -> Value {
    let Some(source) = sources.get(label.span.source) else { return json!({ "label": label.text }) };
    let (start, end) = (source.position(label.span.start), source.position(label.span.end));
    json!({
        "file": source.path(),
        "line": start.line,
        "column": start.column,
        "end_line": end.line,
        "end_column": end.column,
        "label": label.text,
    })
}

fn groups<'a>(diagnostic: &'a Diagnostic, sources: &'a SourceMap) -> Vec<Group<'a>> {
    let level = match diagnostic.severity() {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.primary_title(printable(diagnostic.message())).id(diagnostic.rule().code());
    let mut group = Group::with_title(title);
    if let Some(file) = diagnostic.file().filter(|_| diagnostic.primary().is_none()) {
        group = group.element(Origin::path(printable(file)));
    }
    for id in files(diagnostic) {
        if let Some(source) = sources.get(id) {
            group = group.element(snippet(diagnostic, id, source));
        }
    }
    for help in diagnostic.help() {
        group = group.element(Level::HELP.message(printable(help)));
    }
    vec![group]
}

/// The files of the labels, the primary one first.
fn files(diagnostic: &Diagnostic) -> Vec<SourceId> {
    let mut files = Vec::new();
    for label in diagnostic.primary().into_iter().chain(diagnostic.secondary()) {
        if !files.contains(&label.span.source) {
            files.push(label.span.source);
        }
    }
    files
}

/// The lines from the first label of a file to the last: a diagnostic must not cost a walk over the whole file.
fn snippet<'a>(
    diagnostic: &'a Diagnostic,
    id: SourceId,
    source: &'a Source,
) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
    let primary = diagnostic.primary().map(|label| (AnnotationKind::Primary, label));
    let secondary = diagnostic.secondary().iter().map(|label| (AnnotationKind::Context, label));
    let labels: Vec<_> = primary
        .into_iter()
        .chain(secondary)
        .filter(|(_, label)| label.span.source == id)
        .map(|(kind, label)| (kind, visible(source, label.span), label.text.as_str()))
        .collect();
    let first = labels.iter().map(|(_, range, _)| source.line_index(range.start)).min().unwrap_or(0);
    let last = labels.iter().map(|(_, range, _)| source.line_index(range.start)).max().unwrap_or(0);
    let base = source.line_range(first).start;
    let text = source.text().get(base..source.line_range(last).end).unwrap_or_default();
    let mut snippet = Snippet::source(text).path(source.path()).line_start(first + 1);
    for (kind, range, text) in labels {
        let annotation = kind.span(range.start - base..range.end - base);
        let annotation = if text.is_empty() { annotation } else { annotation.label(printable(text)) };
        snippet = snippet.annotation(annotation);
    }
    snippet
}

/// The part of a span that is on its first line, at character boundaries, and at least one character if there is one.
fn visible(source: &Source, span: Span) -> std::ops::Range<usize> {
    let start = source.floor_char_boundary(span.start);
    let line = source.line_range(source.line_index(start));
    let start = start.min(line.end).max(line.start);
    let mut end = source.floor_char_boundary(span.end).clamp(start, line.end);
    if end == start
        && let Some(next) = source.text().get(start..line.end).and_then(|rest| rest.chars().next())
    {
        end = start + next.len_utf8();
    }
    start..end
}

/// Control characters in names and values must not reach a terminal.
fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    fn example() -> (Diagnostics, SourceMap) {
        let sources =
            SourceMap::from_texts([("schema/a.toml", "[provider]\nnaem = \"é\"\n"), ("schema/b.toml", "x = 1")]);
        let ids: Vec<SourceId> = sources.iter().map(|(id, _)| id).collect();
        let mut diagnostics = Diagnostics::new();
        let diagnostic = Diagnostic::new(Rule::UnknownKey, "unknown key `naem`")
            .at(Span::new(ids[0], 11..15), "not a key of `[provider]`")
            .and(Span::new(ids[1], 0..1), "another place")
            .with_help("a key with a similar name: `name`");
        diagnostics.push(diagnostic.clone());
        diagnostics.push(diagnostic);
        diagnostics.push(Diagnostic::new(Rule::EmptySchema, "nothing\u{1b} there").in_file("schema"));
        (diagnostics, sources)
    }

    #[test]
    fn text_shows_the_line_the_caret_the_other_place_and_the_remedy() {
        let (diagnostics, sources) = example();
        let expected = "\
error[TF0004]: nothing\\u{1b} there
--> schema
 = help: write `schema/provider.toml` with a `[provider]` table, or run `tfgen new`

error[TF0005]: unknown key `naem`
 --> schema/a.toml:2:1
  |
2 | naem = \"é\"
  | ^^^^ not a key of `[provider]`
  |
 ::: schema/b.toml:1:1
  |
1 | x = 1
  | - another place
  |
  = help: a key with a similar name: `name`

2 errors
";
        assert_eq!(render(&diagnostics, &sources, Color::Never), expected);
        assert!(render(&diagnostics, &sources, Color::Always).contains("\u{1b}["));
    }

    #[test]
    fn json_has_one_object_per_line_with_positions_from_one() {
        let (diagnostics, sources) = example();
        let json = render_json(&diagnostics, &sources);
        let lines: Vec<Value> = json.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0]["file"], "schema");
        assert_eq!(lines[0]["line"], Value::Null);
        assert_eq!(
            (&lines[1]["code"], &lines[1]["line"], &lines[1]["column"]),
            (&"TF0005".into(), &2.into(), &1.into())
        );
        assert_eq!((&lines[1]["end_line"], &lines[1]["end_column"]), (&2.into(), &5.into()));
        assert_eq!(lines[1]["labels"][0]["file"], "schema/b.toml");
    }

    #[test]
    fn spans_at_odd_places_do_not_panic() {
        let sources = SourceMap::from_texts([("schema/a.toml", "é\r\n\r\n\tä")]);
        let (id, source) = sources.iter().next().unwrap();
        for start in 0..source.text().len() + 3 {
            for end in start..source.text().len() + 3 {
                let mut diagnostics = Diagnostics::new();
                diagnostics.push(
                    Diagnostic::new(Rule::WrongType, "m")
                        .at(Span::new(id, start..end), "l")
                        .and(Span::new(id, end..start), ""),
                );
                assert!(render(&diagnostics, &sources, Color::Never).contains("schema/a.toml"));
            }
        }
    }
}
