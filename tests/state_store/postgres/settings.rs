//! Settings that a role or a database brings along: what they say of how texts are written, read and compared changes nothing.

use super::{environment, runtime};
use std::time::Duration;
use tfgen_runtime::state_store::{Postgres, PostgresOptions, Store as _, conformance};
use tfgen_tests::database::{PASSWORD, database, name};
use tfgen_tests::wire::{Loss, Wire};

/// In the first, a time is written so that another session does not read the same; so it is in the second.
const SETTINGS: [&[&str]; 2] = [
    &[
        "datestyle = 'SQL, DMY'",
        "timezone = 'Asia/Kolkata'",
        "standard_conforming_strings = off",
        "escape_string_warning = off",
        "bytea_output = 'escape'",
        "extra_float_digits = 0",
        "default_transaction_read_only = on",
        "default_transaction_isolation = 'serializable'",
        "search_path = 'nowhere'",
        "client_min_messages = 'debug1'",
        "quote_all_identifiers = on",
    ],
    &[
        "datestyle = 'Postgres, MDY'",
        "timezone = 'Asia/Shanghai'",
        "intervalstyle = 'sql_standard'",
        "extra_float_digits = -15",
        "row_security = off",
        "enable_seqscan = off",
        "idle_in_transaction_session_timeout = '1s'",
        "synchronous_commit = off",
    ],
];

/// Options of a role with such settings, at this port.
fn of_role(settings: &[&str], port: u16) -> PostgresOptions {
    let (server, role) = (database(), name("settled"));
    server.run(&format!("CREATE ROLE {role} LOGIN PASSWORD '{}'", PASSWORD.replace('\'', "''")));
    let schema = name("settled_schema");
    server.run(&format!("CREATE SCHEMA {schema} AUTHORIZATION {role}"));
    for setting in settings {
        server.run(&format!("ALTER ROLE {role} SET {setting}"));
    }
    let options = PostgresOptions::new(format!("{} sslmode=disable", server.connection(port, &role)));
    PostgresOptions { schema, ..options.with_environment(environment) }
}

#[test]
fn whatever_a_role_is_set_to_a_table_conforms() -> Result<(), conformance::Failed> {
    for settings in SETTINGS {
        let options = of_role(settings, database().port);
        conformance::check(|| Postgres::open(options.clone()))?;
    }
    Ok(())
}

#[test]
fn whatever_a_role_is_set_to_a_session_that_was_lost_is_ended() {
    for settings in SETTINGS {
        let wire = Wire::before(database().port);
        let options = PostgresOptions { reconnect_timeout: Duration::ZERO, ..of_role(settings, wire.port) };
        let store = Postgres::open(options).expect("it opens");
        for round in 0..3 {
            let (key, id) = (format!("lock/{round}"), format!("{round} at {}", wire.port));
            runtime().block_on(async {
                wire.plan(&[Loss::Late]);
                let proved = store.put_and_prove(&key, "mine".into(), &id).await.expect(&id).expect("it can be");
                let made = proved.made.expect(&id);
                store.delete_if_version(&key, &made).await.expect(&id);
                drop(proved.proof);
                assert_eq!(store.is_alive(&id).await.expect(&id), Some(false), "{id}");
                // What was held back has come by now.
                tokio::time::sleep(Duration::from_secs(1)).await;
                assert_eq!(store.get(&key).await.expect(&id), None, "{id}: it does not come back");
                assert_eq!(store.is_alive(&id).await.expect(&id), Some(false), "{id}");
            });
        }
    }
}
