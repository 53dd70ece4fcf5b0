//! Objects that older versions stored, that move between types, and that get a configuration written, under the emulator.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Moved, Result, Rule, hcl};

#[test]
fn a_state_is_upgraded_over_two_versions() -> Result<()> {
    let (core, _folder) = kitchen();
    let old = hcl! {
        id = "dish-1", title = "Soup", portions = "4", cook = "Ada", rating = 5, steps = ["cut", "cook"],
        ingredients = [{ what = "water" }],
    };
    let recipe = core.resource("kitchen_recipe").stored(0, old)?;
    assert_eq!(recipe.attribute("name"), "Soup");
    assert_eq!(recipe.attribute("portions"), 4);
    assert_eq!(recipe.attribute("cooks"), ["Ada"]);
    assert_eq!(recipe.attribute("steps"), 2);
    assert_eq!(recipe.attribute("ingredients[0].name"), "water");
    let config = hcl! {
        name = "Soup", portions = 4, cooks = ["Ada"], steps = 2, ingredients = [{ name = "water" }],
    };
    let read = recipe.refresh()?.expect("it is there");
    assert_eq!(read.plan(config)?.action(), Action::NoOp);
    Ok(())
}

#[test]
fn what_an_upgrade_cannot_do_is_said() {
    let (core, _folder) = kitchen();
    let recipes = core.resource("kitchen_recipe");
    let error = recipes.stored(1, hcl! { name = "Soup", steps = [""] }).unwrap_err();
    assert!(error.breaches().is_empty() && error.to_string().contains("A step of the recipe is empty"), "{error}");
    assert!(recipes.stored(3, hcl! { name = "Soup" }).unwrap_err().breaks(Rule::StateVersion));
}

#[test]
fn an_object_moves_to_another_type_with_what_was_kept_beside_it() -> Result<()> {
    let (core, _folder) = kitchen();
    let card = core.resource("kitchen_card").create(hcl! { text = "Soup" })?;
    let source = Moved {
        provider_address: "registry.example/tfgen/kitchen".to_owned(),
        type_name: "kitchen_card".to_owned(),
        state: card.state(),
        identity: card.identity(),
        private: card.private().to_vec(),
        ..Moved::default()
    };
    let recipe = core.resource("kitchen_recipe").move_from(source.clone())?;
    assert_eq!(recipe.attribute("name"), "Soup");
    assert_eq!(recipe.attribute("id"), card.attribute("id"));
    let unheard_of = Moved { type_name: "kitchen_oven".to_owned(), ..source };
    let error = core.resource("kitchen_recipe").move_from(unheard_of).unwrap_err();
    assert!(error.breaches().is_empty(), "{error}");
    Ok(())
}

#[test]
fn private_state_lives_as_long_as_its_object() -> Result<()> {
    let (core, _folder) = kitchen();
    let safe = core.resource("kitchen_safe").create(hcl! { label = "gold" })?;
    assert!(!safe.private().is_empty());
    assert_eq!((safe.private_value("openings"), safe.private_value("nothing")), (hcl!(1), hcl!(null)));
    safe.expect_empty_plan()?;
    let safe = safe.apply(hcl! { label = "silver" })?;
    assert_eq!(safe.attribute("openings"), 2, "the update has read what the create has written");
    assert_eq!(safe.refresh()?.expect("it is there").attribute("secured"), true);
    let error = core.resource("kitchen_safe").create(hcl! { label = "jammed" }).unwrap_err();
    let kept = error.into_kept().expect("it exists");
    assert!(!kept.private().is_empty(), "what was set before the error is kept as well");
    kept.destroy()
}

#[test]
fn a_generated_configuration_plans_clean() -> Result<()> {
    let (core, _folder) = kitchen();
    let recipe = core.resource("kitchen_recipe").create(hcl! { name = "Soup", ingredients = [{ name = "water" }] })?;
    let config = recipe.generate_config()?;
    assert_eq!(config, hcl! { name = "Soup", language = "en", ingredients = [{ name = "water" }] });
    assert_eq!(recipe.plan(config)?.action(), Action::NoOp);
    let dish = core.resource("kitchen_dish").create(super::kitchen::everything())?;
    let dish = core.resource("kitchen_dish").import(dish.attribute("id").as_str().unwrap_or_default())?;
    assert_eq!(dish.plan(dish.generate_config()?)?.action(), Action::NoOp);
    Ok(())
}

#[test]
fn an_identity_is_upgraded_over_two_versions() -> Result<()> {
    let (core, _folder) = kitchen();
    let shelf = core.resource("kitchen_shelf");
    let state = hcl! { place = "4", room = "kitchen" };
    let stored = shelf.stored_with_identity(0, &state, Some((0, hcl! { number = 3 })))?;
    assert_eq!(stored.identity(), hcl! { place = "4", room = "kitchen" });
    let stored = shelf.stored_with_identity(0, &state, Some((1, hcl! { place = 3, room = "cellar" })))?;
    assert_eq!(stored.identity(), hcl! { place = "4", room = "cellar" });
    let stored = shelf.stored_with_identity(0, &state, Some((2, hcl! { place = "4", room = "kitchen" })))?;
    assert_eq!(stored.identity(), hcl! { place = "4", room = "kitchen" });
    for (version, identity, words) in [
        (0, hcl! { number = "first" }, "The place of the shelf is no number"),
        (1, hcl! { place = ["a"] }, "`place`"),
        (3, hcl! { place = "4" }, "this provider knows version 2"),
    ] {
        let failed = shelf.stored_with_identity(0, &state, Some((version, identity))).unwrap_err();
        assert!(failed.breaches().is_empty() && failed.to_string().contains(words), "{failed}");
    }
    let shelf = shelf.create(hcl! { place = "4", room = "kitchen" })?;
    shelf.refresh()?.expect("it is there").expect_empty_plan()
}

#[test]
fn a_resource_has_a_say_in_its_generated_configuration() -> Result<()> {
    let (core, _folder) = kitchen();
    let jar = core.resource("kitchen_jar").create(hcl! { label = "jam", content = [{ name = "plum" }] })?;
    let config = jar.generate_config()?;
    let expected = hcl! { id = null, label = "jam", lid = null, content = [{ name = "plum", grams = null }] };
    assert_eq!(config, expected, "the default is not written");
    assert_eq!(jar.plan(config)?.action(), Action::NoOp);
    for (label, words) in [
        ("wrong", "`id` cannot be in a configuration"),
        ("broken", "The label cannot be read"),
        ("cracked", "panicked while generating a configuration of kitchen_jar"),
    ] {
        let jar = core.resource("kitchen_jar").create(hcl! { label = label })?;
        let failed = jar.generate_config().unwrap_err();
        assert!(failed.breaches().is_empty() && failed.to_string().contains(words), "{failed}");
    }
    Ok(())
}

#[test]
fn an_operation_ends_at_its_timeout() {
    let (core, _folder) = kitchen();
    let config = hcl! { degrees = 200, warm_up = 5000, timeouts = { create = "50ms" } };
    let error = core.resource("kitchen_oven").create(config).unwrap_err();
    assert!(error.breaches().is_empty() && error.to_string().contains("50ms"), "{error}");
}
