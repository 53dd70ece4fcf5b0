//! What the generated tests of upgrades say when a sample is missing, proves nothing, or is upgraded to something else.

use crate::trees::Scratch;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_runtime::generated::{test_identity_upgrade, test_upgrade};

/// What the test of a recipe of version 0 says about a sample; empty if all is well.
fn said(text: &str) -> String {
    let scratch = Scratch::new("sample");
    scratch.write("tests/upgrades/recipe/0.json", text);
    let root = scratch.path().to_string_lossy();
    let tested = test_upgrade(&registry(), "kitchen_recipe", 0, &root, "tests/upgrades/recipe/0.json");
    tested.err().map(|failed| format!("{failed:?}")).unwrap_or_default()
}

const STATE: &str = r#""state": {"id": "dish-1", "title": "Soup", "portions": "4", "ingredients": [{"what": "Water"}],
    "cook": "Anna", "steps": ["Boil it."]}"#;

#[test]
fn a_sample_that_becomes_what_it_says_is_all_right() {
    let upgraded = r#"{"id": "dish-1", "name": "Soup", "portions": 4, "ingredients": [{"name": "Water"}], "cooks": ["Anna"],
        "steps": 1, "language": "en"}"#;
    assert_eq!(said(&format!("{{{STATE}, \"upgraded\": {upgraded}}}")), "");
}

#[test]
fn a_sample_without_its_end_is_told_it() {
    let said = said(&format!("{{{STATE}}}"));
    for words in [
        "`tests/upgrades/recipe/0.json` does not say what its `state` becomes",
        "\"name\": \"Soup\"",
        "put it into the file as `upgraded`",
    ] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_sample_that_becomes_something_else_is_compared() {
    let upgraded = r#"{"id": "dish-1", "name": "Stew", "ingredients": [{"name": "Water"}], "cooks": ["Anna"], "portions": 4, "steps": 1,
        "language": "en"}"#;
    let said = said(&format!("{{{STATE}, \"upgraded\": {upgraded}}}"));
    assert!(
        said.contains("name: \"Stew\" is expected, and the upgrade gives \"Soup\"") && !said.contains("portions"),
        "{said}"
    );
}

#[test]
fn a_sample_that_proves_nothing_or_is_none_is_refused_in_words_that_help() {
    let cases = [
        ("{", "is no JSON"),
        ("[]", "is no object with `state` and `upgraded`"),
        ("{}", "has no object `state`: put in the `attributes` of an object that version 0 wrote"),
        (r#"{"state": {}, "becomes": {}}"#, "has `becomes`, where only `state`, `upgraded` and `note` mean anything"),
        (r#"{"state": {"id": "a", "portions": "1"}}"#, "shows nothing of `ingredients.what`, `title`"),
        (
            r#"{"state": {"title": "a", "portions": "many", "ingredients": [{"what": "b"}]}}"#,
            "cannot be upgraded: A stored value cannot be converted",
        ),
    ];
    for (text, words) in cases {
        let said = said(text);
        assert!(said.contains(words), "{text}: {said}");
    }
    let upgraded = format!("{{{STATE}, \"upgraded\": {{\"named\": 1}}}}");
    assert!(said(&upgraded).contains("has an `upgraded` that today's schema refuses"), "{}", said(&upgraded));
}

#[test]
fn a_sample_that_is_missing_is_made_by_the_generator() {
    let scratch = Scratch::new("no sample");
    let root = scratch.path().to_string_lossy();
    let tested = test_identity_upgrade(&registry(), "kitchen_shelf", 0, &root, "tests/upgrades/shelf/identity_0.json");
    let said = format!("{:?}", tested.unwrap_err());
    assert!(
        said.contains("`tests/upgrades/shelf/identity_0.json` cannot be read") && said.contains("tfgen generate"),
        "{said}"
    );
}
