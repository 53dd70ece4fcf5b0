//! docs/performance.md: the tables between its marks are replaced, the words around them are written by hand.

use std::fs;
use tfgen_tests::built::repository;

/// Puts the tables of a part where the page has its marks.
pub fn replace(part: &str, tables: &str) {
    let path = repository().join("docs/performance.md");
    let page = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (begin, end) = (format!("<!-- {part} -->\n"), format!("<!-- end of {part} -->"));
    let inside = page.split_once(&begin).and_then(|(before, rest)| Some((before, rest.split_once(&end)?.1)));
    let Some((before, after)) = inside else { panic!("docs/performance.md has no marks for the part {part}") };
    fs::write(&path, format!("{before}{begin}{tables}{end}{after}")).expect("the page can be written");
}
