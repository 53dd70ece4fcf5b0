//! Runs at once and runs that break off, under a real Terraform and with states on the kitchen's shelf: what was acknowledged is there, and
//! whoever comes next goes on from it.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, wait_for_begun, workspace};
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::{Child, Command};
use tfgen_runtime::state_store::{Filesystem, Store};
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::{Ran, Workspace};

/// Working folders of one configuration, whose states are in one place.
struct Team {
    block: String,
    shared: Workspace,
}

impl Team {
    fn new() -> Self {
        let shared = Workspace::new(&[]);
        let path = shared.folder.join("shelf").display().to_string();
        Self { block: store("shelf", &format!("    path = {path:?}")), shared }
    }

    fn member(&self, configuration: &str) -> Workspace {
        let member = workspace(&self.block, configuration);
        init(&member).expect_code(0);
        member
    }

    /// A resource whose creation is noted where all see it, and takes as long as `then`.
    fn resource(&self, name: &str, then: &str, more: &str) -> String {
        let made = self.shared.folder.join("made").display().to_string();
        let command = format!("echo {name} >> '{made}'; {then}");
        format!(
            "resource \"terraform_data\" \"{name}\" {{\n  input = \"{name}\"\n{more}  provisioner \"local-exec\" {{ command = {command:?} }}\n}}\n"
        )
    }

    /// Which resources were made, in order.
    fn made(&self) -> Vec<String> {
        self.shared.read("made").lines().map(str::to_owned).collect()
    }

    fn entry(&self, key: &str) -> Option<Vec<u8>> {
        entry(&self.shared.folder.join("shelf"), key)
    }

    /// The state as it was acknowledged last.
    fn state(&self) -> Vec<u8> {
        self.entry("state/default").expect("it is there")
    }

    /// A member of the record of the lock.
    fn lock(&self, member: &str) -> String {
        let record: Value = serde_json::from_slice(&self.entry("lock/default").expect("it is locked")).expect("JSON");
        record[member].as_str().expect("it is told").to_owned()
    }

    fn is_locked(&self) -> bool {
        self.entry("lock/default").is_some()
    }
}

/// Asks the store in a folder, as who has nothing to do with Terraform.
pub(super) fn ask<T>(shelf: &Path, question: impl AsyncFnOnce(&Filesystem) -> T) -> T {
    let store = Filesystem::open(shelf).expect("it opens");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(question(&store))
}

/// What the store in a folder has.
pub(super) fn entry(shelf: &Path, key: &str) -> Option<Vec<u8>> {
    ask(shelf, async |store| store.get(key).await).expect("it is whole").map(|entry| entry.body.to_vec())
}

/// Waits in the working folder of a run until [`go`] is called, or for two minutes if nobody does.
const WAIT: &str = "touch begun; for n in $(seq 1200); do [ -e go ] && break; sleep 0.1; done";

fn go(folder: &Path) {
    fs::write(folder.join("go"), "").expect("it can be written");
}

pub(super) fn ended(run: Child) -> Ran {
    run.wait_with_output().expect("it ends").into()
}

/// The names of resources in a state.
fn resources(state: &[u8]) -> Vec<String> {
    let state: Value = serde_json::from_slice(state).expect("a state is JSON");
    let resources = state["resources"].as_array().expect("it lists them");
    resources.iter().map(|each| each["name"].as_str().expect("each has a name").to_owned()).collect()
}

#[test]
fn of_two_applies_at_once_one_waits_or_is_told_who_is_first_and_both_are_in_the_state() {
    let team = Team::new();
    let slow = team.resource("slow", WAIT, "");
    let first = team.member(&slow);
    let both = format!("{slow}{}", team.resource("quick", "true", ""));
    let second = team.member(&both);
    let run = first.start(&APPLY);
    wait_for_begun(&first);
    let refused = second.run(&APPLY).expect_code(1);
    let said = flowing(&refused.stderr);
    let holder = format!("{}, process {}", team.lock("Who"), team.lock("Process"));
    assert!(said.contains("Error acquiring the state lock") && said.contains("OperationTypeApply"), "{said}");
    assert!(said.contains(&holder), "{holder}: {said}");
    assert!(said.contains(&format!("terraform force-unlock {}", team.lock("ID"))), "{said}");
    let second = second.with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "3m");
    let patient = second.start(&APPLY);
    go(&first.folder);
    ended(run).expect_code(0);
    ended(patient).expect_code(0);
    // What the first has made is neither lost nor made again.
    assert_eq!(team.made(), ["slow", "quick"]);
    assert_eq!(resources(&team.state()), ["quick", "slow"]);
    assert!(!team.is_locked());
    configure(&first, &team.block, &both);
    for each in [&first, &second] {
        expect_nothing_to_do(each);
    }
}

#[test]
fn of_many_applies_that_begin_at_once_none_is_lost() {
    let team = Team::new();
    let names = ["a", "b", "c", "d"];
    let all = names.map(|name| team.resource(name, "sleep 1", "")).concat();
    let runs: Vec<(Workspace, &str)> = names
        .iter()
        .map(|name| (team.member(&all).with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "5m"), *name))
        .collect();
    // Each makes one resource, and knows of the others only what the state has.
    let started: Vec<Child> = runs
        .iter()
        .map(|(member, name)| {
            let target = format!("-target=terraform_data.{name}");
            member.start(&[&APPLY[..], &[target.as_str()]].concat())
        })
        .collect();
    for run in started {
        ended(run).expect_code(0);
    }
    let mut made = team.made();
    made.sort();
    assert_eq!(made, names, "each is made once");
    assert_eq!(resources(&team.state()), names);
    assert!(!team.is_locked());
    for (member, _) in &runs {
        expect_nothing_to_do(member);
    }
}

/// A run that has made `first` and `second`, which are in the state that was acknowledged last, and is making `third`.
fn half_done(team: &Team) -> (Workspace, Child) {
    // After the first resource Terraform begins to count, and after each other one it writes what it has, if it has not for 20 seconds.
    let first = team.resource("first", "true", "");
    let second = team.resource("second", "sleep 22", "  depends_on = [terraform_data.first]\n");
    let third = team.resource("third", WAIT, "  depends_on = [terraform_data.second]\n");
    let member = team.member(&format!("{first}{second}{third}"));
    let run = member.start(&APPLY);
    wait_for_begun(&member);
    assert_eq!(resources(&team.state()), ["first", "second"], "it was kept in the middle of the run");
    assert!(team.is_locked());
    (member, run)
}

#[test]
fn a_run_that_was_killed_loses_nothing_acknowledged_and_locks_nobody_out() {
    let team = Team::new();
    let (member, mut run) = half_done(&team);
    let acknowledged = team.state();
    run.kill().expect("it can be killed");
    run.wait().expect("it ends");
    assert!(team.is_locked(), "nobody has given it back");
    go(&member.folder);
    assert_eq!(team.state(), acknowledged);
    // The provider ends itself when Terraform is gone, a little later.
    let member = member.with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "1m");
    member.apply().expect_code(0);
    assert_eq!(team.made(), ["first", "second", "third", "third"], "what was acknowledged is not made again");
    assert_eq!(resources(&team.state()), ["first", "second", "third"]);
    assert!(!team.is_locked());
    expect_nothing_to_do(&member);
}

#[test]
fn a_provider_that_was_killed_in_the_middle_of_a_run_locks_nobody_out_and_what_was_made_is_kept() {
    let team = Team::new();
    let (member, run) = half_done(&team);
    let acknowledged = team.state();
    let killed = Command::new("kill").args(["-KILL", &team.lock("Process")]).status();
    assert!(killed.expect("there is a program called kill").success());
    go(&member.folder);
    let said = flowing(&ended(run).expect_code(1).stderr);
    assert!(said.contains("errored.tfstate"), "{said}");
    assert!(team.is_locked(), "nobody has given it back");
    assert_eq!(team.state(), acknowledged, "nothing was written half");
    // Its holder is gone, which the next run sees for itself.
    member.run(&["state", "push", "errored.tfstate"]).expect_code(0);
    assert!(!team.is_locked());
    assert_eq!(resources(&team.state()), ["first", "second", "third"]);
    expect_nothing_to_do(&member);
    assert_eq!(team.made(), ["first", "second", "third"], "nothing was made again");
}
