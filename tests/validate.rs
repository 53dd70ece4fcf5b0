//! Validation of configurations.

mod block;
mod condition;
mod environment;
mod presence;
mod relation;
mod rule;

use serde_json::Value as Json;
use tfgen_cty::Path;
use tfgen_runtime::Diagnostics;
use tfgen_runtime::schema::Block;
use tfgen_runtime::validate::config;

use crate::planning::tables::value;

/// The path, summary and first paragraph of each message, as `path: summary: detail`.
fn told(found: &Diagnostics) -> Vec<String> {
    let one = |diagnostic: &tfgen_runtime::Diagnostic| {
        let path = diagnostic.path.as_ref().map(Path::to_string).unwrap_or_default();
        let detail = diagnostic.detail.split("\n\n").next().unwrap_or_default();
        format!("{path}: {}: {detail}", diagnostic.summary)
    };
    found.iter().map(one).collect()
}

/// Checks what validation says of a configuration.
#[track_caller]
fn says(block: &Block, written: &Json, expected: &[&str]) {
    assert_eq!(told(&config(block, &value(block, written), true)), expected);
}
