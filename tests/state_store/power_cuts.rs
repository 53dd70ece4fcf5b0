//! Power cuts on a simulated disk, at every call and with every part of what was not synced.
//!
//! A few thousand states by default. `TFGEN_CRASH=full` takes all there are where no more than nine things are unsynced, and many beyond that.

use super::full::is_full;
use super::simulated_disk::{Lies, SimulatedDisk, World};
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Context, Poll, Waker};
use tfgen_runtime::state_store::filesystem::disk::Disk as _;
use tfgen_runtime::state_store::{Body, Filesystem, History, Result, Retention, Store, Version};

pub const ROOT: &str = "/mnt/store";

/// The outcome of what never waits.
pub fn now<T>(work: impl Future<Output = T>) -> T {
    match pin!(work).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(outcome) => outcome,
        Poll::Pending => panic!("a store in a folder waits for nothing"),
    }
}

/// A step of the story: an entry gets a content, or none.
pub type Step = (&'static str, Option<Vec<u8>>);

/// Entries are made, replaced by longer and shorter ones, deleted and made again, as states and locks are. The full one goes on with a state of many sectors.
pub fn story() -> Vec<Step> {
    let content = |text: &str, size: usize| Some(text.repeat(size / text.len() + 1).into_bytes());
    let mut steps = vec![
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
    ];
    if is_full() {
        steps.extend([("state/other", content("longer ", 12_000)), ("state/default", content("fourth ", 2000))]);
    }
    steps
}

pub type Contents = BTreeMap<&'static str, Vec<u8>>;

/// What may be there: what was acknowledged, and in its place what was being written.
#[derive(Clone, Default)]
pub struct Expected {
    pub there: Contents,
    pub next: Option<Step>,
}

impl Expected {
    fn allows(&self, key: &str, found: Option<&Vec<u8>>) -> bool {
        self.there.get(key) == found
            || self.next.as_ref().is_some_and(|(next, body)| *next == key && body.as_ref() == found)
    }

    pub fn done(&mut self) {
        match self.next.take() {
            Some((key, Some(body))) => drop(self.there.insert(key, body)),
            Some((key, None)) => drop(self.there.remove(key)),
            None => {}
        }
    }
}

/// The writer under test: what does a step on a disk.
pub type Writer = fn(&SimulatedDisk, &Step) -> Result<()>;

pub fn write(disk: &SimulatedDisk, (key, body): &Step) -> Result<()> {
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
pub fn wrong(disk: &SimulatedDisk, expected: &Expected) -> Option<String> {
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

/// How hard it is tried.
#[derive(Clone, Copy)]
struct Effort {
    /// How many cuts are tried at each point where there are more.
    each: u64,
    /// Whether all of them are tried where no more than nine things are unsynced.
    exhausts: bool,
    /// Whether what nobody syncs reaches the disk after each step, as it does some day: without that it adds up, and there are too many cuts to try all.
    settles: bool,
}

const FEW: Effort = Effort { each: 12, exhausts: false, settles: false };

/// What power cuts have come to.
#[derive(Default)]
struct Cuts {
    /// How many were tried.
    tried: u64,
    /// Which disks were left by them, each once.
    states: HashSet<u64>,
    /// Which of these were looked at since when what has to be there changed last.
    seen: HashSet<u64>,
    /// What was wrong with them.
    broken: Vec<String>,
}

impl Cuts {
    /// Cuts the power here, and looks at what is left unless it was looked at already.
    fn cut(&mut self, world: &World, effort: Effort, wrong: impl Fn(&SimulatedDisk) -> Option<String>) {
        let most = if effort.exhausts && world.unsynced() <= 9 { u64::MAX } else { effort.each };
        for which in chosen(world.cuts(), most) {
            let left = world.cut(which);
            let fingerprint = left.world().fingerprint();
            self.tried += 1;
            self.states.insert(fingerprint);
            if self.seen.insert(fingerprint) {
                self.broken.extend(wrong(&left));
            }
        }
    }
}

/// Does some work on a disk, and cuts the power before each call and after the last one.
fn watched(
    disk: &SimulatedDisk,
    cuts: &Arc<Mutex<Cuts>>,
    effort: Effort,
    wrong: impl Fn(&SimulatedDisk) -> Option<String> + Send + Sync + 'static,
    work: impl FnOnce() -> Result<()>,
) {
    let wrong = Arc::new(wrong);
    held(cuts).seen.clear();
    let (found, look) = (cuts.clone(), wrong.clone());
    disk.watch(move |world: &World| held(&found).cut(world, effort, |left| look(left)));
    let done = work();
    disk.unwatch();
    done.expect("the disk works");
    held(cuts).cut(&disk.world().clone(), effort, |left| wrong(left));
}

fn held(cuts: &Mutex<Cuts>) -> MutexGuard<'_, Cuts> {
    cuts.lock().expect("it is not poisoned")
}

/// Tells the story on a disk and cuts the power everywhere.
fn cut_everywhere(lies: Lies, effort: Effort, writer: Writer) -> Cuts {
    let disk = SimulatedDisk::lying(lies);
    let cuts = Arc::new(Mutex::new(Cuts::default()));
    let mut expected = Expected::default();
    if effort.exhausts {
        // A store that is being made is none, or a whole one.
        let nothing = expected.clone();
        let open = || Filesystem::open_on(disk.clone(), ROOT).map(drop);
        watched(&disk, &cuts, effort, move |left| wrong(left, &nothing), open);
    }
    Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    for step in story() {
        expected.next = Some(step.clone());
        let either = expected.clone();
        watched(&disk, &cuts, effort, move |left| wrong(left, &either), || writer(&disk, &step));
        expected.done();
        // What was acknowledged is there from now on.
        held(&cuts).seen.clear();
        held(&cuts).cut(&disk.world().clone(), effort, |left| wrong(left, &expected));
        if effort.settles {
            for folder in ["guard", "temporary"] {
                disk.world().settle(&Path::new(ROOT).join(folder));
            }
        }
    }
    std::mem::take(&mut *held(&cuts))
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
    // The first and the last, and then any.
    [0, all - 1].into_iter().chain((2..most).map(|_| random() % all)).collect()
}

#[test]
fn no_power_cut_tears_or_loses_an_entry() {
    let each = if is_full() { 8_192 } else { 12 };
    let (mut tried, mut states) = (0, HashSet::new());
    for settles in [false, true] {
        let effort = Effort { each, exhausts: is_full(), settles };
        let cuts = cut_everywhere(Lies::default(), effort, write);
        assert_eq!(cuts.broken, Vec::<String>::new(), "of {}", cuts.tried);
        tried += cuts.tried;
        states.extend(cuts.states);
    }
    println!("{tried} power cuts have left {} states", states.len());
    assert!(tried > if is_full() { 50_000 } else { 1_000 }, "{tried} are few");
    assert!(states.len() > if is_full() { 50_000 } else { 400 }, "{} states are few", states.len());
}

/// Writes, restores, deletes and makes anew, each upon what is there.
fn change(store: &History, text: Option<&str>) -> Result<()> {
    now(async {
        let version = store.version("state/default").await?;
        match text {
            Some("restore") => store.restore("state/default", &version, "2").await.map(drop),
            Some(text) => store.put_if_version("state/default", &version, text.repeat(200).into()).await.map(drop),
            None => store.delete_if_version("state/default", &version).await,
        }
    })
}

fn with_history(disk: &SimulatedDisk) -> Result<History> {
    Ok(History::new(Filesystem::open_on(disk.clone(), ROOT)?, "state/", Retention { keep: 3, max_age: None }))
}

/// Says what is wrong with an entry and its revisions after a power cut, if anything is.
fn wrong_with_history(disk: &SimulatedDisk, allowed: &[Option<String>]) -> Option<String> {
    let looked = with_history(disk).and_then(|store| {
        now(async {
            let found = store.get("state/default").await?.map(|entry| entry.body);
            for revision in store.revisions("state/default").await? {
                store.revision("state/default", &revision.id).await?;
            }
            change(&store, Some("after the cut"))?;
            Ok(found)
        })
    });
    match looked {
        Err(failed) => Some(format!("{failed:?}")),
        Ok(found) => {
            let is_allowed = allowed.iter().any(|text| text.as_ref().map(|text| Body::from(text.repeat(200))) == found);
            (!is_allowed).then(|| format!("{:?} bytes are there", found.map(|body| body.len())))
        }
    }
}

#[test]
fn no_power_cut_tears_or_loses_a_revision() {
    let disk = SimulatedDisk::default();
    let cuts = Arc::new(Mutex::new(Cuts::default()));
    let effort = Effort { each: if is_full() { 256 } else { 3 }, exhausts: is_full(), settles: false };
    let mut there = None;
    for (text, becomes) in [
        (Some("one "), Some("one ")),
        (Some("two and more "), Some("two and more ")),
        (Some("three "), Some("three ")),
        (Some("restore"), Some("two and more ")),
        (Some("five "), Some("five ")),
        (None, None),
        (Some("anew "), Some("anew ")),
    ] {
        let becomes = becomes.map(str::to_owned);
        let either = [there, becomes.clone()];
        watched(
            &disk,
            &cuts,
            effort,
            move |left| wrong_with_history(left, &either),
            || change(&with_history(&disk)?, text),
        );
        there = becomes;
        held(&cuts).seen.clear();
        let done = [there.clone()];
        held(&cuts).cut(&disk.world().clone(), effort, |left| wrong_with_history(left, &done));
        for folder in ["guard", "temporary"] {
            disk.world().settle(&Path::new(ROOT).join(folder));
        }
    }
    let cuts = held(&cuts);
    println!("{} power cuts with a history have left {} states", cuts.tried, cuts.states.len());
    assert_eq!(cuts.broken, Vec::<String>::new(), "of {}", cuts.tried);
    assert!(cuts.states.len() > 100, "{} states are few", cuts.states.len());
}

#[test]
fn a_writer_that_does_not_sync_is_caught() {
    for lies in [Lies { files: true, folders: false }, Lies { files: false, folders: true }] {
        let cuts = cut_everywhere(lies, FEW, write);
        assert!(!cuts.broken.is_empty(), "{} power cuts have broken nothing", cuts.tried);
    }
}

/// Writes into the file itself, as many do.
pub fn write_in_place(disk: &SimulatedDisk, (key, body): &Step) -> Result<()> {
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
    let Cuts { tried, broken, .. } = cut_everywhere(Lies::default(), FEW, write_in_place);
    assert!(broken.iter().any(|what| what.contains("Corrupt")), "{tried} power cuts have torn nothing: {broken:?}");
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
