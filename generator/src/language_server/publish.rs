//! Diagnostics as the protocol has them.

use super::position;
use super::workspace::file_uri;
use crate::diagnostic::{Diagnostic, Diagnostics, Label};
use crate::rule::Severity;
use crate::source::{SourceMap, Span};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;

/// The diagnostics of each file by URI. Those that have no place stand at the top of the first file.
pub(super) fn by_file(root: &Path, sources: &SourceMap, diagnostics: &Diagnostics) -> BTreeMap<String, Vec<Value>> {
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for diagnostic in diagnostics.iter() {
        let place = diagnostic.primary().map(|label| label.span);
        let named = sources.iter().find(|(_, source)| Some(source.path()) == diagnostic.file());
        let id = place.map(|span| span.source).or(named.or_else(|| sources.iter().next()).map(|(id, _)| id));
        let Some((id, source)) = id.and_then(|id| Some((id, sources.get(id)?))) else { continue };
        let span = place.unwrap_or(Span::new(id, 0..0));
        let value = as_value(root, sources, diagnostic, position::range(source.text(), span.range()));
        found.entry(file_uri(root, source)).or_default().push(value);
    }
    found
}

fn as_value(root: &Path, sources: &SourceMap, diagnostic: &Diagnostic, range: Value) -> Value {
    let mut message = diagnostic.message().to_owned();
    if let Some(label) = diagnostic.primary().filter(|label| !label.text.is_empty()) {
        message.push_str(": ");
        message.push_str(&label.text);
    }
    for help in diagnostic.help() {
        message.push_str("\nhelp: ");
        message.push_str(help);
    }
    let related: Vec<Value> = diagnostic.secondary().iter().filter_map(|label| related(root, sources, label)).collect();
    json!({
        "range": range,
        "severity": if diagnostic.severity() == Severity::Error { 1 } else { 2 },
        "code": diagnostic.rule().code(),
        "source": "tfgen",
        "message": message,
        "relatedInformation": related,
    })
}

fn related(root: &Path, sources: &SourceMap, label: &Label) -> Option<Value> {
    let source = sources.get(label.span.source)?;
    let location =
        json!({ "uri": file_uri(root, source), "range": position::range(source.text(), label.span.range()) });
    Some(json!({ "location": location, "message": label.text }))
}
