//! Roles that have the rights that are documented, and no more: each does what it is for, and is told by name what it lacks for anything else.

use super::{environment, options, runtime};
use std::time::Duration;
use tfgen_runtime::state_store::{ErrorKind, Postgres, PostgresOptions, Result, Store, Version, conformance};
use tfgen_tests::database::{Database, PASSWORD, database, name};

/// The rights that a table has.
pub(super) const OF_TABLE: [&str; 4] = ["SELECT", "INSERT", "UPDATE", "DELETE"];

/// A role that may log in and nothing else, and the names that it will have rights on.
pub(super) struct Role {
    pub(super) server: &'static Database,
    pub(super) name: String,
    schema: String,
    table: String,
}

impl Role {
    pub(super) fn new(what: &str) -> Self {
        let server = database();
        let (name, schema, table) = (name(&format!("{what}_role")), name(&format!("{what}_schema")), name(what));
        server.run(&format!("CREATE ROLE {name} LOGIN PASSWORD '{}'", PASSWORD.replace('\'', "''")));
        Self { server, name, schema, table }
    }

    pub(super) fn options(&self) -> PostgresOptions {
        let options = PostgresOptions::new(self.server.connection(self.server.port, &self.name));
        let (schema, table) = (self.schema.clone(), self.table.clone());
        // What is said of a holder at once is looked at, not what is said after a while.
        let reconnect_timeout = Duration::ZERO;
        PostgresOptions { schema, table, reconnect_timeout, ..options.with_environment(environment) }
    }

    fn open(&self) -> Result<Postgres> {
        Postgres::open(self.options())
    }

    /// The same store by who may do everything. The table is there then.
    pub(super) fn of_administrator(&self) -> Postgres {
        let options = options(self.server, self.server.port, &self.table);
        Postgres::open(PostgresOptions { schema: self.schema.clone(), ..options }).expect("it opens")
    }

    pub(super) fn grant(&self, rights: &[&str]) {
        for right in rights {
            self.server.run(&format!("GRANT {right} ON {} TO {}", self.on(right), self.name));
        }
    }

    fn revoke(&self, right: &str) {
        self.server.run(&format!("REVOKE {right} ON {} FROM {}", self.on(right), self.name));
    }

    /// What a right is one on.
    fn on(&self, right: &str) -> String {
        if right == "USAGE" {
            format!("SCHEMA \"{}\"", self.schema)
        } else {
            format!("TABLE \"{}\".\"{}\"", self.schema, self.table)
        }
    }

    /// A refusal names the rights that are missing, what gives them, and no others.
    fn lacks<T: std::fmt::Debug>(&self, outcome: Result<T>, missing: &[&str], text: &str) {
        let failed = outcome.expect_err(text);
        let told = failed.to_string();
        assert_eq!(failed.kind(), ErrorKind::Denied, "{text}: {told}");
        for right in OF_TABLE.iter().chain(&["USAGE"]) {
            let grant = format!("GRANT {right} ON {} TO \"{}\";", self.on(right), self.name);
            assert_eq!(told.contains(&grant), missing.contains(right), "{text}: {right}: {told}");
        }
    }
}

#[test]
fn a_role_needs_no_more_than_the_script_gives_it() -> std::result::Result<(), conformance::Failed> {
    let role = Role::new("worker");
    // It may make nothing, and is told what somebody else has to run.
    let failed = role.open().expect_err("it must not make a table");
    let told = failed.to_string();
    assert_eq!(failed.kind(), ErrorKind::Denied, "{told}");
    let script = told.split_once("the last two lines:\n\n").expect("there is a script").1;
    role.server.run(script.split_once("\n\n").expect("it ends").0);
    conformance::check(|| role.open())
}

/// What a role can do depends on the rights of the table: what each lets it do, and which is missed.
#[test]
fn each_right_that_is_taken_away_is_missed_by_name_where_it_is_needed() {
    let role = Role::new("each");
    let all = role.of_administrator();
    role.grant(&["USAGE", "SELECT", "INSERT", "UPDATE", "DELETE"]);
    let store = role.open().expect("it may");
    runtime().block_on(async {
        for right in OF_TABLE {
            let there = all.put_if_absent("state/x", "x".into()).await.expect("it may");
            role.revoke(right);
            let needs = |rights: &[&str]| rights.contains(&right);
            let check = |what: &str, is_needed: bool, outcome: Result<()>| {
                let text = format!("{what} without {right}");
                if is_needed { role.lacks(outcome, &[right], &text) } else { outcome.expect(&text) }
            };
            check("get", needs(&["SELECT"]), store.get("state/x").await.map(drop));
            check("list", needs(&["SELECT"]), store.list("").await.map(drop));
            check("get_all", needs(&["SELECT"]), store.get_all("").await.map(drop));
            check("version", needs(&["SELECT"]), store.version("state/x").await.map(drop));
            check("make", needs(&["INSERT"]), store.put_if_absent("state/y", "y".into()).await.map(drop));
            let lock = store.put_and_prove("lock/x", "lock".into(), &format!("{} holds", role.name)).await;
            check("lock", needs(&["INSERT"]), lock.map(drop));
            // Somebody else's record is in the way: it has to be looked at.
            if right != "INSERT" {
                let held = all.put_if_absent("lock/held", "held".into()).await.expect("it may");
                let lock = store.put_and_prove("lock/held", "lock".into(), &format!("{} waits", role.name)).await;
                match lock.expect("it may").expect("it can").made {
                    Err(failed) if failed.kind() == ErrorKind::Conflict => {
                        assert_eq!(failed.as_conflict().expect("it tells").actual, held, "without {right}");
                        assert_ne!(right, "SELECT");
                    }
                    made => check("lock what is held", needs(&["SELECT"]), made.map(drop)),
                }
            }
            let swapped = store.put_if_version("state/x", &there, "z".into()).await;
            check("replace", needs(&["SELECT", "UPDATE", "DELETE"]), swapped.map(drop));
            let there = all.version("state/x").await.expect("it may").expect("it is there");
            check("delete", needs(&["SELECT", "DELETE"]), store.delete_if_version("state/x", &there).await);
            // A proof of life takes no right.
            let holder = format!("{right} of {}", role.name);
            drop(store.prove_life(&holder).await.expect("it may"));
            assert_eq!(store.is_alive(&holder).await.expect("it may"), Some(false));
            role.grant(&[right]);
            for key in all.list("").await.expect("it may") {
                let there = all.version(&key).await.expect("it may").expect("it is there");
                all.delete_if_version(&key, &there).await.expect("it may");
            }
        }
        role.revoke("USAGE");
        role.lacks(store.get("state/x").await, &["USAGE"], "get");
        role.lacks(store.put_if_absent("state/x", "x".into()).await, &["USAGE"], "make");
    });
}

#[test]
fn who_only_reads_needs_only_that() {
    let role = Role::new("reader");
    let all = role.of_administrator();
    role.grant(&["USAGE", "SELECT"]);
    let store = role.open().expect("it may");
    runtime().block_on(async {
        let there = all.put_if_absent("state/x", "x".into()).await.expect("it may");
        assert_eq!(store.get("state/x").await.expect("it may").expect("it is there").version, there);
        assert_eq!(store.list("state/").await.expect("it may"), ["state/x"]);
        assert_eq!(store.get_all("state/").await.expect("it may").len(), 1);
        assert_eq!(store.is_alive(&role.name).await.expect("it may"), Some(false));
        let missing = ["INSERT", "UPDATE", "DELETE"];
        role.lacks(store.put_and_prove("lock/x", "x".into(), &role.name).await, &missing, "lock");
        role.lacks(store.put_if_version("state/x", &there, "y".into()).await, &missing, "replace");
        role.lacks(store.delete_if_version("state/x", &there).await, &missing, "delete");
        store.delete_if_version("state/y", &Version::ABSENT).await.expect("that only looks");
    });
}

#[test]
fn who_makes_what_is_needed_needs_that_once() {
    let role = Role::new("maker");
    let Role { server, name, schema, .. } = &role;
    let refused = |grant: &str| {
        let told = role.open().expect_err(grant).to_string();
        assert!(told.contains(&format!("GRANT {grant} TO \"{name}\";")), "{grant}: {told}");
    };
    refused("CREATE ON DATABASE \"states\"");
    server.run(&format!("CREATE SCHEMA \"{schema}\""));
    refused(&format!("USAGE ON SCHEMA \"{schema}\""));
    server.run(&format!("GRANT USAGE ON SCHEMA \"{schema}\" TO {name}"));
    refused(&format!("CREATE ON SCHEMA \"{schema}\""));
    server.run(&format!("GRANT CREATE ON SCHEMA \"{schema}\" TO {name}"));
    let store = role.open().expect("it makes its table");
    runtime().block_on(store.put_if_absent("state/x", "x".into())).expect("which is its own");
    // The schema, too.
    let role = Role::new("founder");
    server.run(&format!("GRANT CREATE ON DATABASE states TO {}", role.name));
    let store = role.open().expect("it makes schema and table");
    runtime().block_on(store.put_if_absent("state/x", "x".into())).expect("which are its own");
}

#[test]
fn who_must_not_connect_is_told_so() {
    let role = Role::new("outsider");
    let closed = name("closed");
    role.server.run(&format!("CREATE DATABASE \"{closed}\""));
    role.server.run(&format!("REVOKE CONNECT ON DATABASE \"{closed}\" FROM PUBLIC"));
    let mut options = role.options();
    options.connection = options.connection.replace("dbname=states", &format!("dbname='{closed}'"));
    let failed = Postgres::open(options).expect_err("it must not");
    let told = failed.to_string();
    assert!(failed.kind() == ErrorKind::Denied && told.contains("CONNECT privilege"), "{told}");
    role.server.run(&format!("DROP DATABASE \"{closed}\""));
}
