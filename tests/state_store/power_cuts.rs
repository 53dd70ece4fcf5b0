//! Power cuts on a simulated disk, at every call and with every part of what was not synced; and errors of every call.
//!
//! A few thousand states by default. `TFGEN_CRASH=full` takes all there are, up to a limit for each point.

use super::simulated_disk::{Call, Failure, Lies, SimulatedDisk, World};
use std::collections::BTreeMap;
use std::path::Path;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};
use tfgen_runtime::state_store::filesystem::disk::Disk as _;
use tfgen_runtime::state_store::{Body, ErrorKind, Filesystem, Result, Store, Version};

const ROOT: &str = "/mnt/store";

/// The outcome of what never waits.
pub fn now<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => outcome,
        Poll::Pending => panic!("a store in a folder waits for nothing"),
    }
}

fn is_full() -> bool {
    std::env::var("TFGEN_CRASH").is_ok_and(|size| size == "full")
}

/// A step of the story: an entry gets a content, or none.
type Step = (&'static str, Option<Vec<u8>>);

/// Entries are made, replaced by longer and shorter ones, deleted and made again, as states and locks are.
fn story() -> Vec<Step> {
    let content = |text: &str, size: usize| Some(text.repeat(size / text.len() + 1).into_bytes());
    vec![
        ("lock/default", content("lock 1", 10)),
        ("state/default", content("first ", 600)),
        ("state/default", content("second ", 3000)),
        ("state/default", content("third ", 5)),
        ("lock/default", None),
        ("state/other", content("other ", 1200)),
        ("history/default/0001", content("first ", 600)),
        ("lock/default", content("lock 2", 10)),
        ("state/other", None),
        ("state/other", content("anew ", 700)),
        ("lock/default", None),
        ("history/default/0001", None),
    ]
}

type Contents = BTreeMap<&'static str, Vec<u8>>;

/// What may be there: what was acknowledged, and in its place what was being written.
#[derive(Clone, Default)]
struct Expected {
    there: Contents,
    next: Option<Step>,
}

impl Expected {
    fn allows(&self, key: &str, found: Option<&Vec<u8>>) -> bool {
        self.there.get(key) == found
            || self.next.as_ref().is_some_and(|(next, body)| *next == key && body.as_ref() == found)
    }

    fn done(&mut self) {
        match self.next.take() {
            Some((key, Some(body))) => drop(self.there.insert(key, body)),
            Some((key, None)) => drop(self.there.remove(key)),
            None => {}
        }
    }
}

/// The writer under test: what does a step on a disk.
type Writer = fn(&SimulatedDisk, &Step) -> Result<()>;

fn write(disk: &SimulatedDisk, (key, body): &Step) -> Result<()> {
    let store = Filesystem::open_on(disk.clone(), ROOT)?;
    now(async {
        let version = store.get(key).await?.map(|entry| entry.version).unwrap_or_default();
        match body {
            Some(body) => store.put_if_version(key, &version, Body::from(body.clone())).await.map(drop),
            None => store.delete_if_version(key, &version).await,
        }
    })
}

/// Says what is wrong with what a power cut has left, if anything is.
fn wrong(disk: &SimulatedDisk, expected: &Expected) -> Option<String> {
    let store = match Filesystem::open_on(disk.clone(), ROOT) {
        Ok(store) => store,
        Err(error) => return Some(format!("the store does not open: {error}")),
    };
    if !disk.files_below(&Path::new(ROOT).join("temporary")).is_empty() {
        return Some("unfinished files are left".to_owned());
    }
    let read = now(async {
        let mut found = BTreeMap::new();
        for key in story().iter().map(|(key, _)| *key) {
            if let Some(entry) = store.get(key).await? {
                found.insert(key.to_owned(), entry.body.to_vec());
            }
        }
        let listed = store.list("").await?;
        // What was left does not keep anybody from going on.
        let version = store.put_if_absent("after", "the cut".into()).await?;
        store.delete_if_version("after", &version).await?;
        Ok::<_, tfgen_runtime::state_store::Error>((found, listed))
    });
    let (found, listed) = match read {
        Ok(read) => read,
        Err(error) => return Some(format!("{error:?}")),
    };
    let keys: Vec<&String> = found.keys().collect();
    if listed.iter().collect::<Vec<_>>() != keys {
        return Some(format!("{listed:?} is listed, {keys:?} can be read"));
    }
    let bad = story().into_iter().find(|(key, _)| !expected.allows(key, found.get(*key)));
    bad.map(|(key, _)| format!("{key} has {:?} bytes", found.get(key).map(Vec::len)))
}

/// Tells the story on a disk and cuts the power everywhere; gives the number of cuts, and what they have broken.
fn cut_everywhere(lies: Lies, each: u64, writer: Writer) -> (u64, Vec<String>) {
    let disk = SimulatedDisk::lying(lies);
    Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    let (cuts, broken) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
    let expected = Arc::new(Mutex::new(Expected::default()));
    let watcher = {
        let (cuts, broken, expected) = (cuts.clone(), broken.clone(), expected.clone());
        move |world: &World| {
            let expected = expected.lock().expect("it is not poisoned").clone();
            for which in chosen(world.cuts(), each) {
                cuts.fetch_add(1, Ordering::Relaxed);
                if let Some(what) = wrong(&world.cut(which), &expected) {
                    broken.lock().expect("it is not poisoned").push(what);
                }
            }
        }
    };
    for step in story() {
        expected.lock().expect("it is not poisoned").next = Some(step.clone());
        disk.watch(watcher.clone());
        let done = writer(&disk, &step);
        disk.unwatch();
        done.expect("the disk works");
        expected.lock().expect("it is not poisoned").done();
        watcher(&disk.world().clone());
    }
    let broken = std::mem::take(&mut *broken.lock().expect("it is not poisoned"));
    (cuts.load(Ordering::Relaxed), broken)
}

/// Which of so many cuts are tried: all of them, or as many as that, spread over all.
pub fn chosen(all: u64, most: u64) -> Vec<u64> {
    if all <= most {
        return (0..all).collect();
    }
    let mut state = all ^ 0x9e37_79b9_7f4a_7c15;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    // Nothing and everything, and then any.
    [0, all - 1].into_iter().chain((2..most).map(|_| random() % all)).collect()
}

#[test]
fn no_power_cut_tears_or_loses_an_entry() {
    let each = if is_full() { 512 } else { 12 };
    let (cuts, broken) = cut_everywhere(Lies::default(), each, write);
    println!("{cuts} power cuts");
    assert!(cuts > if is_full() { 50_000 } else { 1_000 }, "{cuts} are few");
    assert_eq!(broken, Vec::<String>::new(), "of {cuts}");
}

#[test]
fn a_writer_that_does_not_sync_is_caught() {
    for lies in [Lies { files: true, folders: false }, Lies { files: false, folders: true }] {
        let (cuts, broken) = cut_everywhere(lies, 12, write);
        assert!(!broken.is_empty(), "{cuts} power cuts have broken nothing");
    }
}

/// Writes into the file itself, as many do.
fn write_in_place(disk: &SimulatedDisk, (key, body): &Step) -> Result<()> {
    let path = Path::new(ROOT).join("data").join(format!("{key}.entry"));
    let folders: Vec<&Path> = path.ancestors().skip(1).take(key.split('/').count() - 1).collect();
    for folder in folders.iter().rev() {
        let _ = disk.make_folder(folder);
        disk.sync_folder(folder.parent().unwrap_or(folder))?;
    }
    let _ = disk.unlink(&path);
    if let Some(body) = body {
        let mut file = disk.create(&path)?;
        // The bytes of a whole entry, from a store that is in order.
        let other = SimulatedDisk::default();
        write(&other, &(key, Some(body.clone())))?;
        disk.write(&mut file, &other.read(&path)?)?;
        disk.sync(&file)?;
    }
    disk.sync_folder(folders[0])?;
    Ok(())
}

#[test]
fn a_writer_that_writes_in_place_is_caught() {
    let (cuts, broken) = cut_everywhere(Lies::default(), 12, write_in_place);
    assert!(broken.iter().any(|what| what.contains("Corrupt")), "{cuts} power cuts have torn nothing: {broken:?}");
}

const EIO: i32 = 5;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;
const EINTR: i32 = 4;
const EDQUOT: i32 = 122;

/// Tells the story with one call failing; `false` once the story is over before that call.
fn survives(after: usize, how: Failure) -> bool {
    let disk = SimulatedDisk::default();
    Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    let mut expected = Expected::default();
    let mut calls = after;
    for step in story() {
        expected.next = Some(step.clone());
        disk.fail(calls, how);
        let outcome = write(&disk, &step);
        let failed = disk.mend();
        calls = calls.saturating_sub(disk.world().calls());
        match (&outcome, failed) {
            (Ok(()), Some(Call::Sync)) => panic!("{how:?} of a sync is taken for success: {step:?}"),
            (Err(error), None) => panic!("nothing has failed: {error}"),
            (Ok(()), _) => expected.done(),
            (Err(error), Some(_)) => {
                let unchanged = !matches!(error.kind(), ErrorKind::Uncertain | ErrorKind::Other);
                if unchanged {
                    expected.next = None;
                }
                let text = format!("{how:?} at call {after}: {error:?}");
                assert_eq!(wrong(&disk, &expected), None, "{text}");
                // And a power cut upon it.
                let world = disk.world().clone();
                for which in chosen(world.cuts(), 16) {
                    let step = Some(step.clone());
                    let either = Expected { next: step, ..expected.clone() };
                    assert_eq!(wrong(&world.cut(which), &either), None, "{text}, then a power cut");
                }
                return true;
            }
        }
        if failed.is_some() {
            assert_eq!(wrong(&disk, &expected), None, "{how:?} at call {after} did no harm");
            return true;
        }
    }
    false
}

#[test]
fn every_error_of_every_call_leaves_what_was_there() {
    let mut tried = 0;
    let all = [EIO, ENOSPC, EDQUOT, EINTR, EMFILE].map(|errno| [Failure::Errno(errno), Failure::Short(errno)]);
    let few = [Failure::Errno(EIO), Failure::Short(ENOSPC)];
    for how in if is_full() { all.as_flattened() } else { &few } {
        let mut call = 0;
        while survives(call, *how) {
            call += 1;
        }
        assert!(call > 50, "{call} calls are few");
        tried += call;
    }
    println!("{tried} errors");
}

#[test]
fn versions_do_not_come_back_after_a_cut() {
    let disk = SimulatedDisk::default();
    let store = Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    let version = now(store.put_if_absent("state/default", "x".into())).expect("it is written");
    let after = disk.world().cut(0);
    let store = Filesystem::open_on(after, ROOT).expect("it opens");
    let again = now(store.put_if_version("state/default", &version, "y".into()));
    assert!(again.is_ok(), "what was acknowledged is what a writer goes on from");
    let stale = now(store.put_if_version("state/default", &version, "z".into()));
    assert!(stale.is_err_and(|error| error.as_conflict().is_some_and(|conflict| conflict.actual != Version::ABSENT)));
}
