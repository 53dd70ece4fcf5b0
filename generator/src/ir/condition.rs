//! Rules about several attributes of one thing.

use super::scope::Scope;
use super::{Condition, reference};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::Strings;
use crate::rule::Rule;

/// The rules that a thing states; reports names that no rule can use.
pub(super) fn lower(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<Condition> {
    let mut found = rules(&scope.thing.conditions, scope, diagnostics);
    let alternatives = scope.thing.alternatives.iter();
    let alternatives: Vec<_> = alternatives.map(|written| rules(written, scope, diagnostics)).collect();
    if !alternatives.is_empty() {
        found.push(Condition::Any(alternatives));
    }
    found
}

fn rules(written: &[(&'static str, Strings)], scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<Condition> {
    let mut found = Vec::new();
    for (key, names) in written {
        if names.value.len() < 2 {
            diagnostics.push(
                Diagnostic::new(Rule::BrokenCondition, format!("`{key}` needs two attributes or more"))
                    .at(names.span, "nothing to choose from")
                    .with_help(format!("for example `{key} = [[\"a\", \"b\"]]`")),
            );
            continue;
        }
        let names = reference::addresses(key, "", &names.value, scope, diagnostics);
        found.push(match *key {
            "exactly_one_of" => Condition::ExactlyOneOf(names),
            "at_least_one_of" => Condition::AtLeastOneOf(names),
            "conflicting" => Condition::Conflicting(names),
            _ => Condition::RequiredTogether(names),
        });
    }
    found
}
