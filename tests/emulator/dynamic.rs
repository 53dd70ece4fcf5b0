//! Dynamic models: one implementation serves `kitchen_box`, `kitchen_bag` and `data.kitchen_box`.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Result, hcl};

#[test]
fn objects_go_there_and_back_by_name() -> Result<()> {
    let (core, _folder) = kitchen();
    let config = hcl! {
        label = "pots", front = { width = 30 }, others = [{ width = 20, color = "red" }], tags = ["b", "a"], note = "heavy",
    };
    let created = core.resource("kitchen_box").create(config)?;
    created.expect_empty_plan()?;
    assert_eq!(created.identity(), hcl! { id = "box-1" });
    assert_eq!(created.attribute("front"), hcl! { color = "brown", width = 30 }, "the default of the object");
    assert_eq!(created.attribute("others"), hcl!([{ color = "red", width = 20 }]));
    assert_eq!(created.attribute("weight"), 4);
    assert_eq!(created.attribute("note"), hcl!(null), "a write-only value is not stored");
    let found = core.data_source("kitchen_box").read(hcl! { id = "box-1" })?;
    assert_eq!(found.attribute("label"), "pots");
    assert_eq!(found.attribute("front"), hcl! { color = "brown", width = 30 });
    created.destroy()?;
    assert!(core.data_source("kitchen_box").read(hcl! { id = "box-1" }).is_err());
    Ok(())
}

#[test]
fn plans_are_made_as_for_typed_models() -> Result<()> {
    let (core, _folder) = kitchen();
    let created = core.resource("kitchen_box").create(hcl! { label = "pots", front = { width = 1 } })?;
    let plan = created.plan(hcl! { label = "pots", front = { width = 2 } })?;
    assert_eq!((plan.action(), plan.attribute("weight")), (Action::Update, 4.into()));
    let plan = created.plan(hcl! { label = "plates", front = { width = 1 } })?;
    assert_eq!((plan.action(), plan.attribute("weight")), (Action::Update, hcl!(unknown)));
    assert_eq!(plan.apply()?.attribute("weight"), 6);
    let said = created.plan(hcl! { label = "pots", front = { width = 0 } }).unwrap_err().to_string();
    assert!(said.contains("`front.width`"), "{said}");
    let bag = core.resource("kitchen_bag").create(hcl! { label = "flour" })?;
    assert_eq!(bag.plan(hcl! { label = "rice" })?.action(), Action::Replace);
    Ok(())
}

#[test]
fn an_import_reads_by_the_identity() -> Result<()> {
    let (core, _folder) = kitchen();
    core.resource("kitchen_box").create(hcl! { label = "pots", front = { width = 1 } })?;
    let imported = core.resource("kitchen_box").import("box-1")?;
    assert_eq!(imported.attribute("label"), "pots");
    assert!(core.resource("kitchen_box").import("box-9").is_err());
    Ok(())
}

#[test]
fn what_was_created_stays_after_an_error() -> Result<()> {
    let (core, _folder) = kitchen();
    let failed = core.resource("kitchen_bag").create(hcl! { label = "flour", tears = true }).unwrap_err();
    assert!(failed.to_string().contains("The bag is torn"), "{failed}");
    let bag = failed.into_kept().unwrap();
    assert!(bag.is_tainted());
    assert_eq!(bag.attribute("id"), "bag-1");
    assert_eq!(bag.plan(hcl! { label = "flour" })?.action(), Action::Replace);
    Ok(())
}
