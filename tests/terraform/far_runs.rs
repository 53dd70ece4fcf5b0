//! Runs under a real Terraform whose states are far away, in a bucket or in a table, and what can happen to both.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, wait_for_begun};
use std::fs;
use std::process::Command;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{SharedStore, Store as _, Summary, Trip, Version, read_log};
use tfgen_tests::object_store::seaweedfs;
use tfgen_tests::proxy::Proxy;
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Workspace;

const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];

/// A working folder whose states are far away.
struct Far {
    is: &'static str,
    workspace: Workspace,
    block: String,
    /// The same store without Terraform.
    store: SharedStore,
}

/// One of each kind, where a bucket's locks have this lease.
fn each(test: &str, lease: &str) -> Vec<Far> {
    let mut each = Vec::new();
    {
        use super::bucket::{bucket, in_bucket, opened};
        let (server, name) = (seaweedfs(), bucket(test));
        let (workspace, block) = in_bucket(server, &server.endpoint, &name, &format!("    lease = {lease:?}"));
        each.push(Far { is: "a bucket", workspace, block, store: SharedStore::new(opened(server, &name)) });
    }
    #[cfg(all(unix, feature = "databases"))]
    {
        use super::database::{in_table, opened};
        use tfgen_tests::database::{database, name};
        let table = name(test);
        let (workspace, block) = in_table(database().port, &table, "");
        each.push(Far { is: "a table", workspace, block, store: SharedStore::new(opened(&table)) });
    }
    each
}

impl Far {
    fn configure(&self, configuration: &str) {
        configure(&self.workspace, &self.block, configuration);
    }

    fn ask<T>(&self, question: impl AsyncFnOnce(&SharedStore) -> T) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(question(&self.store))
    }

    /// What lies under a key, as JSON.
    fn json(&self, key: &str) -> serde_json::Value {
        let entry = self.ask(async |store| store.get(key).await).expect("it reads").expect("it is there");
        serde_json::from_slice(&entry.body.to_vec()).expect("it is JSON")
    }

    fn resources(&self) -> Vec<String> {
        let state = self.json("state/default");
        let resources = state["resources"].as_array().expect("it lists them").iter();
        resources.map(|each| each["name"].as_str().expect("each has a name").to_owned()).collect()
    }

    fn expect_no_lock(&self) {
        let locks = self.ask(async |store| store.list("lock/").await).expect("it lists");
        assert!(locks.is_empty(), "{}: {locks:?}", self.is);
    }
}

/// A resource whose making is noted, and takes as long as `then`.
fn resource(name: &str, then: &str, after: &str) -> String {
    let depends = if after.is_empty() { String::new() } else { format!("  depends_on = [terraform_data.{after}]\n") };
    format!(
        "resource \"terraform_data\" \"{name}\" {{\n  input = \"{name}\"\n{depends}  provisioner \"local-exec\" {{ command = \"echo {name} >> made; {then}\" }}\n}}\n"
    )
}

fn signal(name: &str, process: &str) {
    let sent = Command::new("kill").args([name, process]).status();
    assert!(sent.expect("there is a program called kill").success(), "{name} {process}");
}

/// The trips of a run so far.
fn trips(workspace: &Workspace) -> Vec<Trip> {
    let log = fs::read_to_string(workspace.folder.join("trips.log")).unwrap_or_default();
    // The last line may be half there.
    let whole = log.rfind('\n').map_or("", |end| &log[..=end]);
    read_log(whole).expect("each line is a trip")
}

#[test]
fn a_stale_plan_leaves_no_lock_far_away() {
    for far in each("stale", "2s") {
        far.configure(&resource("first", "true", ""));
        far.workspace.run(&["plan", "-no-color", "-input=false", "-out=first.plan"]).expect_code(0);
        far.workspace.apply().expect_code(0);
        let stale = far.workspace.run(&["apply", "-no-color", "-input=false", "first.plan"]).expect_code(1);
        assert!(flowing(&stale.stderr).contains("Saved plan is stale"), "{}: {}", far.is, stale.stderr);
        far.expect_no_lock();
        expect_nothing_to_do(&far.workspace);
    }
}

#[test]
fn a_provider_that_was_killed_in_the_middle_of_an_apply_far_away_locks_nobody_out_and_loses_nothing() {
    for far in each("providerkilled", "2s") {
        let first = resource("first", "true", "");
        far.configure(&first);
        far.workspace.apply().expect_code(0);
        let acknowledged = far.json("state/default");
        let wait = "touch begun; for n in $(seq 1200); do [ -e go ] && break; sleep 0.1; done";
        far.configure(&format!("{first}{}", resource("second", wait, "first")));
        let run = far.workspace.start(&APPLY);
        wait_for_begun(&far.workspace);
        let process = far.json("lock/default")["Process"].as_str().expect("it is told").to_owned();
        signal("-KILL", &process);
        fs::write(far.workspace.folder.join("go"), "").expect("it can be written");
        let said = flowing(&super::state_runs::ended(run).expect_code(1).stderr);
        assert!(said.contains("errored.tfstate"), "{}: {said}", far.is);
        assert_eq!(far.json("state/default"), acknowledged, "{}: nothing was written half", far.is);
        assert_eq!(far.json("lock/default")["Process"], process, "{}: nobody has given it back", far.is);
        // Nobody waits for it, opens it, or tells anybody that its holder is gone.
        far.workspace.run(&["state", "push", "errored.tfstate"]).expect_code(0);
        far.expect_no_lock();
        assert_eq!(far.resources(), ["first", "second"]);
        expect_nothing_to_do(&far.workspace);
        assert_eq!(far.workspace.read("made"), "first\nsecond\n", "{}: nothing was made again", far.is);
    }
}

/// Terraform writes the state when something is made twenty seconds after something was made first, or after it has written it last; and at its end.
/// The runs are side by side.
#[test]
fn a_run_that_takes_long_far_away_writes_many_times_and_makes_no_more_trips_than_it_takes() {
    let names = ["a", "b", "c", "d"];
    let takes = ["true", "sleep 21", "sleep 21", "true"];
    let started = each("long", "1h").into_iter().map(|mut far| {
        let slow = |at: usize| resource(names[at], takes[at], if at == 0 { "" } else { names[at - 1] });
        far.configure(&(0..names.len()).map(slow).collect::<String>());
        far.workspace = far.workspace.with_environment("KITCHEN_STATE_STORE_TRACE", "trips.log");
        let run = far.workspace.start(&APPLY);
        (far, run)
    });
    // All of them are started before one is waited for.
    for (far, run) in started.collect::<Vec<_>>() {
        super::state_runs::ended(run).expect_code(0);
        let trips = trips(&far.workspace);
        let writes = trips.iter().filter(|trip| super::bucket::is_write(trip)).count();
        let all = Summary::of(&trips);
        assert!(writes >= 3, "{}: {writes} writes: {all}", far.is);
        assert!(all.all.trips <= 4 + 2 * writes && all.all.failed == 0, "{}: {writes} writes: {all}", far.is);
        assert_eq!(far.resources(), names, "{}", far.is);
        far.expect_no_lock();
    }
}

#[test]
fn what_is_no_state_stops_a_run_far_away_and_is_not_overwritten() {
    for far in each("nostate", "2s") {
        far.configure(&resource("first", "true", ""));
        far.workspace.apply().expect_code(0);
        let there = far.ask(async |store| store.version("state/default").await).expect("it reads");
        let mut version: Version = there.expect("it is there");
        for content in ["", " \n\t ", "no JSON", "{\"version\": 4, "] {
            let put = far.ask(async |store| store.put_if_version("state/default", &version, content.into()).await);
            version = put.expect("it is written");
            for arguments in [&PLAN[..], &APPLY] {
                let said = flowing(&far.workspace.run(arguments).expect_code(1).stderr);
                let expected = match content {
                    "" => "holds an empty state \"default\"",
                    _ => "The state file could not be parsed as JSON",
                };
                assert!(said.contains(expected), "{}, {content:?}: {said}", far.is);
            }
            let now = far.ask(async |store| store.version("state/default").await).expect("it reads");
            assert_eq!(now.as_ref(), Some(&version), "{}, {content:?}: it is what it was", far.is);
            far.expect_no_lock();
        }
        assert_eq!(far.workspace.read("made"), "first\n", "{}: nothing was made again", far.is);
    }
}

/// Whoever waited is gone when the lock is given back, and leaves none of its own.
#[test]
fn a_run_that_is_interrupted_while_it_waits_for_a_lock_far_away_gets_none() {
    for mut far in each("waiting", "1h") {
        let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
        let proof = far.ask(async |store| store.prove_life("somebody-else").await).expect("it is proved");
        let made = far.ask(async |store| store.put_if_absent("lock/default", record.into()).await).expect("it is free");
        far.configure(&resource("first", "true", ""));
        far.workspace = far
            .workspace
            .with_environment("KITCHEN_STATE_STORE_TRACE", "trips.log")
            .with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "5m");
        let mut run = far.workspace.start(&APPLY);
        let begun = Instant::now();
        while trips(&far.workspace).len() < 6 {
            assert!(begun.elapsed() < Duration::from_mins(1), "{}: it looks whether the lock is free", far.is);
            std::thread::sleep(Duration::from_millis(20));
        }
        // The second time Terraform does not wait for anything any more.
        for _ in 0..2 {
            signal("-INT", &run.id().to_string());
            let sent = Instant::now();
            while sent.elapsed() < Duration::from_secs(2) && run.try_wait().expect("it can be asked").is_none() {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        while run.try_wait().expect("it can be asked").is_none() {
            assert!(begun.elapsed() < Duration::from_mins(1), "{}: it ends", far.is);
            std::thread::sleep(Duration::from_millis(20));
        }
        super::state_runs::ended(run).expect_code(1);
        far.ask(async |store| store.delete_if_version("lock/default", &made).await).expect("it is as it was");
        drop(proof);
        far.workspace = far.workspace.with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "0s");
        far.workspace.apply().expect_code(0);
        far.expect_no_lock();
        assert_eq!(far.workspace.read("made"), "first\n", "{}: once", far.is);
    }
}

/// Of a state that is on its way when Terraform is killed.
#[test]
fn a_write_to_a_bucket_whose_terraform_is_gone_is_whole_or_not_there_and_locks_nobody_out() {
    use super::bucket::{bucket, in_bucket, opened};
    let (server, name) = (seaweedfs(), bucket("gone"));
    let victim = Arc::new(Mutex::new(None::<u32>));
    let aimed = victim.clone();
    let proxy = Proxy::guarded(
        &server.endpoint,
        Arc::new(move |request| {
            let line = String::from_utf8_lossy(request.split(|byte| *byte == b'\r').next().unwrap_or_default());
            let is_write = line.starts_with("PUT") && line.contains("state/default");
            if let Some(process) = is_write.then(|| aimed.lock().expect("it is not poisoned").take()).flatten() {
                signal("-KILL", &process.to_string());
            }
            None
        }),
    );
    let (workspace, block) = in_bucket(server, &proxy.endpoint, &name, "    lease = \"2s\"");
    let far = Far { is: "a bucket", workspace, block, store: SharedStore::new(opened(server, &name)) };
    let first = resource("first", "true", "");
    far.configure(&first);
    far.workspace.apply().expect_code(0);
    far.configure(&format!("{first}{}", resource("second", "true", "first")));
    // Terraform takes longer to begin than this takes.
    let run = far.workspace.start(&APPLY);
    *victim.lock().expect("it is not poisoned") = Some(run.id());
    let ran = super::state_runs::ended(run);
    assert!(ran.code == -1 && victim.lock().expect("it is not poisoned").is_none(), "it was killed: {}", ran.code);
    assert_eq!(far.resources()[0], "first", "it is whole, and what was there is there");
    far.workspace.apply().expect_code(0);
    far.expect_no_lock();
    assert_eq!(far.resources(), ["first", "second"]);
    expect_nothing_to_do(&far.workspace);
}
