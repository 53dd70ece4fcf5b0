//! Proofs of life by a session: they end with the connection, come back with it, and are not to be had through a pooler that shares sessions.

use super::{options, runtime};
use crate::locks::{refused, says};
use crate::scratch::Scratch;
use crate::terraform::{provider, run};
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{ErrorKind, Postgres, PostgresOptions, Store as _};
use tfgen_testing::hcl;
use tfgen_tests::database::{ADMINISTRATOR, Database, PASSWORD, database, name};
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
    // What is said at once is looked at, not what is said after a while.
    let direct = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
    let direct = Postgres::open(direct).expect("it opens");
    let wire = Wire::before(server.port);
    let mut through = options(server, wire.port, &table);
    through.connection.push_str(" sslmode=disable application_name='ended by the server'");
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
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended by the server'";
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
    // What is said at once is looked at, not what is said after a while.
    let direct = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
    let direct = Postgres::open(direct).expect("it opens");
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

/// How a run reaches the database: its password is in a file.
fn connection(server: &Database, port: u16, scratch: &Scratch) -> String {
    let passwords = scratch.join("passwords");
    fs::write(&passwords, format!("*:*:*:*:{}\n", PASSWORD.replace(':', "\\:"))).expect("it is written");
    fs::set_permissions(&passwords, fs::Permissions::from_mode(0o600)).expect("it is ours");
    let connection = server.connection(port, ADMINISTRATOR);
    format!("{connection} sslmode=disable passfile={}", passwords.display())
}

/// A server of its own: each lock has a session there.
#[test]
fn fifty_states_in_five_tables_are_locked_beside_each_other() {
    let (server, scratch) = (Database::start(), Scratch::new());
    let string = connection(&server, server.port, &scratch);
    let runs: Vec<_> = (0..5)
        .map(|n| {
            let (folder, string) = (scratch.join(format!("{n}")), string.clone());
            run(&folder, "kitchen_ledger", hcl! { conn_str = string, page = format!("project_{n}") })
        })
        .collect();
    let locks: Vec<_> = (0..50)
        .map(|n| {
            let (run, state) = (&runs[n % 5], format!("state-{}", n / 5));
            (run, run.lock(&state, "OperationTypeApply").expect("each has its own lock"), state)
        })
        .collect();
    for (run, held, state) in locks {
        says(&refused(run.lock(&state, "OperationTypePlan")), &["is locked", &held]);
        run.unlock(&state, &held).expect("it is its own");
    }
}

/// Whoever wants the lock comes in the moment in which its holder has no connection.
#[test]
fn a_holder_whose_connection_is_cut_keeps_its_lock() {
    let (server, table, scratch) = (database(), name("kept"), Scratch::new());
    let connection = |port| connection(server, port, &scratch);
    let wire = Wire::before(server.port);
    let (near, far) = (connection(server.port), connection(wire.port));
    let holder = run(&scratch.join("holder"), "kitchen_ledger", hcl! { conn_str = far, page = table.clone() });
    let other = run(&scratch.join("other"), "kitchen_ledger", hcl! { conn_str = near, page = table });
    let held = holder.lock("default", "OperationTypeApply").expect("it is free");
    for round in 0..6_u32 {
        wire.cut();
        std::thread::sleep(Duration::from_millis(20) * round);
        says(&refused(other.lock("default", "OperationTypePlan")), &["is locked", &held]);
        holder.write("default", format!("round {round}").as_bytes()).expect("its lock still holds");
    }
    holder.unlock("default", &held).expect("it is its own");
    let next = other.lock("default", "OperationTypePlan").expect("it was given back");
    assert_eq!(other.read("default").expect("it reads"), b"round 5");
    other.unlock("default", &next).expect("it is its own");
}

#[test]
fn a_holder_has_as_long_to_connect_again_as_it_is_said() {
    let (server, table, scratch) = (database(), name("patient"), Scratch::new());
    let direct = Postgres::open(options(server, server.port, &table)).expect("it opens");
    let took = ["0s", "5s"].map(|timeout| {
        let record =
            format!(r#"{{"ID":"gone-{table}-{timeout}","Operation":"OperationTypeApply","Who":"them@elsewhere"}}"#);
        runtime().block_on(direct.put_if_absent("lock/default", record.into())).expect("it is free");
        let string = connection(server, server.port, &scratch);
        let config = hcl! { conn_str = string, page = table.clone(), reconnect_timeout = timeout };
        let run = run(&scratch.join(timeout), "kitchen_ledger", config);
        let start = Instant::now();
        let held = run.lock("default", "OperationTypePlan").expect("its holder is gone");
        let took = start.elapsed();
        run.unlock("default", &held).expect("it is its own");
        took
    });
    assert!(took[1] >= Duration::from_secs(5) && took[0] < took[1], "{took:?}");
}

#[test]
fn a_proof_that_is_refused_for_a_while_comes_back_when_it_is_let_in() {
    let (server, role) = (database(), name("shut_out"));
    let schema = name("shut_out_schema");
    server.run(&format!("CREATE ROLE {role} LOGIN PASSWORD '{}'", PASSWORD.replace('\'', "''")));
    server.run(&format!("CREATE SCHEMA {schema} AUTHORIZATION {role}"));
    let wire = Wire::before(server.port);
    let options = PostgresOptions::new(format!("{} sslmode=disable", server.connection(wire.port, &role)));
    let holder = Postgres::open(PostgresOptions { schema, ..options.with_environment(super::environment) });
    let other =
        PostgresOptions { reconnect_timeout: Duration::ZERO, ..self::options(server, server.port, &name("asks")) };
    let (holder, other) = (holder.expect("it opens"), Postgres::open(other).expect("it opens"));
    runtime().block_on(async {
        let proof = holder.prove_life(&role).await.expect("it is proved");
        assert_eq!(other.is_alive(&role).await.expect("it is known"), Some(true));
        server.run(&format!("ALTER ROLE {role} NOLOGIN"));
        wire.cut();
        let until = async |wanted| {
            let start = Instant::now();
            while other.is_alive(&role).await.expect("it is known") != Some(wanted) {
                assert!(start.elapsed() < Duration::from_mins(1), "it is not {wanted}");
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        until(false).await;
        // It is refused meanwhile.
        tokio::time::sleep(Duration::from_secs(2)).await;
        server.run(&format!("ALTER ROLE {role} LOGIN"));
        until(true).await;
        drop(proof);
        assert_eq!(other.is_alive(&role).await.expect("it is known"), Some(false));
    });
}

#[test]
fn a_statement_that_is_given_no_time_at_all_is_refused() {
    let (server, scratch) = (database(), Scratch::new());
    let config = hcl! { conn_str = connection(server, server.port, &scratch), page = name("timeless"), statement_timeout = "0s" };
    let ledger = provider(&scratch.join("run")).state_store("kitchen_ledger");
    let told = format!("{:?}", ledger.configure(config).expect_err("nothing could be asked"));
    assert!(told.contains("no time for any statement") && told.contains("statement_timeout"), "{told}");
}

#[test]
fn a_server_that_ends_idle_sessions_ends_no_proof() {
    let (server, table) = (database(), name("idle"));
    let mut options = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
    // Long enough for two sessions to be opened side by side, with what a password takes in a program that is not optimized.
    options.connection.push_str(" options='-c idle_session_timeout=500'");
    let store = Postgres::open(options).expect("it opens");
    runtime().block_on(async {
        let proof = store.prove_life("idle").await.expect("it is proved");
        for _ in 0..6 {
            // Nothing is asked of either session for longer than it may be idle.
            tokio::time::sleep(Duration::from_millis(700)).await;
            assert_eq!(store.is_alive("idle").await.expect("it is known"), Some(true));
        }
        drop(proof);
    });
}
