//! Hooks that quote what they refuse: `kitchen_glass`.

use super::kitchen::kitchen;
use tfgen_testing::hcl;

#[test]
fn a_hook_that_quotes_what_it_refuses_shows_no_secret() {
    let (core, _folder) = kitchen();
    let refused = core.resource("kitchen_glass").plan(hcl! { motto = "dull and secret" }).unwrap_err().to_string();
    assert!(refused.contains("Nobody reads \"(sensitive value)\""), "{refused}");
    assert!(!refused.contains("secret\""), "{refused}");
}
