//! What is compressed comes back, and what does not decompress is an error.

use super::super::conformance;
use super::super::memory::Memory;
use super::*;

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

fn long() -> Body {
    Body::from("{\"type\":\"acme_disk\",\"size\":100}".repeat(10_000))
}

#[test]
fn it_is_a_store() {
    let memory = Memory::new();
    conformance::check(|| Compressed::new(memory.clone())).unwrap();
}

#[test]
fn what_repeats_becomes_small_and_what_does_not_stays() {
    block(async {
        let memory = Memory::new();
        let store = Compressed::new(memory.clone()).unwrap();
        store.put_if_absent("state/long", long()).await.unwrap();
        assert!(memory.get("state/long").await.unwrap().unwrap().body.len() * 20 < long().len());
        assert_eq!(store.get("state/long").await.unwrap().unwrap().body, long());
        for (name, body) in
            [("empty", ""), ("short", "{}"), ("looks", "tfgen.zstd\0 and more"), ("start", "tfgen.zstd\0")]
        {
            store.put_if_absent(name, body.into()).await.unwrap();
            assert_eq!(store.get(name).await.unwrap().unwrap().body, Body::from(body));
        }
        assert_eq!(memory.get("short").await.unwrap().unwrap().body, Body::from("{}"));
        memory.put_if_absent("plain", long()).await.unwrap();
        assert_eq!(store.get("plain").await.unwrap().unwrap().body, long(), "what was stored without is read");
    });
}

#[test]
fn chunks_are_compressed_across_their_bounds() {
    let body: Body = (0..1000).map(|n| format!("line {n} of many lines\n").into_bytes()).collect();
    let store = Compressed::new(Memory::new()).unwrap();
    block(async {
        store.put_if_absent("a", body.clone()).await.unwrap();
        assert_eq!(store.get("a").await.unwrap().unwrap().body, body);
    });
}

#[test]
fn damage_is_an_error_and_never_another_content() {
    block(async {
        let memory = Memory::new();
        let store = Compressed::new(memory.clone()).unwrap();
        let mut version = store.put_if_absent("a", long()).await.unwrap();
        let packed = memory.get("a").await.unwrap().unwrap().body.to_vec();
        for at in START.len()..packed.len() {
            let mut changed = packed.clone();
            changed[at] ^= 0x55;
            version = memory.put_if_version("a", &version, changed.into()).await.unwrap();
            let read = store.get("a").await;
            assert!(
                read.as_ref().map_or(true, |read| read.as_ref().is_some_and(|entry| entry.body == long())),
                "byte {at}"
            );
        }
        for length in START.len()..packed.len() {
            version = memory.put_if_version("a", &version, packed[..length].into()).await.unwrap();
            assert!(store.get("a").await.is_err(), "{length} bytes");
        }
    });
}

#[test]
fn what_stands_for_too_much_is_refused_before_it_is_made() {
    block(async {
        let memory = Memory::new();
        Compressed::new(memory.clone()).unwrap().put_if_absent("a", long()).await.unwrap();
        let small = Compressed::new(memory.clone()).unwrap().size_max(1000);
        assert_eq!(small.get("a").await.unwrap_err().kind(), ErrorKind::Corrupt);
        // A header that says less than the frame holds.
        let mut lying = memory.get("a").await.unwrap().unwrap().body.to_vec();
        lying[START.len() + 1..START.len() + 9].copy_from_slice(&500_u64.to_be_bytes());
        memory.put_if_absent("b", lying.into()).await.unwrap();
        assert_eq!(small.get("b").await.unwrap_err().kind(), ErrorKind::Corrupt);
    });
}

#[test]
fn what_could_not_be_read_back_is_not_written() {
    block(async {
        let memory = Memory::new();
        let store = Compressed::new(memory.clone()).unwrap().size_max(1000);
        let version = store.put_if_absent("a", "x".repeat(1000).into()).await.unwrap();
        let longer = Body::from("x".repeat(1001));
        for outcome in [
            store.put_if_version("a", &version, longer.clone()).await,
            store.put_if_absent("b", longer.clone()).await,
            store.put_if_absent("b", long()).await,
        ] {
            assert_eq!(outcome.unwrap_err().kind(), ErrorKind::Invalid);
        }
        assert_eq!(store.get("a").await.unwrap().unwrap().body.len(), 1000);
        assert_eq!(memory.list("").await.unwrap(), ["a"]);
    });
}
