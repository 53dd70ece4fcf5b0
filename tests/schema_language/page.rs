//! `docs/schema-language.md`: tells of every key its type, default and meaning, shows it in a snippet, and its snippets are
//! schemas.

use std::collections::BTreeSet;
use std::fs;

use tfgen::source::SourceMap;

use super::{compile, root, tables, used_keys};

fn page() -> String {
    fs::read_to_string(root().join("docs/schema-language.md")).expect("the page can be read")
}

fn snippets(page: &str) -> impl Iterator<Item = &str> {
    page.split("```toml\n").skip(1).map(|snippet| snippet.split("```").next().expect("a snippet ends"))
}

/// What the columns of a table of keys are called. Those at the top hold tables, and a validator has an argument and no default.
const COLUMNS: [&[&str]; 5] = [
    &["key", "type", "default", "meaning"],
    &["key", "type", "default", "where", "meaning"],
    &["key", "type", "default", "meaning: when it is run"],
    &["key", "argument", "for", "the value"],
    &["key", "what it holds"],
];

/// The keys that have rows in tables of keys, each of whose cells says something.
fn told(page: &str) -> BTreeSet<String> {
    let mut told = BTreeSet::new();
    let mut columns = 0;
    for line in page.lines() {
        let Some(row) = line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")) else {
            columns = if line.starts_with("|-") { columns } else { 0 };
            continue;
        };
        let cells: Vec<&str> = row.split(" | ").map(str::trim).collect();
        if COLUMNS.contains(&cells.as_slice()) {
            columns = cells.len();
        } else if columns > 0 {
            assert_eq!(cells.len(), columns, "cells of: {line}");
            assert!(cells.iter().all(|cell| !cell.is_empty() && *cell != "|"), "an empty cell: {line}");
            told.extend(cells[0].split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    told
}

#[test]
fn every_key_has_a_row_with_its_type_default_and_meaning() {
    let told = told(&page());
    for key in tables().into_iter().flatten() {
        assert!(told.contains(key.name), "docs/schema-language.md has no row for `{}`", key.name);
    }
}

#[test]
fn every_key_is_in_a_snippet() {
    let page = page();
    let mut used = BTreeSet::new();
    snippets(&page).for_each(|snippet| used_keys(snippet, &mut used));
    for key in tables().into_iter().flatten() {
        assert!(used.contains(key.name), "no snippet of docs/schema-language.md shows `{}`", key.name);
    }
}

#[test]
fn every_snippet_is_a_schema() {
    let page = page();
    let mut count = 0;
    for snippet in snippets(&page) {
        let mut files = vec![("schema/snippet.toml", snippet.to_owned())];
        if !snippet.contains("[provider]") {
            files.push(("schema/provider.toml", "[provider]\nname = \"acme\"\n".to_owned()));
        }
        if let Err(report) = compile(&SourceMap::from_texts(files)) {
            panic!("a snippet of docs/schema-language.md does not compile:\n{snippet}\n{report}");
        }
        count += 1;
    }
    assert!(count >= 30, "docs/schema-language.md has {count} snippets");
}
