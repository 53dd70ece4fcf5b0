//! The tests that hold each upgrade to a sample of what an older version stored, and the samples that nobody has given yet.

use super::layout::Expression::{Call, Text};
use super::thing::HeaderView;
use super::{Page, identifier, literal};
use crate::file_tree::Ownership;
use crate::ir::lifecycle::Upgrade;
use crate::ir::{Provider, Resource};
use serde::Serialize;

mod sample;

/// The folder of the samples, below the crate's root. They are the user's.
const FOLDER: &str = "tests/upgrades";

/// `src/generated/upgrades.rs`
#[derive(Debug, Serialize)]
struct UpgradesView {
    header: HeaderView,
    tests: Vec<TestView>,
}

/// One test.
#[derive(Debug, Serialize)]
struct TestView {
    name: String,
    doc: String,
    call: String,
}

/// A sample that is made up.
#[derive(Debug, Serialize)]
struct SampleView {
    text: String,
}

/// What an upgrade is of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    State,
    Identity,
}

/// Whether there is anything to test.
pub fn has_tests(provider: &Provider) -> bool {
    !upgrades(provider).is_empty()
}

/// The tests, and a sample for each.
pub fn pages(provider: &Provider) -> Vec<Page> {
    let upgrades = upgrades(provider);
    if upgrades.is_empty() {
        return Vec::new();
    }
    let tests = upgrades.iter().map(|(resource, of, upgrade)| test(resource, *of, upgrade)).collect();
    let view = UpgradesView { header: HeaderView::of_everything("Tests of upgrades"), tests };
    let mut pages = vec![super::generated("upgrades.rs", "generated/upgrades.rs.jinja", view)];
    for (resource, of, upgrade) in upgrades {
        let text = match of {
            Of::State => sample::of_state(resource, upgrade.from),
            Of::Identity => sample::of_identity(resource, upgrade.from),
        };
        let path = file(resource, of, upgrade);
        pages.push(Page::new(path, "scaffold/upgrade.json.jinja", SampleView { text }, Ownership::Scaffold));
    }
    pages
}

fn upgrades(provider: &Provider) -> Vec<(&Resource, Of, &Upgrade)> {
    let mut upgrades = Vec::new();
    for resource in &provider.resources {
        let lifecycle = &resource.lifecycle;
        upgrades.extend(lifecycle.upgrades.iter().map(|upgrade| (resource, Of::State, upgrade)));
        upgrades.extend(lifecycle.identity_upgrades.iter().map(|upgrade| (resource, Of::Identity, upgrade)));
    }
    upgrades
}

fn file(resource: &Resource, of: Of, upgrade: &Upgrade) -> String {
    let prefix = if of == Of::Identity { "identity_" } else { "" };
    format!("{FOLDER}/{}/{prefix}{}.json", identifier::file_stem(&resource.name), upgrade.from)
}

fn test(resource: &Resource, of: Of, upgrade: &Upgrade) -> TestView {
    let (function, infix, what) = match of {
        Of::State => ("rt::test_upgrade", "from", "A state"),
        Of::Identity => ("rt::test_identity_upgrade", "from_identity", "An identity"),
    };
    let arguments = vec![
        Text("&registry()".to_owned()),
        literal::text(&resource.type_name),
        Text(upgrade.from.to_string()),
        Text("env!(\"CARGO_MANIFEST_DIR\")".to_owned()),
        literal::text(&file(resource, of, upgrade)),
    ];
    TestView {
        name: format!("{}_{infix}_{}", identifier::file_stem(&resource.name), upgrade.from),
        doc: format!("{what} of `{}` as version {} stored it.", resource.type_name, upgrade.from),
        call: Call(function, arguments).layout(4, 4, 0),
    }
}
