//! The files example under the emulator.

use super::folder::Folder;
use std::fs;
use terraform_provider_files::generated::wiring::registry;
use tfgen_runtime::testing::{Action, Core, Result, hcl};

fn files() -> (Core, Folder) {
    let folder = Folder::new();
    let core = Core::start(registry()).and_then(|core| core.configure(hcl! { root = folder.path() }));
    (core.unwrap(), folder)
}

#[test]
fn a_file_lives_and_dies() -> Result<()> {
    let (core, folder) = files();
    let file = core.resource("files_file").create(hcl! { path = "a/b.txt", content = "hello" })?;
    assert_eq!(file.attribute("size"), 5);
    assert_eq!(file.attribute("mode"), "0644");
    file.expect_empty_plan()?;
    let plan = file.plan(hcl! { path = "a/b.txt", content = "bye" })?;
    assert_eq!((plan.action(), plan.attribute("sha256")), (Action::Update, hcl!(unknown)));
    assert_eq!(plan.attribute("uid"), file.attribute("uid"));
    let file = plan.apply()?;
    file.expect_empty_plan()?;
    assert_eq!(fs::read_to_string(folder.path().join("a/b.txt")).unwrap(), "bye");
    let plan = file.plan(hcl! { path = "c.txt", content = "bye" })?;
    assert_eq!((plan.action(), plan.requires_replace()), (Action::Replace, vec!["path".to_owned()]));
    let file = plan.apply()?;
    file.destroy()?;
    assert!(!folder.path().join("c.txt").exists());
    Ok(())
}

#[test]
fn drift_and_loss_show_up_in_the_next_plan() -> Result<()> {
    let (core, folder) = files();
    let config = hcl! { path = "a.txt", content = "mine" };
    let file = core.resource("files_file").create(&config)?;
    fs::write(folder.path().join("a.txt"), "theirs").unwrap();
    let drifted = file.refresh()?.expect("it is there");
    assert_eq!(drifted.attribute("content"), "theirs");
    let file = drifted.apply(&config)?;
    file.expect_empty_plan()?;
    fs::remove_file(folder.path().join("a.txt")).unwrap();
    assert!(file.refresh()?.is_none());
    Ok(())
}

#[test]
fn an_imported_file_needs_only_its_configuration() -> Result<()> {
    let (core, folder) = files();
    fs::write(folder.path().join("a.txt"), "found").unwrap();
    let file = core.resource("files_file").import("a.txt")?;
    let file = file.apply(hcl! { path = "a.txt", content = "found" })?;
    file.expect_empty_plan()?;
    let read = core.data_source("files_file").read(hcl! { path = "a.txt" })?;
    assert_eq!(read.attribute("sha256"), file.attribute("sha256"));
    Ok(())
}
