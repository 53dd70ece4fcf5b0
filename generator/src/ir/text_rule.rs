//! Keys about the text of an attribute and about values that are never stored: `format`, `prefix`, `on_change`.

use super::{Attribute, AttributeType, Format, Mode, OnChange, RequiresReplace, Schema, WhenUnset};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{AttributeDocument, Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// What the text is; reports formats of what is no text.
pub(super) fn format(
    document: &AttributeDocument,
    ty: Option<&AttributeType>,
    diagnostics: &mut Diagnostics,
) -> Option<Format> {
    let word = document.format.as_ref()?;
    let mut misfit = |other: Option<Span>, label: &str, help: &str| {
        let diagnostic = Diagnostic::new(Rule::FormatMisfit, "`format` stands on strings that can be anything");
        let diagnostic = diagnostic.at(word.span, label.to_owned()).with_help(help.to_owned());
        diagnostics.push(match other {
            Some(span) => diagnostic.and(span, "the values are listed"),
            None => diagnostic,
        });
    };
    if ty.is_some_and(|ty| !is_text(ty)) {
        misfit(None, "this attribute has another type", "remove it, or use the type `string` or a collection of it");
    }
    if let Some(values) = &document.enum_values {
        misfit(Some(values.span), "says what the text is", "remove one of them");
    }
    Some(match word.value.as_str() {
        "json" => Format::Json,
        "ip" => Format::Ip,
        "ipv4" => Format::Ipv4,
        "ipv6" => Format::Ipv6,
        "cidr" => Format::Cidr,
        "ipv4_cidr" => Format::Ipv4Cidr,
        "ipv6_cidr" => Format::Ipv6Cidr,
        "mac" => Format::Mac,
        "rfc3339" => Format::Rfc3339,
        "duration" => Format::Duration,
        "case_insensitive" => Format::CaseInsensitive,
        name => Format::Custom(name.to_owned()),
    })
}

fn is_text(ty: &AttributeType) -> bool {
    match ty {
        AttributeType::String => true,
        AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => is_text(element),
        _ => false,
    }
}

/// What a computed text begins with; empty for nothing known.
pub(super) fn prefix(
    document: &AttributeDocument,
    ty: Option<&AttributeType>,
    diagnostics: &mut Diagnostics,
) -> String {
    let Some(prefix) = &document.prefix else { return String::new() };
    let format = document.format.as_ref().map(|format| format.span);
    let words = format.or(document.enum_values.as_ref().map(|values| values.span));
    let reason = if ty.is_some_and(|ty| !matches!(ty, AttributeType::String)) {
        Some((document.ty.as_ref().map(|ty| ty.span), "this attribute is no string"))
    } else if document.computed.is_none() {
        Some((document.required.or(document.optional), "this attribute is not computed"))
    } else if document.nullable.is_some() {
        Some((document.nullable, "a value that may be null has no text for sure"))
    } else if words.is_some() {
        Some((words, "another key says what the text is"))
    } else if prefix.value.is_empty() {
        Some((None, "it is empty"))
    } else {
        None
    };
    if let Some((other, reason)) = reason.filter(|_| !document.broken) {
        diagnostics.push(
            Diagnostic::new(Rule::PrefixMisfit, "`prefix` stands on computed strings")
                .at(prefix.span, reason)
                .and_any(other, "because of this")
                .with_help("remove it; for what a configuration gives there is `validators`"),
        );
    }
    prefix.value.clone()
}

/// What a change of a write-only value does.
pub(super) fn on_change(document: &AttributeDocument, kind: Kind, diagnostics: &mut Diagnostics) -> OnChange {
    let Some(word) = &document.on_change else { return OnChange::Nothing };
    let misfit = |label: &str| {
        Diagnostic::new(Rule::OnChangeMisfit, "`on_change` stands on write-only attributes of resources")
            .at(word.span, label.to_owned())
            .with_help("remove it; a change of what is stored is seen without it")
    };
    if !kind.is_planned() {
        diagnostics.push(misfit(&format!("only resources are planned; this is a {}", kind.noun())));
    } else if document.write_only.is_none() && !document.broken {
        diagnostics.push(misfit("this attribute is stored"));
    } else if document.nesting.is_some() {
        diagnostics.push(misfit("stands on single values, not on what holds them"));
    }
    if word.value == "replace" { OnChange::Replace } else { OnChange::Update }
}

/// A change that no value of the plan shows is none to Terraform: something computed has to become unknown with it.
pub(super) fn check_updates(thing: &ThingDocument, schema: &Schema, diagnostics: &mut Diagnostics) {
    for attribute in &thing.attributes {
        let Some(word) = attribute.on_change.as_ref().filter(|word| word.value == "update") else { continue };
        let address = attribute.address.value.as_str();
        let root = address.split('.').next().unwrap_or(address);
        let shows = |other: &Attribute| match &other.when_unset {
            _ if other.mode != Mode::Computed || other.local => false,
            WhenUnset::Unknown => other.requires_replace != RequiresReplace::Always,
            WhenUnset::ChangesWith(names) => names.iter().any(|name| name == root),
            WhenUnset::PriorState => false,
        };
        if attribute.write_only.is_some() && !thing.has_holes && !schema.attributes.iter().any(shows) {
            diagnostics.push(
                Diagnostic::new(Rule::OnChangeMisfit, format!("no plan could show that `{address}` has changed"))
                    .at(word.span, "nothing that is stored changes with it")
                    .with_help(format!(
                        "add a computed attribute with `changes_with = [\"{root}\"]`, for example a revision, or use \
                         `on_change = \"replace\"`"
                    )),
            );
        }
    }
}

/// Elements of a set are told apart by what the API returns too, so not by local attributes alone.
pub(super) fn check_local_in_set(
    address: &str,
    nesting: Option<&Spanned<&'static str>>,
    identity_key: &[String],
    attributes: &[Attribute],
    has_blocks: bool,
    diagnostics: &mut Diagnostics,
) {
    let Some(nesting) = nesting.filter(|nesting| nesting.value == "set") else { return };
    let Some(local) = attributes.iter().find(|attribute| attribute.local) else { return };
    let tells = |attribute: &Attribute| !attribute.local && attribute.mode != Mode::Computed;
    let by_key = |name: &String| attributes.iter().any(|attribute| attribute.name == *name && tells(attribute));
    let good = if identity_key.is_empty() {
        has_blocks || attributes.iter().any(tells)
    } else {
        identity_key.iter().any(by_key)
    };
    if !good {
        let message = format!("elements of `{address}` are told apart by `local` attributes alone");
        diagnostics.push(
            Diagnostic::new(Rule::LocalInSet, message)
                .at(nesting.span, format!("the API returns all that is in it but `{}`", local.name))
                .with_help("use a list or a map, or add an attribute that the API returns"),
        );
    }
}
