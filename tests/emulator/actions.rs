//! The kitchen's actions under the emulator: progress, what is refused, and what a plan says.

use super::kitchen::kitchen;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_testing::{Capabilities, Core, Deferred, Result, Rule, hcl};

#[test]
fn an_action_tells_how_far_it_has_come() -> Result<()> {
    let (core, _folder) = kitchen();
    let wash = core.action("kitchen_wash");
    assert_eq!(wash.plan(hcl! { plates = ["a"], rounds = unknown })?, None);
    let invoked = wash.invoke(hcl! { plates = ["a", "b"], rounds = 2 })?;
    assert_eq!(invoked.progress, ["washed a (1)", "washed b (1)", "washed a (2)", "washed b (2)"]);
    for (failure, words) in [("error", "The water is cold"), ("panic", "the sponge is gone")] {
        let failed = wash.invoke(hcl! { plates = ["a"], failure = failure }).unwrap_err();
        assert!(failed.breaches().is_empty() && failed.to_string().contains(words), "{failed}");
    }
    Ok(())
}

#[test]
fn every_rule_of_a_configuration_is_looked_at() -> Result<()> {
    let (core, _folder) = kitchen();
    let polish = core.action("kitchen_polish");
    assert!(polish.validate(hcl! { plate = "blue", cloth = "soft", wax = "bees" })?.is_empty());
    assert!(polish.validate(hcl! { plate = unknown, cloth = unknown, wax = "bees" })?.is_empty());
    let said = |config| polish.validate(config).unwrap_err().to_string();
    for (config, words) in [
        (hcl! {}, "`plate`, `shelf`"),
        (hcl! { plate = "blue", shelf = "low" }, "`plate`, `shelf`"),
        (hcl! { plate = "blue", wax = "bees" }, "`cloth`, `wax`"),
        (hcl! { plate = "sky blue" }, "A plate's name is one word"),
        (hcl! { shelf = "top", cloth = "soft", wax = "bees" }, "The top shelf takes no wax"),
        (hcl! { plate = "blue", timeouts = { invoke = "soon" } }, "duration"),
    ] {
        let said = said(config);
        assert!(said.contains(words), "{said}");
    }
    let failed = polish.invoke(hcl! { plate = "sky blue" }).unwrap_err();
    assert!(failed.to_string().contains("A plate's name is one word"), "{failed}");
    Ok(())
}

#[test]
fn an_action_ends_at_its_timeout() -> Result<()> {
    let (core, _folder) = kitchen();
    let polish = core.action("kitchen_polish");
    assert_eq!(polish.invoke(hcl! { plate = "blue" })?.progress, ["polished blue"]);
    let config = hcl! { plate = "blue", delay = 5000, timeouts = { invoke = "50ms" } };
    let failed = polish.invoke(config).unwrap_err().to_string();
    assert!(failed.contains("Timeout while invoking action kitchen_polish") && failed.contains("50ms"), "{failed}");
    assert!(!failed.contains("is kept"), "there is no object: {failed}");
    Ok(())
}

#[test]
fn a_plan_hook_objects_and_defers() -> Result<()> {
    let (core, _folder) = kitchen();
    let polish = core.action("kitchen_polish");
    assert_eq!(polish.plan(hcl! { plate = "old" })?, None);
    assert_eq!(polish.plan(hcl! { plate = unknown })?, None);
    for (plate, words) in [
        ("chipped", "A chipped plate cannot be polished"),
        ("cracked", "panicked while planning action kitchen_polish"),
        ("early", "Terraform has not allowed this to wait"),
        ("missing", "cannot wait for a later run"),
    ] {
        let failed = polish.plan(hcl! { plate = plate }).unwrap_err();
        assert!(failed.breaches().is_empty() && failed.to_string().contains(words), "{failed}");
    }
    let core = core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() });
    let polish = core.action("kitchen_polish");
    assert_eq!(polish.plan(hcl! { plate = "early" })?, Some(Deferred::ProviderConfigUnknown));
    let failed = polish.plan(hcl! { plate = "missing" }).unwrap_err();
    assert!(!failed.breaks(Rule::Deferral), "a reason that Terraform does not take is never sent: {failed}");
    assert!(failed.to_string().contains("The action kitchen_polish cannot wait for a later run"), "{failed}");
    Ok(())
}

#[test]
fn a_write_only_value_reaches_an_action_and_is_shown_nowhere() -> Result<()> {
    let (core, _folder) = kitchen();
    let invoked = core.action("kitchen_polish").invoke(hcl! { plate = "blue", recipe = "bees and honey" })?;
    assert_eq!(invoked.progress, ["used (sensitive value), which has 14 letters", "polished blue"]);
    Ok(())
}

#[test]
fn an_action_waits_while_the_provider_is_not_known() -> Result<()> {
    let core = Core::start(registry())?;
    let core = core.with_capabilities(Capabilities { deferral_allowed: true, ..Capabilities::default() });
    let core = core.configure(hcl! { store = unknown })?;
    let polish = core.action("kitchen_polish");
    assert_eq!(polish.plan(hcl! { plate = "cracked" })?, Some(Deferred::ProviderConfigUnknown), "no hook is asked");
    Ok(())
}
