//! Rules of proofs of life, for stores that have them.

use super::super::store::Store;
use super::{Case, Fine, Outcome, ensure, random};

pub(super) async fn a_holder_is_alive_while_it_proves_it(case: Case) -> Outcome {
    let (held, never) = (random(), random());
    let Some(proof) = case.store.prove_life(&held).await.fine("prove_life")? else {
        let known = case.store.is_alive(&held).await.fine("is_alive")?;
        return ensure(known.is_none(), || "a store that proves no life cannot know of one".to_owned());
    };
    let seen = case.other.is_alive(&held).await.fine("is_alive")?;
    ensure(seen == Some(true), || format!("{seen:?} is said of a holder that is alive"))?;
    let seen = case.other.is_alive(&never).await.fine("is_alive")?;
    ensure(seen != Some(true), || "a holder that there never was is said to be alive".to_owned())?;
    drop(proof);
    let seen = case.other.is_alive(&held).await.fine("is_alive")?;
    ensure(seen != Some(true), || "a holder that is gone is said to be alive".to_owned())
}

pub(super) async fn an_entry_comes_with_its_proof(case: Case) -> Outcome {
    let (key, won, lost) = (case.key("lock"), random(), random());
    let begin = |id: String| {
        let (store, key) = (case.store.clone(), key.clone());
        async move { store.put_and_prove(&key, id.clone().into(), &id).await.fine("put_and_prove") }
    };
    let Some(first) = begin(won.clone()).await? else {
        // Whoever says that nothing was done has done nothing.
        let there = case.other.get(&key).await.fine("get")?;
        return ensure(there.is_none(), || "an entry is made by what says that it cannot".to_owned());
    };
    let version = first.made.fine("the entry that nobody has")?;
    let Some(second) = begin(lost.clone()).await? else {
        return Err("what was possible with one entry is not with another".to_owned());
    };
    let conflict = second.made.as_ref().err().and_then(|failed| failed.as_conflict()).map(|found| found.actual.clone());
    ensure(conflict == Some(version.clone()), || format!("{:?} is said of an entry that there is", second.made))?;
    let there = case.other.get(&key).await.fine("get")?;
    let is_whole = there.as_ref().is_some_and(|entry| entry.version == version && entry.body == won.as_str().into());
    ensure(is_whole, || format!("{there:?} is there"))?;
    for (id, what) in [(&won, "who has the entry"), (&lost, "who still wants it")] {
        let seen = case.other.is_alive(id).await.fine("is_alive")?;
        ensure(seen == Some(true), || format!("{seen:?} is said of {what}"))?;
    }
    drop(second.proof);
    let seen = case.other.is_alive(&lost).await.fine("is_alive")?;
    ensure(seen != Some(true), || "who has given up is said to be alive".to_owned())?;
    first.proof.release();
    case.store.delete_if_version(&key, &version).await.fine("delete_if_version")
}
