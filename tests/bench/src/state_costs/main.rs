//! `cargo state-costs`: what state stores in a folder cost, tfgen's beside pyvider's, all in one run and in release: a write beside the raw calls that it
//! cannot do without, a large state through gRPC both ways with the memory of the provider, and how fast a lock goes from hand to
//! hand. It prints a table and judges nothing.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a measuring tool for people")]
#![allow(clippy::expect_used, clippy::panic, reason = "a measurement that goes wrong ends the run")]
#![allow(clippy::cast_precision_loss, reason = "figures of measurements are far from 2^52")]

#[path = "../../../plugin/certificate.rs"]
mod certificate;
#[path = "../client.rs"]
mod client;
mod keeper;
mod peer;
#[path = "../pinned.rs"]
mod pinned;
#[allow(dead_code, reason = "other measurements ask for more")]
#[path = "../process.rs"]
mod process;

use keeper::Keeper;
use peer::Peer;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{Body, Filesystem, Store, Version};

const SMALL: usize = 1_000_000;
const LARGE: usize = 100_000_000;

fn main() {
    let folder = folder();
    let ours = peer::tfgen();
    let theirs = peer::pyvider();
    if let Err(error) = &theirs {
        eprintln!("not measured: pyvider: {error}");
    }
    println!("| measured | tfgen | pyvider 0.8.1 |\n| --- | --- | --- |");
    let (alone, raw) = small_writes(&folder);
    println!(
        "| write of 1 MB and nothing else: write, sync, rename and sync of the folder, median of 60 | {raw:.2} ms | |"
    );
    println!("| the same by the store, without a process around it, median | {alone:.2} ms | |");
    println!("| ratio; wanted: under 2 | {:.2} | |", alone / raw);
    let peers = [Some(&ours), theirs.as_ref().ok()];
    let figures = peers.map(|peer| peer.map(|peer| measured(peer, &folder)));
    for (what, pick) in ROWS {
        let cells = figures.each_ref().map(|figures| figures.as_ref().map_or_else(|| "not measured".to_owned(), pick));
        println!("| {what} | {} |", cells.join(" | "));
    }
    println!(
        "| lock from hand to hand, median of 25; wanted: under 250 ms | {:.0} ms | it does not wait for a lock |",
        hand_over(&ours, &folder)
    );
    println!("\nThrough gRPC with mutual TLS, as Terraform asks. The folder is {}.", folder.display());
}

/// What one peer comes to.
struct Figures {
    small: f64,
    lock: f64,
    written: f64,
    read: f64,
    /// MB.
    before: f64,
    most: f64,
}

/// What a row tells, and the figure in it.
type Line = (&'static str, fn(&Figures) -> String);

const ROWS: [Line; 6] = [
    ("1 MB through gRPC, written and synced, median of 40", |figures| format!("{:.2} ms", figures.small)),
    ("lock and unlock, median of 40", |figures| format!("{:.2} ms", figures.lock)),
    ("100 MB through gRPC, written and synced, least of 3", |figures| format!("{:.0} ms", figures.written)),
    ("100 MB through gRPC, read, least of 3", |figures| format!("{:.0} ms", figures.read)),
    ("both together; wanted: under 2 s", |figures| format!("{:.0} ms", figures.written + figures.read)),
    ("the most memory that the provider had, times the state; wanted: under 2.5", |figures| {
        format!("{:.2} ({:.0} MB, {:.0} MB before)", figures.most / (LARGE as f64 / 1e6), figures.most, figures.before)
    }),
];

fn measured(peer: &Peer, folder: &Path) -> Figures {
    let mut keeper = Keeper::start(peer, &folder.join(peer.name), "0s");
    let mut small = Vec::new();
    for round in 0..40_u8 {
        let state = state(SMALL, round);
        // Terraform reads before it writes.
        keeper.read("default");
        small.push(timed(|| keeper.write("default", &state)));
    }
    let lock = (0..40).map(|_| {
        timed(|| {
            let held = keeper.lock("default");
            keeper.unlock("default", &held);
        })
    });
    let lock = median(lock.collect());
    keeper.process.forget_peak();
    let before = keeper.process.resident() * 1.048_576;
    let (mut written, mut read) = (f64::INFINITY, f64::INFINITY);
    for round in 0..3 {
        let state = state(LARGE, round);
        keeper.read("large");
        written = written.min(timed(|| keeper.write("large", &state)));
        let mut there = Vec::new();
        read = read.min(timed(|| there = keeper.read("large")));
        let length: usize = there.iter().map(|part| part.bytes.len()).sum();
        assert_eq!(length, LARGE, "{}: all of it comes back", peer.name);
        let mut place = 0;
        for part in there {
            assert!(state[place..].starts_with(&part.bytes), "{}: it comes back as it was", peer.name);
            place += part.bytes.len();
        }
    }
    Figures { small: median(small), lock, written, read, before, most: keeper.process.peak() * 1.048_576 }
}

/// Bytes that nothing makes smaller, others in each round.
fn state(size: usize, round: u8) -> Vec<u8> {
    let mut number = 0x9e37_79b9_7f4a_7c15_u64 ^ u64::from(round);
    let byte = |_| {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        // A state is text.
        b' ' + u8::try_from(number % 90).unwrap_or(0)
    };
    (0..size).map(byte).collect()
}

/// Milliseconds for a write of 1 MB by the store and by raw calls, taken in turns.
fn small_writes(folder: &Path) -> (f64, f64) {
    let runtime = client::runtime();
    let store = Filesystem::open(folder.join("alone")).expect("it opens");
    let raw = folder.join("raw");
    fs::create_dir_all(&raw).expect("a folder can be made");
    let (mut ours, mut theirs, mut version) = (Vec::new(), Vec::new(), Version::ABSENT);
    for round in 0..60 {
        let content = state(SMALL, round);
        theirs.push(timed(|| {
            let mut file = File::create(raw.join("new")).expect("it can be made");
            file.write_all(&content).and_then(|()| file.sync_all()).expect("it can be written");
            fs::rename(raw.join("new"), raw.join("state")).expect("it can be renamed");
            File::open(&raw).and_then(|folder| folder.sync_all()).expect("it can be synced");
        }));
        let body = Body::from(content);
        ours.push(timed(|| {
            let written = runtime.block_on(store.put_if_version("state/default", &version, body));
            version = written.expect("it is written");
        }));
    }
    (median(ours), median(theirs))
}

/// Milliseconds from the end of an unlocking to the end of the locking that has waited for it.
fn hand_over(peer: &Peer, folder: &Path) -> f64 {
    let folder = folder.join("hands");
    let (mut one, mut other) = (Keeper::start(peer, &folder, "1m"), Keeper::start(peer, &folder, "1m"));
    let mut times = Vec::new();
    for round in 0..25_u64 {
        let held = one.lock("default");
        let waiter = std::thread::spawn(move || {
            let held = other.lock("default");
            (other, held, Instant::now())
        });
        std::thread::sleep(Duration::from_millis(700 + round * 17));
        one.unlock("default", &held);
        let free = Instant::now();
        let (back, held, taken) = waiter.join().expect("it ends");
        other = back;
        times.push(taken.saturating_duration_since(free).as_secs_f64() * 1e3);
        other.unlock("default", &held);
    }
    median(times)
}

fn timed(work: impl FnOnce()) -> f64 {
    let begin = Instant::now();
    work();
    begin.elapsed().as_secs_f64() * 1e3
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Where the figures are taken: the target folder's file system.
fn folder() -> PathBuf {
    let folder = tfgen_tests::terraform::target_folder().join("state-costs");
    let _ = fs::remove_dir_all(folder.join("states"));
    fs::create_dir_all(folder.join("states")).expect("a folder can be made");
    folder.join("states")
}
