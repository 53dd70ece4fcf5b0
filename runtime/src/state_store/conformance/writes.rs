//! Rules of single entries: what is put, replaced and deleted.

use super::super::body::Body;
use super::super::error::{ErrorKind, Result};
use super::super::store::{Entry, SharedStore, Store};
use super::super::version::Version;
use super::{Case, Fine, Outcome, ensure};

async fn put(store: &SharedStore, key: &str, body: impl Into<Body>) -> Result<Version, String> {
    store.put_if_absent(key, body.into()).await.fine("put_if_absent")
}

async fn get(store: &SharedStore, key: &str) -> Result<Entry, String> {
    store.get(key).await.fine("get")?.ok_or_else(|| "what was put is not there".to_owned())
}

/// What `get` gives is exactly this.
async fn holds(store: &SharedStore, key: &str, version: &Version, body: &Body) -> Outcome {
    let entry = get(store, key).await?;
    ensure(entry.body == *body, || format!("{:?} came back for {body:?}", entry.body))?;
    ensure(entry.version == *version, || format!("get gives version {}, the write gave {version}", entry.version))?;
    let alone = store.version(key).await.fine("version")?;
    ensure(alone.as_ref() == Some(version), || format!("version gives {alone:?}, get gives {version}"))
}

async fn is_missing(store: &SharedStore, key: &str) -> Outcome {
    let entry = store.get(key).await.fine("get")?;
    ensure(entry.is_none(), || "there is an entry where there must be none".to_owned())?;
    let version = store.version(key).await.fine("version")?;
    ensure(version.is_none(), || "there is a version of an entry that is not there".to_owned())
}

/// The operation was refused, by a conflict that names this.
fn refused<T>(outcome: Result<T>, key: &str, expected: &Version, actual: &Version) -> Outcome {
    let Err(error) = outcome else { return Err("it succeeded, though its condition does not hold".to_owned()) };
    let Some(conflict) = error.as_conflict() else { return Err(format!("it failed, but with no conflict: {error:?}")) };
    ensure(conflict.key == key, || format!("the conflict names the key {:?}", conflict.key))?;
    ensure(conflict.expected == *expected, || format!("the conflict says that {} was expected", conflict.expected))?;
    ensure(conflict.actual == *actual, || format!("the conflict says that {} is there, not {actual}", conflict.actual))
}

pub(super) async fn a_missing_entry_is_none(case: Case) -> Outcome {
    is_missing(&case.store, &case.key("missing")).await
}

pub(super) async fn what_was_put_comes_back(case: Case) -> Outcome {
    let key = case.key("entry");
    let body = Body::from((0..=255).collect::<Vec<u8>>());
    let version = put(&case.store, &key, body.clone()).await?;
    ensure(!version.is_absent(), || "an entry that is there has the absent version".to_owned())?;
    holds(&case.store, &key, &version, &body).await?;
    holds(&case.store, &key, &version, &body).await
}

pub(super) async fn an_entry_is_made_once(case: Case) -> Outcome {
    let key = case.key("entry");
    let version = put(&case.store, &key, "first").await?;
    let again = case.store.put_if_absent(&key, "second".into()).await;
    refused(again, &key, &Version::ABSENT, &version)?;
    holds(&case.store, &key, &version, &"first".into()).await
}

pub(super) async fn a_stale_version_changes_nothing(case: Case) -> Outcome {
    let key = case.key("entry");
    let first = put(&case.store, &key, "first").await?;
    let second = case.store.put_if_version(&key, &first, "second".into()).await.fine("put_if_version")?;
    ensure(first != second, || "another content has the same version".to_owned())?;
    refused(case.store.put_if_version(&key, &first, "third".into()).await, &key, &first, &second)?;
    holds(&case.store, &key, &second, &"second".into()).await
}

pub(super) async fn a_missing_entry_is_not_replaced(case: Case) -> Outcome {
    let (key, elsewhere) = (case.key("missing"), case.key("elsewhere"));
    let version = put(&case.store, &elsewhere, "x").await?;
    let outcome = case.store.put_if_version(&key, &version, "x".into()).await;
    refused(outcome, &key, &version, &Version::ABSENT)?;
    is_missing(&case.store, &key).await
}

pub(super) async fn the_absent_version_makes_an_entry(case: Case) -> Outcome {
    let key = case.key("entry");
    let version = case.store.put_if_version(&key, &Version::ABSENT, "x".into()).await.fine("put_if_version")?;
    holds(&case.store, &key, &version, &"x".into()).await?;
    refused(case.store.put_if_version(&key, &Version::ABSENT, "y".into()).await, &key, &Version::ABSENT, &version)
}

pub(super) async fn a_shorter_content_leaves_nothing_of_a_longer_one(case: Case) -> Outcome {
    let key = case.key("entry");
    let long = put(&case.store, &key, "x".repeat(100_000)).await?;
    let short = case.store.put_if_version(&key, &long, "short".into()).await.fine("put_if_version")?;
    holds(&case.store, &key, &short, &"short".into()).await
}

pub(super) async fn contents_of_any_size_come_back(case: Case) -> Outcome {
    let mut pattern = (0..).map(|n: u32| n.to_le_bytes()[0] ^ n.to_le_bytes()[1]);
    for size in [0, 1, 511, 512, 513, 65_535, 65_536, (1 << 20) - 1, 1 << 20, (5 << 20) + 1] {
        let bytes: Vec<u8> = pattern.by_ref().take(size).collect();
        let body: Body = bytes.chunks(65_537).map(<[u8]>::to_vec).collect();
        let key = case.key(&format!("size-{size}"));
        let version = put(&case.store, &key, body.clone()).await?;
        holds(&case.store, &key, &version, &body).await.map_err(|seen| format!("of {size} bytes, {seen}"))?;
    }
    Ok(())
}

pub(super) async fn an_entry_is_deleted_at_its_version(case: Case) -> Outcome {
    let key = case.key("entry");
    let version = put(&case.store, &key, "x").await?;
    case.store.delete_if_version(&key, &version).await.fine("delete_if_version")?;
    is_missing(&case.store, &key).await?;
    let listed = case.store.list(&key).await.fine("list")?;
    ensure(listed.is_empty(), || "what is deleted is still listed".to_owned())?;
    refused(case.store.delete_if_version(&key, &version).await, &key, &version, &Version::ABSENT)
}

pub(super) async fn a_stale_version_deletes_nothing(case: Case) -> Outcome {
    let key = case.key("entry");
    let first = put(&case.store, &key, "first").await?;
    let second = case.store.put_if_version(&key, &first, "second".into()).await.fine("put_if_version")?;
    refused(case.store.delete_if_version(&key, &first).await, &key, &first, &second)?;
    refused(case.store.delete_if_version(&key, &Version::ABSENT).await, &key, &Version::ABSENT, &second)?;
    holds(&case.store, &key, &second, &"second".into()).await
}

pub(super) async fn deleting_what_is_absent_as_absent_is_fine(case: Case) -> Outcome {
    case.store.delete_if_version(&case.key("missing"), &Version::ABSENT).await.fine("delete_if_version")
}

pub(super) async fn what_is_made_again_is_new(case: Case) -> Outcome {
    let key = case.key("entry");
    let first = put(&case.store, &key, "first").await?;
    case.store.delete_if_version(&key, &first).await.fine("delete_if_version")?;
    let second = put(&case.store, &key, "second").await?;
    holds(&case.store, &key, &second, &"second".into()).await?;
    refused(case.store.put_if_version(&key, &first, "third".into()).await, &key, &first, &second)
}

pub(super) async fn a_version_is_good_for_the_next_write(case: Case) -> Outcome {
    let key = case.key("entry");
    let mut version = put(&case.store, &key, "0").await?;
    for n in 1..20 {
        let body = Body::from(n.to_string());
        version = case.store.put_if_version(&key, &version, body.clone()).await.fine("put_if_version")?;
        holds(&case.store, &key, &version, &body).await?;
    }
    Ok(())
}

pub(super) async fn another_handle_sees_every_write(case: Case) -> Outcome {
    let key = case.key("entry");
    is_missing(&case.other, &key).await?;
    let first = put(&case.store, &key, "first").await?;
    holds(&case.other, &key, &first, &"first".into()).await?;
    let second = case.other.put_if_version(&key, &first, "second".into()).await.fine("put_if_version")?;
    holds(&case.store, &key, &second, &"second".into()).await?;
    refused(case.store.put_if_version(&key, &first, "third".into()).await, &key, &first, &second)?;
    case.store.delete_if_version(&key, &second).await.fine("delete_if_version")?;
    is_missing(&case.other, &key).await?;
    let again = case.other.delete_if_version(&key, &second).await;
    ensure(again.as_ref().is_err_and(|error| error.kind() == ErrorKind::Conflict), || format!("{again:?} for it again"))
}
