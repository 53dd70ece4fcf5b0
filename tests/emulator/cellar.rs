//! Texts that mean the same in other words, and write-only values whose change is noticed: `kitchen_cellar`.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Hcl, Result, hcl};

fn worded() -> Hcl {
    hcl! {
        layout = "{ \"racks\": [1, 2] }", address = "2001:db8::2", airing = "90m", keepers = ["Anna", "Bo"],
        bottles = [{ label = "Rioja" }, { label = "Sekt" }],
    }
}

#[test]
fn the_wording_of_the_configuration_stays() -> Result<()> {
    let (core, _folder) = kitchen();
    let cellar = core.resource("kitchen_cellar").create(worded())?;
    assert_eq!(cellar.attribute("layout"), "{ \"racks\": [1, 2] }");
    assert_eq!(cellar.attribute("address"), "2001:db8::2");
    assert_eq!(cellar.attribute("airing"), "90m");
    assert_eq!(cellar.attribute("keepers"), ["Anna", "Bo"]);
    let bottles = hcl!([{ label = "Rioja", place = "rack 5" }, { label = "Sekt", place = "rack 4" }]);
    assert_eq!(cellar.attribute("bottles"), bottles);
    cellar.expect_empty_plan()
}

#[test]
fn other_words_for_the_same_are_no_change() -> Result<()> {
    let (core, _folder) = kitchen();
    let cellar = core.resource("kitchen_cellar").create(worded())?;
    let same = hcl! {
        layout = "{\"racks\":[1,2.0]}", address = "2001:DB8:0::2", airing = "1h30m", keepers = ["BO", "anna"],
        bottles = [{ label = "SEKT" }, { label = "rioja" }],
    };
    assert_eq!(cellar.plan(&same)?.action(), Action::NoOp);
    let plan = cellar.plan(same.with(hcl! { airing = "2h" }))?;
    assert_eq!(plan.action(), Action::Update);
    assert_eq!(plan.attribute("layout"), "{ \"racks\": [1, 2] }", "the stored wording stays");
    let bottles = hcl!([{ label = "Rioja", place = unknown }, { label = "Sekt", place = unknown }]);
    assert_eq!(plan.attribute("bottles"), bottles);
    plan.apply()?.expect_empty_plan()
}

#[test]
fn malformed_texts_are_refused() {
    let (core, _folder) = kitchen();
    let config = hcl! { layout = "{racks}", address = "1.2.3", airing = "soon" };
    let said = core.resource("kitchen_cellar").plan(config).unwrap_err().to_string();
    for word in ["`layout` must be JSON", "`address` must be an IP address", "`airing` must be a duration"] {
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn a_changed_write_only_value_updates_the_object() -> Result<()> {
    let (core, _folder) = kitchen();
    let cellar = core.resource("kitchen_cellar").create(hcl! { code = "1234", lock = "brass" })?;
    cellar.expect_empty_plan()?;
    assert_eq!(cellar.plan(hcl! { code = "1234", lock = "brass" })?.action(), Action::NoOp);
    let plan = cellar.plan(hcl! { code = "9999", lock = "brass" })?;
    assert_eq!((plan.action(), plan.attribute("revision")), (Action::Update, hcl!(unknown)));
    let cellar = plan.apply()?;
    assert_eq!(cellar.attribute("revision"), 11);
    cellar.expect_empty_plan()?;
    let kept = String::from_utf8_lossy(cellar.private()).into_owned();
    assert!(!kept.contains("9999") && !kept.contains("brass"), "only hashes are kept");
    Ok(())
}

#[test]
fn a_changed_write_only_value_replaces_the_object() -> Result<()> {
    let (core, _folder) = kitchen();
    let cellar = core.resource("kitchen_cellar").create(hcl! { lock = "brass" })?;
    let plan = cellar.plan(hcl! { lock = "steel" })?;
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["lock".to_owned()]));
    let cellar = plan.apply()?;
    cellar.expect_empty_plan()?;
    assert_eq!(cellar.plan(hcl! { lock = "steel" })?.action(), Action::NoOp);
    Ok(())
}
