//! A holder that is stopped (`SIGSTOP`), as a laptop that sleeps: it believes in its lock when it goes on, and must do no harm.

use super::killed::{acknowledge, start};
use super::locks::{patient, refused, says};
use super::scratch::Scratch;
use super::terraform::shelf;
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command};
use std::time::Duration;

const LEASE: &str = "TFGEN_STATE_STORE_LEASE";

/// What the process of its own does: it locks and reads, and when it is told to, writes.
pub fn hold(folder: &Path) {
    let lease = std::env::var(LEASE).unwrap_or_default();
    let run = patient(folder, "0s", &lease);
    run.lock("default", "OperationTypeApply").expect("nobody else has it");
    run.read("default").expect("it is whole");
    acknowledge(1);
    while !folder.join("go").exists() {
        std::thread::sleep(Duration::from_millis(10));
    }
    match run.write("default", b"of the sleeper") {
        Ok(_) => eprintln!("written"),
        Err(error) => eprintln!("refused: {}", error.to_string().replace('\n', " ")),
    }
}

fn signal(name: &str, child: &Child) {
    let sent = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(sent.expect("there is a program called kill").success(), "{name}");
}

fn wait_for(lines: &mut Lines<BufReader<ChildStderr>>, start: &str) -> String {
    lines.map_while(Result::ok).find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("nobody says {start:?}"))
}

/// A holder that has locked, read, and been stopped.
fn stopped(folder: &Path, lease: &str) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut child = start("sleeper", folder, 1, &[(LEASE, lease)]);
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    wait_for(&mut lines, "done 1");
    signal("-STOP", &child);
    (child, lines)
}

/// Lets it go on, and gives what its write has come to.
fn goes_on(folder: &Path, child: &mut Child, lines: &mut Lines<BufReader<ChildStderr>>) -> String {
    std::fs::write(folder.join("go"), "").expect("it can be written");
    signal("-CONT", child);
    let said = lines.map_while(Result::ok).find(|line| line.starts_with("refused:") || line == "written");
    assert!(child.wait().expect("it ends").success());
    said.expect("it says what has come of it")
}

#[test]
fn a_holder_that_sleeps_longer_than_its_lease_overwrites_nothing_when_it_wakes() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    shelf(&folder).write("default", b"before").expect("it is written");
    let (mut child, mut lines) = stopped(&folder, "1s");
    let run = patient(&folder, "1m", "0s");
    let held = run.lock("default", "OperationTypeApply").expect("the lease is over");
    assert_eq!(run.read("default").expect("it is whole"), b"before");
    run.write("default", b"of who was awake").expect("the lock is ours");
    run.unlock("default", &held).expect("it is ours");
    let said = goes_on(&folder, &mut child, &mut lines);
    says(&said, &["refused:", "has changed since this run read it"]);
    assert_eq!(shelf(&folder).read("default").expect("it is whole"), b"of who was awake");
}

#[test]
fn a_holder_that_sleeps_without_a_lease_keeps_its_lock_and_goes_on() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let (mut child, mut lines) = stopped(&folder, "0s");
    says(&refused(shelf(&folder).lock("default", "OperationTypePlan")), &["is locked", "OperationTypeApply"]);
    assert_eq!(goes_on(&folder, &mut child, &mut lines), "written");
    assert_eq!(shelf(&folder).read("default").expect("it is whole"), b"of the sleeper");
}
