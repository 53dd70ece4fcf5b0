//! The kitchen's ephemeral resources under the emulator.

use super::kitchen::kitchen;
use std::fs;
use tfgen_testing::{Capabilities, Deferred, Result, hcl};

#[test]
fn a_ticket_is_opened_renewed_and_closed() -> Result<()> {
    let (core, folder) = kitchen();
    let ticket = core.ephemeral_resource("kitchen_ticket");
    let mut opened = ticket.open(hcl! { guest = "Ann", failure = "soon" })?;
    assert_eq!((opened.attribute("code"), opened.attribute("table")), (hcl!("code of Ann"), hcl!(7)));
    assert!(opened.renew_at().is_some());
    opened.renew()?;
    opened.renew()?;
    opened.close()?;
    let log = fs::read_to_string(folder.path().join("tickets.log")).unwrap();
    assert_eq!(log.lines().collect::<Vec<_>>(), ["open Ann", "renew Ann 1", "renew Ann 2", "close Ann"]);
    Ok(())
}

#[test]
fn what_goes_wrong_is_told() {
    let (core, _folder) = kitchen();
    let ticket = core.ephemeral_resource("kitchen_ticket");
    for (failure, words) in [
        ("error", "The kitchen is full"),
        ("panic", "the door fell off"),
        ("wrong_guest", "guest"),
        ("later", "The kitchen is not open yet"),
    ] {
        let failed = ticket.open(hcl! { guest = "Ann", failure = failure }).unwrap_err();
        assert!(failed.breaches().is_empty() && failed.to_string().contains(words), "{failed}");
    }
    let core = core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() });
    let opened = core.ephemeral_resource("kitchen_ticket").open(hcl! { guest = "Ann", failure = "later" }).unwrap();
    assert_eq!(opened.deferred(), Some(Deferred::AbsentPrerequisite));
}

#[test]
fn every_rule_of_a_configuration_is_looked_at() -> Result<()> {
    let (core, _folder) = kitchen();
    let apron = core.ephemeral_resource("kitchen_apron");
    assert!(apron.validate(hcl! { cook = unknown })?.is_empty());
    for (config, words) in [
        (hcl! {}, "`cook`, `size`"),
        (hcl! { cook = "" }, "A cook has a name"),
        (hcl! { size = 61 }, "There is no apron of that size"),
        (hcl! { size = 1, timeouts = { open = "soon" } }, "duration"),
    ] {
        let said = apron.validate(config.clone()).unwrap_err().to_string();
        assert!(said.contains(words), "{said}");
        assert!(apron.open(config).is_err(), "what is wrong is not opened either");
    }
    Ok(())
}

#[test]
fn opening_ends_at_its_timeout_and_the_result_carries_what_was_configured() -> Result<()> {
    let (core, _folder) = kitchen();
    let apron = core.ephemeral_resource("kitchen_apron");
    let opened = apron.open(hcl! { cook = "Ann", timeouts = { open = "10s" } })?;
    let expected = hcl! {
        cook = "Ann", delay = null, pocket = "key of Ann", size = null, timeouts = { open = "10s" },
    };
    assert_eq!(opened.result(), expected);
    opened.close()?;
    let failed = apron.open(hcl! { size = 1, delay = 5000, timeouts = { open = "50ms" } }).unwrap_err().to_string();
    assert!(failed.contains("Timeout while opening ephemeral kitchen_apron") && failed.contains("50ms"), "{failed}");
    Ok(())
}
