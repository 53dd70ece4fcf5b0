//! Revisions: a wrapper that keeps every content as an immutable entry of its own, and which one is current in a catalog.
//!
//! Under the key itself lies the catalog: a small entry that is replaced by compare-and-swap and names all revisions, the current one
//! among them. Contents lie below `history/`, are written before the catalog names them and never change. So a reader finds the
//! content of before or the one after, and a crash leaves at most a content that no catalog names; such leftovers are swept when they are
//! old. The version of an entry is that of its catalog.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::key;
use super::random;
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;
use crate::hexadecimal::hexadecimal;
use ring::digest::{SHA256, digest};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

mod catalog;
mod remains;
mod revisions;
mod sweep;

use self::catalog::Catalog;
pub use self::catalog::Revision;
pub(crate) use self::catalog::START;

/// Below this prefix lie the contents of revisions.
pub(crate) const HISTORY: &str = "history/";

/// How often a reader looks again when others change what it reads.
const TRIES: usize = 8;

/// How many revisions are kept, and for how long after another one has taken their place. The current one is always kept.
///
/// Where there are too many, those go first that a run has replaced itself: a long run writes a state many times, and what was there before it
/// is worth more than what was there in between.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retention {
    /// How many revisions are kept; 10,000 at most.
    pub keep: usize,
    /// For how long a revision is kept that is not current any more, by the clock of who writes; `None` for ever. What the run at work
    /// has begun with is kept until another run writes.
    pub max_age: Option<Duration>,
}

impl Default for Retention {
    /// The last 100, however old.
    fn default() -> Self {
        Self { keep: 100, max_age: None }
    }
}

impl Retention {
    pub(crate) const KEEP_MAX: usize = 10_000;

    /// How many there are at most, the current one among them.
    fn most(&self) -> usize {
        self.keep.clamp(1, Self::KEEP_MAX)
    }

    /// Of one in whose place another one is since then.
    fn is_too_old(&self, since: u64, now: u64) -> bool {
        self.max_age.is_some_and(|age| since.saturating_add(age.as_secs()) < now)
    }
}

/// A store that keeps what was there before.
///
/// Only entries below `prefix` have revisions; all others are passed on. A content that was stored without history is read as it is,
/// and becomes the first revision when it is replaced.
#[derive(Clone, Debug)]
pub struct History {
    store: SharedStore,
    prefix: String,
    retention: Retention,
    author: String,
    /// What tells this run's revisions from others'.
    run: String,
}

impl History {
    /// Keeps revisions of what lies below `prefix` in this store.
    pub fn new(store: impl Store, prefix: impl Into<String>, retention: Retention) -> Self {
        // Without random numbers nothing can be written anyway.
        let run = random::hex(8).unwrap_or_default();
        Self { store: SharedStore::new(store), prefix: prefix.into(), retention, author: String::new(), run }
    }

    /// Who is said to have written each revision: a person, a host, a program.
    #[must_use]
    pub fn author(mut self, author: impl Into<String>) -> Self {
        self.author = author.into();
        self
    }

    fn has_revisions(&self, key: &str) -> bool {
        key.starts_with(&self.prefix) && !key.starts_with(HISTORY)
    }

    /// Keys below `history/` are nobody's to change.
    fn own(&self, key: &str) -> Result<bool> {
        key::check(key)?;
        if key.starts_with(HISTORY) {
            return Err(Error::new(ErrorKind::Invalid, format!("{key:?} is reserved"))
                .detail("Revisions lie below history/, and are changed by the store itself only."));
        }
        Ok(self.has_revisions(key))
    }

    /// What lies under a key.
    async fn current(&self, key: &str) -> Result<Option<(Version, Current)>> {
        let Some(entry) = self.store.get(key).await? else { return Ok(None) };
        Ok(Some((entry.version, Current::read(key, entry.body)?)))
    }

    /// The content of a revision; `None` if it is not there any more.
    async fn content(&self, key: &str, revision: &Revision) -> Result<Option<Body>> {
        let Some(entry) = self.store.get(&content_key(key, &revision.id)).await? else { return Ok(None) };
        if entry.body.sha256() != revision.sha256 {
            return Err(Error::new(ErrorKind::Corrupt, format!("The revision {} of {key:?} is damaged", revision.id))
                .detail("It is not what was written. Restore another revision: `state history` lists them, `state restore` makes one current."));
        }
        Ok(Some(entry.body))
    }

    /// The entry whose catalog was read. Where its content has been removed meanwhile, the catalog is another one by now.
    async fn entry(&self, key: &str) -> Result<Option<Entry>> {
        let mut before = Version::ABSENT;
        for _ in 0..TRIES {
            let Some((version, current)) = self.current(key).await? else { return Ok(None) };
            let catalog = match current {
                Current::Plain(body) => return Ok(Some(Entry { version, body })),
                Current::Catalog(catalog) => catalog,
            };
            let revision = catalog.current().ok_or_else(|| catalog::broken(key))?;
            if let Some(body) = self.content(key, revision).await? {
                return Ok(Some(Entry { version, body }));
            }
            if version == before {
                return Err(Error::new(ErrorKind::Corrupt, format!("The current revision of {key:?} is missing")).detail(format!(
                    "The store has no revision {}. Restore another one: `state history` lists them, `state restore` makes one current.",
                    revision.id
                )));
            }
            before = version;
        }
        Err(Error::new(ErrorKind::Unavailable, format!("{key:?} changes faster than it can be read")))
    }

    /// Writes the content of a revision that no catalog names yet, and answers what the catalog is to say of it.
    async fn write_content(
        &self,
        key: &str,
        body: Body,
        sequence: u64,
        now: u64,
        restored: Option<&str>,
    ) -> Result<Revision> {
        let revision = Revision {
            id: format!("{sequence:08}-{now:08x}-{}", random::hex(4)?),
            sequence,
            written: now,
            author: self.author.clone(),
            run: self.run.clone(),
            size: u64::try_from(body.len()).unwrap_or(u64::MAX),
            sha256: body.sha256(),
            restored: restored.map(str::to_owned),
        };
        self.store.put_if_absent(&content_key(key, &revision.id), body).await?;
        Ok(revision)
    }

    /// Makes a content current, if the entry has this version.
    async fn put(&self, key: &str, version: &Version, body: Body, restored: Option<&str>) -> Result<Version> {
        let found = self.current(key).await?;
        let actual = found.as_ref().map_or(Version::ABSENT, |(version, _)| version.clone());
        if actual != *version {
            return Err(Error::conflict(key, version, &actual));
        }
        let now = now();
        let mut written = Vec::new();
        let mut catalog = match found.map(|(_, current)| current) {
            Some(Current::Catalog(catalog)) => catalog,
            None => Catalog::default(),
            Some(Current::Plain(before)) => {
                let revision = self.write_content(key, before, 1, now, None).await?;
                written.push(revision.id.clone());
                let mut catalog = Catalog::default();
                catalog.add(revision);
                catalog
            }
        };
        if let Some(current) = catalog.current().filter(|current| current.is_of(&body)) {
            // The same again, unless what is there was damaged: then this mends it. Whether the catalog that is there has reached the disk,
            // nobody knows: a sync of it may have failed. So it is written once more.
            if self.content(key, current).await.is_ok_and(|content| content.is_some()) {
                return self.store.put_if_version(key, version, catalog.encode()).await;
            }
        }
        let revision = self.write_content(key, body, catalog.next(), now, restored).await?;
        written.push(revision.id.clone());
        catalog.add(revision);
        let dropped = catalog.prune(&self.retention, now);
        match self.store.put_if_version(key, version, catalog.encode()).await {
            Ok(version) => {
                self.remove_contents(key, &dropped).await;
                self.sweep_now_and_then(key, &catalog, now).await;
                Ok(version)
            }
            Err(error) => {
                // Where it is not known whether the catalog names them, they stay.
                if !matches!(error.kind(), ErrorKind::Uncertain | ErrorKind::Other | ErrorKind::Unavailable) {
                    self.remove_contents(key, &written).await;
                }
                Err(error)
            }
        }
    }
}

/// What lies under the key of an entry.
enum Current {
    Catalog(Catalog),
    /// A content that was stored without history.
    Plain(Body),
}

impl Current {
    fn read(key: &str, body: Body) -> Result<Self> {
        if catalog::is_one(&body) {
            Catalog::decode(key, &body.into_bytes()).map(Self::Catalog)
        } else {
            Ok(Self::Plain(body))
        }
    }
}

/// Below this lie the contents of an entry's revisions. A long key is named by its hash, so that there is room for the rest.
pub(crate) fn contents_prefix(of: &str) -> String {
    let segment = key::segment(of);
    let name = if segment.len() <= 200 {
        segment
    } else {
        format!("sha256-{}", hexadecimal(digest(&SHA256, of.as_bytes()).as_ref()))
    };
    format!("{HISTORY}{name}/")
}

fn content_key(of: &str, revision: &str) -> String {
    format!("{}{revision}", contents_prefix(of))
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs()
}

impl Store for History {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        if self.own(key)? { self.entry(key).await } else { self.store.get(key).await }
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.own(key)?;
        self.store.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        if self.own(key)? {
            self.put(key, version, body, None).await
        } else {
            self.store.put_if_version(key, version, body).await
        }
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        if !self.own(key)? {
            return self.store.delete_if_version(key, version).await;
        }
        let found = match self.current(key).await {
            // What is damaged, and has no revision left to be restored, can be cleared away.
            Err(failed) if failed.kind() == ErrorKind::Corrupt && self.remains(key).await?.is_empty() => None,
            found => found?,
        };
        let deleted = self.store.delete_if_version(key, version).await;
        // What is gone already leaves its contents behind all the same.
        if deleted.as_ref().is_err_and(|failed| !failed.found_nothing()) {
            return deleted;
        }
        if let Some((actual, Current::Catalog(catalog))) = found
            && actual == *version
        {
            self.remove_contents(key, &catalog.ids()).await;
        }
        // States are deleted seldom: a moment for what is left of others, too.
        self.sweep_orphans().await;
        deleted
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys = self.store.list(prefix).await?;
        keys.retain(|key| !key.starts_with(HISTORY));
        Ok(keys)
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.store.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        // What has revisions is not made in one write; locks have none.
        if self.own(key)? { Ok(None) } else { self.store.put_and_prove(key, body, lock_id).await }
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.store.is_alive(lock_id).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.store.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.store.forget_life(lock_id).await
    }
}

#[cfg(test)]
mod tests;
