//! The attributes that find a resource's object again.

use super::AttributeType;
use super::attribute::plain_type;
use super::import::is_primitive;
use super::scope::Scope;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::rule::Rule;
use crate::source::Spanned;

/// The identity attributes as written, or `id`; reports those that cannot be.
pub(super) fn lower(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let thing = scope.thing;
    let written = match &thing.identity {
        Some(identity) if !identity.value.is_empty() => identity.value.clone(),
        Some(_) => Vec::new(),
        None => scope.attribute("id").map(|id| id.address.clone()).into_iter().collect(),
    };
    if written.is_empty() {
        let is_empty = thing.attributes.is_empty() && thing.blocks.is_empty();
        if !thing.has_holes && !thing.broken && !is_empty {
            let place = thing.identity.as_ref().map_or(thing.name.span, |identity| identity.span);
            let label = if thing.identity.is_some() {
                "no attribute is named"
            } else {
                "neither `identity` nor an attribute `id`"
            };
            diagnostics.push(
                Diagnostic::new(Rule::NoIdentity, format!("`{}` has no identity", thing.header()))
                    .at(place, label)
                    .with_help("name the root attributes that find the object again: `identity = [\"name\"]`"),
            );
        }
        return Vec::new();
    }
    for name in &written {
        check(name, scope, diagnostics);
    }
    written
}

fn check(name: &Spanned<String>, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    if !scope.check_exists("identity", name, diagnostics) {
        return;
    }
    let reason = match scope.attribute(&name.value) {
        None => "a block",
        Some(_) if name.value.contains('.') => "it stands in another attribute",
        Some(it) if it.nesting.is_some() => "it holds nested attributes",
        Some(it) if it.write_only.is_some() => "write-only, so that a state does not have it",
        Some(it) if it.nullable.is_some() => "nullable, so that there may be none",
        Some(it) if it.required.is_none() && it.computed.is_none() && it.optional.is_some() && !it.broken => {
            "only optional, so that there may be none"
        }
        Some(it) => match it.ty.as_ref().map(|ty| plain_type(&ty.value)) {
            Some(AttributeType::List(element)) if is_primitive(&element) => return,
            Some(ty) if !is_primitive(&ty) => "neither a simple value nor a list of these",
            _ => return,
        },
    };
    diagnostics.push(
        Diagnostic::new(Rule::IdentityMisfit, format!("`{}` cannot be part of the identity", name.value))
            .at(name.span, reason)
            .and_any(scope.place(&name.value), "declared here")
            .with_help("use required or computed root attributes of simple type"),
    );
}
