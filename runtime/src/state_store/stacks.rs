//! Tests of wrappers over each other: in every order they are a store, and random work reads back as over memory alone.

use super::body::Body;
use super::cached::{Cached, Switch};
use super::compressed::Compressed;
use super::conformance;
use super::history::{History, Retention};
use super::memory::Memory;
use super::sealed::{Keys, Sealed};
use super::store::{SharedStore, Store};
use super::traced::{Trace, Traced};
use super::version::Version;
use crate::seal::KeySource;
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Layer {
    History,
    Compressed,
    Sealed,
    Traced,
    Cached,
}

fn keys() -> Keys {
    Keys::read(&["command:echo AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE=".parse::<KeySource>().unwrap()]).unwrap()
}

/// The layers over a store, the first one lowest.
fn stack(memory: &Memory, layers: &[Layer], keys: &Keys, switch: &Switch) -> SharedStore {
    layers.iter().fold(SharedStore::new(memory.clone()), |below, layer| match layer {
        Layer::History => SharedStore::new(History::new(below, "", Retention { keep: 3, max_age: None })),
        Layer::Compressed => SharedStore::new(Compressed::new(below).unwrap()),
        Layer::Sealed => SharedStore::new(Sealed::new(below, keys.clone())),
        Layer::Traced => SharedStore::new(Traced::new(below, Trace::new())),
        Layer::Cached => SharedStore::new(Cached::with_switch(below, "", switch.clone())),
    })
}

/// All orders of all subsets.
fn orders(of: &[Layer]) -> Vec<Vec<Layer>> {
    let mut all = vec![Vec::new()];
    for layer in of {
        let rest: Vec<Layer> = of.iter().copied().filter(|other| other != layer).collect();
        all.extend(orders(&rest).into_iter().map(|mut order| {
            order.push(*layer);
            order
        }));
    }
    all
}

const ALL: [Layer; 5] = [Layer::History, Layer::Compressed, Layer::Sealed, Layer::Traced, Layer::Cached];

#[test]
fn the_orders_that_make_sense_are_stores() {
    use Layer::{Cached, Compressed, History, Sealed, Traced};
    let keys = keys();
    for layers in [
        &[Traced, Sealed, Compressed, History, Cached][..],
        &[Sealed, Compressed, History],
        &[Sealed, History, Compressed],
        &[History, Sealed, Compressed],
        &[Cached, Traced, Sealed, History],
    ] {
        let (memory, switch) = (Memory::new(), Switch::new());
        conformance::check(|| Ok(stack(&memory, layers, &keys, &switch)))
            .unwrap_or_else(|failed| panic!("{layers:?}: {failed}"));
    }
}

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// Does the same random work on a stack and on a map, and compares all that is answered.
async fn compare(store: &SharedStore, random: &mut Random, steps: usize) {
    let keys = ["state/default", "state/Default", "state/a/b", "lock/default"];
    let mut model: BTreeMap<&str, (Version, Body)> = BTreeMap::new();
    let mut stale = Version::new("never");
    for _ in 0..steps {
        let key = keys[random.below(keys.len())];
        let now = model.get(key).map_or(Version::ABSENT, |(version, _)| version.clone());
        let expected = if random.below(4) == 0 { stale.clone() } else { now.clone() };
        let holds = expected == now;
        match random.below(5) {
            0..=2 => {
                let body = Body::from(format!("{} ", random.below(100)).repeat(random.below(200)));
                let outcome = store.put_if_version(key, &expected, body.clone()).await;
                assert_eq!(outcome.is_ok(), holds, "{outcome:?}");
                if let Ok(version) = outcome {
                    stale = now;
                    model.insert(key, (version, body));
                }
            }
            3 => {
                let outcome = store.delete_if_version(key, &expected).await;
                assert_eq!(outcome.is_ok(), holds, "{outcome:?}");
                if holds {
                    stale = model.remove(key).map_or(stale, |(version, _)| version);
                }
            }
            _ => {}
        }
        let entry = store.get(key).await.unwrap().map(|entry| (entry.version, entry.body));
        assert_eq!(entry.as_ref(), model.get(key));
        assert_eq!(
            store.list("state/").await.unwrap(),
            model.keys().filter(|key| key.starts_with("state/")).copied().collect::<Vec<_>>()
        );
    }
}

#[test]
fn every_order_answers_as_memory_does() {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let (mut random, keys) = (Random(0x5eed_5eed), keys());
    let orders = orders(&ALL);
    assert_eq!(orders.len(), 326, "all orders of all subsets of five");
    for layers in orders {
        let store = stack(&Memory::new(), &layers, &keys, &Switch::new());
        let seed = random.0;
        let ran = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            runtime.block_on(compare(&store, &mut random, 40));
        }));
        assert!(ran.is_ok(), "{layers:?} with the seed {seed:#x}");
    }
}
