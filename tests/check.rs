//! Core's rules, checked before an answer is given: each rule broken once.

mod compatible;
mod plan_valid;
mod told;
mod value;

use tfgen_cty::Path;
use tfgen_runtime::Diagnostics;

/// Where each message is, and what its detail says first: the subject and the rule.
fn told(found: &Diagnostics) -> Vec<(String, String)> {
    let one = |diagnostic: &tfgen_runtime::Diagnostic| {
        let path = diagnostic.path.as_ref().map(Path::to_string).unwrap_or_default();
        (path, diagnostic.detail.split("\n\n").next().unwrap_or_default().to_owned())
    };
    found.iter().map(one).collect()
}

/// Checks that there is one message, at this path, with this first sentence.
#[track_caller]
fn tells(found: &Diagnostics, path: &str, first: &str) {
    assert_eq!(told(found), [(path.to_owned(), first.to_owned())]);
}
