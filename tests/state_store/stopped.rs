//! A holder that is stopped (`SIGSTOP`), as a laptop that sleeps: it believes in its lock when it goes on, and must do no harm.

use super::killed::{acknowledge, start};
use super::locks::{patient, refused, says};
use super::s3::{bucket, options};
use super::scratch::Scratch;
use super::terraform::{run, shelf};
use std::io::{BufRead as _, BufReader, Lines};
use std::path::Path;
use std::process::{Child, ChildStderr, Command};
use std::time::Duration;
use tfgen_runtime::state_store::{Body, S3, Store as _};
use tfgen_testing::{StateStore, hcl};
use tfgen_tests::object_store::{Server, moto};

const LEASE: &str = "TFGEN_STATE_STORE_LEASE";

/// The bucket that a process of its own keeps its states in; in the folder without one.
const BUCKET: &str = "TFGEN_STATE_STORE_BUCKET";

/// The table, and how its database is reached.
const TABLE: &str = "TFGEN_STATE_STORE_TABLE";
const CONNECTION: &str = "TFGEN_STATE_STORE_CONNECTION";

/// The store of a process of its own, with a lease that it is told.
fn store(folder: &Path, timeout: &str) -> StateStore {
    if let (Ok(table), Ok(connection)) = (std::env::var(TABLE), std::env::var(CONNECTION)) {
        return run(folder, "kitchen_ledger", hcl! { conn_str = connection, page = table, lock_timeout = timeout });
    }
    let lease = std::env::var(LEASE).unwrap_or_default();
    let Ok(bucket) = std::env::var(BUCKET) else { return patient(folder, timeout, &lease) };
    let endpoint = std::env::var("AWS_ENDPOINT_URL").expect("it is told");
    let waived = ["versioning", "lifecycle", "public_access_block"];
    run(
        folder,
        "kitchen_bucket",
        hcl! { bucket = bucket, endpoint = endpoint, allow_insecure = waived, lock_timeout = timeout, lease = lease },
    )
}

/// What another process of its own does while the first sleeps: it waits for the lease to end, reads and writes.
pub fn take_over(folder: &Path) {
    let run = store(folder, "1m");
    let held = run.lock("default", "OperationTypeApply").expect("the lease is over");
    assert_eq!(run.read("default").expect("it is whole"), b"before");
    run.write("default", b"of who was awake").expect("the lock is ours");
    run.unlock("default", &held).expect("it is ours");
    acknowledge(2);
}

/// What the process of its own does: it locks and reads, and when it is told to, writes.
pub fn hold(folder: &Path) {
    let run = store(folder, "0s");
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
fn stopped(folder: &Path, lease: &str, more: &[(&str, &str)]) -> (Child, Lines<BufReader<ChildStderr>>) {
    let (child, lines) = begun("sleeper", "done 1", folder, &[&[(LEASE, lease)], more].concat());
    signal("-STOP", &child);
    (child, lines)
}

/// A process of its own that has said this.
fn begun(role: &str, says: &str, folder: &Path, told: &[(&str, &str)]) -> (Child, Lines<BufReader<ChildStderr>>) {
    let mut child = start(role, folder, 1, told);
    let mut lines = BufReader::new(child.stderr.take().expect("it is piped")).lines();
    wait_for(&mut lines, says);
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
    let (mut child, mut lines) = stopped(&folder, "1s", &[]);
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
    let (mut child, mut lines) = stopped(&folder, "0s", &[]);
    says(&refused(shelf(&folder).lock("default", "OperationTypePlan")), &["is locked", "OperationTypeApply"]);
    assert_eq!(goes_on(&folder, &mut child, &mut lines), "written");
    assert_eq!(shelf(&folder).read("default").expect("it is whole"), b"of the sleeper");
}

#[test]
fn a_holder_that_sleeps_longer_than_its_lease_overwrites_nothing_in_a_bucket() {
    let (scratch, server) = (Scratch::new(), moto());
    let (folder, name) = (scratch.join(""), bucket(server));
    let told = in_bucket(server, &name);
    let store = S3::open(options(&server.endpoint, &name)).expect("it opens");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
    runtime.block_on(store.put_if_absent("state/default", Body::from("before"))).expect("it is made");
    let (mut child, mut lines) = stopped(&folder, "2s", &told);
    let (mut awake, _) = begun("awake", "done 2", &folder, &[&[(LEASE, "2s")], &told[..]].concat());
    assert!(awake.wait().expect("it ends").success());
    let said = goes_on(&folder, &mut child, &mut lines);
    says(&said, &["refused:", "has changed since this run read it"]);
    let left = runtime.block_on(store.get("state/default")).expect("it can be read").expect("it is there");
    assert_eq!(left.body.to_vec(), b"of who was awake");
}

/// Its session stays as long as it is stopped, and so it stays the holder. Should the server end the session meanwhile, others go on.
#[test]
#[cfg(feature = "databases")]
fn a_holder_that_sleeps_keeps_its_lock_in_a_table_until_its_session_ends_and_overwrites_nothing_then() {
    use super::places::{Manners, Place};
    use tfgen_tests::database::{ADMINISTRATOR, PASSWORD, database};
    let (scratch, server, place) = (Scratch::new(), database(), Place::table());
    let before = place.run(Manners::default());
    before.write("default", b"before").expect("it is written");
    let (folder, sleeper) = (scratch.join(""), format!("{} sleeps", place.table_name()));
    let connection =
        format!("{} sslmode=disable application_name='{sleeper}'", server.connection(server.port, ADMINISTRATOR));
    let told = [(TABLE, place.table_name()), (CONNECTION, &connection), ("PGPASSWORD", PASSWORD)];
    let (mut child, mut lines) = stopped(&folder, "0s", &told);
    let text =
        refused(place.run(Manners { lock_timeout: "3s", ..Manners::default() }).lock("default", "OperationTypePlan"));
    says(&text, &["is locked", "OperationTypeApply", "has had the lock for all of 3s"]);
    let ended = format!(
        "SELECT count(pg_terminate_backend(pid, 5000)) FROM pg_stat_activity WHERE application_name = '{sleeper}'"
    );
    assert_ne!(server.run(&ended), "0", "it has had sessions");
    let awake = place.run(Manners { lock_timeout: "1m", ..Manners::default() });
    let held = awake.lock("default", "OperationTypeApply").expect("its holder has no session any more");
    assert_eq!(awake.read("default").expect("it is whole"), b"before");
    awake.write("default", b"of who was awake").expect("the lock is ours");
    awake.unlock("default", &held).expect("it is ours");
    let said = goes_on(&folder, &mut child, &mut lines);
    says(&said, &["refused:", "has changed since this run read it"]);
    assert_eq!(before.read("default").expect("it is whole"), b"of who was awake");
}

/// What a process of its own is told that keeps its states in a bucket.
fn in_bucket<'a>(server: &'a Server, name: &'a str) -> Vec<(&'a str, &'a str)> {
    let mut told = vec![(BUCKET, name), ("AWS_EC2_METADATA_DISABLED", "true")];
    told.extend(server.variables());
    told
}
