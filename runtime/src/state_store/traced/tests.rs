//! Every trip is seen once, with who wanted it, and a log says the same as the collection.

use super::super::conformance;
use super::super::memory::Memory;
use super::*;

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

#[test]
fn it_is_a_store() {
    let memory = Memory::new();
    conformance::check(|| Ok(Traced::new(memory.clone(), Trace::new()))).unwrap();
}

async fn some_work(store: &Traced) -> Result<()> {
    let made = store.put_if_absent("state/a", "12345".into()).await?;
    assert!(store.put_if_absent("state/a", "123".into()).await.is_err());
    let read = via("read", async {
        store.get("state/a").await?;
        via("inner", store.get("state/a")).await
    });
    read.await?;
    store.list("state/").await?;
    store.get_all("state/").await?;
    store.delete_if_version("state/a", &made).await
}

#[test]
fn trips_are_counted_by_operation_key_accessor_and_line() {
    let trace = Trace::new();
    block(some_work(&Traced::new(Memory::new(), trace.clone()))).unwrap();
    let summary = trace.summary();
    assert_eq!((summary.all.trips, summary.all.failed, summary.distinct_keys, summary.repeated), (7, 1, 2, 1));
    assert_eq!((summary.all.sent, summary.all.received), (8, 10 + 7 + 5));
    assert_eq!(summary.by_operation[&Operation::Get].trips, 2);
    assert_eq!(summary.by_key["state/a"].trips, 5);
    assert_eq!(summary.by_accessor["read"].trips, 2, "the outermost accessor counts");
    let site = summary.by_site.keys().find(|site| !site.is_empty()).unwrap();
    assert!(site.contains("traced/tests.rs:"), "{site}");
    assert_eq!(summary.by_site[site].trips, 2);
    assert_eq!(trace.trips()[1].failed.as_deref(), Some("conflict"));
    assert!(summary.to_string().contains("put_if_absent: 2 trips, 1 failed, 8 bytes sent"), "{summary}");
    trace.reset();
    assert!(trace.trips().is_empty());
}

#[test]
fn a_log_is_read_back_and_may_end_in_the_middle_of_a_line() {
    let path = std::env::temp_dir().join(format!("tfgen-trace-{}", super::super::random::hex(8).unwrap()));
    let trace = Trace::to_file(&path).unwrap();
    block(some_work(&Traced::new(Memory::new(), trace.clone()))).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let whole_micros = |trip: Trip| Trip {
        duration: std::time::Duration::from_micros(trip.duration.as_micros().try_into().unwrap()),
        ..trip
    };
    let expected: Vec<Trip> = trace.trips().into_iter().map(whole_micros).collect();
    assert_eq!(read_log(&text).unwrap(), expected);
    assert_eq!(read_log(&text[..text.len() - 5]).unwrap().len(), expected.len() - 1);
    assert_eq!(read_log(&format!("nonsense\n{text}")).unwrap_err(), "Line 1 is no trip to a store");
}

#[test]
fn durations_are_ranked() {
    let trip = |millis| Trip {
        operation: Operation::Get,
        key: "a".to_owned(),
        accessor: String::new(),
        site: String::new(),
        sent: 0,
        received: 0,
        duration: std::time::Duration::from_millis(millis),
        failed: None,
    };
    let trips: Vec<Trip> = [5, 1, 9, 3, 7].map(trip).into();
    let all = Summary::of(&trips).all;
    let millis = |percent| all.percentile(percent).as_millis();
    assert_eq!((all.median().as_millis(), millis(0), millis(99), all.duration.as_millis()), (5, 1, 9, 25));
    assert!(Summary::of(&[]).all.median().is_zero());
}

#[test]
fn proofs_of_life_are_trips_where_there_are_some() {
    block(async {
        let trace = Trace::new();
        let traced = Traced::new(Memory::new(), trace.clone());
        let proof = traced.prove_life("id").await.unwrap();
        assert_eq!(traced.is_alive("id").await.unwrap(), Some(true));
        drop(proof);
        traced.forget_life("id").await.unwrap();
        let asked: Vec<Operation> = trace.trips().iter().map(|trip| trip.operation).collect();
        assert_eq!(asked, [Operation::ProveLife, Operation::IsAlive], "nothing is left in memory to be cleared away");
        assert_eq!(read_log(&format!("{}\n", trace.trips()[0])).unwrap()[0].operation, Operation::ProveLife);
        // Both at once are one trip, which failed if the entry was not made.
        trace.reset();
        for made in [true, false] {
            let proved = traced.put_and_prove("lock/a", "12345".into(), "id").await.unwrap().expect("memory can");
            assert_eq!(proved.made.is_ok(), made);
        }
        let trips = trace.trips();
        let seen: Vec<_> = trips
            .iter()
            .map(|trip| (trip.operation.name(), trip.key.as_str(), trip.sent, trip.failed.as_deref()))
            .collect();
        assert_eq!(seen, [("put_and_prove", "lock/a", 5, None), ("put_and_prove", "lock/a", 5, Some("conflict"))]);
        // A store that proves nothing is not asked.
        let trace = Trace::new();
        let traced = Traced::new(super::super::failing::Failing::new(Memory::new(), 9, false), trace.clone());
        assert!(traced.prove_life("id").await.unwrap().is_none());
        assert!(traced.put_and_prove("lock/a", "1".into(), "id").await.unwrap().is_none());
        traced.forget_life("id").await.unwrap();
        assert!(trace.trips().is_empty());
        // A folder has something to clear away.
        let path = std::env::temp_dir().join(format!("tfgen-trace-{}", super::super::random::hex(8).unwrap()));
        let traced = Traced::new(crate::state_store::Filesystem::open(&path).unwrap(), trace.clone());
        drop(traced.prove_life("id").await.unwrap());
        traced.forget_life("id").await.unwrap();
        std::fs::remove_dir_all(&path).unwrap();
        let asked: Vec<Operation> = trace.trips().iter().map(|trip| trip.operation).collect();
        assert_eq!(asked, [Operation::ProveLife, Operation::ForgetLife]);
    });
}
