//! A tool whose plan step is written in Rust, without Terraform.

#![cfg(unix)]

use std::error::Error;
use std::fs;
use std::path::Path;
use terraform_provider_tools::generated::wiring::registry;
use tfgen_testing::{Action, Core, FakeTool, hcl};

type Tested = Result<(), Box<dyn Error>>;

#[test]
fn a_folder_is_copied_and_the_plan_says_how_many_files_there_are() -> Tested {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mirror");
    let _ = fs::remove_dir_all(&scratch);
    fs::create_dir_all(scratch.join("source/inner"))?;
    fs::write(scratch.join("source/a"), "a")?;
    fs::write(scratch.join("source/inner/b"), "b")?;
    let [source, target] = ["source", "target"].map(|name| scratch.join(name).display().to_string());
    let mut programs = Vec::new();
    let mut registry = registry();
    for (name, version) in [("pkg", "pkg 2.3.1"), ("deploy", "deploy v1.6.1")] {
        let mut program = FakeTool::new(name)?;
        program.on("").prints(version)?;
        registry = registry.with_program(name, &program.path());
        programs.push(program);
    }
    let core = Core::start(registry)?.configure(hcl! {})?;
    let mirrors = core.resource("tools_mirror");

    let unknown = mirrors.plan(hcl! { source = unknown, target = (target.clone()) })?;
    assert_eq!(unknown.attribute("files"), hcl!(unknown), "nothing can be counted yet");
    let refused = mirrors.plan(hcl! { source = "/no/such/folder", target = (target.clone()) }).unwrap_err();
    assert!(refused.to_string().contains("Step `plan` of the tool mirror says so"), "{refused}");

    let config = || hcl! { source = (source.clone()), target = (target.clone()) };
    let plan = mirrors.plan(config())?;
    assert_eq!((plan.action(), plan.attribute("files")), (Action::Create, 2.into()));
    let mirror = plan.apply()?;
    assert!(Path::new(&target).join("inner/b").exists());
    mirror.expect_empty_plan()?;

    fs::write(scratch.join("source/c"), "c")?;
    let plan = mirror.plan(config())?;
    assert_eq!((plan.action(), plan.attribute("files")), (Action::Update, 3.into()));
    let mirror = plan.apply()?;
    assert!(Path::new(&target).join("c").exists());
    mirror.destroy()?;
    assert!(!Path::new(&target).exists());
    Ok(())
}
