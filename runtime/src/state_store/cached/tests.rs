//! One trip serves all reads until something writes; then every read is a trip.

use super::super::conformance;
use super::super::memory::Memory;
use super::super::traced::{Operation, Trace, Traced};
use super::*;

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

/// A store with ten states and a lock, whose trips are counted.
async fn filled() -> (Memory, Trace, Traced) {
    let memory = Memory::new();
    for n in 0..10 {
        memory.put_if_absent(&format!("state/{n}"), format!("content {n}").into()).await.unwrap();
    }
    memory.put_if_absent("lock/0", "held".into()).await.unwrap();
    let trace = Trace::new();
    (memory.clone(), trace.clone(), Traced::new(memory, trace))
}

#[test]
fn it_is_a_store() {
    // Two handles of one process. Another process sees a write when it writes itself, or when it starts: that is the bargain.
    let (memory, switch) = (Memory::new(), Switch::new());
    conformance::check(|| Ok(Cached::with_switch(memory.clone(), "", switch.clone()))).unwrap();
}

#[test]
fn everything_below_the_prefix_is_one_trip() {
    block(async {
        let (_, trace, traced) = filled().await;
        let cached = Cached::with_switch(traced, "state/", Switch::new());
        assert!(trace.trips().is_empty(), "nothing is read before it is asked for");
        for n in 0..10 {
            assert_eq!(cached.get(&format!("state/{n}")).await.unwrap().unwrap().body, format!("content {n}").into());
        }
        assert!(cached.get("state/none").await.unwrap().is_none(), "the snapshot is complete");
        assert_eq!(cached.list("state/").await.unwrap().len(), 10);
        assert_eq!(cached.get_all("state/3").await.unwrap().len(), 1);
        let summary = trace.summary();
        assert_eq!((summary.all.trips, summary.by_operation[&Operation::GetAll].trips), (1, 1));
        assert!(cached.get("lock/0").await.unwrap().is_some(), "what lies elsewhere is asked for");
        assert_eq!(cached.list("").await.unwrap().len(), 11);
        assert_eq!(trace.trips().len(), 3);
    });
}

#[test]
fn one_write_turns_every_cache_of_the_switch_off_for_good() {
    block(async {
        let (memory, trace, traced) = filled().await;
        let switch = Switch::new();
        let one = Cached::with_switch(traced.clone(), "state/", switch.clone());
        let two = Cached::with_switch(traced.clone(), "state/", switch);
        let apart = Cached::with_switch(traced, "state/", Switch::new());
        for cached in [&one, &two, &apart] {
            cached.get("state/1").await.unwrap();
        }
        // Somebody else changes the store: only a write of ours makes that seen.
        let version = memory.get("state/1").await.unwrap().unwrap().version;
        memory.put_if_version("state/1", &version, "new".into()).await.unwrap();
        assert_eq!(two.get("state/1").await.unwrap().unwrap().body, "content 1".into());
        // A write that fails turns off, too: it may have been done.
        assert!(one.uncached().put_if_absent("state/2", "x".into()).await.is_err());
        trace.reset();
        for cached in [&one, &two] {
            assert_eq!(cached.get("state/1").await.unwrap().unwrap().body, "new".into());
            cached.get("state/1").await.unwrap();
        }
        assert_eq!(trace.trips().len(), 4);
        assert_eq!(apart.get("state/1").await.unwrap().unwrap().body, "content 1".into());
        assert!(Switch::of_process().0.as_ptr() == Switch::of_process().0.as_ptr());
    });
}

#[test]
fn the_uncached_handle_reads_what_is_there() {
    block(async {
        let (memory, _, traced) = filled().await;
        let cached = Cached::with_switch(traced, "state/", Switch::new());
        cached.get("state/1").await.unwrap();
        let version = memory.get("state/1").await.unwrap().unwrap().version;
        memory.put_if_version("state/1", &version, "new".into()).await.unwrap();
        let uncached = cached.uncached();
        let entry = uncached.get("state/1").await.unwrap().unwrap();
        uncached.put_if_version("state/1", &entry.version, "newer".into()).await.unwrap();
        assert_eq!(cached.get("state/1").await.unwrap().unwrap().body, "newer".into());
    });
}

/// Of which one entry cannot be read.
#[derive(Clone, Debug)]
struct Damaged(Memory);

impl Store for Damaged {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        if key == "state/3" {
            return Err(super::super::Error::new(ErrorKind::Corrupt, "\"state/3\" is damaged"));
        }
        self.0.get(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.0.put_if_version(key, version, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.0.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.0.list(prefix).await
    }
}

#[test]
fn one_damaged_entry_hides_no_other() {
    block(async {
        let (memory, trace, _) = filled().await;
        let traced = Traced::new(Damaged(memory), trace.clone());
        let cached = Cached::with_switch(traced, "state/", Switch::new());
        assert_eq!(cached.list("state/").await.unwrap().len(), 10);
        assert_eq!(cached.get("state/3").await.unwrap_err().kind(), ErrorKind::Corrupt);
        assert_eq!(cached.get("state/4").await.unwrap().unwrap().body, "content 4".into());
        assert_eq!(trace.summary().by_operation[&Operation::GetAll].trips, 1, "that is found out once");
    });
}
