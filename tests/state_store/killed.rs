//! Writers that are killed (`SIGKILL`) at any moment, and many that increment one counter while some are killed.
//!
//! A few dozen by default; `TFGEN_CRASH=full` takes the full figures. The writers are this program once more, told by a
//! variable what to do.

use super::full::is_full;
use super::scratch::Scratch;
use super::terraform::shelf;
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tfgen_testing::StateStore;

const ROLE: &str = "TFGEN_STATE_STORE_WRITER";
const FOLDER: &str = "TFGEN_STATE_STORE_FOLDER";
const STEPS: &str = "TFGEN_STATE_STORE_STEPS";

/// What a process is started for.
#[test]
fn a_process_of_its_own() {
    let Ok(role) = std::env::var(ROLE) else { return };
    let folder = PathBuf::from(std::env::var(FOLDER).expect("a folder is named"));
    let steps: u64 = std::env::var(STEPS).ok().and_then(|steps| steps.parse().ok()).unwrap_or(u64::MAX);
    match role.as_str() {
        "writer" => write(&folder, steps),
        "careless" => write_carelessly(&folder, steps),
        "counter" => count(&folder, steps, true),
        "unlocked" => count(&folder, steps, false),
        "guessing" => count_carelessly(&folder, steps),
        "unsynced" => write_unsynced(&folder, steps),
        #[cfg(unix)]
        "sleeper" => super::stopped::hold(&folder),
        #[cfg(unix)]
        "awake" => super::stopped::take_over(&folder),
        other => panic!("nobody is called {other}"),
    }
}

/// What a step has come to, told to whoever waits for it. The harness has its own idea of standard output.
pub fn acknowledge(step: u64) {
    let mut output = std::io::stderr().lock();
    writeln!(output, "done {step}").and_then(|()| output.flush()).expect("somebody reads it");
}

/// A content by which one can tell which it is, and whether it is whole.
fn content(step: u64) -> Vec<u8> {
    format!("{step} ").repeat(usize::try_from(2000 + step % 977).unwrap_or(2000)).into_bytes()
}

/// Which content it is; `None` if it is torn.
pub fn step_of(content: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(content).ok()?;
    let step = text.split(' ').next()?.parse().ok()?;
    (self::content(step) == content).then_some(step)
}

/// Locks, reads, writes the next content and unlocks, until it is killed.
fn write(folder: &Path, steps: u64) {
    let run = shelf(folder);
    for _ in 0..steps {
        let held = locked(&run);
        let before = run.read("default").expect("it is whole");
        let step = if before.is_empty() { 1 } else { step_of(&before).expect("it is whole") + 1 };
        run.write("default", &content(step)).expect("nobody else writes");
        acknowledge(step);
        run.unlock("default", &held).expect("it is ours");
    }
}

/// The lock, which a dead holder may have had.
fn locked(run: &StateStore) -> String {
    let start = Instant::now();
    loop {
        match run.lock("default", "OperationTypeApply") {
            Ok(held) => return held,
            Err(error) => assert!(start.elapsed() < Duration::from_mins(2), "the lock stays for ever: {error}"),
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// As many a program does it: the file itself is written anew.
fn write_carelessly(folder: &Path, steps: u64) {
    let path = folder.join("careless");
    let before = std::fs::read(&path).ok().and_then(|content| step_of(&content)).unwrap_or(0);
    for step in before + 1..before.saturating_add(steps) {
        std::fs::write(&path, content(step)).expect("it can be written");
        acknowledge(step);
    }
}

/// A careful one that forgets one thing: to sync the folder.
fn write_unsynced(folder: &Path, steps: u64) {
    let (path, unfinished) = (folder.join("careless"), folder.join("unfinished"));
    for step in 1..steps {
        let mut file = std::fs::File::create(&unfinished).expect("it can be made");
        file.write_all(&content(step)).and_then(|()| file.sync_all()).expect("it can be written");
        std::fs::rename(&unfinished, &path).expect("it can be renamed");
        acknowledge(step);
    }
}

/// This program once more, in a role.
pub fn start(role: &str, folder: &Path, steps: u64, more: &[(&str, &str)]) -> Child {
    let program = std::env::current_exe().expect("a program knows its place");
    let mut command = Command::new(program);
    command.args(["--exact", "killed::a_process_of_its_own", "--nocapture"]);
    command.env(ROLE, role).env(FOLDER, folder).env(STEPS, steps.to_string()).envs(more.iter().copied());
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    command.spawn().expect("a process can be started")
}

/// Starts a writer, kills it after a while, and gives what it has acknowledged last.
fn killed(role: &str, folder: &Path, after: Duration) -> Option<u64> {
    let mut child = start(role, folder, u64::MAX, &[]);
    let output = BufReader::new(child.stderr.take().expect("it is piped"));
    let (sender, first) = mpsc::channel();
    let reader = std::thread::spawn(move || {
        let mut last = None;
        for line in output.lines().map_while(Result::ok) {
            if let Some(step) = line.strip_prefix("done ").and_then(|step| step.parse().ok()) {
                last = Some(step);
                let _ = sender.send(());
            }
        }
        last
    });
    // It is killed while it writes, not while it starts.
    let _ = first.recv_timeout(Duration::from_mins(1));
    std::thread::sleep(after);
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    reader.join().expect("nothing panics in it")
}

#[test]
fn a_writer_that_is_killed_tears_nothing_loses_nothing_and_locks_nobody_out() {
    let kills = if is_full() { 10_000 } else { 30 };
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let mut acknowledged = 0;
    for kill in 0..kills {
        let last = killed("writer", &folder, Duration::from_micros(kill * 1_373 % 20_000));
        acknowledged = acknowledged.max(last.unwrap_or(0));
        let state = shelf(&folder).read("default").expect("it is whole");
        let step = step_of(&state).expect("it is whole");
        assert!(step == acknowledged || step == acknowledged + 1, "{step} is there, {acknowledged} was acknowledged");
        acknowledged = step;
    }
    let run = shelf(&folder);
    let held = locked(&run);
    run.unlock("default", &held).expect("it is ours");
    println!("{kills} kills, {acknowledged} writes");
}

#[test]
fn a_careless_writer_is_caught() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let torn = (0..2_000_u64).any(|kill| {
        killed("careless", &folder, Duration::from_micros(kill * 1_373 % 20_000));
        let content = std::fs::read(folder.join("careless")).unwrap_or_default();
        step_of(&content).is_none()
    });
    assert!(torn, "2000 kills have torn nothing");
}

type Counts = BTreeMap<String, u64>;

fn encode(counts: &Counts) -> Vec<u8> {
    let lines: Vec<String> = counts.iter().map(|(name, count)| format!("{name} {count}\n")).collect();
    lines.concat().into_bytes()
}

fn decode(state: &[u8]) -> Counts {
    let text = std::str::from_utf8(state).expect("it is whole");
    let count = |line: &str| {
        let (name, count) = line.split_once(' ').expect("it is whole");
        (name.to_owned(), count.parse().expect("it is whole"))
    };
    text.lines().map(count).collect()
}

/// Increments what is this process's in a state that all share.
fn count(folder: &Path, steps: u64, with_locks: bool) {
    let run = shelf(folder);
    let name = std::process::id().to_string();
    for step in 1..=steps {
        loop {
            let held = with_locks.then(|| locked(&run));
            let mut counts = decode(&run.read("default").expect("it is whole"));
            counts.insert(name.clone(), step);
            let written = run.write("default", &encode(&counts));
            if let Some(held) = held {
                written.as_ref().expect("nobody else writes");
                run.unlock("default", &held).expect("it is ours");
            }
            match written {
                Ok(_) => break,
                Err(error) => assert!(error.to_string().contains("has changed since"), "{error}"),
            }
        }
        acknowledge(step);
    }
}

/// As many a program does it: reads, adds one, and replaces the file whole, whatever is there by then.
fn count_carelessly(folder: &Path, steps: u64) {
    let name = std::process::id().to_string();
    let (path, unfinished) = (folder.join("counts"), folder.join(&name));
    for step in 1..=steps {
        let mut counts = decode(&std::fs::read(&path).unwrap_or_default());
        counts.insert(name.clone(), step);
        let written = std::fs::File::create(&unfinished).and_then(|mut file| {
            file.write_all(&encode(&counts))?;
            file.sync_all()
        });
        written.and_then(|()| std::fs::rename(&unfinished, &path)).expect("it can be written");
        acknowledge(step);
    }
}

/// Lets one of the sixteen increment until so many are acknowledged, by processes some of which are killed and followed by others; gives what each has
/// acknowledged last.
fn worker(role: &str, folder: &Path, worker: u64, all: u64) -> Counts {
    let (mut left, mut counted, mut generation) = (all, Counts::new(), 0);
    while left > 0 {
        let mut child = start(role, folder, left, &[]);
        let output = BufReader::new(child.stderr.take().expect("it is piped"));
        // Every second process is killed, sooner or later, and at any moment of a step.
        let limit = if (worker + generation).is_multiple_of(2) { left / 3 + 1 } else { u64::MAX };
        let (mut last, mut said) = (0, Vec::new());
        for line in output.lines().map_while(Result::ok) {
            if let Some(step) = line.strip_prefix("done ").and_then(|step| step.parse().ok()) {
                if last < limit && step >= limit {
                    std::thread::sleep(Duration::from_micros((worker * 977 + generation * 1_373) % 9_000));
                    child.kill().expect("it can be killed");
                }
                last = step;
            } else {
                said.push(line);
            }
        }
        let ended = child.wait().expect("it ends");
        assert!(ended.success() || limit < u64::MAX, "{}", said.join("\n"));
        counted.insert(child.id().to_string(), last);
        left -= last.min(left);
        generation += 1;
    }
    counted
}

/// So many increments by sixteen processes at once; gives how many were acknowledged, or which were lost.
fn sixteen_count(role: &'static str, all: u64, read: fn(&Path) -> Vec<u8>) -> Result<u64, String> {
    const PROCESSES: u64 = 16;
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let workers: Vec<_> = (0..PROCESSES)
        .map(|number| {
            let folder = folder.clone();
            std::thread::spawn(move || worker(role, &folder, number, all / PROCESSES))
        })
        .collect();
    let counted: Vec<Counts> = workers.into_iter().map(|worker| worker.join().expect("each arrives")).collect();
    let there = decode(&read(&folder));
    let mut acknowledged = 0;
    for (name, last) in counted.into_iter().flatten().filter(|(_, last)| *last > 0) {
        let found = there.get(&name).copied().unwrap_or(0);
        if found != last && found != last + 1 {
            return Err(format!("{name} has acknowledged {last}, and {found} is there"));
        }
        acknowledged += last;
    }
    Ok(acknowledged)
}

fn of_the_shelf(folder: &Path) -> Vec<u8> {
    shelf(folder).read("default").expect("it is whole")
}

#[test]
fn sixteen_processes_lose_no_update_with_locks() {
    let all = if is_full() { 100_000 } else { 160 };
    let acknowledged = sixteen_count("counter", all, of_the_shelf).expect("none is lost");
    assert!(acknowledged >= all, "{acknowledged}");
    println!("{acknowledged} increments with locks");
}

#[test]
fn sixteen_processes_lose_no_update_without_locks() {
    let all = if is_full() { 100_000 } else { 160 };
    let acknowledged = sixteen_count("unlocked", all, of_the_shelf).expect("none is lost");
    assert!(acknowledged >= all, "{acknowledged}");
    println!("{acknowledged} increments without locks");
}

#[test]
fn sixteen_careless_processes_are_caught() {
    let counts = |folder: &Path| std::fs::read(folder.join("counts")).expect("it is there");
    let lost = sixteen_count("guessing", 1_600, counts).expect_err("some updates are lost");
    assert!(lost.contains("has acknowledged"), "{lost}");
}
