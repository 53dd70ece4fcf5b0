//! Patterns of import ids: `[{region}/]{id}`.

use super::attribute;
use super::scope::Scope;
use super::{AttributeType, ImportSegment};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Text;
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// How deep optional parts may nest.
const DEPTH_MAX: usize = 8;

/// Reads a pattern and checks it against the thing's attributes; empty if something was reported.
pub(super) fn lower(
    text: &Text,
    identity: &[Spanned<String>],
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<ImportSegment> {
    let mut parser = Parser { text, at: 0, names: Vec::new() };
    let segments = match parser.segments(0) {
        Ok(segments) => segments,
        Err(diagnostic) => {
            diagnostics.push(*diagnostic);
            return Vec::new();
        }
    };
    let names = parser.names;
    for name in &names {
        check_attribute(name, scope, diagnostics);
    }
    check_separated(&segments, text, diagnostics);
    for missing in identity.iter().filter(|it| !names.iter().any(|name| name.value == it.value)) {
        let mut diagnostic = Diagnostic::new(
            Rule::ImportMissesIdentity,
            format!("the import pattern lacks the identity attribute `{}`", missing.value),
        )
        .at(text.span, format!("`{{{}}}` is not in it", missing.value));
        if missing.span != text.span {
            diagnostic = diagnostic.and(missing.span, "part of the identity");
        }
        diagnostics.push(diagnostic.with_help(format!("add `{{{}}}`, for example after a `/`", missing.value)));
    }
    segments
}

fn check_attribute(name: &Spanned<String>, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    if !scope.check_exists("import", name, diagnostics) {
        return;
    }
    let reason = match scope.attribute(&name.value) {
        None => "a block",
        Some(_) if name.value.contains('.') => "inside another attribute",
        Some(document) if document.write_only.is_some() => "write-only",
        Some(document) if document.nesting.is_some() => "not a simple value",
        Some(document) => match document.ty.as_ref().map(|ty| attribute::plain_type(&ty.value)) {
            Some(ty) if !is_primitive(&ty) => "not a simple value",
            _ => return,
        },
    };
    diagnostics.push(
        Diagnostic::new(Rule::ImportMisfit, format!("`{}` cannot be part of an import id", name.value))
            .at(name.span, format!("this is {reason}"))
            .and_any(scope.place(&name.value), "declared here")
            .with_help("use root attributes of type `string`, `bool` or a number"),
    );
}

/// Whether a value is one string, bool or number.
pub(super) fn is_primitive(ty: &AttributeType) -> bool {
    matches!(
        ty,
        AttributeType::Bool
            | AttributeType::String
            | AttributeType::Number
            | AttributeType::Int32
            | AttributeType::Int64
            | AttributeType::Float32
            | AttributeType::Float64
    )
}

/// Whether two attributes can touch, with any choice of optional parts.
fn check_separated(segments: &[ImportSegment], text: &Text, diagnostics: &mut Diagnostics) {
    if let Some((left, right)) = Edges::of(segments).touching {
        diagnostics.push(
            Diagnostic::new(Rule::AmbiguousImport, format!("nothing separates `{left}` from `{right}`"))
                .at(text.span, format!("an id could not be split into `{{{left}}}` and `{{{right}}}`"))
                .with_help(format!("put text between them: `{{{left}}}/{{{right}}}`")),
        );
    }
}

/// Which attributes can stand at the ends of a part of a pattern.
#[derive(Default)]
struct Edges {
    first: Vec<String>,
    last: Vec<String>,
    can_be_empty: bool,
    touching: Option<(String, String)>,
}

impl Edges {
    fn of(segments: &[ImportSegment]) -> Self {
        let mut all = Self { can_be_empty: true, ..Self::default() };
        for segment in segments {
            let one = match segment {
                ImportSegment::Literal(_) => Self::default(),
                ImportSegment::Attribute(name) => {
                    Self { first: vec![name.clone()], last: vec![name.clone()], ..Self::default() }
                }
                ImportSegment::Optional(inner) => Self { can_be_empty: true, ..Self::of(inner) },
            };
            all = all.then(one);
        }
        all
    }

    fn then(mut self, next: Self) -> Self {
        let touching = self.last.first().cloned().zip(next.first.first().cloned());
        if self.can_be_empty {
            self.first.extend(next.first);
        }
        if next.can_be_empty {
            self.last.extend(next.last);
        } else {
            self.last = next.last;
        }
        Self {
            first: self.first,
            last: self.last,
            can_be_empty: self.can_be_empty && next.can_be_empty,
            touching: self.touching.or(next.touching).or(touching),
        }
    }
}

type Parsed<T> = Result<T, Box<Diagnostic>>;

struct Parser<'a> {
    text: &'a Text,
    at: usize,
    names: Vec<Spanned<String>>,
}

impl Parser<'_> {
    fn segments(&mut self, depth: usize) -> Parsed<Vec<ImportSegment>> {
        let mut segments = Vec::new();
        let mut literal = String::new();
        loop {
            let start = self.at;
            let next = self.text.value.get(self.at..).and_then(|rest| rest.chars().next());
            if !literal.is_empty() && next.is_none_or(|c| "{}[]".contains(c)) {
                segments.push(ImportSegment::Literal(std::mem::take(&mut literal)));
            }
            let Some(c) = next else {
                return if depth == 0 {
                    self.complete(segments)
                } else {
                    Err(self.broken(start, start, "`]` is missing"))
                };
            };
            self.at += c.len_utf8();
            match c {
                '{' => segments.push(self.attribute(start)?),
                '[' if depth >= DEPTH_MAX => return Err(self.broken(start, self.at, "optional parts are too deep")),
                '[' => {
                    let names = self.names.len();
                    let inner = self.segments(depth + 1)?;
                    if self.names.len() == names {
                        return Err(self.broken(start, self.at, "the optional part holds no attribute"));
                    }
                    segments.push(ImportSegment::Optional(inner));
                }
                ']' if depth > 0 => return Ok(segments),
                ']' => return Err(self.broken(start, self.at, "`]` without `[`")),
                '}' => return Err(self.broken(start, self.at, "`}` without `{`")),
                c => literal.push(c),
            }
        }
    }

    fn complete(&self, segments: Vec<ImportSegment>) -> Parsed<Vec<ImportSegment>> {
        if self.names.is_empty() {
            return Err(self.broken(0, self.text.value.len(), "the pattern holds no attribute"));
        }
        Ok(segments)
    }

    fn attribute(&mut self, start: usize) -> Parsed<ImportSegment> {
        let rest = self.text.value.get(self.at..).unwrap_or_default();
        let end =
            rest.find(['{', '}', '[', ']']).filter(|end| rest.get(*end..).is_some_and(|rest| rest.starts_with('}')));
        let Some(length) = end else { return Err(self.broken(start, start + 1, "`}` is missing")) };
        let name = rest.get(..length).unwrap_or_default().to_owned();
        let span = self.span(start + 1, start + 1 + length);
        self.at += length + 1;
        if name.is_empty() {
            return Err(self.broken(start, self.at, "an attribute's name is missing"));
        }
        if self.names.iter().any(|known| known.value == name) {
            return Err(self.broken(start, self.at, &format!("`{{{name}}}` stands here twice")));
        }
        self.names.push(Spanned::new(name.clone(), span));
        Ok(ImportSegment::Attribute(name))
    }

    fn span(&self, start: usize, end: usize) -> Span {
        self.text.part(start, end)
    }

    fn broken(&self, start: usize, end: usize, message: &str) -> Box<Diagnostic> {
        let diagnostic = Diagnostic::new(Rule::BrokenImport, format!("the import pattern is broken: {message}"))
            .at(self.span(start, end.max(start + 1)), "here");
        Box::new(diagnostic.with_help("patterns look like `{id}`, `{region}/{id}` or `[{region}/]{id}`"))
    }
}
