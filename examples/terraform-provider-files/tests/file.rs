//! A file from its creation to its end. The test plays Terraform core: no Terraform is needed, and no time to speak of.

use std::fs;
use std::path::PathBuf;
use terraform_provider_files::generated::wiring::registry;
use tfgen_testing::{Action, Core, Result, hcl};

/// The provider with an empty folder of its own as its root.
fn start(test: &str) -> Result<(Core, PathBuf)> {
    let root = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("the folder can be made");
    let core = Core::start(registry())?.configure(hcl! { root = &root })?;
    Ok((core, root))
}

#[test]
fn a_file_is_written_changed_replaced_and_deleted() -> Result<()> {
    let (core, root) = start("life")?;

    let file = core.resource("files_file").create(hcl! { path = "notes/today.txt", content = "hello" })?;
    assert_eq!(file.attribute("size"), 5);
    assert_eq!(file.attribute("mode"), "0644");
    // Upgrade, read, and plan again: nothing may be left to do.
    file.expect_empty_plan()?;

    let plan = file.plan(hcl! { path = "notes/today.txt", content = "goodbye" })?;
    assert_eq!(plan.action(), Action::Update);
    assert_eq!(plan.attribute("size"), hcl!(unknown), "it changes with the content");
    assert_eq!(plan.attribute("uid"), file.attribute("uid"), "the owner stays");
    let file = plan.apply()?;

    let plan = file.plan(hcl! { path = "notes/tomorrow.txt", content = "goodbye" })?;
    assert_eq!(plan.action(), Action::Replace);
    assert_eq!(plan.requires_replace(), ["path"]);
    let file = plan.apply()?;
    assert!(!root.join("notes/today.txt").exists());

    file.destroy()?;
    assert!(!root.join("notes/tomorrow.txt").exists());
    Ok(())
}

#[test]
fn what_others_do_to_a_file_shows_up() -> Result<()> {
    let (core, root) = start("drift")?;
    let config = hcl! { path = "a.txt", content = "mine" };
    let file = core.resource("files_file").create(&config)?;

    fs::write(root.join("a.txt"), "theirs").expect("it can be written");
    let drifted = file.refresh()?.expect("it is still there");
    assert_eq!(drifted.attribute("content"), "theirs");
    assert_eq!(drifted.plan(&config)?.action(), Action::Update);

    fs::remove_file(root.join("a.txt")).expect("it can be removed");
    assert!(file.refresh()?.is_none());
    Ok(())
}

#[test]
fn a_file_that_exists_is_imported_and_read() -> Result<()> {
    let (core, root) = start("import")?;
    fs::write(root.join("a.txt"), "found").expect("it can be written");
    let imported = core.resource("files_file").import("a.txt")?;
    let file = imported.apply(hcl! { path = "a.txt", content = "found" })?;
    file.expect_empty_plan()?;
    let read = core.data_source("files_file").read(hcl! { path = "a.txt" })?;
    assert_eq!(read.attribute("sha256"), file.attribute("sha256"));
    Ok(())
}

#[test]
fn mistakes_are_refused_where_they_are() -> Result<()> {
    let (core, root) = start("mistakes")?;

    let both = core.resource("files_file").plan(hcl! { path = "a.txt", content = "a", content_base64 = "YQ==" });
    assert!(both.unwrap_err().to_string().contains("content_base64"));

    // A path that is known only after apply is no mistake.
    core.resource("files_file").plan(hcl! { path = unknown, content = "a" })?;

    fs::write(root.join("taken.txt"), "").expect("it can be written");
    let error = core.resource("files_file").create(hcl! { path = "taken.txt", content = "a" }).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary, "The file exists already");
    assert!(error.kept().is_none(), "nothing was made, so nothing is in the state");
    Ok(())
}
