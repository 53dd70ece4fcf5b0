//! A database that stops, starts anew, sleeps, or hands over to a standby while runs are at work: what was acknowledged is there, nothing else is, and the
//! work goes on.

use super::{environment, options, runtime};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{Body, ErrorKind, Postgres, PostgresOptions, Store as _, Version};
use tfgen_tests::database::{ADMINISTRATOR, Database, name};

/// Several of either, of which the one is taken that takes writes.
fn either(first: &Database, second: &Database, table: &str) -> PostgresOptions {
    let connection = format!(
        "host=127.0.0.1,127.0.0.1 port={},{} dbname=states user={ADMINISTRATOR} target_session_attrs=read-write connect_timeout=2",
        first.port, second.port
    );
    PostgresOptions { table: table.to_owned(), ..PostgresOptions::new(connection).with_environment(environment) }
}

fn number(body: &Body) -> u64 {
    String::from_utf8_lossy(&body.to_vec()).parse().expect("it is a number")
}

/// What clients have counted.
#[derive(Default)]
struct Counted {
    /// How often that was acknowledged.
    acknowledged: AtomicU64,
    /// How often nobody knew.
    unknown: AtomicU64,
    stop: AtomicBool,
}

impl Counted {
    fn acknowledged(&self) -> u64 {
        self.acknowledged.load(Ordering::SeqCst)
    }

    /// Waits until so many more are acknowledged.
    fn wait(&self, more: u64) {
        let (begun, enough) = (Instant::now(), self.acknowledged() + more);
        while self.acknowledged() < enough {
            assert!(begun.elapsed() < Duration::from_mins(2), "{} of {enough}: the work goes on", self.acknowledged());
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

/// Increments a counter until it is told to stop.
fn count(store: &Postgres, key: &str, counted: &Counted) {
    runtime().block_on(async {
        while !counted.stop.load(Ordering::SeqCst) {
            let Ok(there) = store.get(key).await else { continue };
            let (version, now) = there.map_or((Version::ABSENT, 0), |entry| (entry.version, number(&entry.body)));
            match store.put_if_version(key, &version, (now + 1).to_string().into()).await {
                Ok(_) => counted.acknowledged.fetch_add(1, Ordering::SeqCst),
                Err(failed) if failed.kind() == ErrorKind::Uncertain => counted.unknown.fetch_add(1, Ordering::SeqCst),
                Err(failed) => {
                    let is_told = matches!(failed.kind(), ErrorKind::Conflict | ErrorKind::Unavailable);
                    assert!(is_told, "it is gone, and no more: {failed:?}");
                    0
                }
            };
        }
    });
}

/// Tells clients to stop, also when what is tested fails: they would count for ever.
struct Stop<'c>(&'c Counted);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::SeqCst);
    }
}

/// Lets four clients count while something happens to the database.
fn counted(open: impl Fn() -> Postgres + Sync, trouble: impl FnOnce()) {
    let (key, counted) = ("state/counter", Counted::default());
    std::thread::scope(|scope| {
        let stop = Stop(&counted);
        for _ in 0..4 {
            scope.spawn(|| count(&open(), key, &counted));
        }
        counted.wait(20);
        trouble();
        counted.wait(20);
        drop(stop);
    });
    let entry = runtime().block_on(open().get(key)).expect("it reads").expect("it is there");
    let (there, acknowledged) = (number(&entry.body), counted.acknowledged());
    let unknown = counted.unknown.load(Ordering::SeqCst);
    assert!((acknowledged..=acknowledged + unknown).contains(&there), "{there} of {acknowledged} and {unknown}");
}

#[test]
fn a_database_that_crashes_and_starts_again_loses_nothing_that_was_acknowledged() {
    let mut server = Database::start();
    let table = name("crashed");
    // A server of one's own, which is told to hold on to what it has acknowledged.
    server.run("ALTER SYSTEM SET synchronous_commit = on");
    let (port, connection) = (server.port, options(&server, server.port, &table));
    let open = || Postgres::open(connection.clone()).expect("it opens");
    open();
    counted(open, || {
        server.signal("QUIT");
        std::thread::sleep(Duration::from_millis(300));
        server.begin();
    });
    assert_eq!(server.port, port);
}

#[test]
fn a_database_that_sleeps_is_waited_for() {
    let server = Database::start();
    let table = name("slept");
    let connection = options(&server, server.port, &table);
    let open = || Postgres::open(connection.clone()).expect("it opens");
    open();
    counted(open, || {
        server.signal("STOP");
        std::thread::sleep(Duration::from_millis(1_500));
        server.signal("CONT");
    });
}

#[test]
fn a_standby_that_takes_over_has_all_that_was_acknowledged_and_locks_hold() {
    let (first, table) = (Database::start(), name("handed_over"));
    Postgres::open(options(&first, first.port, &table)).expect("it opens");
    let second = first.standby();
    let open = || Postgres::open(either(&first, &second, &table)).expect("it opens");
    let holder = open();
    let proof = runtime().block_on(holder.prove_life("kim")).expect("it is proved");
    runtime().block_on(holder.put_if_absent("lock/default", "kim".into())).expect("it is free");
    counted(open, || {
        first.signal("QUIT");
        second.promote();
    });
    runtime().block_on(async {
        // The lock is a row: it came along. The proof is made anew, by itself.
        let entry = holder.get("lock/default").await.expect("it reads").expect("it is there");
        assert_eq!(entry.body, "kim".into());
        assert!(open().put_if_absent("lock/default", "other".into()).await.is_err());
        let begun = Instant::now();
        while holder.is_alive("kim").await.expect("it is known") != Some(true) {
            assert!(begun.elapsed() < Duration::from_secs(20), "the proof does not come back");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        holder.delete_if_version("lock/default", &entry.version).await.expect("it is ours");
    });
    drop(proof);
}

#[test]
fn a_standby_alone_takes_no_writes_and_says_so() {
    let (first, table) = (Database::start(), name("alone"));
    Postgres::open(options(&first, first.port, &table)).expect("it opens");
    let second = first.standby();
    let failed = match Postgres::open(options(&second, second.port, &table)) {
        Ok(store) => runtime().block_on(store.put_if_absent("state/default", "x".into())).map(|_| ()),
        Err(failed) => Err(failed),
    };
    let failed = failed.expect_err("it is a standby");
    assert!(failed.to_string().contains("takes no writes"), "{failed}");
}
