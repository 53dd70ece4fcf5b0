//! Who is let in, how private the connection is, and what is taken for a table of states.

use super::{environment, open, options, runtime};
use std::time::Duration;
use tfgen_runtime::state_store::{ErrorKind, Postgres, PostgresOptions, Store as _};
use tfgen_tests::database::{ADMINISTRATOR, Database, PASSWORD, database, name};

fn refused(options: PostgresOptions) -> (ErrorKind, String) {
    let failed = Postgres::open(options).expect_err("it cannot be opened");
    (failed.kind(), failed.to_string())
}

fn with(server: &Database, more: &str) -> PostgresOptions {
    let mut options = options(server, server.port, "private");
    options.connection.push_str(more);
    options
}

#[test]
fn a_connection_is_as_private_as_it_is_said() {
    let server = database();
    let authority = server.authority();
    for more in ["sslmode=disable", "sslmode=prefer", "sslmode=require"] {
        Postgres::open(with(server, &format!(" {more}"))).expect(more);
    }
    for mode in ["require", "verify-ca", "verify-full"] {
        Postgres::open(with(server, &format!(" sslmode={mode} sslrootcert='{authority}'"))).expect(mode);
        let named =
            PostgresOptions { authorities: Some(authority.clone()), ..with(server, &format!(" sslmode={mode}")) };
        Postgres::open(named).expect(mode);
    }
    // Nobody that this machine knows vouches for it.
    for mode in ["verify-ca", "verify-full"] {
        let (kind, text) = refused(with(server, &format!(" sslmode={mode}")));
        assert!(kind == ErrorKind::Denied && text.contains("does not prove who it is"), "{mode}: {text}");
    }
    // The name is not the certificate's: the address is said besides.
    let elsewhere = |mode: &str| {
        let mut options = with(server, &format!(" sslmode={mode} sslrootcert='{authority}'"));
        options.connection = options.connection.replace("host=127.0.0.1", "host=db.example hostaddr=127.0.0.1");
        options
    };
    Postgres::open(elsewhere("verify-ca")).expect("the name does not matter");
    let (kind, text) = refused(elsewhere("verify-full"));
    assert!(kind == ErrorKind::Denied && text.contains("does not prove who it is"), "{text}");
}

#[test]
fn a_session_is_private_where_it_is_to_be() {
    let (server, table) = (database(), name("encrypted"));
    let private = |more: &str| {
        let mut options = options(server, server.port, &table);
        options.connection = format!("{} application_name={table} {more}", options.connection);
        let store = Postgres::open(options).expect("it opens");
        let count = server.run(&format!(
            "SELECT count(*) FILTER (WHERE ssl) || ' of ' || count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = '{table}'"
        ));
        drop(store);
        count
    };
    assert_eq!(private("sslmode=require"), "2 of 2");
}

#[test]
fn who_is_not_let_in_is_told_why() {
    let server = database();
    let wrong = |name: &str| environment(name).map(|value| value.replace("secret", "sacred"));
    let (kind, text) = refused(options(server, server.port, "x").with_environment(wrong));
    assert!(kind == ErrorKind::Denied && text.contains("does not let us in") && text.contains("28P01"), "{text}");
    assert!(!text.contains("sacred"), "{text}");
    let (kind, text) = refused(options(server, server.port, "x").with_environment(|_| None));
    assert!(kind == ErrorKind::Denied && text.contains("PGPASSWORD"), "{text}");
    let mut nowhere = options(server, server.port, "x");
    nowhere.connection = nowhere.connection.replace("dbname=states", "dbname=nowhere");
    let (kind, text) = refused(nowhere);
    assert!(kind == ErrorKind::Invalid && text.contains("There is no database \"nowhere\""), "{text}");
    let (kind, text) = refused(options(server, 1, "x"));
    assert!(kind == ErrorKind::Unavailable && text.contains("does not answer"), "{text}");
}

#[test]
fn variables_and_files_of_passwords_say_what_the_connection_does_not() {
    use std::os::unix::fs::PermissionsExt as _;
    let (server, table) = (database(), name("variables"));
    let scratch = crate::scratch::Scratch::new();
    let file = scratch.join("passwords");
    let password = PASSWORD.replace(':', "\\:");
    std::fs::write(&file, format!("# ours\nother:*:*:*:no\n127.0.0.1:{}:states:*:{password}\n", server.port))
        .expect("it can be written");
    let (port, path) = (server.port.to_string(), file.display().to_string());
    let variable = move |name: &str| {
        let value = match name {
            "PGHOST" => "127.0.0.1",
            "PGPORT" => &port,
            "PGDATABASE" => "states",
            "PGUSER" => ADMINISTRATOR,
            "PGPASSFILE" => &path,
            _ => return None,
        };
        Some(value.to_owned())
    };
    let options = PostgresOptions { table, ..PostgresOptions::new("").with_environment(variable) };
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).expect("it is ours");
    let (kind, text) = refused(options.clone());
    assert!(kind == ErrorKind::Denied && text.contains("Others may read"), "{text}");
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("it is ours");
    Postgres::open(options).expect("it opens");
}

#[test]
fn another_table_is_not_taken_for_one_of_states() {
    let (server, table) = (database(), name("another"));
    open(server, server.port, &name("makes_the_schema"));
    server.run(&format!("CREATE TABLE terraform_states.\"{table}\" (key text)"));
    let (kind, text) = refused(options(server, server.port, &table));
    assert!(kind == ErrorKind::Unsupported && text.contains("is no table of states"), "{text}");
}

#[test]
fn a_statement_that_takes_too_long_is_ended() {
    let (server, table) = (database(), name("slow"));
    open(server, server.port, &table);
    let options =
        PostgresOptions { statement_timeout: Duration::from_millis(200), ..options(server, server.port, &table) };
    let store = Postgres::open(options).expect("it opens");
    let locked = std::thread::spawn(move || {
        server.run(&format!("BEGIN; LOCK TABLE terraform_states.\"{table}\"; SELECT pg_sleep(9); COMMIT"));
    });
    std::thread::sleep(Duration::from_millis(500));
    let failed = runtime().block_on(store.put_if_absent("state/default", "x".into())).expect_err("it waits");
    assert!(failed.kind() == ErrorKind::Unavailable && failed.to_string().contains("took too long"), "{failed}");
    locked.join().expect("it ends");
    runtime().block_on(store.put_if_absent("state/default", "x".into())).expect("it is free again");
}
