//! A package from its installation to its end, without Terraform and without a package manager.

use std::error::Error;
use terraform_provider_tools::generated::wiring::registry;
use tfgen_testing::{Action, Core, FakeTool, hcl};

type Tested = Result<(), Box<dyn Error>>;

/// Both programs, and a provider that finds them.
fn start() -> Result<(Core, FakeTool, FakeTool), Box<dyn Error>> {
    let (mut pkg, mut deploy) = (FakeTool::new("pkg")?, FakeTool::new("deploy")?);
    pkg.on("--version").prints("pkg 2.3.1")?;
    pkg.on("search").prints("")?;
    pkg.on("plan tree stable").prints(r#"{"version":"1.0","notes":[],"replaces":[]}"#)?;
    pkg.on("install tree").prints("")?;
    pkg.on("remove").prints("")?;
    deploy.on("version").prints("deploy v1.6.1")?;
    let registry = registry().with_program("pkg", &pkg.path()).with_program("deploy", &deploy.path());
    Ok((Core::start(registry)?.configure(hcl! {})?, pkg, deploy))
}

const THERE: &str = r#"{"version":"1.0","channel":"stable","files":["/bin/tree"]}"#;

#[test]
fn a_package_is_installed_upgraded_and_removed() -> Tested {
    let (core, mut pkg, _deploy) = start()?;
    pkg.on("query tree").prints(THERE)?;
    let tree = core
        .resource("tools_package")
        .create(hcl! { name = "tree", options = { color = "on" }, token = "secret-token" })?;
    assert_eq!(tree.attribute("installed"), "1.0");
    assert_eq!(tree.attribute("files"), hcl!(["/bin/tree"]));
    assert!(pkg.calls().contains(&"install tree stable --option color=on".to_owned()), "{:?}", pkg.calls());
    tree.expect_empty_plan()?;

    pkg.on("plan tree stable").prints(r#"{"version":"1.1","notes":["it is new"],"replaces":[]}"#)?;
    let plan = tree.plan(hcl! { name = "tree", options = { color = "on" }, token = "secret-token" })?;
    assert_eq!((plan.action(), plan.attribute("installed")), (Action::Update, "1.1".into()));
    pkg.on("query tree").prints(&THERE.replace("1.0", "1.1"))?;
    pkg.forget();
    let tree = plan.apply()?;
    assert_eq!(tree.attribute("installed"), "1.1");

    pkg.on("query tree").fails(4, "there is no tree")?;
    assert!(tree.refresh()?.is_none(), "it was removed by somebody else");
    Ok(())
}

#[test]
fn what_the_plan_said_and_the_token_reach_the_installation_through_its_environment() -> Tested {
    let (core, mut pkg, _deploy) = start()?;
    pkg.on("query tree").prints(THERE)?;
    // The last thing that is asked is the installation's.
    pkg.on("install tree").fails(9, "the token secret-token is no good")?;
    let failed = core.resource("tools_package").create(hcl! { name = "tree", token = "secret-token" }).unwrap_err();
    assert_eq!(pkg.variable("PKG_TOKEN").as_deref(), Some("secret-token"));
    assert_eq!(pkg.variable("PKG_PLAN").as_deref(), Some(r#"{"version":"1.0","notes":[],"replaces":[]}"#));
    let said = failed.to_string();
    assert!(said.contains("exit code 9") && !said.contains("secret-token"), "{said}");
    assert!(failed.breaches().is_empty(), "{said}");
    let kept = failed.into_kept().ok_or("it is kept")?;
    assert!(kept.is_tainted() && kept.attribute("name") == "tree");
    Ok(())
}

#[test]
fn a_program_that_cannot_be_started_has_made_nothing() -> Tested {
    let (core, mut pkg, _deploy) = start()?;
    pkg.on("query").fails(4, "")?;
    let plan = core.resource("tools_package").plan(hcl! { name = "tree" })?;
    std::fs::remove_file(pkg.path())?;
    let failed = plan.apply().unwrap_err();
    assert!(failed.to_string().contains("could not be started"), "{failed}");
    assert!(failed.into_kept().is_none());
    Ok(())
}

#[test]
fn what_is_not_known_yet_is_not_asked_about() -> Tested {
    let (core, mut pkg, _deploy) = start()?;
    pkg.on("query tree").prints(THERE)?;
    pkg.forget();
    let plan = core.resource("tools_package").plan(hcl! { name = unknown })?;
    assert_eq!(plan.attribute("installed"), hcl!(unknown));
    assert_eq!(pkg.calls(), Vec::<String>::new());
    let tree = plan.apply_with(hcl! { name = "tree" })?;
    assert_eq!(tree.attribute("installed"), "1.0");
    Ok(())
}
