//! `tfgen check` and `tfgen generate`.

use super::session::{Failure, Session};
use crate::diagnostic::Diagnostics;
use crate::file_tree::Ownership;
use crate::source::SourceMap;
use crate::vendor::{self, features};
use crate::{CompileError, Compiled, ir, write};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks the schema.
pub fn check(session: &Session) -> Result<(), Failure> {
    let provider = provider(session)?;
    session.note(&format!("The schema is right: {}", contents(&provider)));
    Ok(())
}

/// What the schema means; everything that is wrong with it is reported.
pub fn provider(session: &Session) -> Result<ir::Provider, Failure> {
    let root = session.crate_root()?;
    let mut diagnostics = Diagnostics::new();
    let sources = SourceMap::load(&root, &mut diagnostics);
    let provider = crate::check(&sources, &mut diagnostics);
    session.report(&diagnostics, &sources)?;
    provider.ok_or(Failure::Reported)
}

/// Names the files that are not current.
pub fn compare(session: &Session) -> Result<(), Failure> {
    let root = session.crate_root()?;
    let (sources, compiled) = compile(session, &root)?;
    let mut diagnostics = compiled.warnings;
    let changes = write::compare(&root, &compiled.tree, &mut diagnostics);
    write::report_stale(&changes, &mut diagnostics);
    session.report(&diagnostics, &sources)?;
    session.note("The generated code is current");
    Ok(())
}

/// Writes what has changed; answers where, and what the provider is.
pub fn run(session: &Session) -> Result<(PathBuf, ir::Provider), Failure> {
    let root = session.crate_root()?;
    let _lock = session.lock(&root)?;
    let provider = in_root(session, &root, Told::Counts)?;
    Ok((root, provider))
}

/// What people are told of the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// How many have changed.
    Counts,
    /// The same, and what has happened to each.
    EachFile,
}

/// The same in a crate whose lock is held.
pub fn in_root(session: &Session, root: &Path, told: Told) -> Result<ir::Provider, Failure> {
    let (sources, compiled) = compile(session, root)?;
    let mut diagnostics = compiled.warnings;
    let changes = write::compare(root, &compiled.tree, &mut diagnostics);
    if !diagnostics.has_errors() {
        write::apply(root, &compiled.tree, &changes, &mut diagnostics);
    }
    session.report(&diagnostics, &sources)?;
    if session.is_json() {
        for (action, path) in changes.iter() {
            session.result("", &json!({ "action": action, "file": path }));
        }
    } else if changes.is_empty() {
        session.note("The generated code is current");
    } else {
        for (action, path) in changes.iter().filter(|(action, _)| told == Told::EachFile && *action != "scaffold") {
            session.note(&format!("{action} {path}"));
        }
        for path in &changes.scaffolded {
            session.note(&format!("Created {path}: yours to fill in"));
        }
        session.note(&format!("Generated {}{}", contents(&compiled.provider), counts(&changes)));
    }
    Ok(compiled.provider)
}

fn compile(session: &Session, root: &Path) -> Result<(SourceMap, Compiled), Failure> {
    let mut diagnostics = Diagnostics::new();
    let sources = SourceMap::load(root, &mut diagnostics);
    match crate::compile(&sources) {
        Ok(mut compiled) => {
            diagnostics.extend(std::mem::take(&mut compiled.warnings));
            if diagnostics.has_errors() {
                return Err(session.compile_failure(CompileError::Schema(diagnostics), &sources));
            }
            compiled.warnings = diagnostics;
            follow_features(session, root, &mut compiled)?;
            Ok((sources, compiled))
        }
        Err(CompileError::Schema(more)) => {
            diagnostics.extend(more);
            Err(session.compile_failure(CompileError::Schema(diagnostics), &sources))
        }
        Err(internal) => Err(session.compile_failure(internal, &sources)),
    }
}

/// A vendored runtime has those features that the schema needs; for another one, what its manifest has to ask for is told.
fn follow_features(session: &Session, root: &Path, compiled: &mut Compiled) -> Result<(), Failure> {
    let needed = features::needed(&compiled.provider);
    if root.join(vendor::FOLDER).is_dir() {
        let path = features::manifest_path();
        let manifest = fs::read_to_string(root.join(&path)).map_err(|error| error.to_string());
        // What belongs to another version's runtime is not known here.
        if manifest.as_ref().is_ok_and(|manifest| vendor::is_of_this_version(manifest)) {
            let missing: Vec<String> =
                vendor::paths().filter(|path| !root.join(path).is_file()).map(|path| format!("`{path}`")).collect();
            if !missing.is_empty() {
                let be = if missing.len() == 1 { "is" } else { "are" };
                let missing = missing.join(", ");
                return Err(Failure::Error(format!("{missing} {be} missing\n`tfgen upgrade` writes what is missing")));
            }
        }
        let manifest = manifest.and_then(|manifest| features::turn_on(&manifest, &needed)).map_err(|error| {
            Failure::Error(format!("`{path}` cannot be read: {error}\n`tfgen upgrade` writes it anew"))
        })?;
        compiled.tree.insert(path, manifest.into_bytes(), Ownership::Generated);
        return Ok(());
    }
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap_or_default();
    let missing: Vec<String> =
        features::not_asked_for(&manifest, &needed).iter().map(|feature| format!("\"{feature}\"")).collect();
    if !missing.is_empty() {
        session.note(&format!(
            "The schema needs what the dependency tfgen-runtime does not ask for: add `features = [{}]` to it in Cargo.toml",
            missing.join(", ")
        ));
    }
    Ok(())
}

fn contents(provider: &ir::Provider) -> String {
    let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
    let mut parts =
        vec![count(provider.resources.len(), "resource"), count(provider.data_sources.len(), "data source")];
    let rest = [
        (provider.ephemeral_resources.len(), "ephemeral resource"),
        (provider.list_resources.len(), "list resource"),
        (provider.actions.len(), "action"),
        (provider.functions.len(), "function"),
        (provider.state_stores.len(), "state store"),
    ];
    parts.extend(rest.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(n, what)));
    let last = parts.pop().unwrap_or_default();
    format!("provider `{}` with {} and {last}", provider.name, parts.join(", "))
}

fn counts(changes: &write::Changes) -> String {
    let parts: Vec<String> = [("new", &changes.created), ("changed", &changes.replaced), ("deleted", &changes.deleted)]
        .into_iter()
        .filter(|(_, paths)| !paths.is_empty())
        .map(|(word, paths)| format!("{} {word}", paths.len()))
        .collect();
    if parts.is_empty() { String::new() } else { format!(" (files: {})", parts.join(", ")) }
}
