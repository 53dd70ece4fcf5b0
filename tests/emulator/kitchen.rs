//! The kitchen provider under the emulator: what `tests/terraform/kitchen.rs` does under a real Terraform, at a hundredth
//! of the time.

use super::folder::Folder;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_testing::{Action, Capabilities, Core, Error, Hcl, Result, Rule, hcl};

/// The kitchen with a store of its own.
pub fn kitchen() -> (Core, Folder) {
    let folder = Folder::new();
    let core =
        Core::start(registry()).and_then(|core| core.configure(hcl! { store = folder.path(), secret = "hunter2" }));
    (core.unwrap(), folder)
}

fn said(error: &Error) -> String {
    error.to_string()
}

pub fn everything() -> Hcl {
    hcl! {
        name = "soup", servings = 4, price = 12.25, weight = 0.1, small = -7, ratio = 0.25, vegan = true, course = "starter",
        tags = { spicy = "yes", "mit Käse" = "nein" }, allergens = ["nuts", "eggs"], steps = ["cut", "cook", "eat"],
        sizes = { width = 30, label = "XL" }, pair = ["a", 1], extra = { nested = [1, "two", true] },
        recipe = "secret recipe", password = "correct horse",
        ingredients = [{ name = "water", grams = 500 }, { name = "salt" }], garnish = { color = "green" },
        stages = { first = { title = "cold" }, second = { title = "hot" } },
        layers = [{ kind = "top", parts = [{ name = "lid" }, { name = "knob" }] }, { kind = "bottom" }],
        side = [{ name = "bread", dip = { flavor = "garlic" } }, { name = "salad", warm = false }],
        wine = [{ grape = "riesling", year = 2019 }, { grape = "merlot" }], plate = { material = "clay" },
        oven = { degrees = 200 },
    }
}

#[test]
fn every_kind_of_attribute_goes_there_and_back() -> Result<()> {
    let (core, folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(everything())?;
    dish.expect_empty_plan()?;
    assert_eq!(dish.attribute("summary"), "soup for 4 at 180");
    assert_eq!(dish.attribute("allergens"), ["eggs", "nuts"]);
    assert_eq!(dish.attribute("extra"), hcl! { nested = [1, "two", true] });
    assert_eq!(dish.attribute("recipe"), hcl!(null), "a write-only value is not stored");
    assert_eq!(dish.attribute("comment"), "a recipe of 13 letters", "but it reached the handler");
    assert_eq!(dish.attribute("layers[0].parts[1]"), hcl! { code = "KNOB", name = "knob" });
    let ingredients =
        hcl!([{ name = "salt", grams = 100, lot = "salt-1" }, { name = "water", grams = 500, lot = "water-1" }]);
    assert_eq!(dish.attribute("ingredients"), ingredients);
    assert_eq!(dish.identity(), hcl! { id = "dish-1" });
    dish.destroy()?;
    assert_eq!(folder.count(), 0);
    Ok(())
}

#[test]
fn an_update_leaves_what_does_not_depend_on_it_known() -> Result<()> {
    let (core, _folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(hcl! { name = "soup", tags = { a = "1" } })?;
    let plan = dish.plan(hcl! { name = "soup", tags = { a = "2" } })?;
    assert_eq!(plan.action(), Action::Update);
    assert_eq!(plan.attribute("revision"), hcl!(unknown));
    assert_eq!(plan.attribute("summary"), "soup for 2 at 180");
    let dish = plan.apply()?;
    assert_eq!(dish.attribute("revision"), 2);
    dish.expect_empty_plan()
}

#[test]
fn computed_values_stay_with_their_element_when_a_set_changes() -> Result<()> {
    let (core, _folder) = kitchen();
    let soup = hcl! { name = "soup", ingredients = [{ name = "salt" }, { name = "water" }] };
    let dish = core.resource("kitchen_dish").create(&soup)?;
    let plan = dish.plan(
        soup.with(hcl! { ingredients = [{ name = "basil" }, { name = "water", grams = 7 }, { name = "salt" }] }),
    )?;
    let basil = hcl! { name = "basil", grams = 100, lot = unknown };
    let others =
        [hcl! { name = "water", grams = 7, lot = "water-1" }, hcl! { name = "salt", grams = 100, lot = "salt-1" }];
    assert_eq!(plan.attribute("ingredients"), vec![basil, others[0].clone(), others[1].clone()]);
    plan.apply()?.expect_empty_plan()
}

#[test]
fn requires_replace_if_configured_looks_at_the_configuration() -> Result<()> {
    let (core, folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(hcl! { name = "soup", store = "attic" })?;
    assert_eq!(dish.plan(hcl! { name = "soup" })?.action(), Action::NoOp);
    let plan = dish.plan(hcl! { name = "soup", store = "cellar" })?;
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["store".to_owned()]));
    assert_eq!(plan.attribute("id"), hcl!(unknown), "it will be another object");
    let dish = plan.apply()?;
    assert_eq!(folder.count(), 1);
    dish.expect_empty_plan()
}

#[test]
fn an_object_made_before_an_error_is_kept_and_replaced_later() -> Result<()> {
    let (core, _folder) = kitchen();
    let error = core.resource("kitchen_dish").create(hcl! { name = "soup", failure = "after_create" }).unwrap_err();
    assert!(said(&error).contains("The dish fell down\n  It exists all the same."), "{error}");
    let dish = error.into_kept().unwrap();
    assert!(dish.is_tainted());
    assert_eq!(dish.attribute("id"), "dish-1");
    let plan = dish.plan(hcl! { name = "soup" })?;
    assert_eq!(plan.action(), Action::Replace);
    plan.apply()?.expect_empty_plan()
}

#[test]
fn a_panic_is_an_error_that_keeps_the_object() {
    let (core, _folder) = kitchen();
    let error = core.resource("kitchen_dish").create(hcl! { name = "soup", failure = "panic" }).unwrap_err();
    assert!(said(&error).contains("the cook slipped"), "{error}");
    assert_eq!(error.kept().unwrap().attribute("id"), "dish-1");
}

#[test]
fn an_error_before_anything_was_made_keeps_nothing() {
    let (core, folder) = kitchen();
    let error = core.resource("kitchen_dish").create(hcl! { name = "soup", failure = "before_create" }).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary, "The stove is off");
    assert!(error.kept().is_none() && folder.count() == 0, "{error}");
}

#[test]
fn an_answer_that_breaks_the_plan_is_reported_by_the_runtime_and_kept() {
    let (core, _folder) = kitchen();
    let error = core.resource("kitchen_dish").create(hcl! { name = "soup", failure = "wrong_servings" }).unwrap_err();
    assert!(error.breaches().is_empty(), "the provider says it before core has to: {error}");
    assert!(said(&error).contains("servings"), "{error}");
    assert_eq!(error.kept().unwrap().attribute("servings"), 3, "what exists is stored");
}

#[test]
fn a_failed_update_keeps_the_state_as_it_was() -> Result<()> {
    let (core, _folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(hcl! { name = "soup" })?;
    let error = dish.apply(hcl! { name = "soup", servings = 9, failure = "during_update" }).unwrap_err();
    let kept = error.into_kept().unwrap();
    assert_eq!(kept.attribute("servings"), 2);
    assert!(!kept.is_tainted());
    Ok(())
}

#[test]
fn a_failed_delete_keeps_the_object() -> Result<()> {
    let (core, _folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(hcl! { name = "soup", failure = "delete" })?;
    let error = dish.destroy().unwrap_err();
    assert!(said(&error).contains("stuck to the plate"), "{error}");
    assert_eq!(error.kept().unwrap().attribute("id"), "dish-1");
    Ok(())
}

#[test]
fn a_dish_is_imported_by_id_and_by_identity() -> Result<()> {
    let (core, _folder) = kitchen();
    let soup = hcl! { name = "soup" };
    core.resource("kitchen_dish").create(&soup)?;
    for id in ["dish-1", "shelf/dish-1"] {
        let dish = core.resource("kitchen_dish").import(id)?;
        assert_eq!(dish.attribute("name"), "soup");
        assert_eq!(dish.plan(&soup)?.action(), Action::NoOp);
    }
    let dish = core.resource("kitchen_dish").import_by_identity(hcl! { id = "dish-1" })?;
    assert_eq!(dish.attribute("name"), "soup");
    let missing = core.resource("kitchen_dish").import("dish-9").unwrap_err();
    assert!(missing.breaks(Rule::ImportExists), "{missing}");
    Ok(())
}

#[test]
fn unknown_values_are_planned_and_then_applied_as_what_they_became() -> Result<()> {
    let (core, _folder) = kitchen();
    let config = |later: Hcl| hcl! { name = &later, tags = { first = later }, side = [{ name = "bread" }] };
    let plan = core.resource("kitchen_dish").plan(config(hcl!(unknown)))?;
    assert_eq!(plan.attribute("name"), hcl!(unknown));
    assert!(plan.clone().apply().is_err(), "Terraform knows all values when it applies");
    let dish = plan.apply_with(config(hcl!("soup")))?;
    assert_eq!(dish.attribute("tags.first"), "soup");
    dish.expect_empty_plan()
}

#[test]
fn blocks_of_unknown_number_are_planned_as_unknown() -> Result<()> {
    let (core, _folder) = kitchen();
    let plan = core.resource("kitchen_dish").plan(hcl! { name = "soup", side = unknown })?;
    assert_eq!(plan.attribute("side"), hcl!(unknown));
    let dish = plan.apply_with(hcl! { name = "soup", side = { name = "bread" } })?;
    assert_eq!(dish.attribute("side"), hcl!([{ name = "bread" }]));
    dish.expect_empty_plan()
}

#[test]
fn a_data_source_reads() -> Result<()> {
    let (core, _folder) = kitchen();
    core.resource("kitchen_dish").create(hcl! { name = "soup" })?;
    let menu = core.data_source("kitchen_menu").read(hcl! { prefix = "s" })?;
    assert_eq!(menu.attribute("dishes"), hcl!([{ id = "dish-1", name = "soup" }]));
    assert!(core.data_source("kitchen_menu").read(hcl! { prefix = unknown }).is_err());
    Ok(())
}

#[test]
fn several_mistakes_are_reported_at_once_and_in_place() {
    let (core, _folder) = kitchen();
    let config = hcl! { name = "soup", course = "snack", servings = 0, steps = ["1", "2", "3", "4", "5", "6"] };
    let error = core.resource("kitchen_dish").validate(config).unwrap_err();
    let places: Vec<_> = error.diagnostics().iter().map(|each| each.path.as_ref().unwrap().to_string()).collect();
    assert_eq!(places, ["course", "servings", "steps"], "{error}");
}

#[test]
fn warnings_can_be_looked_at() -> Result<()> {
    let (core, _folder) = kitchen();
    let warnings = core.resource("kitchen_dish").validate(hcl! { name = "soup", note = "old" })?;
    assert!(warnings[0].detail.contains("Use tags.") || warnings[0].summary.contains("Use tags."), "{warnings:?}");
    let plan = core.resource("kitchen_dish").plan(hcl! { name = "soup", note = "old" })?;
    assert_eq!(plan.warnings(), warnings);
    Ok(())
}

#[test]
fn what_terraform_refuses_does_not_reach_the_provider() {
    let (core, _folder) = kitchen();
    let dish = core.resource("kitchen_dish");
    for (config, words) in [
        (hcl! { nme = "soup" }, "there is no \"nme\""),
        (hcl! { servings = 1 }, "at name\n  a value is required"),
        (hcl! { name = "soup", servings = "many" }, "at servings"),
        (hcl! { name = "soup", ingredients = [{ grams = 1 }] }, "at ingredients[0].name"),
        (hcl! { name = "soup", side = [{ name = "a" }, { name = "b" }, { name = "c" }, { name = "d" }] }, "4 blocks"),
    ] {
        let error = dish.plan(config).unwrap_err();
        assert!(said(&error).contains("Terraform refuses") && said(&error).contains(words), "{error}");
    }
    let error = core.resource("kitchen_cake").plan(hcl! {}).unwrap_err();
    assert!(said(&error).contains("kitchen_dish"), "it says what there is: {error}");
}

#[test]
fn a_refused_provider_configuration_is_an_error() {
    let folder = Folder::new();
    let core = Core::start(registry()).unwrap();
    let error = core.configure(hcl! { store = folder.path(), secret = "refused" }).unwrap_err();
    assert_eq!(error.step(), "ConfigureProvider");
    assert!(said(&error).contains("The secret is refused"), "{error}");
}

#[test]
fn a_second_plan_that_is_not_empty_says_what_differs() -> Result<()> {
    let (core, folder) = kitchen();
    let dish = core.resource("kitchen_dish").create(hcl! { name = "soup", servings = 3 })?;
    let file = folder.path().join("dish-1.json");
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, text.replace("\"number\":\"3\"", "\"number\":\"5\"")).unwrap();
    let error = dish.expect_empty_plan().unwrap_err();
    assert!(error.breaks(Rule::EmptyPlan), "{error}");
    assert!(said(&error).contains("servings: 5 is stored, but 3 planned"), "{error}");
    std::fs::remove_file(&file).unwrap();
    assert!(said(&dish.expect_empty_plan().unwrap_err()).contains("the object is gone"));
    assert!(dish.refresh()?.is_none());
    Ok(())
}

/// What a Terraform says of itself, and how a handler of the kitchen calls it.
fn abilities() -> [(Capabilities, &'static str); 4] {
    let none = Capabilities {
        deferral_allowed: false,
        write_only_attributes_allowed: false,
        store_planned_private: false,
        computed_blocks_allowed: false,
    };
    [
        (Capabilities { deferral_allowed: true, ..none }, "waits"),
        (Capabilities { write_only_attributes_allowed: true, ..none }, "forgets"),
        (Capabilities { store_planned_private: true, ..none }, "keeps plans"),
        (Capabilities { computed_blocks_allowed: true, ..none }, "takes blocks"),
    ]
}

#[test]
fn a_handler_sees_what_terraform_can_do_and_how_long_it_may_take() {
    let (core, _folder) = kitchen();
    for (capabilities, told) in abilities() {
        let core = core.clone().with_capabilities(capabilities);
        let looking = hcl! { id = "dish-1", fate = "look in read", timeouts = { read = "20m" } };
        let failed = core.data_source("kitchen_oven").read(looking).unwrap_err();
        assert!(said(&failed).contains(&format!("Terraform {told}; there is less than 20 minutes")), "{failed}");
        let failed = core.data_source("kitchen_glass").read(hcl! { fate = "look in read" }).unwrap_err();
        assert!(said(&failed).contains(&format!("Terraform {told}; there is no limit of time")), "{failed}");
    }
}

#[test]
fn an_old_terraform_is_told_that_it_cannot_take_a_write_only_value() -> Result<()> {
    let (core, _folder) = kitchen();
    let old = Capabilities { write_only_attributes_allowed: false, ..Capabilities::default() };
    let dishes = core.with_capabilities(old).resource("kitchen_dish");
    let failed = dishes.create(hcl! { name = "soup", recipe = "boil water" }).unwrap_err();
    let diagnostics = failed.diagnostics();
    assert_eq!(diagnostics.len(), 1, "{failed}");
    assert_eq!(diagnostics[0].path.as_ref().map(ToString::to_string).as_deref(), Some("recipe"));
    assert_eq!(diagnostics[0].summary, "Write-only attribute is not supported here");
    assert!(!said(&failed).contains("boil water"), "{failed}");
    dishes.create(hcl! { name = "soup" })?.expect_empty_plan()
}
