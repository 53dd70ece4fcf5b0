//! The paths that make Terraform replace an object, as core accepts them.
//!
//! Core looks a path up in the prior and in the planned object, by position, and drops it when both hold the same
//! (B.3 rule 5). Elements are paired by identity here, so what changed may stand elsewhere than before.

use std::collections::BTreeMap;

use tfgen_cty::{Path, Value};

/// Sorts paths, drops repeated ones, and shortens those at which core would not see the change to the collection that
/// changed.
///
/// Those of write-only attributes stay as they are: core takes them although it sees no change.
pub fn paths(found: Vec<Path>, hidden: &[Path], prior: &Value, planned: &Value) -> Vec<Path> {
    let visible = found.into_iter().map(|path| visible(path, prior, planned)).chain(hidden.iter().cloned());
    let sorted: BTreeMap<String, Path> = visible.map(|path| (path.to_string(), path)).collect();
    sorted.into_values().collect()
}

fn visible(mut path: Path, prior: &Value, planned: &Value) -> Path {
    while path.steps().len() > 1 && path.find(prior) == path.find(planned) {
        path.pop();
    }
    path
}
