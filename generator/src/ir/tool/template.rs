//! Texts with values in them: what stands in braces, checked against the attributes of the tool.

use super::{Step, Text};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::type_expression::{Simple, TypeKind};
use crate::document::{self, AttributeDocument};
use crate::ir::scope::Scope;
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// text that stands as it is
    Literal(String),
    /// `{name}`
    Value(String),
    /// `{name...}`
    Each(String),
    /// `{name:json}`
    Json(String),
    /// `{?name}`
    When(String),
    /// `{!name}`
    Unless(String),
    /// `{@plan}`
    Plan,
    /// `{@operation}`
    Operation,
}

/// Steps in which write-only values are not there any more.
const WITHOUT_WRITE_ONLY: &[&str] = &["output", "status", "health", "plan_destroy", "destroy"];

/// The root attributes that a step's texts name; empty for the whole object.
pub(super) fn roots(step: &Step) -> Vec<&str> {
    let texts = step.command.iter().flatten().chain(step.env.iter().map(|(_, text)| text));
    let pieces = texts.chain([&step.stdin, &step.cwd]).flatten();
    pieces
        .filter_map(|piece| match piece {
            Piece::Value(name) | Piece::Each(name) | Piece::Json(name) | Piece::When(name) | Piece::Unless(name) => {
                Some(name.split('.').next().unwrap_or_default())
            }
            Piece::Literal(_) | Piece::Plan | Piece::Operation => None,
        })
        .collect()
}

/// Reads the texts of one step.
pub(super) struct Templates<'a, 'd> {
    pub(super) step: &'static str,
    pub(super) scope: &'a Scope<'a>,
    pub(super) diagnostics: &'d mut Diagnostics,
}

impl Templates<'_, '_> {
    /// Arguments that are there together. They stand in the list of processes, for everybody to see.
    pub(super) fn group(&mut self, group: &[document::Text]) -> Vec<Text> {
        let texts: Vec<Text> = group.iter().map(|text| self.shown(text)).collect();
        let each = |piece: &&Piece| matches!(piece, Piece::Each(_));
        if texts.iter().flatten().filter(each).count() > 1
            && let Some(text) = group.first()
        {
            self.report(text.span, "two values of many elements in one group", "one group repeats for one of them");
        }
        texts
    }

    /// A text that others can see.
    pub(super) fn shown(&mut self, text: &document::Text) -> Text {
        self.read(text, true)
    }

    /// A text that only the program sees.
    pub(super) fn hidden(&mut self, text: &document::Text) -> Text {
        self.read(text, false)
    }

    fn read(&mut self, text: &document::Text, is_shown: bool) -> Text {
        let (mut pieces, mut literal, value) = (Vec::new(), String::new(), text.value.as_str());
        let mut at = 0;
        while let Some(rest) = value.get(at..).filter(|rest| !rest.is_empty()) {
            if rest.starts_with("{{") || rest.starts_with("}}") {
                literal.push_str(&rest[..1]);
                at += 2;
            } else if let Some(inner) = rest.strip_prefix('{') {
                let Some(end) = inner.find('}') else {
                    self.report(text.part(at, at + 1), "this brace has no end", "close it, or write `{{` for a brace");
                    break;
                };
                if !literal.is_empty() {
                    pieces.push(Piece::Literal(std::mem::take(&mut literal)));
                }
                let span = text.part(at + 1, at + 1 + end);
                pieces.extend(self.piece(&inner[..end], span, is_shown));
                at += end + 2;
            } else if rest.starts_with('}') {
                self.report(text.part(at, at + 1), "this brace has no beginning", "write `}}` for a brace");
                at += 1;
            } else {
                let end = rest.find(['{', '}']).unwrap_or(rest.len());
                literal.push_str(&rest[..end]);
                at += end;
            }
        }
        if !literal.is_empty() {
            pieces.push(Piece::Literal(literal));
        }
        pieces
    }

    fn piece(&mut self, inner: &str, span: Span, is_shown: bool) -> Option<Piece> {
        match inner {
            "@operation" => return Some(Piece::Operation),
            "@plan" if !matches!(self.step, "show_plan" | "apply") => {
                self.report(span, "there is no plan yet", "`{@plan}` is there for `show_plan` and `apply`");
                return None;
            }
            "@plan" if is_shown => {
                self.report(span, "a plan does not fit into an argument", "hand it over in `stdin` or `env`");
                return None;
            }
            "@plan" => return Some(Piece::Plan),
            ":json" => {
                return self.may_hold_secrets(is_shown, span).then(|| Piece::Json(String::new()));
            }
            _ => {}
        }
        let (address, make): (&str, fn(String) -> Piece) = if let Some(address) = inner.strip_prefix('?') {
            (address, Piece::When)
        } else if let Some(address) = inner.strip_prefix('!') {
            (address, Piece::Unless)
        } else if let Some(address) = inner.strip_suffix("...") {
            (address, Piece::Each)
        } else if let Some(address) = inner.strip_suffix(":json") {
            (address, Piece::Json)
        } else {
            (inner, Piece::Value)
        };
        let named = Spanned::new(address.trim().to_owned(), span);
        if !self.scope.check_exists(&format!("steps.{}", self.step), &named, self.diagnostics) {
            return None;
        }
        let piece = make(named.value.clone());
        let condition = matches!(piece, Piece::When(_) | Piece::Unless(_));
        let fits = self.is_open(&named, is_shown && !condition) && self.has_form(&named, &piece);
        fits.then_some(piece)
    }

    /// Whether a value may stand here: what is sensitive, only where nobody else sees it.
    fn is_open(&mut self, named: &Spanned<String>, is_shown: bool) -> bool {
        let document = self.scope.attribute(&named.value);
        let secret = self.lineage(&named.value).any(|one| one.sensitive.is_some() || one.write_only.is_some());
        let inside = self.holds_secrets(&named.value);
        if is_shown && (secret || inside) {
            let message = format!("the sensitive value `{}` stands in a command", named.value);
            self.diagnostics.push(
                Diagnostic::new(Rule::SecretInCommand, message)
                    .at(named.span, "everybody on the machine sees arguments")
                    .and_any(self.scope.place(&named.value), "declared here")
                    .with_help("hand it over in `env` or `stdin`"),
            );
            return false;
        }
        if document.is_some_and(|one| one.write_only.is_some()) && WITHOUT_WRITE_ONLY.contains(&self.step) {
            self.report(
                named.span,
                &format!("`{}` is write-only, so that it is not there any more for `{}`", named.value, self.step),
                "take it from elsewhere, or let it be stored as a sensitive attribute",
            );
            return false;
        }
        true
    }

    /// The attribute, and those that it stands in.
    fn lineage(&self, address: &str) -> impl Iterator<Item = &AttributeDocument> {
        let own = self.scope.attribute(address);
        let around = address.match_indices('.').filter_map(|(at, _)| self.scope.attribute(&address[..at]));
        own.into_iter().chain(around.collect::<Vec<_>>())
    }

    /// Whether something below the address is sensitive.
    fn holds_secrets(&self, address: &str) -> bool {
        let prefix = if address.is_empty() { String::new() } else { format!("{address}.") };
        let below = |one: &&AttributeDocument| one.address.value.starts_with(&prefix);
        let secret = |one: &AttributeDocument| one.sensitive.is_some() || one.write_only.is_some();
        self.scope.thing.attributes.iter().filter(below).any(secret)
    }

    fn may_hold_secrets(&mut self, is_shown: bool, span: Span) -> bool {
        if is_shown && self.holds_secrets("") {
            let message = "a sensitive value stands in a command, with all others";
            self.diagnostics.push(
                Diagnostic::new(Rule::SecretInCommand, message)
                    .at(span, "everybody on the machine sees arguments")
                    .with_help("hand it over in `stdin`"),
            );
            return false;
        }
        true
    }

    /// Whether the value is one text, or many, as the piece takes it.
    fn has_form(&mut self, named: &Spanned<String>, piece: &Piece) -> bool {
        let address = &named.value;
        let mut around = address.match_indices('.').map(|(at, _)| &address[..at]);
        if around.any(|outer| self.scope.collection(outer).is_some()) {
            let message = format!("`{address}` is there once for each element of a collection");
            self.report(named.span, &message, "hand over the whole collection with `:json`");
            return false;
        }
        let before = self.diagnostics.len();
        let many = match self.scope.attribute(address) {
            Some(one) => match (&one.ty, &one.nesting) {
                (Some(ty), _) => is_many(&ty.value.kind),
                (None, _) => Some(true),
            },
            None => Some(true),
        };
        let fits = match (piece, many) {
            (Piece::Value(_), Some(true)) => {
                let help = format!("write `{{{address}...}}` for each element, or `{{{address}:json}}`");
                self.report(named.span, &format!("`{address}` is not one value"), &help);
                false
            }
            (Piece::Each(_), Some(false)) => {
                let help = format!("write `{{{address}}}`");
                self.report(named.span, &format!("`{address}` has no elements"), &help);
                false
            }
            _ => true,
        };
        if let Some(place) = self.scope.place(address) {
            self.diagnostics.relate(before, &[Rule::BrokenTemplate], place, "declared here");
        }
        fits
    }

    fn report(&mut self, span: Span, message: &str, help: &str) {
        let place = format!("in the step `{}`", self.step);
        self.diagnostics
            .push(Diagnostic::new(Rule::BrokenTemplate, message.to_owned()).at(span, place).with_help(help.to_owned()));
    }
}

/// Whether a type has elements; none where only the value tells.
fn is_many(kind: &TypeKind) -> Option<bool> {
    match kind {
        TypeKind::Simple(Simple::Dynamic) => None,
        TypeKind::Simple(_) => Some(false),
        _ => Some(true),
    }
}
