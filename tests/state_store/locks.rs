//! Locks, and what a run may write, as Terraform's calls come: over the service, one run beside another.

use super::scratch::Scratch;
use super::terraform::{provider, run, shelf};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tfgen_testing::{StateStore, hcl};

/// The text of an error.
pub fn refused<T>(outcome: Result<T, tfgen_testing::Error>) -> String {
    outcome.err().expect("it is refused").to_string()
}

#[track_caller]
pub fn says(text: &str, words: &[&str]) {
    for word in words {
        assert!(text.contains(word), "{word:?} is missing in: {text}");
    }
}

/// The id that people read in the error of a locked state.
fn id_in(text: &str) -> String {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("ID:")).expect("an id is told");
    line.trim().to_owned()
}

fn lock_file(folder: &Path, state: &str) -> PathBuf {
    folder.join(format!("shelf/data/lock/{state}.entry"))
}

/// A run on the shelf that waits so long, and whose locks are good for so long.
pub fn patient(folder: &Path, timeout: &str, lease: &str) -> StateStore {
    let path = folder.join("shelf").display().to_string();
    run(folder, "kitchen_shelf", hcl! { path = path, lock_timeout = timeout, lease = lease })
}

#[test]
fn states_live_their_lives_apart() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    assert_eq!(a.states().unwrap(), Vec::<String>::new());
    assert_eq!(a.read("foo").unwrap(), b"");
    a.write("foo", b"foo 1").unwrap();
    assert_eq!(b.read("bar").unwrap(), b"");
    a.write("bar", b"bar 1").unwrap();
    assert_eq!(b.read("foo").unwrap(), b"foo 1");
    a.write("foo", b"2").unwrap();
    assert_eq!(b.read("foo").unwrap(), b"2", "nothing of the longer one is left");
    assert_eq!(b.read("bar").unwrap(), b"bar 1");
    assert_eq!(b.states().unwrap(), ["bar", "foo"], "no default is made up");
    a.delete("foo").unwrap();
    assert_eq!(b.states().unwrap(), ["bar"]);
    says(&refused(a.delete("foo")), &["There is no state \"foo\""]);
    says(&refused(a.delete("default")), &["The default state cannot be deleted"]);
    assert_eq!(a.read("foo").unwrap(), b"", "what is made again is empty");
    a.write("foo", b"anew").unwrap();
    assert_eq!(b.states().unwrap(), ["bar", "foo"]);
    a.delete("foo").unwrap();
    b.delete("bar").unwrap();
    assert_eq!(a.states().unwrap(), Vec::<String>::new());
}

#[test]
fn states_of_any_name_and_size_come_back() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    let long = "w".repeat(240);
    let mut names = vec!["..", ".", "Prod", "prod", "~$&+=:@", "con", &long, "default", "a%2Fb", "é"];
    for name in &names {
        a.write(name, name.as_bytes()).unwrap();
    }
    names.sort_unstable();
    assert_eq!(b.states().unwrap(), names);
    for name in &names {
        assert_eq!(b.read(name).unwrap(), name.as_bytes(), "{name}");
    }
    let chunk = a.chunk_size();
    for size in [1, chunk - 1, chunk, chunk + 1, 3 * chunk, (3 << 20) + 1] {
        let state: Vec<u8> = (0..size).map(|n| n.to_le_bytes()[0]).collect();
        a.write("size", &state).unwrap();
        assert_eq!(b.read("size").unwrap(), state, "{size}");
    }
}

#[test]
fn a_lock_is_one_runs_and_its_error_tells_all_that_opens_it() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    a.write("default", b"1").unwrap();
    let held = a.lock("default", "OperationTypeApply").unwrap();
    assert_eq!(b.read("default").unwrap(), b"1", "reading needs no lock");
    let text = refused(b.lock("default", "OperationTypePlan"));
    let process = format!("process {}", std::process::id());
    says(&text, &["The state \"default\" is locked", &held, "OperationTypeApply", &process, "Created:"]);
    says(&text, &[&format!("terraform force-unlock {held}")]);
    let other = b.lock("other", "OperationTypeApply").unwrap();
    assert_ne!(other, held, "another state has its own lock");
    says(&refused(b.unlock("default", "wrong")), &["locked by another lock than wrong", "Nothing was unlocked", &held]);
    says(&refused(b.unlock("nothing", &held)), &["is not locked"]);
    a.unlock("default", &held).unwrap();
    let anew = b.lock("default", "OperationTypeApply").unwrap();
    assert_ne!(anew, held);
    says(&refused(a.unlock("default", &held)), &["locked by another lock"]);
    b.unlock("default", &anew).unwrap();
    says(&refused(b.unlock("default", &anew)), &["is not locked"]);
    b.unlock("other", &other).unwrap();
}

#[test]
fn a_run_that_ends_without_unlocking_locks_nobody_out() {
    let scratch = Scratch::new();
    let a = shelf(&scratch.join(""));
    a.lock("default", "OperationTypeApply").unwrap();
    let b = shelf(&scratch.join(""));
    says(&refused(b.lock("default", "OperationTypePlan")), &["is locked"]);
    drop(a);
    assert!(lock_file(&scratch.join(""), "default").exists(), "nobody has given it back");
    let held = b.lock("default", "OperationTypePlan").unwrap();
    b.unlock("default", &held).unwrap();
    let alive = fs::read_dir(scratch.join("shelf/alive")).unwrap().count();
    assert_eq!(alive, 0, "no proof is left of locks that are gone");
}

#[test]
fn force_takes_the_id_of_the_error_and_another_process() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    a.lock("default", "OperationTypeApply").unwrap();
    let id = id_in(&refused(b.lock("default", "OperationTypeApply")));
    shelf(&scratch.join("")).unlock("default", &id).unwrap();
    let anew = b.lock("default", "OperationTypeApply").unwrap();
    b.unlock("default", &anew).unwrap();
}

#[test]
fn a_lock_that_cannot_be_read_is_a_lock_that_force_opens() {
    for damage in ["", "{", "{\"ID\":\"\"}", "\0\0\0", "a lock of somebody's"] {
        let scratch = Scratch::new();
        let a = shelf(&scratch.join(""));
        let held = a.lock("default", "OperationTypeApply").unwrap();
        a.unlock("default", &held).unwrap();
        // A whole entry whose content is no record.
        let store = tfgen_runtime::state_store::Filesystem::open(scratch.join("shelf")).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let put = tfgen_runtime::state_store::Store::put_if_absent(&store, "lock/default", damage.into());
        runtime.block_on(put).unwrap();
        let text = refused(a.lock("default", "OperationTypePlan"));
        says(&text, &["is locked", "The lock cannot be read", "terraform force-unlock unreadable-"]);
        let id = text.lines().last().and_then(|line| line.split_whitespace().last()).unwrap().to_owned();
        says(&refused(a.unlock("default", "wrong")), &["another lock"]);
        a.unlock("default", &id).unwrap();
        a.lock("default", "OperationTypePlan").unwrap();
    }
}

#[test]
fn a_damaged_file_of_a_lock_is_a_lock_that_force_opens() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    let held = a.lock("default", "OperationTypeApply").unwrap();
    let file = lock_file(&scratch.join(""), "default");
    let whole = fs::read(&file).unwrap();
    b.write("other", b"x").unwrap();
    let moved = String::from_utf8_lossy(&whole).replace("lock/default", "lock/another").into_bytes();
    let cases = [Vec::new(), b"garbage".to_vec(), whole[..20].to_vec(), whole[..whole.len() - 5].to_vec(), moved];
    for damaged in cases {
        fs::write(&file, &damaged).unwrap();
        let text = refused(b.lock("default", "OperationTypePlan"));
        says(&text, &["is locked", "The lock cannot be read", "is damaged", "terraform force-unlock unreadable-"]);
        let id = text.lines().last().and_then(|line| line.split_whitespace().last()).unwrap().to_owned();
        says(&refused(b.write("default", b"x")), &["locked by someone else", &id]);
        says(&refused(b.unlock("default", &held)), &["another lock", &id]);
        assert_eq!(fs::read(&file).unwrap(), damaged, "nothing has touched it");
        b.unlock("default", &id).unwrap();
        let anew = b.lock("default", "OperationTypePlan").unwrap();
        b.unlock("default", &anew).unwrap();
    }
}

#[test]
fn a_run_waits_for_a_lock_as_long_as_it_is_told() {
    let scratch = Scratch::new();
    let a = shelf(&scratch.join(""));
    let held = a.lock("default", "OperationTypeApply").unwrap();
    let start = Instant::now();
    let text = refused(patient(&scratch.join(""), "1s", "0s").lock("default", "OperationTypePlan"));
    let waited = start.elapsed();
    assert!(waited >= Duration::from_secs(1) && waited < Duration::from_secs(20), "{waited:?}");
    says(&text, &["has had the lock for all of 1s"]);
    let waiting: Vec<_> = (0..4)
        .map(|_| {
            let folder = scratch.join("");
            std::thread::spawn(move || {
                let run = patient(&folder, "2m", "0s");
                let held = run.lock("default", "OperationTypePlan").unwrap();
                run.read("default").unwrap();
                run.unlock("default", &held).unwrap();
            })
        })
        .collect();
    std::thread::sleep(Duration::from_millis(300));
    a.unlock("default", &held).unwrap();
    for run in waiting {
        run.join().expect("each gets the lock once");
    }
}

#[test]
fn a_write_is_one_upon_what_was_read() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    a.write("default", b"1").unwrap();
    assert_eq!(b.read("default").unwrap(), b"1");
    a.write("default", b"2").unwrap();
    let text = refused(b.write("default", b"3"));
    says(&text, &["has changed since this run read it", "nothing of theirs was overwritten", "errored.tfstate"]);
    assert_eq!(a.read("default").unwrap(), b"2");
    assert_eq!(b.read("default").unwrap(), b"2");
    b.write("default", b"3").unwrap();
    b.write("default", b"4").unwrap();
    let c = shelf(&scratch.join(""));
    assert_eq!(c.read("gone").unwrap(), b"");
    b.write("gone", b"made meanwhile").unwrap();
    says(&refused(c.write("gone", b"made too")), &["has changed since this run read it"]);
    assert_eq!(c.read("default").unwrap(), b"4");
    b.delete("gone").unwrap();
    let d = shelf(&scratch.join(""));
    d.read("default").unwrap();
    b.write("default", b"5").unwrap();
    says(&refused(d.write("default", b"lost")), &["has changed"]);
}

#[test]
fn a_lock_of_somebody_else_forbids_writing_and_deleting() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    a.read("work").unwrap();
    a.write("work", b"without a lock").unwrap();
    let held = a.lock("work", "OperationTypeApply").unwrap();
    b.read("work").unwrap();
    says(&refused(b.write("work", b"no")), &["locked by someone else", &held, "It was not written"]);
    says(&refused(b.delete("work")), &["is locked", &held]);
    says(&refused(a.delete("work")), &["is locked"]);
    a.write("work", b"with the lock").unwrap();
    a.unlock("work", &held).unwrap();
    says(&refused(b.write("work", b"no")), &["has changed since"]);
    b.read("work").unwrap();
    b.delete("work").unwrap();
    assert!(!lock_file(&scratch.join(""), "work").exists());
}

#[test]
fn a_lock_that_was_taken_away_stops_its_holder_from_writing() {
    let scratch = Scratch::new();
    let (a, b) = (shelf(&scratch.join("")), shelf(&scratch.join("")));
    let first = a.lock("default", "OperationTypeApply").unwrap();
    a.read("default").unwrap();
    b.unlock("default", &first).unwrap();
    let second = b.lock("default", "OperationTypeApply").unwrap();
    b.read("default").unwrap();
    says(&refused(a.write("default", b"the first")), &["locked by someone else", &second]);
    b.write("default", b"the second").unwrap();
    b.unlock("default", &second).unwrap();
    says(&refused(a.write("default", b"the first")), &["has changed since"]);
    assert_eq!(shelf(&scratch.join("")).read("default").unwrap(), b"the second");
}

#[test]
fn a_lock_with_a_lease_is_renewed_and_taken_over_only_when_it_is_not() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let a = patient(&folder, "0s", "1s");
    let held = a.lock("default", "OperationTypeApply").unwrap();
    let before = fs::read(lock_file(&folder, "default")).unwrap();
    let text = refused(patient(&folder, "2500ms", "1s").lock("default", "OperationTypePlan"));
    says(&text, &["is locked", &held, "Renewed:", "1s"]);
    assert_ne!(fs::read(lock_file(&folder, "default")).unwrap(), before, "its heartbeat is seen");
    a.unlock("default", &held).unwrap();
    // A record that nobody renews, of a holder of whom nothing is known.
    let record = r#"{"ID":"sleeper","Lease":"1s","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    let store = tfgen_runtime::state_store::Filesystem::open(folder.join("shelf")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(tfgen_runtime::state_store::Store::put_if_absent(&store, "lock/default", record.into())).unwrap();
    let b = shelf(&folder);
    says(&refused(b.write("default", b"x")), &["locked by someone else", "sleeper"]);
    let start = Instant::now();
    let taken = b.lock("default", "OperationTypePlan").unwrap();
    assert!(start.elapsed() >= Duration::from_secs(1), "it was watched for a whole lease");
    says(&refused(b.unlock("default", "sleeper")), &["another lock"]);
    b.unlock("default", &taken).unwrap();
}

#[test]
fn a_lock_of_which_nothing_is_known_stays() {
    let scratch = Scratch::new();
    let a = shelf(&scratch.join(""));
    let store = tfgen_runtime::state_store::Filesystem::open(scratch.join("shelf")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let record = r#"{"ID":"far","Who":"them@elsewhere"}"#;
    runtime.block_on(tfgen_runtime::state_store::Store::put_if_absent(&store, "lock/default", record.into())).unwrap();
    says(&refused(a.lock("default", "OperationTypePlan")), &["is locked", "them@elsewhere", "force-unlock far"]);
    a.unlock("default", "far").unwrap();
}

#[test]
fn stores_are_chosen_and_named_as_the_schema_says() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let floor = run(&folder, "kitchen_floor", hcl! { corner = folder.join("floor").display().to_string() });
    assert_eq!(floor.lock("default", "OperationTypeApply").unwrap(), "", "it has no locks");
    floor.write("default", b"x").unwrap();
    let bowl = run(&folder, "kitchen_bowl", hcl! { patience = "0s" });
    let held = bowl.lock("default", "OperationTypeApply").unwrap();
    bowl.write("default", b"x").unwrap();
    bowl.unlock("default", &held).unwrap();
    let cellar = run(&folder, "kitchen_cellar", hcl! { path = folder.join("cellar").display().to_string() });
    cellar.write("default", b"x").unwrap();
    assert!(folder.join("cellar/data/state/default.entry").exists(), "left out, it is a folder");
    let cellar = run(&folder, "kitchen_cellar", hcl! { backend = "memory" });
    assert_eq!(cellar.read("default").unwrap(), b"");
    let kitchen = provider(&folder);
    let text = refused(kitchen.state_store("kitchen_cellar").configure(hcl! { backend = "s4" }));
    says(&text, &["no state store of the kind \"s4\"", "filesystem"]);
    let path = folder.join("shelf").display().to_string();
    let text = refused(kitchen.state_store("kitchen_shelf").configure(hcl! { path = path, lock_timeout = "soon" }));
    says(&text, &["\"soon\" is no duration", "lock_timeout"]);
    let path = folder.join("shelf").display().to_string();
    let text = refused(kitchen.state_store("kitchen_shelf").configure(hcl! { path = path, lease = "0.4ms" }));
    says(&text, &["is too short", "lease", "a second at least"]);
    fs::write(folder.join("file"), "").unwrap();
    let path = folder.join("file").display().to_string();
    let text = refused(kitchen.state_store("kitchen_shelf").configure(hcl! { path = path }));
    says(&text, &["cannot hold states"]);
}

#[test]
fn a_store_that_is_configured_once_more_keeps_its_locks() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let kitchen = provider(&folder);
    let configured = |name: &str| {
        let path = folder.join(name).display().to_string();
        kitchen.state_store("kitchen_shelf").configure(hcl! { path = path, lease = "1s" }).unwrap()
    };
    let held = configured("shelf").lock("default", "OperationTypeApply").unwrap();
    let again = configured("shelf");
    let other = patient(&folder, "2s", "0s");
    says(&refused(other.lock("default", "OperationTypePlan")), &["is locked", &held]);
    again.read("default").unwrap();
    again.write("default", b"with the lock").unwrap();
    // Another folder has its own locks, and those of the first one are still ours.
    let elsewhere = configured("elsewhere");
    let second = elsewhere.lock("default", "OperationTypeApply").unwrap();
    says(&refused(other.lock("default", "OperationTypePlan")), &["is locked", &held]);
    elsewhere.unlock("default", &held).unwrap();
    elsewhere.unlock("default", &second).unwrap();
    let taken = other.lock("default", "OperationTypePlan").unwrap();
    other.unlock("default", &taken).unwrap();
}

#[test]
fn a_store_that_is_configured_once_more_goes_on_from_what_it_has_read() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let kitchen = provider(&folder);
    let configured = |name: &str| {
        let path = folder.join(name).display().to_string();
        kitchen.state_store("kitchen_shelf").configure(hcl! { path = path }).unwrap()
    };
    let other = shelf(&folder);
    other.write("default", b"1").unwrap();
    assert_eq!(configured("shelf").read("default").unwrap(), b"1");
    other.write("default", b"2").unwrap();
    let again = configured("shelf");
    says(&refused(again.write("default", b"3")), &["has changed since this run read it"]);
    assert_eq!(other.read("default").unwrap(), b"2");
    assert_eq!(again.read("default").unwrap(), b"2");
    configured("shelf").write("default", b"3").unwrap();
    // Of another folder nothing was read.
    fs::create_dir_all(scratch.join("far")).unwrap();
    shelf(&scratch.join("far")).write("default", b"1").unwrap();
    configured("far/shelf").write("default", b"2").unwrap();
}

#[test]
fn whoever_deletes_and_whoever_works_take_turns() {
    let scratch = Scratch::new();
    let folder = scratch.join("");
    let rounds = 60;
    let deleting = {
        let folder = folder.clone();
        std::thread::spawn(move || {
            let run = shelf(&folder);
            let mut deleted = 0;
            for _ in 0..rounds {
                run.read("work").unwrap();
                match run.delete("work") {
                    Ok(()) => deleted += 1,
                    Err(failed) => {
                        let text = failed.to_string();
                        let known = ["is locked", "There is no state", "has changed since"];
                        assert!(known.iter().any(|words| text.contains(words)), "{text}");
                    }
                }
                std::thread::sleep(Duration::from_millis(3));
            }
            deleted
        })
    };
    let run = patient(&folder, "1m", "0s");
    for round in 0..rounds {
        let held = run.lock("work", "OperationTypeApply").unwrap();
        let before = run.read("work").unwrap();
        let state = format!("{round} upon {}", before.len()).into_bytes();
        run.write("work", &state).expect("whoever has the lock is the only one");
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(run.read("work").unwrap(), state, "nobody deletes what is worked on");
        run.unlock("work", &held).unwrap();
    }
    assert!(deleting.join().expect("each error is a known one") > 0, "some deletions came between");
}

#[test]
fn fifty_states_in_five_folders_are_locked_beside_each_other() {
    let scratch = Scratch::new();
    let runs: Vec<_> = (0..5)
        .map(|n| {
            let folder = scratch.join(format!("{n}"));
            fs::create_dir_all(&folder).unwrap();
            shelf(&folder)
        })
        .collect();
    let locks: Vec<_> = (0..50)
        .map(|n| {
            let (run, state) = (&runs[n % 5], format!("project-{}", n / 5));
            (run, run.lock(&state, "OperationTypeApply").expect("each has its own lock"), state)
        })
        .collect();
    for (run, held, state) in locks {
        run.unlock(&state, &held).unwrap();
    }
}
