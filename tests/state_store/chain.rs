//! A chain of changes to an entry while what is between a store and its server misbehaves: what was acknowledged is there, what was refused is not, and of
//! what nobody knows there is the one or the other.

use crate::full::is_full;
use crate::random::Random;
use tfgen_runtime::state_store::{Error, ErrorKind, Store, Version};

/// How many things are done in a schedule.
const STEPS: usize = 5;

/// How many schedules run beside each other.
const PARALLEL: u64 = 8;

/// A plan of at most five things, at any place; half of them are nothing.
pub fn plan<T: Copy>(random: &mut Random, none: T, of: &[T]) -> Vec<T> {
    let length = random.below(6);
    (0..length).map(|_| if random.below(2) == 0 { none } else { of[random.below(of.len())] }).collect()
}

/// What a call has told.
enum Told {
    Done(Version),
    Refused(String),
    Unknown,
}

/// A store behind something that misbehaves, and the same one without.
pub trait Between: Send {
    /// The store.
    type Store: Store;
    /// A new one, with nothing in it.
    fn new() -> Self;
    /// The store behind it.
    fn through(&self) -> &Self::Store;
    /// The store without it.
    fn direct(&self) -> &Self::Store;
    /// Plans some misbehaviour, and says which.
    fn trouble(&self, random: &mut Random) -> String;
    /// Plans none.
    fn calm(&self);
}

/// How many schedules there are: 60, as many as `TFGEN_SCHEDULES` says, or all of them.
fn schedules() -> u64 {
    let number = std::env::var("TFGEN_SCHEDULES").ok();
    let number = number.map(|number| number.parse().expect("TFGEN_SCHEDULES is a number"));
    number.unwrap_or(if is_full() { 2_000 } else { 60 })
}

/// Runs the schedules.
pub fn run<B: Between>() {
    let schedules = schedules();
    std::thread::scope(|scope| {
        for lane in 0..PARALLEL {
            scope.spawn(move || {
                let between = B::new();
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("it starts");
                for seed in (1..=schedules).filter(|seed| seed % PARALLEL == lane) {
                    runtime.block_on(schedule(&between, seed));
                }
            });
        }
    });
}

/// Writes a content. Where there is none and it is to be as a lock, a store that can do so makes it with a proof that somebody lives, which ends here.
async fn write<S: Store>(
    store: &S,
    key: &str,
    version: &Version,
    (content, as_lock): (&str, bool),
) -> Result<Version, Error> {
    if version.is_absent()
        && as_lock
        && let Some(proved) = store.put_and_prove(key, content.into(), &format!("{key} {content}")).await?
    {
        return proved.made;
    }
    store.put_if_version(key, version, content.into()).await
}

/// What is there: its version and its text.
async fn found<S: Store>(store: &S, key: &str, text: &str) -> Option<(Version, String)> {
    let entry = store.get(key).await.expect(text)?;
    Some((entry.version, String::from_utf8(entry.body.to_vec()).expect("it is text")))
}

async fn schedule<B: Between>(between: &B, seed: u64) {
    let (mut random, key) = (Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1), format!("state/{seed}"));
    let mut before: Option<(Version, String)> = None;
    for step in 0..STEPS {
        let what = random.below(8);
        let text = format!("seed {seed}, step {step}, {what}, {}", between.trouble(&mut random));
        let store = between.through();
        let version = before.as_ref().map(|(version, _)| version.clone()).unwrap_or_default();
        let mut after = before.clone();
        let told = match (what, &before) {
            (0, _) => {
                let read = store.get(&key).await;
                if let Ok(entry) = &read {
                    let there = entry.as_ref().map(|entry| &entry.version);
                    assert_eq!(there, before.as_ref().map(|(version, _)| version), "{text}");
                }
                Told::Refused(String::new())
            }
            (1, _) => {
                if let Ok(keys) = store.list(&key).await {
                    assert_eq!(keys.contains(&key), before.is_some(), "{text}");
                }
                Told::Refused(String::new())
            }
            (2 | 3, Some(_)) => {
                after = None;
                match store.delete_if_version(&key, &version).await {
                    Ok(()) => Told::Done(Version::ABSENT),
                    // Nothing marks a deletion as one's own: one that is done twice finds nothing, and says so.
                    Err(failed) if failed.as_conflict().is_some_and(|conflict| conflict.actual.is_absent()) => {
                        Told::Done(Version::ABSENT)
                    }
                    Err(failed) if failed.kind() == ErrorKind::Uncertain => Told::Unknown,
                    Err(failed) => Told::Refused(failed.to_string()),
                }
            }
            _ => {
                let content = format!("{seed} {step}");
                after = Some((Version::ABSENT, content.clone()));
                match write(store, &key, &version, (&content, random.below(2) == 0)).await {
                    Ok(made) => Told::Done(made),
                    Err(failed) if failed.kind() == ErrorKind::Uncertain => Told::Unknown,
                    Err(failed) => Told::Refused(failed.to_string()),
                }
            }
        };
        between.calm();
        let there = found(between.direct(), &key, &text).await;
        let content = |of: &Option<(Version, String)>| of.as_ref().map(|(_, content)| content.clone());
        match told {
            Told::Done(made) => {
                assert_eq!(content(&there), content(&after), "{text}");
                let version = there.as_ref().map(|(version, _)| version.clone()).unwrap_or_default();
                assert_eq!(version, made, "{text}");
            }
            Told::Refused(why) => assert_eq!(there, before, "{text}: {why}"),
            Told::Unknown => {
                assert!(content(&there) == content(&before) || content(&there) == content(&after), "{text}: {there:?}");
            }
        }
        before = there;
    }
}
