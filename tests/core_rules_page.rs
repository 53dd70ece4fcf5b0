//! docs/core-rules.md names tests that exist, and no row is without one.

use super::named_test::assert_exist;

const PAGE: &str = include_str!("../docs/core-rules.md");

/// The cells of each row, in every table.
fn rows() -> Vec<[&'static str; 3]> {
    let lines = PAGE.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| --- "));
    let rows = lines.map(|line| -> [&str; 3] {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|cells| panic!("a row has three cells: {cells:?}"))
    });
    rows.filter(|[.., shown_by]| *shown_by != "shown by").collect()
}

fn tests(cell: &str) -> impl Iterator<Item = &str> {
    cell.split('`').skip(1).step_by(2)
}

#[test]
fn each_rule_says_what_is_done_and_which_test_shows_it() {
    for [rule, done, shown_by] in rows() {
        assert!(!rule.is_empty() && !done.is_empty() && tests(shown_by).next().is_some(), "{rule}: a cell is empty");
    }
    assert!(rows().len() > 80, "{}", rows().len());
}

#[test]
fn each_test_on_the_page_exists() {
    assert_exist("docs/core-rules.md", rows().iter().flat_map(|[.., shown_by]| tests(shown_by)));
}
