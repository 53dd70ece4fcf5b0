//! Runs of a real Terraform of which Terraform, the provider that holds the state, or both are killed, at moments that are spread over the
//! whole run.
//!
//! A dozen runs by default; `TFGEN_CRASH=full` takes 200.

use super::state_runs::{ask, ended, entry};
use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, workspace};
use crate::random::Random;
use serde_json::Value;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::Store as _;
use tfgen_tests::terraform::Workspace;

#[path = "../state_store/full.rs"]
mod full;

/// Who is killed.
#[derive(Clone, Copy, Debug)]
enum Victim {
    Terraform,
    Provider,
    Both,
}

/// A state on a shelf, of one value that each run makes another.
struct Counter {
    member: Workspace,
    block: String,
    shelf: PathBuf,
}

impl Counter {
    fn new() -> Self {
        let folder = workspace("", "");
        let shelf = folder.folder.join("shelf");
        let block = store("shelf", &format!("    path = {:?}", shelf.display().to_string()));
        configure(&folder, &block, &configuration(0));
        init(&folder).expect_code(0);
        // Who is killed tells nobody: those who come next find out that the holder is gone.
        let member = folder.with_environment("KITCHEN_STATE_STORE_LOCK_TIMEOUT", "1m");
        Self { member, block, shelf }
    }

    fn start(&self, value: usize) -> Child {
        configure(&self.member, &self.block, &configuration(value));
        self.member.start(&APPLY)
    }

    fn entry(&self, key: &str) -> Option<Value> {
        Some(serde_json::from_slice(&entry(&self.shelf, key)?).expect("it is not torn"))
    }

    /// The serial and the value of the state as it was acknowledged last.
    fn state(&self) -> (u64, Vec<usize>) {
        let state = self.entry("state/default").expect("it is there");
        let output = |value: &Value| value.as_u64().and_then(|value| usize::try_from(value).ok());
        let values = ["one", "two"].iter().map(|name| output(&state["outputs"][name]["value"]).expect("a number"));
        (state["serial"].as_u64().expect("a number"), values.collect())
    }

    /// The process that has the lock, and lives: the record of one that was killed stays until somebody comes.
    fn holder(&self) -> Option<String> {
        let lock = self.entry("lock/default")?;
        let told = |name: &str| lock[name].as_str().expect("it is told").to_owned();
        let alive = ask(&self.shelf, async |store| store.is_alive(&told("ID")).await).expect("it can be looked at");
        (alive == Some(true)).then(|| told("Process"))
    }
}

/// Two resources that are made anew, each in its time, so that there is something between the lock and its end.
fn configuration(value: usize) -> String {
    let mut text = String::new();
    for name in ["one", "two"] {
        let _ = write!(
            text,
            "resource \"terraform_data\" {name:?} {{\n  input            = {value}\n  triggers_replace = {value}\n\
             provisioner \"local-exec\" {{ command = \"sleep 0.2\" }}\n}}\n\
             output {name:?} {{\n  value = terraform_data.{name}.output\n}}\n"
        );
    }
    text
}

fn kill(process: &str) {
    // It may have ended by itself.
    let _ = Command::new("kill").args(["-KILL", process]).output().expect("there is a program called kill");
}

/// Waits until a run has the lock, or has ended.
fn wait_for_lock(counter: &Counter, run: &mut Child) {
    let began = Instant::now();
    while counter.holder().is_none() && run.try_wait().expect("it can be asked").is_none() {
        assert!(began.elapsed() < Duration::from_mins(2), "nobody gets the lock");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// How long a run takes that nobody disturbs: to the lock, and from there to its end.
fn undisturbed(counter: &Counter, value: usize) -> [Duration; 2] {
    let began = Instant::now();
    let mut run = counter.start(value);
    wait_for_lock(counter, &mut run);
    let locked = Instant::now();
    ended(run).expect_code(0);
    [locked.duration_since(began), locked.elapsed()]
}

/// The shorter of what two runs take that make everything anew. The first one, which only makes it, is not asked.
fn usual(counter: &Counter) -> [Duration; 2] {
    undisturbed(counter, 0);
    let [one, other] = [1, 0].map(|value| undisturbed(counter, value));
    [one[0].min(other[0]), one[1].min(other[1])]
}

#[test]
fn runs_that_are_killed_at_any_moment_lose_nothing_acknowledged_and_lock_nobody_out() {
    let counter = Counter::new();
    let [until_lock, from_lock] = usual(&counter);
    let runs = if full::is_full() { 200 } else { 12 };
    let mut random = Random(7);
    let (mut holding, mut broken) = (0, 0);
    let mut before = counter.state();
    for run in 1..=runs {
        let victim = [Victim::Terraform, Victim::Provider, Victim::Both][run % 3];
        let mut terraform = counter.start(run);
        // Most of it is before the lock, where there is little to be lost.
        let whole = if run % 4 == 0 { until_lock } else { from_lock };
        if run % 4 != 0 {
            wait_for_lock(&counter, &mut terraform);
        }
        std::thread::sleep(whole * u32::try_from(random.below(1000)).expect("few") / 1000);
        let holder = counter.holder();
        holding += usize::from(holder.is_some());
        if let (Some(provider), Victim::Provider | Victim::Both) = (&holder, victim) {
            kill(provider);
        }
        if matches!(victim, Victim::Terraform | Victim::Both) {
            // It may have ended by itself.
            let _ = terraform.kill();
        }
        let code = terraform.wait().expect("it ends");
        broken += usize::from(!code.success());
        let told = format!("run {run}, {victim:?} killed, holder {holder:?}, before {before:?}, {code}");
        // A provider that has lost its Terraform may be writing its last.
        let after = settled(&counter);
        let is_new = after.1 == [run, run];
        assert!(is_new || after.1 == before.1, "{told}: {after:?}");
        assert!(!code.success() || is_new, "it was acknowledged. {told}: {after:?}");
        assert!(after.0 > before.0 || after == before, "{told}: {after:?}");
        before = after;
    }
    ended(counter.start(runs + 1)).expect_code(0);
    assert_eq!(counter.state().1, [runs + 1, runs + 1]);
    assert!(counter.entry("lock/default").is_none());
    expect_nothing_to_do(&counter.member);
    println!("{runs} runs, {holding} of them killed while they held the lock, {broken} broken off");
    assert!(
        holding * 3 >= runs && broken * 3 >= runs,
        "{holding} held the lock, {broken} broke off: too few to say anything"
    );
}

/// The state, once whoever holds its lock is gone.
fn settled(counter: &Counter) -> (u64, Vec<usize>) {
    let began = Instant::now();
    while counter.holder().is_some() {
        assert!(began.elapsed() < Duration::from_mins(1), "a provider outlives its Terraform");
        std::thread::sleep(Duration::from_millis(20));
    }
    counter.state()
}
