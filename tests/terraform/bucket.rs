//! States in a bucket, under a real Terraform: the kitchen's `bucket`, in `SeaweedFS`.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, workspace};
use std::fs;
use tfgen_runtime::state_store::{Operation, S3, S3Options, Store as _, Summary, Trip, read_log};
use tfgen_tests::object_store::{Server, seaweedfs};
use tfgen_tests::proxy::{Fault, Proxy};
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Workspace;

pub(super) const HELLO: &str = "resource \"terraform_data\" \"x\" { input = \"hello\" }\n";
const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];

/// A workspace whose states are in a bucket of its own, reached through this endpoint, with more lines in the block.
pub(super) fn in_bucket(server: &Server, endpoint: &str, bucket: &str, lines: &str) -> (Workspace, String) {
    server.make_bucket(bucket);
    let waived = "    allow_insecure = [\"versioning\", \"lifecycle\", \"public_access_block\"]";
    let lines = format!(
        "    bucket = {bucket:?}\n    endpoint = {endpoint:?}\n    prefix = \"team/network\"\n{waived}\n{lines}"
    );
    let block = store("bucket", &lines);
    let workspace = server
        .variables()
        .iter()
        .filter(|(name, _)| *name != "AWS_ENDPOINT_URL")
        .fold(workspace(&block, HELLO), |workspace, (name, value)| workspace.with_environment(name, value));
    init(&workspace).expect_code(0);
    (workspace, block)
}

/// A name that no other test has.
pub(super) fn bucket(test: &str) -> String {
    format!("terraform-{test}-{}", std::process::id())
}

/// The same store without Terraform.
pub(super) fn opened(server: &Server, bucket: &str) -> S3 {
    let variables = server.variables().map(|(name, value)| (name, value.to_owned()));
    let environment =
        move |name: &str| variables.iter().find(|(each, _)| *each == name).map(|(_, value)| value.clone());
    let options = S3Options { prefix: "team/network".to_owned(), ..S3Options::new(bucket) };
    S3::open(options.with_environment(environment)).expect("it opens")
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

#[test]
fn a_state_is_kept_in_a_bucket_and_found_again() {
    let (server, name) = (seaweedfs(), bucket("kept"));
    let (workspace, _) = in_bucket(server, &server.endpoint, &name, "");
    workspace.apply().expect_code(0);
    assert!(!workspace.folder.join("terraform.tfstate").exists(), "it is nowhere else");
    expect_nothing_to_do(&workspace);
    workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(0);
    workspace.apply().expect_code(0);
    let listed = workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(listed.contains("default") && listed.contains("* other"), "{listed}");
    let store = opened(server, &name);
    let keys = runtime().block_on(store.list("")).expect("it lists");
    assert_eq!(keys, ["state/default", "state/other"], "no lock is left");
    let entry = runtime().block_on(store.get("state/default")).expect("it reads").expect("it is there");
    assert!(String::from_utf8_lossy(&entry.body.to_vec()).contains("hello"));
    workspace.run(&["workspace", "select", "-no-color", "default"]).expect_code(0);
    workspace.run(&["workspace", "delete", "-no-color", "-force", "other"]).expect_code(0);
    let keys = runtime().block_on(store.list("state/")).expect("it lists");
    assert_eq!(keys, ["state/default"]);
}

#[test]
fn a_lock_in_a_bucket_keeps_a_run_out_and_only_its_id_opens_it() {
    let (server, name) = (seaweedfs(), bucket("locked"));
    let (workspace, _) = in_bucket(server, &server.endpoint, &name, "");
    let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    let store = opened(server, &name);
    runtime().block_on(store.put_if_absent("lock/default", record.into())).expect("it is free");
    let said = flowing(&workspace.run(&PLAN).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("them@elsewhere"), "{said}");
    assert!(said.contains("terraform force-unlock somebody-else"), "{said}");
    let said = workspace.run(&["force-unlock", "-no-color", "-force", "nobody"]).expect_code(1).stderr;
    assert!(flowing(&said).contains("is locked by another lock than nobody"), "{said}");
    let without = ["apply", "-no-color", "-input=false", "-auto-approve", "-lock=false"];
    let said = flowing(&workspace.run(&without).expect_code(1).stderr);
    assert!(said.contains("locked by someone else"), "without a lock, too: {said}");
    workspace.run(&["force-unlock", "-no-color", "-force", "somebody-else"]).expect_code(0);
    workspace.apply().expect_code(0);
}

#[test]
fn a_run_that_was_killed_loses_its_lock_in_the_bucket_after_its_lease() {
    let (server, name) = (seaweedfs(), bucket("killed"));
    let (workspace, block) = in_bucket(server, &server.endpoint, &name, "    lease = \"4s\"");
    let slow = "resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" { command = \"touch begun && sleep 300\" }\n}\n";
    configure(&workspace, &block, slow);
    let mut first = workspace.start(&APPLY);
    super::state_stores::wait_for_begun(&workspace);
    let said = flowing(&workspace.run(&PLAN).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("OperationTypeApply"), "it lives, and is seen to: {said}");
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    configure(&workspace, &block, HELLO);
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    let keys = runtime().block_on(opened(server, &name).list("lock/")).expect("it lists");
    assert!(keys.is_empty(), "{keys:?}");
}

/// Every answer to a first try gets lost, so that each request is made twice at least.
#[test]
fn answers_that_get_lost_stop_no_run_and_leave_no_lock() {
    let (server, name) = (seaweedfs(), bucket("lossy"));
    let proxy = Proxy::before(&server.endpoint);
    let (workspace, block) = in_bucket(server, &proxy.endpoint, &name, "");
    for (round, faults) in [[Fault::LoseAnswer, Fault::None], [Fault::DoneBut(503), Fault::None]].iter().enumerate() {
        configure(&workspace, &block, &HELLO.replace("hello", &format!("hello {round}")));
        proxy.plan(&faults.repeat(200));
        let before = proxy.count();
        workspace.apply().expect_code(0);
        expect_nothing_to_do(&workspace);
        assert!(proxy.count() - before > 12, "{faults:?} has happened");
        proxy.plan(&[]);
        let keys = runtime().block_on(opened(server, &name).list("lock/")).expect("it lists");
        assert!(keys.is_empty(), "{faults:?}: {keys:?}");
    }
}

/// Something on the way does all of it twice, so that the second deletion finds nothing.
#[test]
fn an_unlock_by_force_that_is_done_twice_is_done() {
    let (server, name) = (seaweedfs(), bucket("twice"));
    let proxy = Proxy::before(&server.endpoint);
    let (workspace, _) = in_bucket(server, &proxy.endpoint, &name, "");
    let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    let store = opened(server, &name);
    runtime().block_on(store.put_if_absent("lock/default", record.into())).expect("it is free");
    proxy.plan(&[Fault::Repeat; 50]);
    workspace.run(&["force-unlock", "-no-color", "-force", "somebody-else"]).expect_code(0);
    proxy.plan(&[]);
    assert_eq!(runtime().block_on(store.get("lock/default")).expect("it reads"), None);
    workspace.apply().expect_code(0);
}

pub(super) fn is_write(trip: &Trip) -> bool {
    trip.key == "state/default" && matches!(trip.operation, Operation::PutIfVersion | Operation::PutIfAbsent)
}

#[test]
fn a_run_makes_no_more_trips_to_a_bucket_than_it_takes() {
    let (server, name) = (seaweedfs(), bucket("trips"));
    let proxy = Proxy::before(&server.endpoint);
    let (workspace, _) = in_bucket(server, &proxy.endpoint, &name, "");
    let workspace = workspace.with_environment("KITCHEN_STATE_STORE_TRACE", "trips.log");
    let log = workspace.folder.join("trips.log");
    // What the run asked the store, and how many requests that and the look whether conditions were tried have made.
    let traced = |arguments: &[&str]| {
        let _ = fs::remove_file(&log);
        let before = proxy.count();
        workspace.run(arguments).expect_code(0);
        let trips = read_log(&fs::read_to_string(&log).expect("it is there")).expect("each line is a trip");
        let writes = trips.iter().filter(|trip| is_write(trip)).count();
        (Summary::of(&trips), writes, proxy.count() - before)
    };
    let (plan, _, requests) = traced(&PLAN);
    assert_eq!((plan.all.trips, plan.all.failed, plan.repeated), (3, 0, 0), "{plan}");
    assert_eq!(requests, 4, "three, and one that finds that conditions were tried");
    let (apply, writes, requests) = traced(&APPLY);
    assert!(writes > 0 && apply.all.trips <= 4 + 2 * writes, "{writes} writes: {apply}");
    assert_eq!(requests, apply.all.trips + 1, "{apply}");
}
