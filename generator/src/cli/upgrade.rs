//! `tfgen upgrade`: the vendored runtime and the generated code of this version.

use super::editor;
use super::generate::{self, Told};
use super::session::{Failure, Session};
use crate::diagnostic::Diagnostics;
use crate::source::SourceMap;
use crate::vendor::{self, features};
use crate::write::{self, Changes};
use serde_json::json;
use std::fs;
use std::path::Path;

/// Refreshes a crate, and says what changed.
pub fn run(session: &Session) -> Result<(), Failure> {
    let root = session.crate_root()?;
    let _lock = session.lock(&root)?;
    // The files behind a link are somebody else's.
    let ancestors = Path::new(vendor::FOLDER).ancestors().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(link) = ancestors.map(|folder| root.join(folder)).find(|folder| folder.is_symlink()) {
        return Err(Failure::Error(format!(
            "`{}` is a link: nothing was changed; put a folder there, or have Cargo.toml name the place as a path",
            link.display()
        )));
    }
    if root.join(vendor::FOLDER).is_dir() {
        // What the schema needs beside is for `generate`, which reads it.
        let manifest = fs::read_to_string(root.join(features::manifest_path())).unwrap_or_default();
        let files =
            vendor::files(&features::turned_on(&manifest)).map_err(|error| Failure::Error(error.to_string()))?;
        let mut diagnostics = Diagnostics::new();
        let changes = write::replace_folder(&root, vendor::FOLDER, &files, &mut diagnostics);
        session.report(&diagnostics, &SourceMap::default())?;
        report(session, &changes);
    } else {
        session.note(&format!(
            "There is no `{}` here: this crate gets tfgen-runtime from elsewhere. Its Cargo.toml has to ask for {}.",
            vendor::FOLDER,
            crate::VERSION
        ));
    }
    let schema = root.join(editor::FILE);
    let text = editor::text();
    if fs::read_to_string(&schema).is_ok_and(|found| found != text) {
        write::write_whole(&schema, text.as_bytes())
            .map_err(|error| Failure::Error(format!("cannot write `{}`: {error}", editor::FILE)))?;
        session.note(&format!("update {}", editor::FILE));
    }
    generate::in_root(session, &root, Told::EachFile)?;
    Ok(())
}

fn report(session: &Session, changes: &Changes) {
    for (action, path) in changes.iter() {
        if session.is_json() {
            session.result("", &json!({ "action": action, "file": path }));
        } else {
            session.note(&format!("{action} {path}"));
        }
    }
    let state = if changes.is_empty() { "was already that of" } else { "is now that of" };
    session.note(&format!("The runtime in {} {state} tfgen {}", vendor::FOLDER, crate::VERSION));
}
