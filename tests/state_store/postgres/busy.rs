//! A server that cannot just now, and says so: there are too many connections, what others do at the same time is in the way, a statement takes too
//! long. It is asked again for a while, and whatever it says and whenever, what was acknowledged is there and nothing else.

use super::rights::{OF_TABLE, Role};
use super::{options, runtime};
use crate::chain::{self, Between};
use crate::random::Random;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{ErrorKind, Postgres, PostgresOptions, Store as _};
use tfgen_tests::database::{database, name};
use tfgen_tests::wire::Wire;

/// What a trigger raises: too many connections, two failures of transactions that meet, a statement that was cancelled, a lock that was not to be had.
/// The last one sleeps for longer than a statement may take: the server itself cancels it, but at the end of a transaction, where it lets it be.
const CODES: [&str; 6] = ["53300", "40001", "40P01", "57014", "55P03", "asleep"];

const TRIGGERS: &str = "
CREATE SEQUENCE terraform_states.\"$_calls\";
CREATE TABLE terraform_states.\"$_plan\" (call bigint PRIMARY KEY, code text NOT NULL);
CREATE FUNCTION terraform_states.\"$_raise\"() RETURNS trigger LANGUAGE plpgsql AS $raise$
DECLARE
  now bigint := nextval('terraform_states.\"$_calls\"');
  planned text := (SELECT code FROM terraform_states.\"$_plan\" WHERE call = now);
BEGIN
  IF planned = 'asleep' THEN PERFORM pg_sleep(1); planned := '57014'; END IF;
  IF planned <> '' THEN RAISE EXCEPTION 'made up' USING ERRCODE = planned; END IF;
  RETURN NULL;
END $raise$;
CREATE TRIGGER \"1\" BEFORE INSERT OR UPDATE OR DELETE ON terraform_states.\"$\" EXECUTE FUNCTION terraform_states.\"$_raise\"();
CREATE CONSTRAINT TRIGGER \"2\" AFTER INSERT OR UPDATE OR DELETE ON terraform_states.\"$\" DEFERRABLE INITIALLY DEFERRED
FOR EACH ROW EXECUTE FUNCTION terraform_states.\"$_raise\"();
";

/// A table whose triggers fail as it is planned: those of a statement, and those of the end of its transaction.
struct Busy {
    table: String,
    store: Postgres,
    undisturbed: Postgres,
    is_planned: AtomicBool,
}

impl Busy {
    /// What happens to the next statements, one trigger after the other; nothing to those after them.
    fn plan(&self, codes: &[&str]) {
        let rows: Vec<String> = (1..).zip(codes).map(|(call, code)| format!("({call}, '{code}')")).collect();
        let insert = format!("INSERT INTO terraform_states.\"$_plan\" VALUES {};", rows.join(", "));
        let insert = if codes.is_empty() { "" } else { &insert };
        let sql = format!(
            "TRUNCATE terraform_states.\"$_plan\"; {insert} ALTER SEQUENCE terraform_states.\"$_calls\" RESTART"
        );
        database().run(&sql.replace('$', &self.table));
    }
}

impl Between for Busy {
    type Store = Postgres;

    fn new() -> Self {
        let (server, table) = (database(), name("busy"));
        let options = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
        let undisturbed = Postgres::open(options.clone()).expect("it opens");
        server.run(&TRIGGERS.replace("$_", &format!("{table}_")).replace("\"$\"", &format!("\"{table}\"")));
        let store = Postgres::open(PostgresOptions { statement_timeout: Duration::from_millis(100), ..options });
        Self { table, store: store.expect("it opens"), undisturbed, is_planned: AtomicBool::new(false) }
    }

    fn through(&self) -> &Postgres {
        &self.store
    }

    fn direct(&self) -> &Postgres {
        &self.undisturbed
    }

    fn trouble(&self, random: &mut Random) -> String {
        let plan = chain::plan(random, "", &CODES);
        if plan.iter().any(|code| !code.is_empty()) {
            self.plan(&plan);
            self.is_planned.store(true, Ordering::SeqCst);
        }
        format!("{plan:?}")
    }

    fn calm(&self) {
        if self.is_planned.swap(false, Ordering::SeqCst) {
            self.plan(&[]);
        }
    }
}

#[test]
fn whatever_a_busy_server_says_the_chain_of_versions_does_not_break() {
    chain::run::<Busy>();
}

#[test]
fn each_thing_that_a_busy_server_says_at_each_write_is_survived() {
    let busy = Busy::new();
    // At once, at the end of the transaction, and both.
    for (code, planned) in
        CODES.iter().flat_map(|code| [(code, [*code, ""]), (code, ["", *code]), (code, [*code, *code])])
    {
        let (key, text) = (format!("lock/{code}-{planned:?}"), format!("{planned:?}"));
        runtime().block_on(async {
            busy.plan(&planned);
            let first = busy.store.put_if_absent(&key, "1".into()).await.expect(&text);
            busy.plan(&planned);
            let second = busy.store.put_if_version(&key, &first, "2".into()).await.expect(&text);
            let there = busy.undisturbed.get(&key).await.expect(&text).expect(&text);
            assert!(there.version == second && there.body == "2".into(), "{text}");
            busy.plan(&planned);
            busy.store.delete_if_version(&key, &second).await.expect(&text);
            busy.plan(&planned);
            let begun = busy.store.put_and_prove(&key, "mine".into(), &key).await.expect(&text).expect("it can");
            let made = begun.made.expect(&text);
            assert_eq!(busy.undisturbed.get(&key).await.expect(&text).expect(&text).version, made, "{text}");
            assert_eq!(busy.undisturbed.is_alive(&key).await.expect(&text), Some(true), "{text}");
            drop(begun.proof);
        });
    }
}

#[test]
fn a_server_that_stays_busy_is_told_and_nothing_is_done() {
    let busy = Busy::new();
    let first = runtime().block_on(busy.store.put_if_absent("state/default", "1".into())).expect("it is made");
    for (plan, told) in
        [(vec!["53300"; 200], "53300"), (["", "40001"].repeat(100), "40001"), (vec!["asleep"; 200], "57014")]
    {
        busy.plan(&plan);
        let failed = runtime().block_on(busy.store.put_if_version("state/default", &first, "2".into()));
        let failed = failed.expect_err("it is busy all the time");
        assert_eq!(failed.kind(), ErrorKind::Unavailable, "{failed}");
        assert!(failed.to_string().contains(told), "{told}: {failed}");
        let there = runtime().block_on(busy.undisturbed.get("state/default")).expect("it reads");
        assert!(there.is_some_and(|there| there.version == first && there.body == "1".into()), "{told}");
    }
    busy.plan(&[]);
    runtime().block_on(busy.store.put_if_version("state/default", &first, "2".into())).expect("it goes on from there");
}

#[test]
fn too_many_connections_are_waited_for_and_told() {
    let role = Role::new("crowded");
    role.of_administrator();
    role.grant(&["USAGE"]);
    role.grant(&OF_TABLE);
    let (server, name, wire) = (role.server, &role.name, Wire::before(role.server.port));
    let mut options = role.options();
    options.connection = format!("{} sslmode=disable", server.connection(wire.port, name));
    let store = Postgres::open(options).expect("it opens");
    let first = runtime().block_on(store.put_if_absent("state/default", "1".into())).expect("it is made");
    server.run(&format!("ALTER ROLE {name} CONNECTION LIMIT 0"));
    server.run(&format!("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE usename = '{name}'"));
    let failed = runtime().block_on(store.put_if_version("state/default", &first, "2".into()));
    let failed = failed.expect_err("nobody is let in");
    let is_told = failed.to_string().contains("is too busy") && failed.to_string().contains("53300");
    assert!(failed.kind() == ErrorKind::Unavailable && is_told, "{:?}: {failed}", failed.kind());
    let (before, begun) = (wire.accepted(), Instant::now());
    let second = std::thread::scope(|scope| {
        let writing = scope.spawn(|| runtime().block_on(store.put_if_version("state/default", &first, "2".into())));
        // Whoever comes a third time has been turned away twice.
        while wire.accepted() < before + 3 {
            assert!(begun.elapsed() < Duration::from_secs(20) && !writing.is_finished(), "it is tried again");
            std::thread::sleep(Duration::from_millis(5));
        }
        server.run(&format!("ALTER ROLE {name} CONNECTION LIMIT -1"));
        writing.join().expect("it arrives").expect("it is let in after a while")
    });
    let there = runtime().block_on(store.get("state/default")).expect("it reads").expect("it is there");
    assert!(there.version == second && there.body == "2".into());
}
