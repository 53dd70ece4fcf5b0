//! Computed blocks, which take Terraform 1.16, and the promise of a prefix: `kitchen_rack`.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Capabilities, Result, hcl};

#[test]
fn computed_blocks_are_unknown_until_they_are_made_and_kept_while_nothing_changes() -> Result<()> {
    let (core, _folder) = kitchen();
    let plan = core.resource("kitchen_rack").plan(hcl! { name = "wine", slots = 2 })?;
    assert_eq!((plan.action(), plan.attribute("slot")), (Action::Create, hcl!(unknown)));
    let rack = plan.apply()?;
    assert_eq!(rack.attribute("slot"), hcl!([{ label = "wine 1", place = 1 }, { label = "wine 2", place = 2 }]));
    rack.expect_empty_plan()?;
    let plan = rack.plan(hcl! { name = "wine", slots = 3 })?;
    assert_eq!((plan.action(), plan.attribute("slot")), (Action::Update, hcl!(unknown)));
    let rack = plan.apply()?;
    assert_eq!(rack.attribute("slot[2].label"), "wine 3");
    rack.expect_empty_plan()?;
    rack.destroy()
}

#[test]
fn an_older_terraform_is_told_what_computed_blocks_take() {
    let (core, _folder) = kitchen();
    let older = core.with_capabilities(Capabilities { computed_blocks_allowed: false, ..Capabilities::default() });
    let failed = older.resource("kitchen_rack").plan(hcl! { name = "wine", slots = 2 }).unwrap_err();
    assert!(failed.breaches().is_empty(), "{failed}");
    for words in ["The resource kitchen_rack takes Terraform 1.16 or later", "`slot` blocks"] {
        assert!(failed.to_string().contains(words), "{failed}");
    }
}

#[test]
fn a_broken_promise_of_a_prefix_is_told_and_the_object_is_kept() {
    let (core, _folder) = kitchen();
    let failed = core.resource("kitchen_rack").create(hcl! { name = "broken", slots = 1 }).unwrap_err();
    assert!(failed.breaches().is_empty(), "the runtime tells it before Terraform can: {failed}");
    for words in ["id", "rack-", "shelf-broken"] {
        assert!(failed.to_string().contains(words), "{failed}");
    }
    let kept = failed.into_kept().expect("it was made");
    assert_eq!(kept.attribute("id"), "shelf-broken");
}
