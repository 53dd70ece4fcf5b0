//! A network that loses, delays and holds back: whatever happens to a call, the chain of versions does not break, and nobody is kept out by what is
//! his own.
//!
//! 60 schedules by default; `TFGEN_CRASH=full` takes 2,000, and `TFGEN_SCHEDULES` so many.

use super::{bytes_of, options, runtime};
use crate::chain::{self, Between};
use crate::random::Random;
use std::time::{Duration, Instant};
use tfgen_runtime::state_store::{Body, ErrorKind, Postgres, PostgresOptions, Store as _};
use tfgen_tests::database::{database, name};
use tfgen_tests::wire::{Loss, Wire};

const LOSSES: [Loss; 5] = [Loss::Call, Loss::Answer, Loss::Half, Loss::Delay, Loss::Late];

/// A store behind a proxy, and the same one without.
fn stores() -> (Wire, Postgres, Postgres) {
    let (server, table) = (database(), name("faults"));
    // What is said of a holder at once is looked at, not what is said after a while.
    let direct = PostgresOptions { reconnect_timeout: Duration::ZERO, ..options(server, server.port, &table) };
    let direct = Postgres::open(direct).expect("it opens");
    let wire = Wire::before(server.port);
    let mut through = options(server, wire.port, &table);
    through.connection.push_str(" sslmode=disable");
    (wire, Postgres::open(through).expect("it opens"), direct)
}

#[test]
fn whatever_is_lost_at_whichever_call_never_looks_like_somebody_elses_doing() {
    let (wire, through, direct) = stores();
    for loss in LOSSES {
        // Those of the connection that is made anew are among them.
        for position in 0..6 {
            let mut plan = vec![Loss::None; position];
            plan.push(loss);
            let (key, text) = (format!("lock/{loss:?}-{position}"), format!("{loss:?} at {position}"));
            runtime().block_on(async {
                wire.plan(&plan);
                let made = through.put_if_absent(&key, "mine".into()).await.expect(&text);
                assert_eq!(direct.get(&key).await.expect(&text).expect(&text).version, made, "{text}");
                wire.plan(&plan);
                let next = through.put_if_version(&key, &made, "mine again".into()).await.expect(&text);
                wire.plan(&plan);
                through.delete_if_version(&key, &next).await.expect(&text);
                assert_eq!(direct.get(&key).await.expect(&text), None, "{text}: it is given back");
                wire.plan(&plan);
                assert_eq!(through.get(&key).await.expect(&text), None, "{text}");
            });
        }
    }
}

#[test]
fn whatever_is_lost_on_the_way_a_store_opens() {
    let server = database();
    let wire = Wire::before(server.port);
    let opens = |table: &str, plan: &[Loss]| {
        let mut options = options(server, wire.port, table);
        options.connection.push_str(" sslmode=disable");
        wire.plan(plan);
        Postgres::open(options)
    };
    // One that makes its table asks more than the next one.
    let (first, before) = (name("opened"), wire.count());
    opens(&first, &[]).expect("it opens");
    let calls = wire.count() - before;
    assert!(calls > 4, "{calls}");
    for (loss, position) in LOSSES.into_iter().flat_map(|loss| (0..calls).map(move |position| (loss, position))) {
        let mut plan = vec![Loss::None; position];
        plan.push(loss);
        for table in [&first, &name("opened")] {
            let store = opens(table, &plan).unwrap_or_else(|failed| panic!("{loss:?} at {position}: {failed}"));
            wire.plan(&[]);
            assert_eq!(runtime().block_on(store.list("")).expect("it reads"), Vec::<String>::new());
        }
    }
}

#[test]
fn whatever_is_lost_a_lock_comes_with_its_proof_or_not_at_all() {
    let (wire, through, direct) = stores();
    for (loss, position) in LOSSES.into_iter().flat_map(|loss| (0..6).map(move |position| (loss, position))) {
        let mut plan = vec![Loss::None; position];
        plan.push(loss);
        let (key, text) = (format!("lock/{loss:?}-{position}"), format!("{loss:?} at {position}"));
        let (ours, theirs) = (format!("our {text}"), format!("their {text}"));
        runtime().block_on(async {
            wire.plan(&plan);
            let begun = through.put_and_prove(&key, "mine".into(), &ours).await.expect(&text).expect("it can");
            let made = begun.made.expect(&text);
            assert_eq!(direct.get(&key).await.expect(&text).expect(&text).version, made, "{text}");
            assert_eq!(direct.is_alive(&ours).await.expect(&text), Some(true), "{text}");
            // Somebody else's is in the way: it is told which, and the proof is there for the next try.
            wire.plan(&plan);
            let second = through.put_and_prove(&key, "theirs".into(), &theirs).await.expect(&text).expect("it can");
            let conflict = second.made.expect_err(&text);
            assert_eq!(conflict.as_conflict().expect(&text).actual, made, "{text}");
            assert_eq!(direct.is_alive(&theirs).await.expect(&text), Some(true), "{text}");
            drop((begun.proof, second.proof));
            for id in [&ours, &theirs] {
                assert_eq!(direct.is_alive(id).await.expect(&text), Some(false), "{text}");
            }
            wire.plan(&[]);
            direct.delete_if_version(&key, &made).await.expect(&text);
        });
    }
}

/// Of a lock that could not be made with its proof there may be an entry, but nobody is said to have it.
#[test]
fn who_gives_up_proves_nothing_any_more() {
    let (wire, through, direct) = stores();
    runtime().block_on(async {
        // The first answer is lost, and nothing arrives for as long as it is tried again.
        for loss in [Loss::Answer, Loss::Late] {
            let key = format!("lock/{loss:?}");
            let mut plan = vec![loss];
            plan.extend([Loss::Call; 6]);
            wire.plan(&plan);
            let failed = through.put_and_prove(&key, "mine".into(), &key).await.expect_err("nobody answers");
            assert_eq!(failed.kind(), ErrorKind::Uncertain, "{failed}");
            // It is there: what comes late has come before its session could be ended. So whoever gives up looks for it and takes it back.
            assert!(direct.get(&key).await.expect("it reads").is_some(), "{loss:?}");
            assert_eq!(direct.is_alive(&key).await.expect("it is known"), Some(false), "{loss:?}");
        }
    });
}

#[test]
fn a_lock_and_its_proof_are_one_call_and_nobody_waits_for_its_end() {
    let (wire, through, direct) = stores();
    runtime().block_on(async {
        let before = wire.count();
        let begun = through.put_and_prove("lock/a", "mine".into(), "one call").await.expect("it may").expect("it can");
        let made = begun.made.expect("nobody else has it");
        assert_eq!(wire.count() - before, 1);
        assert_eq!(direct.is_alive("one call").await.expect("it is known"), Some(true));
        through.delete_if_version("lock/a", &made).await.expect("it is given back");
        // The end is said all the same, but by nobody who is waited for: here it takes two seconds to arrive.
        wire.plan(&[Loss::Held]);
        let start = Instant::now();
        begun.proof.release();
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
        while direct.is_alive("one call").await.expect("it is known") != Some(false) {
            assert!(start.elapsed() < Duration::from_secs(5), "it does not end");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(wire.count() - before, 3);
        // What is longer than a row is not made at once.
        let long: Body = bytes_of((8 << 20) + 1).into();
        assert!(through.put_and_prove("lock/b", long, "long").await.expect("it may").is_none());
        assert_eq!(direct.get("lock/b").await.expect("it reads"), None);
    });
}

#[test]
fn what_is_lost_of_many_rows_is_whole_or_not_there() {
    let (wire, through, direct) = stores();
    let long: Body = std::iter::repeat_n(bytes_of(8 << 20), 3).collect();
    // Begin, the first row, two more, commit; and what is done about it.
    for (loss, position) in (0..6).flat_map(|position| [(Loss::Answer, position), (Loss::Late, position)]) {
        let mut plan = vec![Loss::None; position];
        plan.push(loss);
        let (key, text) = (format!("state/{loss:?}-{position}"), format!("{loss:?} at {position}"));
        runtime().block_on(async {
            wire.plan(&plan);
            let made = through.put_if_absent(&key, long.clone()).await.expect(&text);
            let there = direct.get(&key).await.expect(&text).expect(&text);
            assert!(there.version == made && there.body == long, "{text}");
            direct.delete_if_version(&key, &made).await.expect(&text);
        });
    }
}

#[test]
fn a_call_that_comes_late_does_nothing() {
    let (wire, through, direct) = stores();
    runtime().block_on(async {
        for round in 0..3 {
            let key = format!("lock/{round}");
            wire.plan(&[Loss::Late]);
            let made = through.put_if_absent(&key, "mine".into()).await.expect("it is made");
            through.delete_if_version(&key, &made).await.expect("it is given back");
            // What was held back has come by now.
            tokio::time::sleep(Duration::from_secs(1)).await;
            assert_eq!(direct.get(&key).await.expect("it reads"), None, "it does not come back");
        }
    });
}

#[test]
fn a_database_that_is_gone_is_not_asked_for_ever() {
    let (wire, through, _) = stores();
    runtime().block_on(async {
        let before = wire.count();
        wire.plan(&[Loss::Call; 100]);
        let failed = through.get("state/default").await.expect_err("nobody answers");
        assert_eq!(failed.kind(), ErrorKind::Unavailable, "{failed}");
        assert!(wire.count() - before < 20, "{} calls", wire.count() - before);
        wire.plan(&[Loss::Answer; 100]);
        let failed = through.put_if_absent("state/default", "x".into()).await.expect_err("nobody answers");
        assert!(matches!(failed.kind(), ErrorKind::Uncertain | ErrorKind::Unavailable), "{failed:?}");
        wire.plan(&[]);
        through.get("state/default").await.expect("it answers again");
    });
}

struct Lossy(Wire, Postgres, Postgres);

impl Between for Lossy {
    type Store = Postgres;

    fn new() -> Self {
        let (wire, through, direct) = stores();
        Self(wire, through, direct)
    }

    fn through(&self) -> &Postgres {
        &self.1
    }

    fn direct(&self) -> &Postgres {
        &self.2
    }

    fn trouble(&self, random: &mut Random) -> String {
        let plan = chain::plan(random, Loss::None, &LOSSES);
        self.0.plan(&plan);
        format!("{plan:?}")
    }

    fn calm(&self) {
        self.0.plan(&[]);
    }
}

#[test]
fn whatever_is_lost_on_the_way_the_chain_of_versions_does_not_break() {
    chain::run::<Lossy>();
}
