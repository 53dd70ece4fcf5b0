//! Trees of files for tests: compiled from schemas, read from folders, and scratch folders.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use tfgen::diagnostic::Diagnostics;
use tfgen::report::{self, Color};
use tfgen::source::SourceMap;

/// The schema of a crate.
pub fn sources(root: &Path) -> SourceMap {
    let mut diagnostics = Diagnostics::new();
    let sources = SourceMap::load(root, &mut diagnostics);
    assert!(diagnostics.is_empty(), "{}", report::render(&diagnostics, &sources, Color::Never));
    sources
}

/// What the schema of a crate gives.
pub fn compile_folder(root: &Path) -> BTreeMap<String, Vec<u8>> {
    compile_sources(&sources(root))
}

/// What a schema gives.
pub fn compile<const N: usize>(files: [(&str, String); N]) -> BTreeMap<String, Vec<u8>> {
    compile_sources(&SourceMap::from_texts(files))
}

fn compile_sources(sources: &SourceMap) -> BTreeMap<String, Vec<u8>> {
    let compiled = match tfgen::compile(sources) {
        Ok(compiled) => compiled,
        Err(tfgen::CompileError::Schema(diagnostics)) => {
            panic!("{}", report::render(&diagnostics, sources, Color::Never))
        }
        Err(tfgen::CompileError::Internal(error)) => panic!("{error}"),
    };
    compiled.tree.iter().map(|(path, file)| (path.to_owned(), file.contents.clone())).collect()
}

/// Every file below a folder, by its path below it.
pub fn texts(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut pending = vec![folder.to_path_buf()];
    while let Some(current) = pending.pop() {
        for entry in fs::read_dir(&current).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                pending.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                files.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    files
}

/// A folder that is gone when the test ends.
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new, empty one.
    pub fn new(name: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("tfgen-{name}-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file.
    pub fn write(&self, path: &str, text: &str) {
        let path = self.0.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
