//! docs/core-rules.md and docs/state-store-rules.md name tests that exist, and no row is without one.

use super::named_test::assert_exist;

const PAGES: [(&str, &str, usize); 2] = [
    ("docs/core-rules.md", include_str!("../docs/core-rules.md"), 80),
    ("docs/state-store-rules.md", include_str!("../docs/state-store-rules.md"), 50),
];

/// The cells of each row, in every table.
fn rows(page: &'static str) -> Vec<[&'static str; 3]> {
    let lines = page.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| --- "));
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
    for (name, page, least) in PAGES {
        for [rule, done, shown_by] in rows(page) {
            let is_full = !rule.is_empty() && !done.is_empty() && tests(shown_by).next().is_some();
            assert!(is_full, "{name}: {rule}: a cell is empty");
        }
        assert!(rows(page).len() > least, "{name}: {}", rows(page).len());
    }
}

#[test]
fn each_test_on_the_page_exists() {
    for (name, page, _) in PAGES {
        assert_exist(name, rows(page).iter().flat_map(|[.., shown_by]| tests(shown_by)));
    }
}
