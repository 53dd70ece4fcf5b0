//! Proofs of life by a session: they end with the connection, come back with it, and are not to be had through a pooler that shares sessions.

use super::{open, options, runtime};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{ErrorKind, Postgres, Store as _};
use tfgen_tests::database::{database, name};
use tfgen_tests::wire::Wire;

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
