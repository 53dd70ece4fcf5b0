//! Proofs of life by a session: they end with the connection, come back with it, and are not to be had through a pooler that shares sessions.

use super::{open, options, runtime};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{ErrorKind, Postgres, Store as _};
use tfgen_tests::database::{database, name};
use tfgen_tests::wire::{Loss, Wire};

#[test]
fn a_pooler_that_shares_sessions_is_refused_and_named() {
    let (server, table) = (database(), name("shared"));
    for (mode, more) in [
        ("transaction", ""),
        ("statement", ""),
        ("transaction", "server_reset_query_always = 1"),
        ("transaction", "server_round_robin = 1"),
        ("transaction", "default_pool_size = 1"),
    ] {
        let pooler = server.pooler(mode, more);
        for round in 0..2 {
            let failed = Postgres::open(options(server, pooler.port, &table)).expect_err("sessions are shared");
            assert_eq!(failed.kind(), ErrorKind::Unsupported, "{mode} {more}, {round}: {failed}");
            assert!(failed.to_string().contains("pool_mode = session"), "{failed}");
        }
    }
}

#[test]
fn a_proof_that_is_lost_comes_back_by_itself() {
    let (server, table) = (database(), name("proof"));
    let direct = open(server, server.port, &table);
    let wire = Wire::before(server.port);
    let mut through = options(server, wire.port, &table);
    through.connection.push_str(" sslmode=disable");
    let through = Postgres::open(through).expect("it opens");
    runtime().block_on(async {
        let proof = through.prove_life("kim").await.expect("it is proved");
        assert_eq!(direct.is_alive("kim").await.expect("it is known"), Some(true));
        wire.cut();
        let begun = Instant::now();
        tokio::time::sleep(Duration::from_millis(30)).await;
        while direct.is_alive("kim").await.expect("it is known") != Some(true) {
            assert!(begun.elapsed() < Duration::from_secs(10), "the proof does not come back");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        // And as often as that happens, and when it is the server that ends it.
        let pid =
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock'";
        server.run(pid);
        let begun = Instant::now();
        tokio::time::sleep(Duration::from_millis(30)).await;
        while direct.is_alive("kim").await.expect("it is known") != Some(true) {
            assert!(begun.elapsed() < Duration::from_secs(10), "the proof does not come back");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        drop(proof);
        assert_eq!(direct.is_alive("kim").await.expect("it is known"), Some(false), "it is over at once");
    });
}

/// The server may learn late, or never, that the connection is gone, or have lost it itself a moment ago.
#[test]
fn a_proof_that_ends_while_its_connection_is_lost_is_over_at_once() {
    let (server, table) = (database(), name("over"));
    let direct = open(server, server.port, &table);
    let wire = Wire::before(server.port);
    let mut through = options(server, wire.port, &table);
    through.connection.push_str(" sslmode=disable");
    let through = Postgres::open(through).expect("it opens");
    runtime().block_on(async {
        for (number, loss) in [Loss::Late, Loss::Call, Loss::Answer, Loss::Half, Loss::Delay].into_iter().enumerate() {
            let id = format!("lost {number}");
            let proof = through.prove_life(&id).await.expect("it is proved");
            assert_eq!(direct.is_alive(&id).await.expect("it is known"), Some(true), "{loss:?}");
            wire.plan(&[loss]);
            drop(proof);
            assert_eq!(direct.is_alive(&id).await.expect("it is known"), Some(false), "{loss:?}");
        }
        for milliseconds in [0, 1, 5, 20, 60, 80, 120] {
            let id = format!("cut {milliseconds}");
            let proof = through.prove_life(&id).await.expect("it is proved");
            wire.cut();
            tokio::time::sleep(Duration::from_millis(milliseconds)).await;
            drop(proof);
            assert_eq!(direct.is_alive(&id).await.expect("it is known"), Some(false), "after {milliseconds} ms");
        }
    });
}
