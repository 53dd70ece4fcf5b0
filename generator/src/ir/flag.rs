//! Which keys an attribute may have together, and in which kind of thing.

use super::Mode;
use super::attribute::Surroundings;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::type_expression::{Simple, TypeExpression, TypeKind};
use crate::document::{AttributeDocument, Kind};
use crate::rule::Rule;
use crate::source::Span;

/// Who gives the value; `None` if that was reported or could not be read.
pub(super) fn mode(document: &AttributeDocument, kind: Kind, diagnostics: &mut Diagnostics) -> Option<Mode> {
    let address = &document.address;
    if let (Some(required), Some(optional)) = (document.required, document.optional) {
        diagnostics.push(
            Diagnostic::new(Rule::RequiredAndOptional, format!("`{}` is required and optional", address.value))
                .at(optional, "the configuration may set it")
                .and(required, "the configuration must set it")
                .with_help("remove one of them"),
        );
    }
    if let (Some(required), Some(computed)) = (document.required, document.computed) {
        diagnostics.push(
            Diagnostic::new(Rule::RequiredAndComputed, format!("`{}` is required and computed", address.value))
                .at(computed, "the provider gives the value")
                .and(required, "the configuration must set it")
                .with_help("remove one of them, or use `optional` and `computed`"),
        );
    }
    if let Some(computed) = document.computed.filter(|_| !kind.has_result()) {
        let reason = match kind {
            Kind::Provider => "nobody computes a provider's attributes".to_owned(),
            Kind::ProviderMeta => "a module says it, and nobody computes it".to_owned(),
            kind => format!("{} gives nothing back", kind.a_noun()),
        };
        report_kind(computed, "computed", &reason, diagnostics);
    }
    match (document.required, document.optional, document.computed) {
        (Some(_), _, _) => Some(Mode::Required),
        (None, Some(_), None) => Some(Mode::Optional),
        (None, Some(_), Some(_)) => Some(Mode::OptionalComputed),
        (None, None, Some(_)) => Some(Mode::Computed),
        (None, None, None) if document.broken => None,
        (None, None, None) => {
            let help = match kind {
                kind if !kind.has_result() => "add `required = true` or `optional = true`",
                _ => "add `required = true`, `optional = true`, `computed = true`, or the last two",
            };
            diagnostics.push(
                Diagnostic::new(Rule::NoMode, format!("nobody sets `{}`", address.value))
                    .at(address.span, "neither required nor optional nor computed")
                    .with_help(help),
            );
            None
        }
    }
}

/// All other rules about keys.
pub(super) fn check(document: &AttributeDocument, kind: Kind, around: Surroundings, diagnostics: &mut Diagnostics) {
    check_kind(document, kind, diagnostics);
    check_computed_rules(document, kind, diagnostics);
    check_configured_rules(document, diagnostics);
    check_write_only(document, around, diagnostics);
}

/// What a module tells is given as it is: nothing is filled in, and Terraform asks nobody whether it is right.
fn check_provider_meta(document: &AttributeDocument, diagnostics: &mut Diagnostics) {
    for (key, span) in [
        ("default", document.default.as_ref().map(|default| default.span)),
        ("validators", document.validators.as_ref().map(|validators| validators.span)),
    ] {
        if let Some(span) = span {
            let reason = "Terraform passes on what a module says, and has nobody look at it before";
            report_kind(span, key, reason, diagnostics);
        }
    }
    let refused = document.ty.as_ref().filter(|ty| has_refused_type(&ty.value));
    if let Some(ty) = refused {
        let reason = "it takes `bool`, `string`, `number`, `int64`, `float64`, and collections and objects of these";
        report_kind(ty.span, "type", reason, diagnostics);
    }
}

fn has_refused_type(ty: &TypeExpression) -> bool {
    match &ty.kind {
        TypeKind::Simple(simple) => matches!(simple, Simple::Dynamic | Simple::Int32 | Simple::Float32),
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => has_refused_type(element),
        TypeKind::Object(members) => members.iter().any(|(_, ty)| has_refused_type(ty)),
        TypeKind::Tuple(_) => true,
    }
}

/// Keys that mean something in some kinds only.
fn check_kind(document: &AttributeDocument, kind: Kind, diagnostics: &mut Diagnostics) {
    let requires_replace = document.requires_replace.as_ref().map(|it| it.span);
    let identity_key = document.identity_key.as_ref().map(|it| it.span);
    let changes_with = document.changes_with.as_ref().map(|it| it.span);
    let resource_only = [
        ("local", document.local, "only resources are stored and read back"),
        ("requires_replace", requires_replace, "only resources are planned"),
        ("use_state_for_unknown", document.use_state_for_unknown, "only resources are planned"),
        ("changes_with", changes_with, "only resources are planned"),
        ("identity_key", identity_key, "only resources are planned"),
    ];
    if !kind.is_planned() {
        for (key, span, reason) in resource_only {
            if let Some(span) = span {
                report_kind(span, key, &format!("{reason}; this is {}", kind.a_noun()), diagnostics);
            }
        }
    }
    if let Some(changes_with) = changes_with.filter(|_| kind == Kind::Object) {
        let reason = "it names root attributes, and an object stands in several things";
        report_kind(changes_with, "changes_with", reason, diagnostics);
    }
    if let Some(span) =
        document.write_only.filter(|_| !matches!(kind, Kind::Resource | Kind::Action | Kind::Tool) && !kind.is_part())
    {
        let reason = format!("only resources and actions have write-only attributes; this is {}", kind.a_noun());
        report_kind(span, "write_only", &reason, diagnostics);
    }
    if kind == Kind::ProviderMeta {
        check_provider_meta(document, diagnostics);
    }
    if let (Kind::Data | Kind::Ephemeral, Some(default)) = (kind, &document.default) {
        report_kind(default.span, "default", &format!("{}s have no defaults", kind.noun()), diagnostics);
    }
    if let Some(span) = document.null_when_empty.filter(|_| !kind.has_result()) {
        let reason = format!("no API returns {}'s configuration", kind.a_noun());
        report_kind(span, "null_when_empty", &reason, diagnostics);
    }
    let hides = kind.has_result() || kind == Kind::Provider;
    if let Some(span) = document.sensitive.filter(|_| !hides) {
        let reason = format!("Terraform does not hide what is in the configuration of {}", kind.a_noun());
        report_kind(span, "sensitive", &reason, diagnostics);
    }
    if let Some(env) = document.env.as_ref().filter(|_| !kind.takes_environment()) {
        let reason = format!(
            "only the configuration of the provider or a state store can come from the environment; this is {}",
            kind.a_noun()
        );
        report_kind(env.span, "env", &reason, diagnostics);
    }
}

fn report_kind(span: Span, key: &str, reason: &str, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::NotInThisKind, format!("`{key}` cannot stand here"))
            .at(span, reason)
            .with_help("remove it"),
    );
}

/// Rules about the value that the provider gives.
fn check_computed_rules(document: &AttributeDocument, kind: Kind, diagnostics: &mut Diagnostics) {
    let address = &document.address;
    let changes_with = document.changes_with.as_ref().map(|it| it.span);
    let rules = [
        ("use_state_for_unknown", document.use_state_for_unknown.filter(|_| kind.is_planned())),
        ("changes_with", changes_with.filter(|_| kind.is_planned())),
        ("nullable", document.nullable),
    ];
    if document.computed.is_none() && !document.broken {
        for (key, span) in rules {
            let Some(span) = span else { continue };
            diagnostics.push(
                Diagnostic::new(Rule::NeedsComputed, format!("`{key}` needs a computed attribute"))
                    .at(span, format!("`{}` is not computed", address.value))
                    .and_any(document.required.or(document.optional), "the configuration alone sets it")
                    .with_help("add `computed = true`, or remove it"),
            );
        }
        if let Some(default) = document.default.as_ref().filter(|_| kind.is_planned()) {
            let help = if document.required.is_some() {
                "make it `optional = true, computed = true`, or remove the default"
            } else {
                "add `computed = true`"
            };
            diagnostics.push(
                Diagnostic::new(
                    Rule::DefaultNeedsComputed,
                    format!("`{}` has a default, but is not computed", address.value),
                )
                .at(default.span, "planned when the configuration does not set the attribute")
                .and_any(document.required.or(document.optional), "the configuration alone sets it")
                .with_help(help),
            );
        }
    }
    if let (false, Some(default), Some(required)) = (kind.has_result(), &document.default, document.required) {
        diagnostics.push(
            Diagnostic::new(Rule::DefaultNeedsComputed, format!("`{}` is required and has a default", address.value))
                .at(default.span, "never used")
                .and(required, "the configuration must set it")
                .with_help("make it `optional = true`, or remove the default"),
        );
    }
    let default = document.default.as_ref().map(|it| it.span);
    let planned: Vec<Span> = [document.use_state_for_unknown, changes_with, default].into_iter().flatten().collect();
    if let [first, second, ..] = planned.as_slice() {
        diagnostics.push(
            Diagnostic::new(
                Rule::ConflictingPlanRules,
                format!("`{}` has two rules for what is planned", address.value),
            )
            .at(*second, "another rule")
            .and(*first, "a rule")
            .with_help("keep one of `use_state_for_unknown`, `changes_with` and `default`"),
        );
    }
}

/// Rules about the value that a configuration gives.
fn check_configured_rules(document: &AttributeDocument, diagnostics: &mut Diagnostics) {
    let address = &document.address.value;
    let is_configurable = document.required.is_some() || document.optional.is_some();
    if document.computed.is_none() || is_configurable || document.broken {
        return;
    }
    let requires_replace = document.requires_replace.as_ref().map(|it| it.span);
    let validators = document.validators.as_ref().map(|it| it.span);
    for (key, span) in [("requires_replace", requires_replace), ("validators", validators)] {
        let Some(span) = span else { continue };
        diagnostics.push(
            Diagnostic::new(Rule::NeedsConfigurable, format!("`{key}` needs an attribute that can be configured"))
                .at(span, format!("no configuration can set `{address}`"))
                .and_any(document.computed, "the provider alone gives the value")
                .with_help("add `optional = true`, or remove it"),
        );
    }
    if let Some(local) = document.local.filter(|_| document.default.is_none()) {
        diagnostics.push(
            Diagnostic::new(Rule::LocalHasNoValue, format!("nobody gives `{address}` a value"))
                .at(local, "the API never returns it")
                .and_any(document.computed, "and no configuration sets it")
                .with_help("make it required or optional, or give it a default"),
        );
    }
}

/// Where a write-only attribute may stand.
fn check_write_only(document: &AttributeDocument, around: Surroundings, diagnostics: &mut Diagnostics) {
    let address = &document.address.value;
    let report = |rule, message: String, at: Span, label: &str, other: Option<(Span, &str)>, help: &str| {
        let diagnostic = Diagnostic::new(rule, message).at(at, label.to_owned()).with_help(help);
        match other {
            Some((span, text)) => diagnostic.and(span, text.to_owned()),
            None => diagnostic,
        }
    };
    let Some(write_only) = document.write_only else {
        if let Some(outer) = around.write_only.filter(|_| !document.broken) {
            let message = format!("`{address}` stands in a write-only attribute, but is not write-only");
            let other = Some((outer, "nothing of this is stored"));
            let help = "add `write_only = true`";
            let place = document.address.span;
            diagnostics.push(report(Rule::WriteOnlyOutside, message, place, "not write-only", other, help));
        }
        return;
    };
    let is_set = document.nesting.as_ref().filter(|nesting| nesting.value == "set").map(|nesting| nesting.span);
    if let Some(computed) = document.computed {
        let message = format!("`{address}` is write-only and computed");
        let other = Some((computed, "the provider gives the value"));
        diagnostics.push(report(
            Rule::WriteOnlyAndComputed,
            message,
            write_only,
            "never returned",
            other,
            "remove one",
        ));
    }
    if let Some(local) = document.local {
        let message = format!("`{address}` is write-only and local");
        let other = Some((local, "the runtime stores the value"));
        diagnostics.push(report(Rule::WriteOnlyAndComputed, message, write_only, "never stored", other, "remove one"));
    }
    if let Some(set) = around.set.or(is_set) {
        let message = format!("`{address}` is write-only in a set");
        let other = Some((set, "elements are told apart by their values"));
        let help = "use a list or a map";
        diagnostics.push(report(
            Rule::WriteOnlyInSet,
            message,
            write_only,
            "missing from each stored value",
            other,
            help,
        ));
    }
    if let Some(computed) = around.computed {
        let message = format!("`{address}` is write-only in a computed attribute");
        let other = Some((computed, "the provider returns all of this"));
        let help = "make the outer attribute not computed";
        diagnostics.push(report(Rule::WriteOnlyInComputed, message, write_only, "never returned", other, help));
    }
}
