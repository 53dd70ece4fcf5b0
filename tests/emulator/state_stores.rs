//! The kitchen's state stores under the emulator.

use super::kitchen::kitchen;
use tfgen_testing::{Result, hcl};

#[test]
fn a_state_is_locked_written_read_listed_and_deleted() -> Result<()> {
    let (core, folder) = kitchen();
    let drawer = core.state_store("kitchen_drawer").chunk_size(7).configure(hcl! { folder = folder.path() })?;
    assert_eq!((drawer.read("green")?, drawer.states()?), (Vec::new(), Vec::new()));
    let lock = drawer.lock("green", "OperationTypeApply")?;
    let held = drawer.lock("green", "OperationTypePlan").unwrap_err();
    assert!(held.breaches().is_empty() && held.to_string().contains(&lock), "{held}");
    let body: Vec<u8> = (0..100).collect();
    assert!(drawer.write("green", &body)?.is_empty());
    drawer.unlock("green", &lock)?;
    assert_eq!((drawer.read("green")?, drawer.states()?), (body, vec!["green".to_owned()]));
    drawer.delete("green")?;
    assert!(drawer.states()?.is_empty());
    Ok(())
}

#[test]
fn a_store_without_locks_says_so() -> Result<()> {
    let (core, _folder) = kitchen();
    let tin = core.state_store("kitchen_tin").configure(hcl! { label = "states" })?;
    assert_eq!(tin.lock("green", "OperationTypeApply")?, "", "Terraform does not unlock it then");
    tin.write("a", b"1")?;
    assert_eq!((tin.read("a")?, tin.read("b")?), (b"1".to_vec(), Vec::new()));
    let failed = tin.delete("b").unwrap_err();
    assert!(failed.breaches().is_empty() && failed.to_string().contains("There is no state \"b\""), "{failed}");
    Ok(())
}

#[test]
fn every_rule_of_a_configuration_is_looked_at() {
    let (core, _folder) = kitchen();
    let tin = core.state_store("kitchen_tin");
    for (config, words) in [
        (hcl! {}, "`label`, `number`"),
        (hcl! { label = "a", number = 1 }, "`label`, `number`"),
        (hcl! { label = "" }, "An empty label says nothing"),
        (hcl! { number = 0 }, "Tins are counted from one"),
    ] {
        let said = tin.configure(config).unwrap_err();
        assert!(said.breaches().is_empty() && said.to_string().contains(words), "{said}");
    }
}
