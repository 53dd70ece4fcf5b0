//! `docs/validity.md`: each demand is kept by a rule that is there and has a fixture, or it says why it cannot be broken.

use std::fs;

use tfgen::rule::Rule;

use super::root;

#[test]
fn every_demand_of_terraform_is_kept_by_a_rule_or_cannot_be_broken() {
    let page = fs::read_to_string(root().join("docs/validity.md")).expect("the page can be read");
    let mut demands = 0;
    for line in page.lines().filter(|line| line.starts_with("| ") && !line.contains("---")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [demand, kept] = cells.as_slice() else { panic!("two cells: {line}") };
        if *demand == "demand" {
            continue;
        }
        demands += 1;
        let Some((code, name)) = kept.split_once(' ').filter(|(code, _)| code.starts_with("TF")) else {
            assert!(kept.starts_with("impossible"), "neither a rule nor a reason: {line}");
            assert!(kept.contains(": "), "no reason: {line}");
            continue;
        };
        let rule = Rule::from_code(code).unwrap_or_else(|| panic!("no such rule: {line}"));
        assert_eq!(format!("`{}`", rule.name()), name, "{line}");
        let fixtures = fs::read_dir(root().join("tests/invalid").join(rule.name())).expect("it has a folder");
        assert!(fixtures.count() >= 2, "no fixture: {line}");
    }
    assert!(demands >= 30, "only {demands} demands");
}
