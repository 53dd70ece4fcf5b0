//! `tfgen diff`: what changed between two schemas, and what that asks of the next version.

mod revision;

use super::session::{Failure, Session};
use crate::diagnostic::Diagnostics;
use crate::diff::{self, Bump, Change, Class};
use crate::ir;
use crate::source::{SCHEMA_FOLDER, SourceMap};
use serde_json::json;

/// Compares `old` with `new`, or with the crate here.
pub fn run(session: &Session, old: &str, new: Option<&str>) -> Result<(), Failure> {
    let (old, new) = (provider(session, Some(old))?, provider(session, new)?);
    let changes = diff::compare(&old, &new);
    let bump = diff::bump(&changes);
    let count = |class: Class| changes.iter().filter(|change| change.class() == class).count();
    let (breaking, upgraders, safe) = (count(Class::Breaking), count(Class::NeedsUpgrader), count(Class::Safe));
    if session.is_json() {
        for change in &changes {
            session.result("", &as_json(change));
        }
        session.result("", &json!({ "bump": bump, "breaking": breaking, "needs_upgrader": upgraders, "safe": safe }));
    } else {
        session.result(&report(&changes, bump), &json!(null));
    }
    if breaking + upgraders > 0 { Err(Failure::Reported) } else { Ok(()) }
}

fn as_json(change: &Change) -> serde_json::Value {
    json!({
        "class": change.class(),
        "rule": change.rule.name(),
        "thing": change.thing,
        "path": change.path,
        "message": change.message,
        "bump": change.rule.bump(),
    })
}

/// The changes by class, and the bump.
pub fn report(changes: &[Change], bump: Bump) -> String {
    let mut lines = Vec::new();
    for class in [Class::Breaking, Class::NeedsUpgrader, Class::Safe] {
        let of_class: Vec<&Change> = changes.iter().filter(|change| change.class() == class).collect();
        if of_class.is_empty() {
            continue;
        }
        lines.push(format!("{} ({}):", class.words(), of_class.len()));
        for change in of_class {
            let place = if change.path.is_empty() { String::new() } else { format!(" `{}`", change.path) };
            lines.push(format!("  {}{place}: {} [{}]", change.thing, change.message, change.rule.name()));
        }
        lines.push(String::new());
    }
    lines.push(
        match bump {
            Bump::None => "Nothing has changed.",
            Bump::Patch => "The next version is a patch.",
            Bump::Minor => "The next version is a minor one (a patch before 1.0.0).",
            Bump::Major => "The next version is a major one (a minor one before 1.0.0).",
        }
        .to_owned(),
    );
    lines.join("\n")
}

/// The schema that an argument names: a crate's folder, a folder of schema files, or `REVISION:` of this repository.
fn provider(session: &Session, argument: Option<&str>) -> Result<ir::Provider, Failure> {
    let mut diagnostics = Diagnostics::new();
    let sources = match argument {
        None => SourceMap::load(&session.crate_root()?, &mut diagnostics),
        Some(argument) => {
            let folder = session.directory().join(argument);
            if folder.join(SCHEMA_FOLDER).is_dir() {
                SourceMap::load(&folder, &mut diagnostics)
            } else if folder.is_dir() {
                SourceMap::load_folder(&folder, argument.trim_end_matches('/'), &mut diagnostics)
            } else if let Some((revision, path)) = argument.split_once(':') {
                SourceMap::from_bytes(revision::files(session, revision, path)?, &mut diagnostics)
            } else {
                return Err(Failure::Usage(format!(
                    "there is no folder `{argument}`; a revision of this repository is written `{argument}:`"
                )));
            }
        }
    };
    let provider = crate::check(&sources, &mut diagnostics);
    session.report(&diagnostics, &sources)?;
    provider.ok_or(Failure::Reported)
}
