//! `docs/schema-language.md`: names every key, and its snippets are schemas.

use std::fs;

use tfgen::document::key::Shape;
use tfgen::source::SourceMap;

use super::{KEYS, compile, root};

fn page() -> String {
    fs::read_to_string(root().join("docs/schema-language.md")).expect("the page can be read")
}

#[test]
fn every_key_has_a_row() {
    let page = page();
    for keys in KEYS {
        for key in keys {
            let row = if matches!(key.shape, Shape::Later) {
                format!("`{}`", key.name)
            } else {
                format!("| `{}` |", key.name)
            };
            assert!(page.contains(&row), "docs/schema-language.md has no row for `{}`", key.name);
        }
    }
}

#[test]
fn every_snippet_is_a_schema() {
    let mut count = 0;
    for snippet in page().split("```toml\n").skip(1) {
        let snippet = snippet.split("```").next().expect("a snippet ends");
        let mut files = vec![("schema/snippet.toml", snippet.to_owned())];
        if !snippet.contains("[provider]") {
            files.push(("schema/provider.toml", "[provider]\nname = \"acme\"\n".to_owned()));
        }
        if let Err(report) = compile(&SourceMap::from_texts(files)) {
            panic!("a snippet of docs/schema-language.md does not compile:\n{snippet}\n{report}");
        }
        count += 1;
    }
    assert!(count >= 10, "docs/schema-language.md has {count} snippets");
}
