//! The kitchen's list resources under the emulator.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Result, hcl};

#[test]
fn plates_are_listed_and_imported() -> Result<()> {
    let (core, _folder) = kitchen();
    let plate = core.resource("kitchen_plate");
    for name in ["blue", "black", "green"] {
        plate.create(hcl! { name = name, color = name })?;
    }
    let list = core.list_resource("kitchen_plate");
    let names = |config| list.list(config).map(|all| all.into_iter().map(|each| each.display_name).collect::<Vec<_>>());
    assert_eq!(names(hcl! { prefix = "bl" })?, ["the plate black", "the plate blue"]);
    assert_eq!(core.list_resource("kitchen_plate").limit(1).list(hcl! {})?.len(), 1);
    let found = core.list_resource("kitchen_plate").including_resources().list(hcl! { prefix = "green" })?;
    assert_eq!(found[0].identity, hcl! { id = "plate-green" });
    let green = hcl! { color = "green", id = "plate-green", letters = 0, name = "green", secret = null };
    assert_eq!(found[0].resource, green);
    let imported = plate.import_by_identity(found[0].identity.clone())?;
    assert_eq!(imported.plan(hcl! { name = "green", color = "green" })?.action(), Action::NoOp);
    Ok(())
}

#[test]
fn every_rule_of_a_configuration_is_looked_at() -> Result<()> {
    let (core, _folder) = kitchen();
    let oven = core.list_resource("kitchen_oven");
    assert!(oven.validate(hcl! { hotter_than = 100 })?.is_empty());
    for (config, words) in [
        (hcl! { hotter_than = 100, colder_than = 200 }, "`colder_than`, `hotter_than`"),
        (hcl! { hotter_than = 301 }, "No oven is that hot"),
        (hcl! { colder_than = (-1) }, "No oven is that cold"),
        (hcl! { timeouts = { list = "soon" } }, "duration"),
    ] {
        let said = oven.validate(config.clone()).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
        assert!(oven.list(config).is_err(), "what is wrong is not listed either");
    }
    Ok(())
}

#[test]
fn a_listing_ends_at_its_timeout() -> Result<()> {
    let (core, _folder) = kitchen();
    core.resource("kitchen_oven").create(hcl! { degrees = 200 })?;
    core.resource("kitchen_oven").create(hcl! { degrees = 100 })?;
    let oven = core.list_resource("kitchen_oven");
    let found = oven.list(hcl! { hotter_than = 150 })?;
    assert_eq!(found.iter().map(|each| each.display_name.as_str()).collect::<Vec<_>>(), ["an oven of 200 degrees"]);
    let failed = oven.list(hcl! { delay = 5000, timeouts = { list = "50ms" } }).unwrap_err().to_string();
    assert!(failed.contains("Timeout while listing kitchen_oven") && failed.contains("50ms"), "{failed}");
    Ok(())
}
