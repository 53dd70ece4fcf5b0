//! Errors of every call to the disk: what was there stays, and nothing is called done that may not be.

use super::full::is_full;
use super::power_cuts::{Expected, ROOT, Step, Writer, chosen, story, write, write_in_place, wrong};
use super::simulated_disk::{Call, Failure, SimulatedDisk};
use std::path::Path;
use tfgen_runtime::state_store::filesystem::disk::Disk as _;
use tfgen_runtime::state_store::{Error, ErrorKind, Filesystem, Result};

const EIO: i32 = 5;
const EMFILE: i32 = 24;
const ENOSPC: i32 = 28;
const EINTR: i32 = 4;
const EDQUOT: i32 = 122;

/// How a call fails, what it was, and what the write that it was part of has come to.
type Tried = std::result::Result<bool, String>;

/// Tells the story with one call failing; `false` once the story is over before that call, and what is wrong if anything is.
fn survives(after: usize, how: Failure, writer: Writer) -> Tried {
    let disk = SimulatedDisk::default();
    Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    let mut expected = Expected::default();
    let mut calls = after;
    for step in story() {
        expected.next = Some(step.clone());
        disk.fail(calls, how);
        let outcome = writer(&disk, &step);
        let failed = disk.mend();
        calls = calls.saturating_sub(disk.world().calls());
        let text = format!("{how:?} at call {after}: {outcome:?}");
        match (&outcome, failed) {
            // A sync that failed may have dropped what it was to write, and say nothing of that the next time: there is no making up for it.
            (Ok(()), Some(failed @ (Call::Sync | Call::SyncFolder))) => {
                return Err(format!("{how:?} of a {failed:?} is taken for success: {step:?}"));
            }
            (Err(error), None) => return Err(format!("nothing has failed: {error}")),
            (Ok(()), None) => expected.done(),
            // It was made up for: so it is done, also after a power cut.
            (Ok(()), Some(_)) => {
                expected.done();
                return also_after_a_cut(&disk, &expected, &text);
            }
            (Err(error), Some(_)) => {
                // What is not said to be open was not done, and does not come with a power cut either.
                if !matches!(error.kind(), ErrorKind::Uncertain | ErrorKind::Other) {
                    expected.next = None;
                }
                return also_after_a_cut(&disk, &expected, &text);
            }
        }
    }
    Ok(false)
}

/// The disk as it is, and as power cuts leave it.
fn also_after_a_cut(disk: &SimulatedDisk, expected: &Expected, text: &str) -> Tried {
    fine(disk, expected, text)?;
    let world = disk.world().clone();
    for which in chosen(world.cuts(), 16) {
        fine(&world.cut(which), expected, &format!("{text}, then a power cut"))?;
    }
    Ok(true)
}

fn fine(disk: &SimulatedDisk, expected: &Expected, text: &str) -> Tried {
    wrong(disk, expected).map_or(Ok(true), |what| Err(format!("{text}: {what}")))
}

/// How many calls were let fail in this way, one at a time.
fn every_call(how: Failure, writer: Writer) -> std::result::Result<usize, String> {
    let mut call = 0;
    while survives(call, how, writer)? {
        call += 1;
    }
    Ok(call)
}

#[test]
fn every_error_of_every_call_leaves_what_was_there() {
    let mut tried = 0;
    let all = [EIO, ENOSPC, EDQUOT, EINTR, EMFILE].map(|errno| [Failure::Errno(errno), Failure::Short(errno)]);
    let done = [EIO, ENOSPC].map(Failure::Done);
    let few = [Failure::Errno(EIO), Failure::Short(ENOSPC), Failure::Done(EIO)];
    let full: Vec<Failure> = all.as_flattened().iter().chain(&done).copied().collect();
    for how in if is_full() { &full[..] } else { &few } {
        let calls = every_call(*how, write).expect("what was there is there");
        assert!(calls > 50, "{calls} calls are few");
        tried += calls;
    }
    println!("{tried} errors");
}

/// A new file that takes the old one's place, whatever writing it has come to.
fn write_heedlessly(disk: &SimulatedDisk, (key, body): &Step) -> Result<()> {
    let path = Path::new(ROOT).join("data").join(format!("{key}.entry"));
    let folders: Vec<&Path> = path.ancestors().skip(1).take(key.split('/').count() - 1).collect();
    for folder in folders.iter().rev() {
        let _ = disk.make_folder(folder);
    }
    let Some(body) = body else {
        let _ = disk.unlink(&path);
        return Ok(());
    };
    let other = SimulatedDisk::default();
    write(&other, &(key, Some(body.clone())))?;
    let unfinished = path.with_extension("new");
    let mut file = disk.create(&unfinished)?;
    let _ = disk.write(&mut file, &other.read(&path)?);
    let _ = disk.sync(&file);
    disk.rename(&unfinished, &path)?;
    let _ = disk.sync_folder(folders[0]);
    Ok(())
}

/// The store itself, but for a folder that cannot be synced after the change: what is open is told as this.
fn write_telling(disk: &SimulatedDisk, step: &Step, of_open: Result<()>) -> Result<()> {
    match write(disk, step) {
        Err(failed) if failed.kind() == ErrorKind::Uncertain => of_open,
        outcome => outcome,
    }
}

#[test]
fn what_is_open_is_told_neither_as_done_nor_as_not_done() {
    let eio = Failure::Errno(EIO);
    let caught =
        every_call(eio, |disk, step| write_telling(disk, step, Ok(()))).expect_err("it may be gone after a cut");
    assert!(caught.contains("of a SyncFolder is taken for success"), "{caught}");
    let not_done = |disk: &SimulatedDisk, step: &Step| {
        write_telling(disk, step, Err(Error::new(ErrorKind::Unavailable, "nothing was changed")))
    };
    let caught = every_call(eio, not_done).expect_err("it is there");
    assert!(caught.contains("nothing was changed"), "{caught}");
}

#[test]
fn writers_that_do_not_heed_errors_are_caught() {
    let (eio, short) = (Failure::Errno(EIO), Failure::Short(ENOSPC));
    let caught = every_call(short, write_heedlessly).expect_err("half of it is there");
    assert!(caught.contains("Corrupt"), "{caught}");
    let caught = every_call(eio, write_heedlessly).expect_err("nothing is there, or it is not synced");
    assert!(!caught.is_empty());
    for how in [eio, short] {
        let caught = every_call(how, write_in_place).expect_err("what was there is gone before the new is there");
        assert!(!caught.contains("nothing has failed"), "{caught}");
    }
}
