//! Null elements, and a format of the author's own: `kitchen_rota`.

use super::kitchen::kitchen;
use tfgen_testing::{Action, Result, hcl};

#[test]
fn elements_may_be_null_where_the_schema_says_so() -> Result<()> {
    let (core, _folder) = kitchen();
    let config = hcl! { cooks = ["Anna", null, "Bo", null], hours = { mo = 3, tu = null } };
    let rota = core.resource("kitchen_rota").create(config)?;
    assert_eq!(rota.attribute("free"), 2);
    assert_eq!(rota.attribute("cooks"), hcl!(["Anna", null, "Bo", null]));
    assert_eq!(rota.attribute("hours"), hcl!({ mo = 3, tu = null }));
    rota.expect_empty_plan()?;
    let plan = rota.plan(hcl! { cooks = ["Anna", "Cy", "Bo", null], hours = { mo = 3, tu = null } })?;
    assert_eq!(plan.action(), Action::Update);
    assert_eq!(plan.apply()?.attribute("cooks"), hcl!(["Anna", "Cy", "Bo", null]));
    Ok(())
}

#[test]
fn a_null_element_is_refused_elsewhere() {
    let (core, _folder) = kitchen();
    let said = core.resource("kitchen_rota").plan(hcl! { colors = ["#fff", null] }).unwrap_err().to_string();
    assert!(said.contains("Null element"), "{said}");
}

#[test]
fn texts_that_mean_the_same_by_the_authors_word_are_no_change() -> Result<()> {
    let (core, _folder) = kitchen();
    let rota = core.resource("kitchen_rota").create(hcl! { color = "#FC0", colors = ["#ABC", "#123456"] })?;
    assert_eq!(rota.attribute("color"), "#FC0", "the API says #ffcc00");
    assert_eq!(rota.attribute("colors"), ["#ABC", "#123456"]);
    rota.expect_empty_plan()?;
    let same = hcl! { color = "#ffCC00", colors = ["#123456", "#aabbcc"] };
    assert_eq!(rota.plan(same)?.action(), Action::NoOp);
    let plan = rota.plan(hcl! { color = "#ffcc01", colors = ["#ABC", "#123456"] })?;
    assert_eq!(plan.action(), Action::Update);
    plan.apply()?.expect_empty_plan()
}

#[test]
fn texts_that_are_not_well_formed_are_refused_in_the_authors_words() {
    let (core, _folder) = kitchen();
    let said = core.resource("kitchen_rota").plan(hcl! { color = "red", colors = ["#abc", "#aabbcc"] });
    let said = said.unwrap_err().to_string();
    assert!(said.contains("`color` must be a colour, for example `#ffcc00`"), "{said}");
    assert!(said.contains("Duplicate set element"), "{said}");
}
