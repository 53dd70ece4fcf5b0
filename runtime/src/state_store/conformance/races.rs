//! Rules of conditions when many want the same: each racer has a thread of its own, as each RPC has.

use super::super::body::Body;
use super::super::error::{Error, ErrorKind, Result};
use super::super::store::{Entry, SharedStore, Store};
use super::super::version::Version;
use super::{Case, Fine, Outcome, ensure};
use std::sync::{Arc, Barrier};
use tokio::runtime::Handle;

const RACERS: usize = 8;
const ROUNDS: usize = 10;

/// Lets all racers do the same at once; every other one with the other handle.
async fn race<T, F>(case: &Case, run: impl Fn(usize, SharedStore) -> F) -> Result<Vec<T>, String>
where
    T: Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    let start = Arc::new(Barrier::new(RACERS));
    let racers: Vec<_> = (0..RACERS)
        .map(|racer| {
            let store = if racer % 2 == 0 { &case.store } else { &case.other };
            let (start, work, runtime) = (start.clone(), run(racer, store.clone()), Handle::current());
            tokio::task::spawn_blocking(move || {
                start.wait();
                runtime.block_on(work)
            })
        })
        .collect();
    let mut outcomes = Vec::new();
    for racer in racers {
        outcomes.push(racer.await.map_err(|error| format!("a racer did not arrive: {error}"))?);
    }
    Ok(outcomes)
}

/// Which one won; all others must have lost by a conflict.
fn winner<T>(outcomes: Vec<Result<T>>) -> Result<(usize, T), String> {
    let mut won = None;
    for (racer, outcome) in outcomes.into_iter().enumerate() {
        match outcome {
            Ok(_) if won.is_some() => return Err("two of the racers succeeded".to_owned()),
            Ok(what) => won = Some((racer, what)),
            Err(error) if error.kind() == ErrorKind::Conflict => {}
            Err(error) => return Err(format!("a racer lost, but with no conflict: {error:?}")),
        }
    }
    won.ok_or_else(|| "none of the racers succeeded".to_owned())
}

fn content(racer: usize) -> Body {
    Body::from(racer.to_string().repeat(10_000))
}

async fn entry(store: &SharedStore, key: &str) -> Result<Entry, String> {
    store.get(key).await.fine("get")?.ok_or_else(|| "the entry is gone".to_owned())
}

async fn is_the_winners(case: &Case, key: &str, won: &(usize, Version)) -> Outcome {
    let entry = entry(&case.other, key).await?;
    ensure(entry.version == won.1 && entry.body == content(won.0), || "the entry is not the winner's".to_owned())
}

pub(super) async fn one_of_many_makes_an_entry(case: Case) -> Outcome {
    for round in 0..ROUNDS {
        let key = case.key(&format!("round-{round}"));
        let outcomes = race(&case, |racer, store| {
            let key = key.clone();
            async move { store.put_if_absent(&key, content(racer)).await }
        });
        is_the_winners(&case, &key, &winner(outcomes.await?)?).await?;
    }
    Ok(())
}

pub(super) async fn one_of_many_replaces_a_version(case: Case) -> Outcome {
    let key = case.key("entry");
    let mut version = case.store.put_if_absent(&key, "before".into()).await.fine("put_if_absent")?;
    for _ in 0..ROUNDS {
        let outcomes = race(&case, |racer, store| {
            let (key, version) = (key.clone(), version.clone());
            // Versions may come of the content: each round has its own.
            async move { store.put_if_version(&key, &version, format!("{version} {racer}").into()).await }
        });
        let (racer, new) = winner(outcomes.await?)?;
        let entry = entry(&case.other, &key).await?;
        let expected = Body::from(format!("{version} {racer}"));
        ensure(entry.version == new && entry.body == expected, || "the entry is not the winner's".to_owned())?;
        version = new;
    }
    Ok(())
}

pub(super) async fn no_increment_is_lost(case: Case) -> Outcome {
    const EACH: usize = 10;
    let key = case.key("counter");
    case.store.put_if_absent(&key, "0".into()).await.fine("put_if_absent")?;
    let outcomes = race(&case, |_, store| {
        let key = key.clone();
        async move {
            for _ in 0..EACH {
                increment(&store, &key).await?;
            }
            Ok::<(), String>(())
        }
    });
    outcomes.await?.into_iter().collect::<Result<Vec<()>, String>>()?;
    let count = count(&entry(&case.store, &key).await?)?;
    ensure(count == RACERS * EACH, || format!("{} increments succeeded, and {count} are there", RACERS * EACH))
}

async fn increment(store: &SharedStore, key: &str) -> Outcome {
    loop {
        let before = entry(store, key).await?;
        let next = Body::from((count(&before)? + 1).to_string());
        match store.put_if_version(key, &before.version, next).await {
            Ok(_) => return Ok(()),
            Err(error) if error.kind() == ErrorKind::Conflict => {}
            Err(error) => return Err(format!("put_if_version failed: {error:?}")),
        }
    }
}

fn count(entry: &Entry) -> Result<usize, String> {
    String::from_utf8(entry.body.to_vec())
        .ok()
        .and_then(|text| text.parse().ok())
        .ok_or_else(|| "no number came back".to_owned())
}

pub(super) async fn readers_see_whole_contents(case: Case) -> Outcome {
    let key = case.key("entry");
    case.store.put_if_absent(&key, content(0)).await.fine("put_if_absent")?;
    let outcomes = race(&case, |racer, store| {
        let key = key.clone();
        async move {
            for _ in 0..ROUNDS {
                let before = entry(&store, &key).await?;
                let whole = (0..RACERS).any(|racer| before.body == content(racer));
                ensure(whole, || format!("a reader got a mixture or a part: {:?}", before.body))?;
                if racer < 2 {
                    match store.put_if_version(&key, &before.version, content(racer)).await {
                        Err(error) if error.kind() != ErrorKind::Conflict => {
                            return Err(format!("put_if_version failed: {error:?}"));
                        }
                        _ => {}
                    }
                }
            }
            Ok(())
        }
    });
    outcomes.await?.into_iter().collect()
}

pub(super) async fn one_of_many_deletes(case: Case) -> Outcome {
    for round in 0..ROUNDS {
        let key = case.key(&format!("round-{round}"));
        let version = case.store.put_if_absent(&key, "x".into()).await.fine("put_if_absent")?;
        let outcomes = race(&case, |_, store| {
            let (key, version) = (key.clone(), version.clone());
            async move { store.delete_if_version(&key, &version).await }
        });
        winner(outcomes.await?)?;
        let left = case.store.get(&key).await.map_err(|error: Error| format!("get failed: {error:?}"))?;
        ensure(left.is_none(), || "what was deleted is there".to_owned())?;
    }
    Ok(())
}
