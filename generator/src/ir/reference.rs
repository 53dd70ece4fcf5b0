//! References from one attribute to others.

use super::scope::{Scope, ancestors};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Strings;
use crate::rule::Rule;
use crate::source::Spanned;

/// The addresses that a validator of the attribute `from` names, sorted; reports those that it cannot name.
pub(super) fn addresses(
    key: &str,
    from: &str,
    targets: &[Spanned<String>],
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let mut found: Vec<String> = targets
        .iter()
        .filter(|target| {
            scope.check_exists(key, target, diagnostics)
                && is_other(key, from, target, scope, diagnostics)
                && is_one(key, from, target, scope, diagnostics)
        })
        .map(|target| target.value.clone())
        .collect();
    found.sort();
    found
}

/// The root attributes that a plan rule of the attribute `from` names, sorted.
pub(super) fn roots(
    key: &str,
    from: &str,
    targets: &Strings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<String> {
    let mut found = Vec::new();
    for target in &targets.value {
        if !scope.check_exists(key, target, diagnostics) || !is_other(key, from, target, scope, diagnostics) {
            continue;
        }
        if let Some((root, _)) = target.value.split_once('.') {
            diagnostics.push(
                Diagnostic::new(Rule::ReferenceIntoCollection, format!("`{key}` names root attributes only"))
                    .at(target.span, format!("stands in `{root}`"))
                    .and_any(scope.place(root), "declared here")
                    .with_help(format!("name `{root}`: it changes when anything in it does")),
            );
            continue;
        }
        found.push(target.value.clone());
    }
    found.sort();
    found
}

fn is_other(key: &str, from: &str, target: &Spanned<String>, scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> bool {
    let is_self = target.value == from;
    let is_outer = ancestors(from).any(|outer| outer == target.value);
    if is_self || is_outer {
        let text = if is_self { "the attribute itself" } else { "the attribute stands in it" };
        diagnostics.push(
            Diagnostic::new(Rule::SelfReference, format!("`{key}` of `{from}` names `{}`", target.value))
                .at(target.span, text)
                .and_any(scope.place(&target.value), "declared here")
                .with_help("name other attributes"),
        );
    }
    !is_self && !is_outer
}

fn is_one(key: &str, from: &str, target: &Spanned<String>, scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> bool {
    let foreign = ancestors(&target.value)
        .filter(|outer| !ancestors(from).any(|shared| shared == *outer))
        .find_map(|outer| scope.collection(outer).map(|span| (outer, span)));
    let Some((outer, span)) = foreign else { return true };
    diagnostics.push(
        Diagnostic::new(
            Rule::ReferenceIntoCollection,
            format!("`{key}` names `{}`, of which there are many", target.value),
        )
        .at(target.span, format!("one per element of `{outer}`"))
        .and(span, "the collection")
        .with_help(format!("name `{outer}`, or say it the other way round inside `{outer}`")),
    );
    false
}
