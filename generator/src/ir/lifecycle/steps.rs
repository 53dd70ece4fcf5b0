//! The steps of upgrades and moves: every version has a way to the next one, and every step can be done.

use std::collections::BTreeSet;

use tfgen_cty::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::lifecycle::{MoveDocument, StepsDocument, UpgradeDocument};
use crate::ir::scope::{Scope, split};
use crate::ir::{AttributeType, default, name};
use crate::rule::Rule;
use crate::source::Spanned;

/// From one version of a state to the next.
#[derive(Clone, Debug)]
pub struct Upgrade {
    /// The version that it is for.
    pub from: i64,
    /// What is to be done.
    pub steps: Steps,
}

/// From another resource type.
#[derive(Clone, Debug)]
pub struct Move {
    /// `NAMESPACE/NAME`; none for the same provider.
    pub provider: Option<String>,
    /// The full type name there.
    pub type_name: String,
    /// The schema version there; any, if none.
    pub version: Option<i64>,
    /// What is to be done.
    pub steps: Steps,
}

/// What is to be done, in this order.
#[derive(Clone, Debug, Default)]
pub struct Steps {
    /// Old addresses and new names.
    pub rename: Vec<(String, String)>,
    /// Addresses and what their values become.
    pub convert: Vec<(String, Conversion)>,
    /// Addresses and values for where there are none.
    pub set: Vec<(String, Value)>,
    /// Addresses to leave out.
    pub drop: Vec<String>,
    /// User code comes last.
    pub hook: bool,
}

/// What a value becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conversion {
    /// its text
    String,
    /// the number that a text means
    Number,
    /// the bool that a text means
    Bool,
    /// a list of one
    List,
    /// the only element of a list
    Single,
}

/// What is upgraded: states, or identities.
#[derive(Clone, Copy)]
pub(super) struct Upgraded {
    /// The key of the tables.
    pub(super) key: &'static str,
    /// What has the version.
    pub(super) what: &'static str,
    /// Today's version.
    pub(super) version: i64,
}

pub(super) fn upgrades(documents: &[UpgradeDocument], of: Upgraded, diagnostics: &mut Diagnostics) -> Vec<Upgrade> {
    let mut upgrades = Vec::new();
    for document in documents {
        let steps = steps(&document.steps, diagnostics);
        match &document.from {
            Some(from) => upgrades.extend(upgrade(document, from, steps, of, &upgrades, diagnostics)),
            None => missing(of.key, "from", document.span, diagnostics),
        }
    }
    upgrades.sort_by_key(|upgrade: &Upgrade| upgrade.from);
    if upgrades.len() == documents.len() {
        check_chain(&upgrades, documents, of, diagnostics);
    }
    upgrades
}

fn upgrade(
    document: &UpgradeDocument,
    from: &Spanned<u64>,
    steps: Steps,
    of: Upgraded,
    before: &[Upgrade],
    diagnostics: &mut Diagnostics,
) -> Option<Upgrade> {
    let version = i64::try_from(from.value).unwrap_or(i64::MAX);
    let what = if version >= of.version {
        format!("the {} has version {}", of.what, of.version)
    } else if before.iter().any(|upgrade| upgrade.from == version) {
        "another upgrade is from this version, too".to_owned()
    } else {
        return Some(Upgrade { from: version, steps });
    };
    diagnostics.push(
        Diagnostic::new(Rule::BrokenUpgrade, format!("there can be no upgrade from version {version} here"))
            .at(from.span, what)
            .and(document.span, "of this upgrade")
            .with_help(format!(
                "each version below the {what}'s has at most one upgrade, to the next version; raise `{key}` with each change of the {what}",
                what = of.what,
                key = if of.what == "schema" { "version" } else { "identity_version" }
            )),
    );
    None
}

/// From the oldest version on, each one has an upgrade.
fn check_chain(upgrades: &[Upgrade], documents: &[UpgradeDocument], of: Upgraded, diagnostics: &mut Diagnostics) {
    let (Some(first), Some(place)) = (upgrades.first(), documents.first()) else { return };
    let there: BTreeSet<i64> = upgrades.iter().map(|upgrade| upgrade.from).collect();
    // As many as there are upgrades, and not one step more, however large the versions.
    let gap = (first.from..of.version).take(upgrades.len() + 1).find(|version| !there.contains(version));
    if let Some(gap) = gap {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenUpgrade, format!("nothing upgrades version {gap}"))
                .at(
                    place.span,
                    format!(
                        "upgrades begin with version {}, and the {} has version {}",
                        first.from, of.what, of.version
                    ),
                )
                .with_help(format!(
                    "add an upgrade with `from = {gap}`; one without steps is enough if nothing has to be done"
                )),
        );
    }
}

pub(super) fn moves(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<Move> {
    scope.thing.lifecycle.moves.iter().filter_map(|document| lower_move(document, diagnostics)).collect()
}

fn lower_move(document: &MoveDocument, diagnostics: &mut Diagnostics) -> Option<Move> {
    let steps = steps(&document.steps, diagnostics);
    if let Some(provider) = &document.provider {
        let parts: Vec<&str> = provider.value.split('/').collect();
        if !(2..=3).contains(&parts.len()) || parts.iter().any(|part| part.is_empty()) {
            diagnostics.push(
                Diagnostic::new(Rule::BrokenMove, format!("`{}` is no address of a provider", provider.value))
                    .at(provider.span, "`NAMESPACE/NAME`, or `HOST/NAMESPACE/NAME`")
                    .with_help("for example `\"hashicorp/null\"`"),
            );
        }
    }
    let Some(type_name) = &document.type_name else {
        missing("moved_from", "type_name", document.span, diagnostics);
        return None;
    };
    name::check_legal("a resource type", type_name, diagnostics).then(|| Move {
        provider: document.provider.as_ref().map(|provider| provider.value.clone()),
        type_name: type_name.value.clone(),
        version: document.version.as_ref().map(|version| i64::try_from(version.value).unwrap_or(i64::MAX)),
        steps,
    })
}

fn missing(table: &str, key: &str, span: crate::source::Span, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::MissingKey, format!("`{table}` has no `{key}`")).at(span, format!("`{key}` is missing")),
    );
}

fn steps(document: &StepsDocument, diagnostics: &mut Diagnostics) -> Steps {
    let mut steps = Steps { hook: document.hook.is_some(), ..Steps::default() };
    for (old, new) in &document.rename {
        if check_address(old, diagnostics) && check_address(new, diagnostics) {
            let (old_parent, new_parent) = (split(&old.value).0, split(&new.value).0);
            if !new_parent.is_empty() && old_parent != new_parent {
                diagnostics.push(
                    Diagnostic::new(Rule::BrokenStep, format!("`{}` cannot move to `{}`", old.value, new.value))
                        .at(new.span, format!("not in `{old_parent}`"))
                        .and(old.span, "what is renamed")
                        .with_help("a value keeps its place when it is renamed; use `hook = true` for more"),
                );
                continue;
            }
            steps.rename.push((old.value.clone(), split(&new.value).1.to_owned()));
        }
    }
    for (address, word) in document.convert.iter().filter(|(address, _)| check_address(address, diagnostics)) {
        let conversion = match word.value {
            "string" => Conversion::String,
            "number" => Conversion::Number,
            "bool" => Conversion::Bool,
            "list" => Conversion::List,
            _ => Conversion::Single,
        };
        steps.convert.push((address.value.clone(), conversion));
    }
    for (address, item) in &document.set {
        if !check_address(address, diagnostics) {
            continue;
        }
        let value = default::value(item, &AttributeType::Dynamic, Rule::BrokenStep, diagnostics);
        steps.set.extend(value.map(|value| (address.value.clone(), value.inner().clone())));
    }
    for address in document.drop.iter().flat_map(|drop| &drop.value) {
        if check_address(address, diagnostics) {
            steps.drop.push(address.value.clone());
        }
    }
    steps
}

fn check_address(address: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
    let legal = address.value.split('.').all(name::is_legal);
    if !legal {
        diagnostics.push(
            Diagnostic::new(Rule::BrokenStep, format!("`{}` is no address", address.value))
                .at(address.span, "names with single dots between them")
                .with_help("the address of what stands in `a` is `\"a.b\"`"),
        );
    }
    legal
}
