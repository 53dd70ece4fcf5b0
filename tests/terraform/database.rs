//! States in a table of PostgreSQL, under a real Terraform: the kitchen's `ledger`.

use super::state_stores::{APPLY, configure, expect_nothing_to_do, init, store, wait_for_begun, workspace};
use std::fs;
use std::time::Duration;
use tfgen_runtime::state_store::{Operation, Postgres, PostgresOptions, Store as _, Summary, Trip, read_log};
use tfgen_tests::built;
use tfgen_tests::database::{ADMINISTRATOR, PASSWORD, database, name};
use tfgen_tests::story::flowing;
use tfgen_tests::terraform::Workspace;
use tfgen_tests::wire::{Loss, Wire};

const HELLO: &str = "resource \"terraform_data\" \"x\" { input = \"hello\" }\n";
const PLAN: [&str; 3] = ["plan", "-no-color", "-input=false"];

/// A workspace whose states are in a table of its own, reached through this port, with more lines in the block.
pub(super) fn in_table(port: u16, table: &str, lines: &str) -> (Workspace, String) {
    let server = database();
    // What is between reads what goes through it.
    let mode = if port == server.port { "prefer" } else { "disable" };
    let connection = format!("{} sslmode={mode}", server.connection(port, ADMINISTRATOR));
    let block = store("ledger", &format!("    conn_str = {connection:?}\n    page = {table:?}\n{lines}"));
    let workspace = workspace(&block, HELLO).with_environment("PGPASSWORD", PASSWORD);
    init(&workspace).expect_code(0);
    (workspace, block)
}

/// The same store without Terraform.
pub(super) fn opened(table: &str) -> Postgres {
    let server = database();
    let options = PostgresOptions::new(server.connection(server.port, ADMINISTRATOR));
    let options = options.with_environment(|name| (name == "PGPASSWORD").then(|| PASSWORD.to_owned()));
    Postgres::open(PostgresOptions { table: table.to_owned(), ..options }).expect("it opens")
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime")
}

#[test]
fn a_state_is_kept_in_a_table_and_found_again() {
    let table = name("kept");
    let (workspace, _) = in_table(database().port, &table, "");
    workspace.apply().expect_code(0);
    assert!(!workspace.folder.join("terraform.tfstate").exists(), "it is nowhere else");
    expect_nothing_to_do(&workspace);
    workspace.run(&["workspace", "new", "-no-color", "other"]).expect_code(0);
    workspace.apply().expect_code(0);
    let listed = workspace.run(&["workspace", "list", "-no-color"]).expect_code(0).stdout;
    assert!(listed.contains("default") && listed.contains("* other"), "{listed}");
    let keys = database().run(&format!("SELECT string_agg(key, ' ') FROM terraform_states.\"{table}\""));
    assert_eq!(keys, "state/default state/other", "no lock is left");
    // As the documentation has it.
    let documented = include_str!("../../docs/state-stores.md").split('`');
    let body = documented.into_iter().find(|code| code.starts_with("SELECT convert_from(")).expect("it has it");
    let body = database().run(&body.replace("terraform_states.states", &format!("terraform_states.\"{table}\"")));
    assert!(body.contains("\"hello\""), "{body}");
    workspace.run(&["workspace", "select", "-no-color", "default"]).expect_code(0);
    workspace.run(&["workspace", "delete", "-no-color", "-force", "other"]).expect_code(0);
    assert_eq!(runtime().block_on(opened(&table).list("")).expect("it lists"), ["state/default"]);
}

#[test]
fn a_lock_in_a_table_keeps_a_run_out_and_only_its_id_opens_it() {
    let table = name("locked");
    let (workspace, _) = in_table(database().port, &table, "");
    let store = opened(&table);
    let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    let proof = runtime().block_on(store.prove_life("somebody-else")).expect("it is proved");
    runtime().block_on(store.put_if_absent("lock/default", record.into())).expect("it is free");
    let said = flowing(&workspace.run(&PLAN).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("them@elsewhere"), "{said}");
    assert!(said.contains("terraform force-unlock somebody-else"), "{said}");
    let said = workspace.run(&["force-unlock", "-no-color", "-force", "nobody"]).expect_code(1).stderr;
    assert!(flowing(&said).contains("is locked by another lock than nobody"), "{said}");
    let without = ["apply", "-no-color", "-input=false", "-auto-approve", "-lock=false"];
    let said = flowing(&workspace.run(&without).expect_code(1).stderr);
    assert!(said.contains("locked by someone else"), "without a lock, too: {said}");
    // Its holder is gone: nobody has to be asked.
    drop(proof);
    workspace.apply().expect_code(0);
    runtime().block_on(store.put_if_absent("lock/default", record.into())).expect("it is free");
    let proof = runtime().block_on(store.prove_life("somebody-else")).expect("it is proved");
    workspace.run(&["force-unlock", "-no-color", "-force", "somebody-else"]).expect_code(0);
    expect_nothing_to_do(&workspace);
    drop(proof);
}

#[test]
fn a_run_that_was_killed_keeps_the_next_one_from_nothing_in_its_table() {
    let table = name("killed");
    let (workspace, block) = in_table(database().port, &table, "");
    let slow = "resource \"terraform_data\" \"x\" {\n  provisioner \"local-exec\" { command = \"touch begun && sleep 300\" }\n}\n";
    configure(&workspace, &block, slow);
    let mut first = workspace.start(&APPLY);
    wait_for_begun(&workspace);
    let said = flowing(&workspace.run(&PLAN).expect_code(1).stderr);
    assert!(said.contains("is locked") && said.contains("OperationTypeApply"), "it lives, and is seen to: {said}");
    configure(&workspace, &block, HELLO);
    first.kill().expect("it can be killed");
    first.wait().expect("it ends");
    // Nobody waits for a lock by default: that the next run goes on shows that the holder was known to be gone while it asked.
    workspace.apply().expect_code(0);
    expect_nothing_to_do(&workspace);
    assert!(runtime().block_on(opened(&table).list("lock/")).expect("it lists").is_empty());
}

#[test]
fn what_gets_lost_on_the_way_to_a_table_stops_no_run_and_leaves_no_lock() {
    let table = name("lossy");
    let wire = Wire::before(database().port);
    let (workspace, block) = in_table(wire.port, &table, "");
    for (round, losses) in [
        [Loss::None, Loss::None, Loss::Answer],
        [Loss::None, Loss::None, Loss::Late],
        [Loss::None, Loss::None, Loss::Call],
    ]
    .iter()
    .enumerate()
    {
        configure(&workspace, &block, &HELLO.replace("hello", &format!("hello {round}")));
        // The store opens with five calls. After them, each third one is lost.
        let mut plan = vec![Loss::None; 5];
        plan.extend(losses.repeat(3));
        wire.plan(&plan);
        workspace.apply().expect_code(0);
        wire.plan(&[]);
        expect_nothing_to_do(&workspace);
        let keys = runtime().block_on(opened(&table).list("lock/")).expect("it lists");
        assert!(keys.is_empty(), "{losses:?}: {keys:?}");
    }
}

#[test]
fn a_password_in_the_configuration_is_warned_about() {
    let table = name("password");
    let (workspace, block) = in_table(database().port, &table, "");
    let password = PASSWORD.replace('\'', "\\\\'");
    configure(&workspace, &block.replace("dbname=states", &format!("dbname=states password='{password}'")), HELLO);
    let ran = workspace.run(&["init", "-no-color", "-input=false", "-reconfigure"]).expect_code(0);
    let said = flowing(&format!("{}{}", ran.stdout, ran.stderr));
    assert!(said.contains("The password of the database is in the configuration"), "{said}");
    workspace.apply().expect_code(0);
}

#[test]
fn states_in_a_table_are_looked_at_and_mended_without_terraform() {
    let table = name("without");
    let (workspace, _) = in_table(database().port, &table, "");
    workspace.apply().expect_code(0);
    let program = built::kitchen_provider().join("terraform-provider-kitchen");
    let state = |words: &[&str]| {
        let mut command = std::process::Command::new(&program);
        command.arg("state").args(words).current_dir(&workspace.folder).env("PGPASSWORD", PASSWORD);
        let ran = command.output().expect("it runs");
        (ran.status.code(), String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr))
    };
    let (code, text) = state(&["init"]);
    assert!(code == Some(0) && text.contains("It has 1 state"), "{text}");
    let (code, text) = state(&["list"]);
    assert!(code == Some(0) && text.contains("default"), "{text}");
    let (code, text) = state(&["verify"]);
    assert_eq!(code, Some(0), "{text}");
    let record = r#"{"ID":"somebody-else","Operation":"OperationTypeApply","Who":"them@elsewhere"}"#;
    runtime().block_on(opened(&table).put_if_absent("lock/default", record.into())).expect("it is free");
    let (code, text) = state(&["locks"]);
    assert!(code == Some(0) && text.contains("somebody-else") && text.contains("them@elsewhere"), "{text}");
    assert_eq!(state(&["unlock", "nobody"]).0, Some(1));
    assert_eq!(state(&["unlock", "somebody-else"]).0, Some(0));
    let other = name("of_the_administrator");
    let (code, text) = state(&["init", "--set", &format!("page={other}")]);
    assert!(code == Some(0) && text.contains("no states yet"), "{text}");
    assert_eq!(database().run(&format!("SELECT count(*) FROM terraform_states.\"{other}\"")), "0");
}

/// The calls so far, once those that nobody has waited for have arrived.
fn settled(wire: &Wire) -> usize {
    let mut count = wire.count();
    loop {
        std::thread::sleep(Duration::from_millis(100));
        let now = wire.count();
        if now == count {
            return count;
        }
        count = now;
    }
}

pub(super) fn is_write(trip: &Trip) -> bool {
    trip.key == "state/default" && matches!(trip.operation, Operation::PutIfVersion | Operation::PutIfAbsent)
}

#[test]
fn a_run_makes_no_more_trips_to_a_table_than_it_takes() {
    let table = name("trips");
    let wire = Wire::before(database().port);
    let (workspace, _) = in_table(wire.port, &table, "");
    let workspace = workspace.with_environment("KITCHEN_STATE_STORE_TRACE", "trips.log");
    let log = workspace.folder.join("trips.log");
    // What the run asked the store, and how many calls that and the opening of the store have made.
    let traced = |arguments: &[&str]| {
        let _ = fs::remove_file(&log);
        let before = settled(&wire);
        workspace.run(arguments).expect_code(0);
        let trips = read_log(&fs::read_to_string(&log).expect("it is there")).expect("each line is a trip");
        (Summary::of(&trips), trips.iter().filter(|trip| is_write(trip)).count(), wire.count() - before)
    };
    let (plan, _, calls) = traced(&PLAN);
    assert_eq!((plan.all.trips, plan.all.failed, plan.repeated), (3, 0, 0), "a lock comes with its proof: {plan}");
    // Two connections are made and looked at, and so is the table. The end of the proof arrives or not: nobody waits for it.
    let opening = 5;
    assert!((opening + 3..=opening + 3 + 1).contains(&calls), "{calls} calls: {plan}");
    let (apply, writes, calls) = traced(&APPLY);
    assert!(writes > 0 && apply.all.trips <= 4 + 2 * writes, "{writes} writes: {apply}");
    assert!((opening + apply.all.trips..=opening + apply.all.trips + 1).contains(&calls), "{calls} calls: {apply}");
}
