//! Capabilities: what they bring, and their services, in a resource, a data source and the provider.

use super::folder::Folder;
use super::kitchen::kitchen;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_testing::{Action, Core, Result, hcl};

#[test]
fn things_of_several_kinds_share_attributes_and_one_service() -> Result<()> {
    let (core, _folder) = kitchen();
    let plan = core.resource("kitchen_bottle").plan(hcl! { name = "port", labels = { year = "1970" } })?;
    assert_eq!(plan.attribute("caption"), hcl!(unknown));
    let bottle = plan.apply()?;
    let caption = "the kitchen at 180 degrees [year: 1970]";
    assert_eq!(bottle.attribute("caption"), caption);
    bottle.expect_empty_plan()?;
    let plan = bottle.plan(hcl! { name = "port", labels = { year = "1971" } })?;
    assert_eq!(
        (plan.action(), plan.attribute("caption")),
        (Action::Update, hcl!(unknown)),
        "`changes_with` came along"
    );
    plan.apply()?;
    let data = core.data_source("kitchen_caption").read(hcl! { labels = { year = "1970" } })?;
    assert_eq!(data.attribute("caption"), caption);
    assert_eq!(data.attribute("maker"), "the kitchen at 180 degrees");
    Ok(())
}

#[test]
fn validators_and_checks_of_a_capability_hold_in_each_thing() {
    let (core, _folder) = kitchen();
    let many = || hcl! { a = "1", b = "2", c = "3", d = "4" };
    let of_resource = core.resource("kitchen_bottle").plan(hcl! { name = "port", labels = many() }).unwrap_err();
    let of_data_source = core.data_source("kitchen_caption").read(hcl! { labels = many() }).unwrap_err();
    for failed in [of_resource, of_data_source] {
        assert!(failed.to_string().contains("labels") && failed.to_string().contains('3'), "{failed}");
    }
    let failed = core.resource("kitchen_bottle").plan(hcl! { name = "port", labels = { a = "" } }).unwrap_err();
    assert!(failed.to_string().contains("An empty label says nothing"), "{failed}");
}

#[test]
fn a_service_starts_once_with_what_the_provider_is_configured_with() -> Result<()> {
    let folder = Folder::new();
    let core = Core::start(registry())?.configure(hcl! { store = folder.path(), bottles_max = 2 })?;
    for name in ["a", "b"] {
        core.resource("kitchen_bottle").create(hcl! { name = name })?;
    }
    let failed = core.resource("kitchen_bottle").create(hcl! { name = "c" }).unwrap_err();
    assert!(failed.to_string().contains("There are 2 bottles already"), "{failed}");
    Ok(())
}

#[test]
fn a_service_that_cannot_start_ends_the_configuration_and_keeps_secrets() {
    let folder = Folder::new();
    let core = Core::start(registry()).unwrap();
    let failed = core.configure(hcl! { store = folder.path(), secret = "unreadable" }).unwrap_err();
    assert!(failed.to_string().contains("cannot be put on labels"), "{failed}");
    assert!(!failed.to_string().contains("unreadable"), "{failed}");
}
