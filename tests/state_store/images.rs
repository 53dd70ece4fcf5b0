//! Power cuts on real file systems: a writer on a loop-mounted image, whose device is cloned at any moment, and mounted again as a
//! machine would after its power was cut.
//!
//! It needs root, loop devices and the `mkfs` programs (Debian: `e2fsprogs`, `xfsprogs`, `btrfs-progs`), and fails where they are missing. So that
//! nobody else has to, these tests are there only with the feature `images`; `.ci/run` turns it on. A few cuts by default; `TFGEN_CRASH=full` takes
//! 1,000 on ext4, and 200 on xfs and on btrfs.

use super::full::is_full;
use super::killed::{start, step_of};
use super::scratch::Scratch;
use super::terraform::shelf;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Runs a program; its message if it fails.
fn run(program: &str, arguments: &[&str], paths: &[&Path]) -> Result<(), String> {
    let mut command = Command::new(program);
    command.args(arguments).args(paths).stdin(Stdio::null());
    let output = command.output().map_err(|error| format!("{program} does not start: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() { Ok(()) } else { Err(format!("{program} fails: {}", said.trim())) }
}

/// A mounted image.
struct Mount(PathBuf);

impl Mount {
    fn of(image: &Path, kind: Kind, folder: PathBuf) -> Result<Self, String> {
        std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        run("mount", &["-o", kind.options], &[image, &folder])?;
        Ok(Self(folder))
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        for _ in 0..50 {
            if run("umount", &[], &[&self.0]).is_ok() {
                return;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        let _ = run("umount", &["--lazy"], &[&self.0]);
    }
}

/// A file system to write to.
#[derive(Clone, Copy)]
struct Kind {
    name: &'static str,
    make: &'static [&'static str],
    /// Of the mount: a clone has the id of the file system that it is one of, which xfs takes for a mistake.
    options: &'static str,
    /// Of the image.
    mebibytes: u64,
}

const EXT4: Kind = Kind { name: "ext4", make: &["mkfs.ext4", "-q", "-F"], options: "loop", mebibytes: 64 };
const XFS: Kind = Kind { name: "xfs", make: &["mkfs.xfs", "-q", "-f"], options: "loop,nouuid", mebibytes: 320 };
const BTRFS: Kind = Kind { name: "btrfs", make: &["mkfs.btrfs", "-q", "-f"], options: "loop", mebibytes: 256 };

fn image(path: &Path, kind: Kind) -> Result<(), String> {
    let file = std::fs::File::create(path).and_then(|file| file.set_len(kind.mebibytes << 20));
    file.map_err(|error| error.to_string())?;
    run(kind.make[0], &kind.make[1..], &[path])
}

/// A mounted file system, whose image can be cloned in an instant since it lies in another one that can do that.
struct Rig {
    inner: Mount,
    outer: Mount,
    kind: Kind,
    _scratch: Scratch,
}

impl Rig {
    fn new(kind: Kind) -> Result<Self, String> {
        let scratch = Scratch::new();
        let outer = scratch.join("outer.img");
        // Clones take room only for what differs.
        image(&outer, Kind { mebibytes: 2048, ..XFS })?;
        let outer = Mount::of(&outer, XFS, scratch.join("outer"))?;
        image(&outer.0.join("disk.img"), kind)?;
        let inner = Mount::of(&outer.0.join("disk.img"), kind, scratch.join("inner"))?;
        Ok(Self { inner, outer, kind, _scratch: scratch })
    }

    /// What would be on the disk if the power were cut now, after the journal was replayed.
    fn cut(&self) -> Result<Cut, String> {
        let (disk, clone) = (self.outer.0.join("disk.img"), self.outer.0.join("cut.img"));
        run("cp", &["--reflink=always"], &[&disk, &clone])?;
        let mount = Mount::of(&clone, self.kind, self.outer.0.join("cut"));
        Ok(Cut { mount: Some(mount?), clone })
    }
}

struct Cut {
    mount: Option<Mount>,
    clone: PathBuf,
}

impl Cut {
    fn folder(&self) -> &Path {
        &self.mount.as_ref().expect("it is mounted until it is dropped").0
    }
}

impl Drop for Cut {
    fn drop(&mut self) {
        self.mount = None;
        let _ = std::fs::remove_file(&self.clone);
    }
}

/// A writer, and the step that it has acknowledged last.
struct Writer {
    child: Child,
    acknowledged: Arc<AtomicU64>,
}

impl Writer {
    fn start(role: &str, folder: &Path) -> Self {
        let mut child = start(role, folder, u64::MAX, &[]);
        let output = BufReader::new(child.stderr.take().expect("it is piped"));
        let acknowledged = Arc::new(AtomicU64::new(0));
        let last = acknowledged.clone();
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if let Some(step) = line.strip_prefix("done ").and_then(|step| step.parse().ok()) {
                    last.store(step, Ordering::SeqCst);
                }
            }
        });
        let writer = Self { child, acknowledged };
        let begun = Instant::now();
        while writer.last() == 0 {
            assert!(begun.elapsed() < Duration::from_mins(1), "the writer does not begin");
            std::thread::sleep(Duration::from_millis(5));
        }
        writer
    }

    fn last(&self) -> u64 {
        self.acknowledged.load(Ordering::SeqCst)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// How many cuts have torn the content, and how many have lost an acknowledged one.
#[derive(Debug, Default, PartialEq, Eq)]
struct Harm {
    torn: u64,
    lost: u64,
}

/// Cuts the power so often while somebody writes; `read` gives the content that is there after a cut, and an error if it is torn.
fn cuts(rig: &Rig, role: &str, cuts: u64, read: fn(&Path) -> Result<Vec<u8>, String>) -> Result<Harm, String> {
    let writer = Writer::start(role, &rig.inner.0);
    let mut harm = Harm::default();
    for cut in 0..cuts {
        std::thread::sleep(Duration::from_micros(cut * 7_919 % 30_000));
        let before = writer.last();
        let cut = rig.cut()?;
        match read(cut.folder()).map(|content| (content.is_empty(), step_of(&content))) {
            Ok((_, Some(step))) if step >= before => {}
            Ok((false, None)) | Err(_) => harm.torn += 1,
            Ok(_) => harm.lost += 1,
        }
    }
    Ok(harm)
}

/// The state, which has to be whole and free: whoever had it locked is gone with the power.
fn state(folder: &Path) -> Result<Vec<u8>, String> {
    let run = shelf(folder);
    let looked = run.read("default").and_then(|state| {
        let held = run.lock("default", "OperationTypePlan")?;
        run.unlock("default", &held)?;
        Ok(state)
    });
    looked.map_err(|error| error.to_string()).inspect_err(|error| println!("{error}"))
}

fn careless(folder: &Path) -> Result<Vec<u8>, String> {
    match std::fs::read(folder.join("careless")) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => Err(error.to_string()),
        content => Ok(content.unwrap_or_default()),
    }
}

const NEEDS: &str = "\nThese tests need root, loop devices, and the programs that make ext4, xfs and btrfs.";

fn power_cuts(kind: Kind, all: u64) {
    let number = if is_full() { all } else { 4 };
    let rig = Rig::new(kind).unwrap_or_else(|reason| panic!("{reason}{NEEDS}"));
    let begun = Instant::now();
    let harm = cuts(&rig, "writer", number, state).unwrap_or_else(|reason| panic!("{reason}{NEEDS}"));
    println!("{number} power cuts on {} in {:?}: {harm:?}", kind.name, begun.elapsed());
    assert_eq!(harm, Harm::default(), "of {number} on {}", kind.name);
}

#[test]
fn power_cuts_on_ext4_tear_and_lose_nothing() {
    power_cuts(EXT4, 1_000);
}

#[test]
fn power_cuts_on_xfs_tear_and_lose_nothing() {
    power_cuts(XFS, 200);
}

#[test]
fn power_cuts_on_btrfs_tear_and_lose_nothing() {
    power_cuts(BTRFS, 200);
}

#[test]
fn writers_that_do_not_sync_are_caught_by_power_cuts() {
    for (kind, role) in [(EXT4, "careless"), (EXT4, "unsynced"), (XFS, "unsynced"), (BTRFS, "unsynced")] {
        // When a file system writes by itself is its own affair: a few cuts may all come right after it has.
        let mut found = Harm::default();
        for batch in 1..=20 {
            let rig = Rig::new(kind).unwrap_or_else(|reason| panic!("{reason}{NEEDS}"));
            found = cuts(&rig, role, 25, careless).unwrap_or_else(|reason| panic!("{reason}{NEEDS}"));
            println!("25 power cuts on {role} on {}, batch {batch}: {found:?}", kind.name);
            if found != Harm::default() {
                break;
            }
        }
        assert_ne!(found, Harm::default(), "{role} on {}", kind.name);
    }
}
