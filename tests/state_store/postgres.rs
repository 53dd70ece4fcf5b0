//! The store in a table of PostgreSQL: the conformance suite, and what only happens with a database.

mod access;
mod busy;
mod failover;
mod faults;
mod life;
mod races;
mod rights;
mod settings;

use tfgen_runtime::state_store::{Body, ErrorKind, Postgres, PostgresOptions, Store as _, Version, conformance};
use tfgen_tests::database::{ADMINISTRATOR, Database, PASSWORD, database, name};

/// The environment of a machine that has the tests' password, and nothing else.
fn environment(name: &str) -> Option<String> {
    (name == "PGPASSWORD").then(|| PASSWORD.to_owned())
}

/// How a table is reached through this port.
fn options(server: &Database, port: u16, table: &str) -> PostgresOptions {
    let connection = server.connection(port, ADMINISTRATOR);
    PostgresOptions { table: table.to_owned(), ..PostgresOptions::new(connection).with_environment(environment) }
}

fn open(server: &Database, port: u16, table: &str) -> Postgres {
    Postgres::open(options(server, port, table)).expect("it opens")
}

/// A table of the server that all tests share.
pub fn table(name: &str) -> tfgen_runtime::state_store::Result<Postgres> {
    let server = database();
    Postgres::open(options(server, server.port, name))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts")
}

#[test]
fn a_table_conforms() -> Result<(), conformance::Failed> {
    let (server, table) = (database(), name("conforms"));
    conformance::check(|| Postgres::open(options(server, server.port, &table)))
}

#[test]
fn a_pool_of_sessions_before_it_conforms() -> Result<(), conformance::Failed> {
    let (server, table) = (database(), name("pooled"));
    let pooler = server.pooler("session", "");
    conformance::check(|| Postgres::open(options(server, pooler.port, &table)))
}

#[tokio::test]
async fn tables_are_stores_of_their_own_and_names_are_any_text() {
    let server = database();
    let (a, b) = (name("A \"quoted\" név; DROP"), name("b"));
    let (a, b) = (open(server, server.port, &a), open(server, server.port, &b));
    a.put_if_absent("state/default", "of a".into()).await.expect("it is written");
    assert_eq!(b.get("state/default").await.expect("it reads"), None);
    assert_eq!(b.list("").await.expect("it lists"), Vec::<String>::new());
    assert_eq!(a.get("state/default").await.expect("it reads").map(|entry| entry.body), Some("of a".into()));
    for table in ["", &"x".repeat(64), "a\0b"] {
        let failed = Postgres::open(options(server, server.port, table)).expect_err("it is no name");
        assert_eq!(failed.kind(), ErrorKind::Invalid, "{failed}");
    }
}

#[tokio::test]
async fn a_large_state_is_rows_that_are_replaced_as_one() {
    let (server, table) = (database(), name("large"));
    let store = open(server, server.port, &table);
    let long: Body = std::iter::repeat_n(bytes_of(8 << 20), 12).chain([b"tail".to_vec()]).collect();
    assert!(long.len() > 100_000_000);
    let first = store.put_if_version("state/default", &Version::ABSENT, long.clone()).await.expect("it is written");
    let rows = || server.run(&format!("SELECT count(*) FROM terraform_states.\"{table}\""));
    assert_eq!(rows(), "13");
    let entry = store.get("state/default").await.expect("it reads").expect("it is there");
    assert!(entry.version == first && entry.body == long);
    assert!(store.put_if_absent("state/default", long.clone()).await.is_err(), "it is there");
    let shorter: Body = std::iter::repeat_n(bytes_of(8 << 20), 2).collect();
    let second = store.put_if_version("state/default", &first, shorter.clone()).await.expect("it is replaced");
    assert_eq!(rows(), "2");
    assert!(
        store
            .put_if_version("state/default", &first, long)
            .await
            .is_err_and(|failed| { failed.as_conflict().is_some_and(|conflict| conflict.actual == second) })
    );
    assert!(store.get("state/default").await.expect("it reads").expect("it is there").body == shorter);
    let third = store.put_if_version("state/default", &second, "short".into()).await.expect("it is replaced");
    assert_eq!(rows(), "1");
    store.delete_if_version("state/default", &third).await.expect("it is deleted");
    assert_eq!(rows(), "0");
}

#[tokio::test]
async fn damage_is_told_and_never_taken_for_nothing() {
    let (server, table) = (database(), name("damaged"));
    let store = open(server, server.port, &table);
    let long: Body = std::iter::repeat_n(bytes_of(8 << 20), 2).collect();
    store.put_if_absent("state/long", long).await.expect("it is written");
    store.put_if_absent("state/short", "x".into()).await.expect("it is written");
    for damage in [
        "DELETE FROM $ WHERE part = 1",
        "UPDATE $ SET part = 2 WHERE key = 'state/long' AND part = 0",
        "UPDATE $ SET body = 'y' WHERE key = 'state/short'",
    ] {
        server.run(&damage.replace('$', &format!("terraform_states.\"{table}\"")));
        let key = if damage.contains("short") { "state/short" } else { "state/long" };
        let failed = store.get(key).await.expect_err("it is damaged");
        assert!(failed.kind() == ErrorKind::Corrupt && failed.to_string().contains(key), "{damage}: {failed}");
        assert_eq!(store.get_all("state/").await.expect_err("one is damaged").kind(), ErrorKind::Corrupt);
    }
    // Who has seen a damaged entry may delete it: a lock would lock for ever.
    let seen = store.version("state/short").await.expect("it has a version").expect("it is there");
    store.delete_if_version("state/short", &seen).await.expect("it is deleted");
    assert_eq!(store.version("state/short").await.expect("that can be told"), None);
    server.run(&format!("DROP TABLE terraform_states.\"{table}\""));
    let failed = store.get("state/short").await.expect_err("the table is gone");
    assert!(failed.kind() == ErrorKind::Corrupt && failed.to_string().contains("is gone"), "{failed}");
}

fn bytes_of(length: usize) -> Vec<u8> {
    (0..length).map(|n| (n % 251).to_le_bytes()[0]).collect()
}
