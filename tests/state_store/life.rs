//! Who lives: what holders of locks leave on the disk, and what it proves to whom.

use super::power_cuts::{chosen, now};
use super::scratch::Scratch;
use super::simulated_disk::{Lies, SimulatedDisk, World};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use tfgen_runtime::state_store::filesystem::disk::Disk as _;
use tfgen_runtime::state_store::{Filesystem, Store};

const ROOT: &str = "/mnt/store";
const ID: &str = "0123456789abcdef";

/// What a power cut leaves of a lock whose holder proves its life as it has to, before it makes the record.
fn after_each_cut(lies: Lies) -> Vec<Option<bool>> {
    let disk = SimulatedDisk::lying(lies);
    let store = Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    // The folder of locks is there since long.
    let version = now(store.put_if_absent("lock/other", "x".into())).expect("it is written");
    now(store.delete_if_version("lock/other", &version)).expect("it is deleted");
    let known = Arc::new(Mutex::new(Vec::new()));
    let watcher = {
        let known = known.clone();
        move |world: &World| {
            for which in chosen(world.cuts(), 256) {
                let Ok(store) = Filesystem::open_on(world.cut(which), ROOT) else { continue };
                if now(store.get("lock/default")).is_ok_and(|record| record.is_some()) {
                    known.lock().expect("it is not poisoned").push(now(store.is_alive(ID)).expect("it can be asked"));
                }
            }
        }
    };
    disk.watch(watcher.clone());
    let proof = now(store.prove_life(ID)).expect("it is proved");
    now(store.put_if_absent("lock/default", "the record".into())).expect("it is written");
    disk.unwatch();
    watcher(&disk.world().clone());
    drop(proof);
    known.lock().expect("it is not poisoned").clone()
}

#[test]
fn a_holder_that_a_power_cut_has_ended_is_known_to_be_gone() {
    let known = after_each_cut(Lies::default());
    assert!(!known.is_empty() && known.iter().all(|alive| *alive == Some(false)), "{known:?}");
    let known = after_each_cut(Lies { files: true, folders: false });
    assert!(known.iter().any(|alive| *alive != Some(false)), "a proof that is not synced is caught");
}

/// Writes that a holder lived on another run of this machine.
fn before_the_start(disk: &SimulatedDisk) {
    let path = Path::new(ROOT).join("alive").join(ID);
    let machine = fs::read_to_string("/etc/machine-id").expect("this machine has an id");
    let _ = disk.unlink(&path);
    let mut file = disk.create(&path).expect("it can be made");
    disk.write(&mut file, format!("{} 11111111-2222-3333-4444-555555555555", machine.trim()).as_bytes())
        .expect("it can be written");
}

#[cfg(target_os = "linux")]
#[test]
fn another_start_of_this_machine_proves_something_only_where_no_other_machine_comes() {
    if fs::read_to_string("/etc/machine-id").map_or(true, |id| id.trim().is_empty()) {
        return;
    }
    let disk = SimulatedDisk::default();
    let store = Filesystem::open_on(disk.clone(), ROOT).expect("it opens");
    before_the_start(&disk);
    assert_eq!(now(store.is_alive(ID)).expect("it can be asked"), Some(false), "it was started anew since");
    disk.share();
    assert_eq!(now(store.is_alive(ID)).expect("it can be asked"), None, "another machine can have this one's id");
}

#[cfg(target_os = "linux")]
#[tokio::test]
async fn whoever_asks_at_the_same_time_is_not_taken_for_the_holder() {
    let scratch = Scratch::new();
    let store = Filesystem::open(scratch.join("store")).expect("it opens");
    let proof = store.prove_life(ID).await.expect("it is proved");
    assert_eq!(store.is_alive(ID).await.expect("it can be asked"), Some(true));
    drop(proof);
    let asking = fs::File::open(scratch.join("store/alive").join(ID)).expect("it is left");
    asking.try_lock_shared().expect("nobody has it");
    assert_eq!(store.is_alive(ID).await.expect("it can be asked"), Some(false));
}
