//! What has to wait, under a client that lets it and under one that does not.

use super::folder::Folder;
use std::fs;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_testing::{Action, Capabilities, Core, Deferred, Result, hcl};

/// A Terraform that runs with `-allow-deferral`.
fn patient() -> Core {
    let capabilities = Capabilities { deferral_allowed: true, ..Capabilities::default() };
    Core::start(registry()).unwrap().with_capabilities(capabilities)
}

#[test]
fn what_needs_a_provider_that_is_not_known_yet_waits() -> Result<()> {
    let core = patient().configure(hcl! { store = unknown })?;
    let plan = core.resource("kitchen_dish").plan(hcl! { name = "soup" })?;
    assert_eq!((plan.action(), plan.deferred()), (Action::Create, Some(Deferred::ProviderConfigUnknown)));
    assert!(plan.apply().is_err(), "Terraform plans it in the next run");
    let imported = core.resource("kitchen_dish").import("dish-1")?;
    assert_eq!(imported.deferred(), Some(Deferred::ProviderConfigUnknown));
    let menu = core.data_source("kitchen_menu").read(hcl! {})?;
    assert_eq!(menu.deferred(), Some(Deferred::ProviderConfigUnknown));

    let folder = Folder::new();
    let core = core.configure(hcl! { store = folder.path() })?;
    core.resource("kitchen_dish").create(hcl! { name = "soup" })?.expect_empty_plan()
}

#[test]
fn a_client_that_cannot_wait_gets_an_error() {
    let core = Core::start(registry()).unwrap();
    let configured = core.clone().configure(hcl! { store = unknown });
    let error = match configured {
        Err(error) => error,
        Ok(core) => core.resource("kitchen_dish").plan(hcl! { name = "soup" }).unwrap_err(),
    };
    assert!(error.breaches().is_empty() && error.to_string().contains("store"), "{error}");
}

#[test]
fn a_data_source_waits_for_what_does_not_exist_yet() -> Result<()> {
    let folder = Folder::new();
    let core = patient().configure(hcl! { store = folder.path() })?;
    let delivery = core.data_source("kitchen_delivery");
    assert_eq!(delivery.read(hcl! { supplier = "farm" })?.deferred(), Some(Deferred::AbsentPrerequisite));
    fs::write(folder.path().join("farm.delivery"), "eggs").unwrap();
    let came = delivery.read(hcl! { supplier = "farm" })?;
    assert_eq!((came.deferred(), came.attribute("goods")), (None, hcl!("eggs")));
    let impatient = core.with_capabilities(Capabilities::default());
    let error = impatient.data_source("kitchen_delivery").read(hcl! { supplier = "mill" }).unwrap_err();
    assert!(error.breaches().is_empty(), "the runtime does not defer where it may not: {error}");
    Ok(())
}
