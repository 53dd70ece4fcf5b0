//! What a provider crate is to hold, in memory: relative paths, contents and owners.

use std::collections::BTreeMap;

/// Who owns a file, and so what tfgen may do with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ownership {
    /// tfgen: replaced when it changes, deleted when it is stale.
    Generated,
    /// The user: created once if it is missing, never opened for writing afterwards.
    Scaffold,
}

/// One file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its bytes.
    pub contents: Vec<u8>,
    /// Its owner.
    pub ownership: Ownership,
}

/// Files by path below the crate's root, with forward slashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileTree {
    files: BTreeMap<String, File>,
}

impl FileTree {
    /// Adds a file; the first of two with one path stays, and `false` is the answer.
    pub fn insert(&mut self, path: String, contents: Vec<u8>, ownership: Ownership) -> bool {
        if self.files.contains_key(&path) {
            return false;
        }
        self.files.insert(path, File { contents, ownership });
        true
    }

    /// The file at a path.
    pub fn get(&self, path: &str) -> Option<&File> {
        self.files.get(path)
    }

    /// All files, sorted by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &File)> {
        self.files.iter().map(|(path, file)| (path.as_str(), file))
    }
}
