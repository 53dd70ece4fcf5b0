//! The kitchen's functions under the emulator, on a provider that nobody has configured.

use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_testing::{Core, Result, hcl};

fn core() -> Core {
    Core::start(registry()).unwrap()
}

#[test]
fn a_function_takes_null_and_any_number_of_words() -> Result<()> {
    let label = core().function("label");
    assert_eq!(label.call([hcl!("soup"), hcl!(3), hcl!("hot"), hcl!("fresh")])?, "3. soup, hot, fresh");
    assert_eq!(label.call([hcl!("soup"), hcl!(null)])?, "soup");
    assert_eq!(label.call([hcl!(unknown), hcl!(null)])?, hcl!(unknown));
    Ok(())
}

#[test]
fn an_argument_that_is_wrong_is_named() {
    let label = core().function("label");
    let error = label.call([hcl!("soup"), hcl!(null), hcl!("hot"), hcl!("")]).unwrap_err();
    assert_eq!(error.diagnostics()[0].path.as_ref().unwrap().to_string(), "arguments[3]", "{error}");
    assert!(label.call([hcl!("soup")]).is_err(), "an argument is missing");
}

#[test]
fn a_function_may_look_at_what_is_not_known() -> Result<()> {
    let first_known = core().function("first_known");
    assert_eq!(first_known.call([hcl!(unknown), hcl!("a")])?, "a");
    assert_eq!(first_known.call([hcl!(unknown), hcl!(null)])?, hcl!(unknown));
    assert_eq!(first_known.call([hcl!(null)])?, hcl!(null));
    Ok(())
}

#[test]
fn objects_go_in_and_maps_come_out() -> Result<()> {
    let portions = core().function("portions");
    let plan = hcl!([{ dish = "soup", guests = 2 }, { dish = "cake", guests = 1 }, { dish = "soup", guests = 3 }]);
    assert_eq!(portions.call([plan.clone(), hcl!(null)])?, hcl! { cake = 1, soup = 5 });
    let moody = portions.call([plan.clone(), hcl!("moody")]).unwrap_err();
    assert!(moody.to_string().contains("two results for the same arguments"), "{moody}");
    let panicked = portions.call([plan, hcl!("panic")]).unwrap_err();
    assert!(panicked.breaches().is_empty() && panicked.to_string().contains("the counter fell over"), "{panicked}");
    Ok(())
}
