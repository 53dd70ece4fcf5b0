//! The schema language: the example schemas, the JSON Schema for editors, the page that describes it, and what must hold
//! for every schema: the order of keys and files means nothing, and no text makes the generator panic.

mod editing;
mod example;
mod json_schema;
mod layout;
mod mutation;
mod page;
mod validity;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tfgen::diagnostic::Diagnostics;
use tfgen::document::key::{ATTRIBUTE, BLOCK, Key, PARAMETER, PATTERN, ROOT, Shape, VALIDATOR};
use tfgen::ir::Provider;
use tfgen::report::{self, Color};
use tfgen::source::SourceMap;
use tfgen::{document, ir};

/// Every table of keys, found from the root, so that none can be forgotten.
fn tables() -> Vec<&'static [Key]> {
    let mut found: Vec<&'static [Key]> = vec![ROOT];
    let mut next = 0;
    while let Some(keys) = found.get(next).copied() {
        next += 1;
        let inner: Vec<&'static [Key]> = keys.iter().filter_map(|key| inside(key.shape)).collect();
        for keys in inner {
            if !found.iter().any(|known| std::ptr::eq(*known, keys)) {
                found.push(keys);
            }
        }
    }
    assert!(found.len() > 25, "only {} tables", found.len());
    found
}

/// The keys of what a key holds.
fn inside(shape: Shape) -> Option<&'static [Key]> {
    match shape {
        Shape::Kind(keys) | Shape::Table(keys) | Shape::Tables(keys) => Some(keys),
        Shape::Attributes => Some(ATTRIBUTE),
        Shape::Blocks => Some(BLOCK),
        Shape::Validators | Shape::ValidatorLists => Some(VALIDATOR),
        Shape::Parameter | Shape::Parameters => Some(PARAMETER),
        Shape::Pattern => Some(PATTERN),
        _ => None,
    }
}

/// The keys that a TOML text uses, at any depth.
fn used_keys(text: &str, used: &mut BTreeSet<String>) {
    fn collect(value: &toml::Value, used: &mut BTreeSet<String>) {
        match value {
            toml::Value::Table(table) => {
                for (key, value) in table {
                    used.insert(key.clone());
                    collect(value, used);
                }
            }
            toml::Value::Array(items) => items.iter().for_each(|item| collect(item, used)),
            _ => {}
        }
    }
    let table: toml::Table = small(text).parse().unwrap_or_else(|error| panic!("{error}:\n{text}"));
    collect(&toml::Value::Table(table), used);
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Compiles to IR; `Err` holds the report.
fn compile(sources: &SourceMap) -> Result<Provider, String> {
    let mut diagnostics = Diagnostics::new();
    let documents = document::parse(sources, &mut diagnostics);
    let provider = ir::lower::lower(&documents, &mut diagnostics);
    match provider {
        Some(provider) if diagnostics.is_empty() => Ok(provider),
        _ => Err(report::render(&diagnostics, sources, Color::Never)),
    }
}

/// The TOML files below `schemas/FOLDER`, as (path in a crate, text).
fn schemas(folder: &str) -> Vec<(String, String)> {
    let mut files = Vec::new();
    collect(&root().join("schemas").join(folder), "schema", &mut files);
    assert!(!files.is_empty(), "schemas/{folder} holds no schema");
    files
}

fn collect(folder: &Path, relative: &str, files: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder can be read") {
        let path = entry.expect("an entry can be read").path();
        let relative = format!("{relative}/{}", path.file_name().expect("it has a name").to_string_lossy());
        if path.is_dir() {
            collect(&path, &relative, files);
        } else if path.extension().is_some_and(|extension| extension == "toml") {
            files.push((relative, fs::read_to_string(&path).expect("a schema is UTF-8")));
        }
    }
}

/// The text without a number beyond 64 bits, which is no TOML value of the library that these tests read with.
fn small(text: &str) -> String {
    text.replace("123456789012345678901234567890", "1234567890")
}
