//! Hooks of user code, and rules about several attributes: `kitchen_stove` and `data.kitchen_delivery`.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Capabilities, Hcl, Result, hcl};

fn stove(given: Hcl) -> Hcl {
    hcl! { name = "agnes" }.with(given)
}

#[test]
fn a_hook_decides_what_is_planned() -> Result<()> {
    let (core, _folder) = kitchen();
    let plan = core.resource("kitchen_stove").plan(stove(hcl! { watts = 900 }))?;
    assert_eq!(plan.attribute("class"), "small");
    assert_eq!(plan.attribute("label"), hcl!(unknown));
    let stove = plan.apply()?;
    assert_eq!(stove.attribute("label"), "agnes, small");
    stove.expect_empty_plan()
}

#[test]
fn what_a_hook_changes_marks_what_depends_on_it() -> Result<()> {
    let (core, _folder) = kitchen();
    let made = core.resource("kitchen_stove").create(stove(hcl! { watts = 900 }))?;
    let same_class = made.plan(stove(hcl! { watts = 1_000 }))?;
    assert_eq!((same_class.action(), same_class.attribute("label")), (Action::Update, hcl!("agnes, small")));
    let other_class = made.plan(stove(hcl! { watts = 3_000 }))?;
    assert_eq!((other_class.attribute("class"), other_class.attribute("label")), (hcl!("large"), hcl!(unknown)));
    other_class.apply()?.expect_empty_plan()
}

#[test]
fn a_hook_replaces_and_warns() -> Result<()> {
    let (core, _folder) = kitchen();
    let made = core.resource("kitchen_stove").create(stove(hcl! { watts = 2_500 }))?;
    let plan = made.plan(stove(hcl! { watts = 900 }))?;
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["watts".to_owned()]));
    assert_eq!(plan.warnings()[0].summary, "A weaker stove is another stove");
    plan.apply()?.expect_empty_plan()
}

#[test]
fn what_is_not_known_yet_is_planned_as_unknown_by_a_hook() -> Result<()> {
    let (core, _folder) = kitchen();
    let plan = core.resource("kitchen_stove").plan(stove(hcl! { watts = unknown }))?;
    assert_eq!(plan.attribute("class"), hcl!(unknown));
    Ok(())
}

#[test]
fn a_hook_defers_where_that_is_allowed() -> Result<()> {
    let (core, folder) = kitchen();
    let config = stove(hcl! { watts = 900, room = "cave" });
    let refused = core.resource("kitchen_stove").plan(&config).unwrap_err().to_string();
    assert!(refused.contains("There is no cave yet.") && refused.contains("-target"), "{refused}");
    let core = core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() });
    let deferred = core.resource("kitchen_stove").plan(&config)?;
    assert!(deferred.deferred().is_some());
    assert!(deferred.attribute("class") == hcl!(unknown), "it is planned without the hook");
    std::fs::write(std::path::Path::new(&folder.path()).join("cave"), "").unwrap();
    core.resource("kitchen_stove").plan(&config)?.apply()?.expect_empty_plan()
}

#[test]
fn a_hook_sees_what_will_be_deleted() -> Result<()> {
    let (core, _folder) = kitchen();
    let large = core.resource("kitchen_stove").create(stove(hcl! { watts = 3_000 }))?;
    assert_eq!(large.plan_destroy()?.warnings()[0].summary, "A large stove will go");
    let small = core.resource("kitchen_stove").create(stove(hcl! { watts = 300 }))?;
    assert!(small.plan_destroy()?.warnings().is_empty());
    large.destroy()?;
    small.destroy()
}

#[test]
fn validation_hooks_object_in_place() {
    let (core, _folder) = kitchen();
    let said = |config: Hcl| core.resource("kitchen_stove").plan(config).unwrap_err().to_string();
    let hyphen = said(hcl! { name = "ag-", watts = 1 });
    assert!(hyphen.contains("name") && hyphen.contains("cannot end in a hyphen"), "{hyphen}");
    let spark = said(hcl! { name = "spark", gas = true });
    assert!(spark.contains("gas") && spark.contains("No sparks near gas"), "{spark}");
    let panic = said(hcl! { name = "panic", watts = 1 });
    assert!(panic.contains("panicked while validating kitchen_stove") && panic.contains("exploded"), "{panic}");
    let path = core.data_source("kitchen_delivery").read(hcl! { supplier = "a/b" }).unwrap_err().to_string();
    assert!(path.contains("A supplier is a name"), "{path}");
}

#[test]
fn rules_about_several_attributes_are_checked() {
    let (core, _folder) = kitchen();
    let said = |config: Hcl| core.resource("kitchen_stove").plan(config).unwrap_err().to_string();
    let neither = said(stove(hcl! {}));
    assert!(neither.contains("Exactly one of `gas`, `watts` must be set, but none is."), "{neither}");
    let both = said(stove(hcl! { gas = true, watts = 1 }));
    assert!(both.contains("`gas`, `watts` are. Remove all but one."), "{both}");
    let half = said(stove(hcl! { watts = 1, timer = { minutes = 3 } }));
    assert!(half.contains("`timer.minutes` is set and `timer.bell` is not"), "{half}");
    let long = said(hcl! { name = "magnificent", watts = 1 });
    assert!(long.contains("from") || long.contains("at most 5"), "all alternatives are named: {long}");
    assert!(core.resource("kitchen_stove").plan(hcl! { name = "great-stove", watts = unknown }).is_ok());
}
