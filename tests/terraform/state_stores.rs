//! State stores under a real Terraform, whose experiments are on: states on the kitchen's shelf, and what its drawer does
//! wrong.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{Filesystem, Store, Summary, read_log};
use tfgen_tests::built;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

const HELLO: &str = "resource \"terraform_data\" \"x\" { input = \"hello\" }\n";

/// A workspace where a provider is installed: with a state store, Terraform wants its checksum.
pub(super) fn installed(name: &str, folder: &Path) -> Workspace {
    let workspace = Workspace::new(&[])
        .with_environment("TFGEN_EXPERIMENTS", "1")
        .with_environment("TF_ENABLE_PLUGGABLE_STATE_STORAGE", "1");
    let platform = match (std::env::consts::OS, std::env::consts::ARCH) {
        (os, "x86_64") => format!("{os}_amd64"),
        (os, "aarch64") => format!("{os}_arm64"),
        (os, other) => format!("{os}_{other}"),
    };
    let mirror = workspace.folder.join("mirror");
    let place = mirror.join(format!("registry.example/tfgen/{name}/0.1.0/{platform}"));
    fs::create_dir_all(&place).expect("a folder can be made");
    let program = format!("terraform-provider-{name}");
    fs::copy(folder.join(&program), place.join(format!("{program}_v0.1.0"))).expect("the provider can be copied");
    let mirror = mirror.display().to_string();
    workspace.write(
        "dev.tfrc",
        &format!("provider_installation {{\n  filesystem_mirror {{\n    path = {mirror:?}\n  }}\n}}\n"),
    );
    workspace
}

/// The same with the kitchen, and a configuration.
pub(super) fn workspace(store: &str, configuration: &str) -> Workspace {
    let workspace = installed("kitchen", &built::kitchen_provider());
    configure(&workspace, store, configuration);
    workspace
}

/// Without a store's lines, the state is Terraform's own `local` backend's.
pub(super) fn configure(workspace: &Workspace, store: &str, configuration: &str) {
    let required = r#"required_providers { kitchen = { source = "registry.example/tfgen/kitchen" } }"#;
    workspace.write("main.tf", &format!("terraform {{\n  {required}\n{store}}}\n{configuration}"));
}

/// A store of this type, with these lines in its block.
pub(super) fn store(name: &str, lines: &str) -> String {
    format!("  state_store \"kitchen_{name}\" {{\n    provider \"kitchen\" {{ store = \"store\" }}\n{lines}\n  }}\n")
}

fn shelf() -> String {
    store("shelf", "    path = \"shelf\"")
}

pub(super) fn init(workspace: &Workspace) -> Ran {
    workspace.run(&["init", "-no-color", "-input=false"])
}

pub(super) fn expect_nothing_to_do(workspace: &Workspace) {
    workspace.run(&["plan", "-no-color", "-input=false", "-detailed-exitcode"]).expect_code(0);
}

/// The file of an entry.
fn kept(workspace: &Workspace, key: &str) -> PathBuf {
    workspace.folder.join(format!("shelf/data/{key}.entry"))
}

#[test]
fn a_state_is_kept_on_the_shelf_and_found_again() {
    let workspace = workspace(&shelf(), HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    assert!(fs::read_to_string(kept(&workspace, "state/default")).expect("it is there").contains("hello"));
    assert!(!workspace.folder.join("terraform.tfstate").exists(), "it is nowhere else");
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "terraform_data.x\n");
    expect_nothing_to_do(&workspace);
    assert!(!kept(&workspace, "lock/default").exists(), "no lock is left");
    workspace.run(&["state", "mv", "terraform_data.x", "terraform_data.y"]).expect_code(0);
    workspace.run(&["state", "rm", "terraform_data.y"]).expect_code(0);
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "");
    assert!(!kept(&workspace, "lock/default").exists(), "no lock is left");
}

#[test]
fn a_store_without_a_kind_keeps_states_where_the_environment_says() {
    let workspace = workspace(&store("cellar", ""), HELLO).with_environment("KITCHEN_STATE_STORE_PATH", "elsewhere");
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    assert!(workspace.folder.join("elsewhere/data/state/default.entry").exists());
    expect_nothing_to_do(&workspace);
}

#[test]
fn a_store_that_says_nothing_is_a_folder_beside_the_configuration() {
    let workspace = workspace(&store("cellar", ""), HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    assert!(workspace.folder.join("kitchen.tfstate.d/data/state/default.entry").exists());
}

#[test]
fn a_state_of_many_chunks_comes_back_whole() {
    let large = "resource \"terraform_data\" \"x\" {\n  input = join(\"\", [for n in range(1024) : format(\"%010240d\", n)])\n}\n";
    let workspace = workspace(&shelf(), large);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    let size = fs::metadata(kept(&workspace, "state/default")).expect("it is there").len();
    assert!(size > 20 << 20, "{size} bytes are two chunks and more");
    expect_nothing_to_do(&workspace);
}

#[test]
fn workspaces_are_states_of_their_own() {
    let workspace = workspace(&shelf(), HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    for name in ["other", "..", "Other"] {
        workspace.run(&["workspace", "new", "-no-color", name]).expect_code(0);
        assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "", "{name}");
        workspace.apply().expect_code(0);
    }
    let listed = workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(listed.contains("default") && listed.contains("  other") && listed.contains("* Other"), "{listed}");
    assert!(listed.contains(".."), "{listed}");
    workspace.run(&["workspace", "select", "-no-color", "default"]).expect_code(0);
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "terraform_data.x\n");
    let refused = workspace.run(&["workspace", "delete", "-no-color", "other"]).expect_code(1).stderr;
    assert!(flowing(&refused).contains("is not empty"), "{refused}");
    workspace.run(&["workspace", "delete", "-no-color", "-force", "other"]).expect_code(0);
    assert!(!kept(&workspace, "state/other").exists() && !kept(&workspace, "lock/other").exists());
    workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(0);
    assert_eq!(workspace.run(&["state", "list"]).expect_code(0).stdout, "", "what is made again is empty");
}

#[test]
fn states_move_in_from_files_and_out_again() {
    let workspace = workspace("", HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(0);
    workspace.apply().expect_code(0);
    let migrate = ["init", "-no-color", "-input=false", "-migrate-state", "-force-copy"];
    configure(&workspace, &shelf(), HELLO);
    workspace.run(&migrate).expect_code(0);
    for name in ["default", "other"] {
        assert!(fs::read_to_string(kept(&workspace, &format!("state/{name}"))).expect("it is there").contains("hello"));
        workspace.run(&["workspace", "select", "-no-color", name]).expect_code(0);
        expect_nothing_to_do(&workspace);
    }
    configure(&workspace, "", HELLO);
    let moved = workspace.run(&migrate);
    let said = flowing(&format!("{}{}", moved.stdout, moved.stderr));
    assert_eq!(moved.code, 0, "{said}");
    expect_nothing_to_do(&workspace);
    assert!(!kept(&workspace, "lock/default").exists() && !kept(&workspace, "lock/other").exists());
}

/// Leaves the lock of somebody who is far away.
fn lock(workspace: &Workspace) {
    let store = Filesystem::open(workspace.folder.join("shelf")).expect("it opens");
    let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(store.put_if_absent("lock/default", record.into())).expect("it is written");
}

#[test]
fn a_lock_keeps_a_run_out_and_only_its_id_opens_it() {
    let workspace = workspace(&shelf(), HELLO);
    init(&workspace).expect_code(0);
    lock(&workspace);
    let said = flowing(&workspace.run(&["plan", "-no-color", "-input=false"]).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("them@elsewhere"), "{said}");
    assert!(said.contains("terraform force-unlock somebody-else"), "{said}");
    let said = flowing(&workspace.run(&["force-unlock", "-no-color", "-force", "nobody"]).expect_code(1).stderr);
    assert!(said.contains("is locked by another lock than nobody"), "{said}");
    let said = workspace.run(&["apply", "-no-color", "-input=false", "-auto-approve", "-lock=false"]);
    let said = flowing(&said.expect_code(1).stderr);
    assert!(said.contains("locked by someone else"), "without a lock, too: {said}");
    workspace.run(&["force-unlock", "-no-color", "-force", "somebody-else"]).expect_code(0);
    workspace.apply().expect_code(0);
}

#[test]
fn a_store_without_locks_is_not_unlocked() {
    let workspace = workspace(&store("floor", "    corner = \"floor\""), HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
}

pub(super) fn wait_for_begun(workspace: &Workspace) {
    let start = Instant::now();
    while !workspace.folder.join("begun").exists() {
        assert!(start.elapsed() < Duration::from_mins(2), "the run does not begin");
        std::thread::sleep(Duration::from_millis(20));
    }
}

pub(super) const APPLY: [&str; 4] = ["apply", "-no-color", "-input=false", "-auto-approve"];

#[test]
fn a_stale_plan_leaves_no_lock() {
    let workspace = workspace(&shelf(), HELLO);
    init(&workspace).expect_code(0);
    workspace.run(&["plan", "-no-color", "-input=false", "-out=first.plan"]).expect_code(0);
    workspace.apply().expect_code(0);
    let said = workspace.run(&["apply", "-no-color", "-input=false", "first.plan"]).expect_code(1).stderr;
    assert!(flowing(&said).contains("Saved plan is stale"), "{said}");
    assert!(!kept(&workspace, "lock/default").exists());
    expect_nothing_to_do(&workspace);
}

#[test]
fn a_store_that_fails_says_why_and_the_run_survives() {
    for (failure, words) in [
        ("configure", "The drawer is stuck"),
        ("read", "The drawer is dark"),
        ("empty", "holds an empty state"),
        ("write", "The drawer is full"),
        ("panic", "The provider panicked while writing the state"),
    ] {
        let lines = format!("    folder = \"drawer\"\n    failure = \"{failure}\"");
        let workspace = workspace(&store("drawer", &lines), "");
        let said = flowing(&init(&workspace).expect_code(1).stderr);
        assert!(said.contains(words), "{failure}: {said}");
    }
}

#[test]
fn a_store_of_the_authors_own_works_as_well() {
    let workspace = workspace(&store("drawer", "    folder = \"drawer\""), HELLO);
    init(&workspace).expect_code(0);
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
}

#[test]
fn a_trace_tells_every_trip_and_there_are_no_more_than_it_takes() {
    let workspace = workspace(&shelf(), HELLO).with_environment("KITCHEN_STATE_STORE_TRACE", "trips.log");
    init(&workspace).expect_code(0);
    let log = workspace.folder.join("trips.log");
    let traced = |arguments: &[&str]| {
        fs::remove_file(&log).expect("there were trips");
        workspace.run(arguments).expect_code(0);
        Summary::of(&read_log(&fs::read_to_string(&log).expect("it is there")).expect("each line is a trip"))
    };
    let through = |summary: &Summary, rpc: &str| summary.by_accessor.get(rpc).map_or(0, |total| total.trips);
    let plan = traced(&["plan", "-no-color", "-input=false"]);
    let calls = ["LockState", "ReadStateBytes", "UnlockState"].map(|rpc| through(&plan, rpc));
    assert_eq!((calls, plan.all.trips), ([2, 1, 2], 5), "a lock comes with a proof of life: {plan}");
    assert!(plan.by_site.keys().all(|site| site.contains("handlers/")), "{plan}");
    assert_eq!((plan.all.failed, plan.repeated), (0, 0), "{plan}");
    let apply = traced(&APPLY);
    let writes = apply.by_accessor["WriteStateBytes"].trips;
    assert!(apply.all.trips <= 5 + writes && writes >= 2, "a write looks for a lock, and writes: {apply}");
}
