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
