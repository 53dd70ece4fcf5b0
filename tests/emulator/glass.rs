//! Hooks that quote what they refuse: `kitchen_glass`.

use super::kitchen::kitchen;
use tfgen_testing::hcl;

#[test]
fn a_hook_that_quotes_what_it_refuses_shows_no_secret() {
    let (core, _folder) = kitchen();
    let refused = core.resource("kitchen_glass").plan(hcl! { motto = "dull and secret" }).unwrap_err();
    assert_eq!(refused.at("motto")[0].summary, "Nobody reads \"(sensitive value)\"");
    assert!(refused.at("fate").is_empty() && !refused.to_string().contains("dull"), "{refused}");
}
