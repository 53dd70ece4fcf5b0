//! Rules about several attributes of one thing: which go together, which exclude each other.

use tfgen_cty::{Path, Value};

use super::relation::{Presence, presence_at};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::schema::{Block, Condition};

/// Checks each condition. One that depends on what is not known yet passes, unless it is broken whatever that will be.
pub(super) fn check(conditions: &[Condition], block: &Block, config: &Value) -> Diagnostics {
    let broken = |condition| broken(condition, block, config);
    conditions.iter().flat_map(broken).collect()
}

/// What breaks one condition. Where no alternative holds, all that breaks them is told.
fn broken(condition: &Condition, block: &Block, config: &Value) -> Vec<Diagnostic> {
    let names = match condition {
        Condition::ExactlyOneOf(names)
        | Condition::AtLeastOneOf(names)
        | Condition::Conflicting(names)
        | Condition::RequiredTogether(names) => names,
        Condition::Any(lists) => {
            let broken =
                |list: &&[Condition]| list.iter().flat_map(|rule| broken(rule, block, config)).collect::<Vec<_>>();
            let told: Vec<Vec<Diagnostic>> = lists.iter().map(broken).collect();
            let holds = told.iter().any(Vec::is_empty);
            return if holds { Vec::new() } else { told.into_iter().flatten().collect() };
        }
    };
    broken_names(condition, names, block, config).into_iter().collect()
}

fn broken_names(condition: &Condition, names: &[&str], block: &Block, config: &Value) -> Option<Diagnostic> {
    let found: Vec<Presence> = names.iter().map(|name| presence_at(block, config, name)).collect();
    let with =
        |wanted| names.iter().zip(&found).filter(move |(_, presence)| **presence == wanted).map(|(name, _)| *name);
    let (set, absent): (Vec<&str>, Vec<&str>) = (with(Presence::Present).collect(), with(Presence::Absent).collect());
    let is_open = found.contains(&Presence::Open);
    let all = listed(names);
    let at_first = |diagnostic: Diagnostic, names: &[&str]| match names.first() {
        Some(name) => diagnostic.at(path(name)),
        None => diagnostic,
    };
    match condition {
        Condition::ExactlyOneOf(_) | Condition::Conflicting(_) if set.len() > 1 => {
            let number = if matches!(condition, Condition::Conflicting(_)) { "At most" } else { "Exactly" };
            let detail = format!("{number} one of {all} may be set, but {} are. Remove all but one.", listed(&set));
            Some(at_first(Diagnostic::error("Conflicting attributes", detail), &set))
        }
        Condition::ExactlyOneOf(_) | Condition::AtLeastOneOf(_) if set.is_empty() && !is_open => {
            let number = if matches!(condition, Condition::AtLeastOneOf(_)) { "At least" } else { "Exactly" };
            Some(Diagnostic::error("Missing attribute", format!("{number} one of {all} must be set, but none is.")))
        }
        Condition::RequiredTogether(_) if !set.is_empty() && !absent.is_empty() && !is_open => {
            let detail = format!(
                "{all} go together: either all of them are set or none, but {} is set and {} is not.",
                listed(&set),
                listed(&absent)
            );
            Some(at_first(Diagnostic::error("Missing attribute", detail), &set))
        }
        _ => None,
    }
}

fn path(address: &str) -> Path {
    address.split('.').fold(Path::root(), |path, name| path.attribute(name))
}

fn listed(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
