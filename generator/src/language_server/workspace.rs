//! The texts that a client has open, and the crates that they belong to.

use super::{publish, symbol, uri};
use crate::diagnostic::Diagnostics;
use crate::source::{SCHEMA_FOLDER, Source, SourceMap};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// What is open.
#[derive(Debug, Default)]
pub struct Workspace {
    /// The texts by URI, saved or not.
    open: BTreeMap<String, String>,
    /// Crates that have to be checked again.
    stale: BTreeSet<PathBuf>,
    /// The files that the client was told diagnostics of, by crate.
    told: BTreeMap<PathBuf, BTreeSet<String>>,
}

/// A crate's schema at one moment, seen from one of its files.
#[derive(Debug)]
pub struct Snapshot {
    root: PathBuf,
    sources: SourceMap,
    file: String,
}

/// The folder of the crate that a schema file belongs to, and the file's path below it.
fn crate_of(path: &Path) -> Option<(PathBuf, String)> {
    let is_toml = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    let folder = path.ancestors().skip(1).find(|folder| folder.ends_with(SCHEMA_FOLDER))?;
    let root = folder.parent().filter(|_| is_toml)?;
    let below = path.strip_prefix(root).ok()?.to_str()?.replace('\\', "/");
    Some((root.to_owned(), below))
}

impl Workspace {
    /// Takes in the text of a file, or that it is open no more.
    pub fn set(&mut self, uri: &str, text: Option<String>) {
        let Some((root, _)) = uri::to_path(uri).as_deref().and_then(crate_of) else { return };
        match text {
            Some(text) => self.open.insert(uri.to_owned(), text),
            None => self.open.remove(uri),
        };
        self.stale.insert(root);
    }

    /// Files may have changed behind our back: every crate is checked again.
    pub fn refresh(&mut self) {
        let roots = self.open.keys().filter_map(|open| Some(crate_of(&uri::to_path(open)?)?.0));
        self.stale.extend(roots);
    }

    /// The text of an open file.
    pub fn text(&self, uri: &str) -> Option<&String> {
        self.open.get(uri)
    }

    /// The crate of an open file as it would be if all was saved.
    pub fn snapshot(&self, uri: &str) -> Option<Snapshot> {
        let (root, file) = crate_of(&uri::to_path(uri)?)?;
        self.open.get(uri)?;
        let sources = self.sources(&root, &mut Diagnostics::new());
        Some(Snapshot { root, sources, file })
    }

    fn sources(&self, root: &Path, diagnostics: &mut Diagnostics) -> SourceMap {
        let open = self.open.iter().filter_map(|(uri, text)| {
            let (other, file) = crate_of(&uri::to_path(uri)?)?;
            (other == root).then(|| (file, text.clone()))
        });
        SourceMap::load_with(root, open.collect(), diagnostics)
    }

    /// Checks what has to be checked: the diagnostics of each file by URI, none where there were some before.
    pub fn publish(&mut self) -> Vec<(String, Vec<Value>)> {
        let mut all = Vec::new();
        for root in std::mem::take(&mut self.stale) {
            let mut diagnostics = Diagnostics::new();
            let sources = self.sources(&root, &mut diagnostics);
            let _ = crate::check(&sources, &mut diagnostics);
            let found = publish::by_file(&root, &sources, &diagnostics);
            let files: BTreeSet<String> = sources.iter().map(|(_, source)| file_uri(&root, source)).collect();
            let before = self.told.insert(root, files.clone()).unwrap_or_default();
            for file in files.union(&before) {
                all.push((file.clone(), found.get(file).cloned().unwrap_or_default()));
            }
        }
        all
    }
}

/// The URI of a file of a crate.
pub(super) fn file_uri(root: &Path, source: &Source) -> String {
    uri::from_path(&root.join(source.path()))
}

impl Snapshot {
    /// The text of the file.
    pub fn text(&self) -> &str {
        let found = self.sources.iter().find(|(_, source)| source.path() == self.file);
        found.map_or("", |(_, source)| source.text())
    }

    /// The schema files.
    pub(super) fn sources(&self) -> &SourceMap {
        &self.sources
    }

    /// The folder of the crate.
    pub(super) fn root(&self) -> &Path {
        &self.root
    }

    /// All that has a name.
    pub(super) fn symbols(&self) -> symbol::Symbols {
        symbol::Symbols::new(&self.sources)
    }
}
