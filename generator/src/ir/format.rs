//! Formats of texts: those of the language, the user's in `[format.NAME]`, and the attributes that name one.

use super::lower::{lower_implementation, origin};
use super::{Origin, name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::key::FORMATS;
use crate::document::nearest::nearest;
use crate::document::{Documents, Kind, ThingDocument};
use crate::rule::Rule;

/// What the text of a string is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// `json`
    Json,
    /// `ip`
    Ip,
    /// `ipv4`
    Ipv4,
    /// `ipv6`
    Ipv6,
    /// `cidr`
    Cidr,
    /// `ipv4_cidr`
    Ipv4Cidr,
    /// `ipv6_cidr`
    Ipv6Cidr,
    /// `mac`
    Mac,
    /// `rfc3339`
    Rfc3339,
    /// `duration`
    Duration,
    /// `case_insensitive`
    CaseInsensitive,
    /// `[format.NAME]`
    Custom(String),
}

/// What a text is, in the user's own words: when it is well formed, and when two mean the same.
#[derive(Clone, Debug)]
pub struct TextFormat {
    /// The name in the schema: `arn`.
    pub name: String,
    /// Markdown.
    pub description: String,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
    /// Where it was written.
    pub origin: Origin,
}

/// What is wrong with a format shows also where nothing has it.
pub(super) fn lower(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> TextFormat {
    name::check_legal("a format", &thing.name, diagnostics);
    if FORMATS.contains(&thing.name.value.as_str()) {
        diagnostics.push(
            Diagnostic::new(Rule::ReservedName, format!("there is a format `{}` already", thing.name.value))
                .at(thing.name.span, "the runtime brings one of this name")
                .with_help("rename it, or use the one that is there"),
        );
    }
    TextFormat {
        name: thing.name.value.clone(),
        description: thing.description.as_ref().map_or_else(String::new, |text| text.value.clone()),
        implementation: lower_implementation(thing, diagnostics),
        origin: origin(thing),
    }
}

/// Reports formats that nobody has defined.
pub(super) fn check_names(documents: &Documents, diagnostics: &mut Diagnostics) {
    if documents.incomplete {
        return;
    }
    let defined = documents.things.iter().filter(|thing| thing.kind == Kind::Format);
    let known: Vec<&str> = FORMATS.iter().copied().chain(defined.map(|thing| thing.name.value.as_str())).collect();
    for attribute in documents.things.iter().flat_map(|thing| &thing.attributes) {
        let Some(format) = attribute.format.as_ref().filter(|format| !known.contains(&format.value.as_str())) else {
            continue;
        };
        let diagnostic = Diagnostic::new(Rule::UnknownWord, format!("there is no format `{}`", format.value))
            .at(format.span, "no word of the language, and no `[format.NAME]`");
        diagnostics.push(match nearest(&format.value, known.iter().copied()) {
            Some(near) => diagnostic.with_help(format!("a format with a similar name: `{near}`")),
            None => diagnostic.with_help(format!(
                "one of {}, or define it: `[format.{}]`",
                FORMATS.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", "),
                format.value
            )),
        });
    }
}
