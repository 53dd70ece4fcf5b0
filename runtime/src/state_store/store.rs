//! The base trait of conditional writes, and any store behind one pointer.

use super::body::Body;
use super::error::Result;
use super::version::Version;
use std::any::Any;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;

/// The content of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What tells this content from others; never absent.
    pub version: Version,
    /// The content; may be empty.
    pub body: Body,
}

/// Entries by key, each with a version, changed only on the condition that the version is the expected one.
///
/// Everything about states is made of these operations: locks, history, encryption and the RPCs are the runtime's, over any
/// store. What a store owes them:
///
/// - **Conditions hold.** Of several that change an entry from the same version, in one process or in many, one succeeds;
///   the others fail with [`Error::conflict`](super::Error::conflict), which names the version that the entry has now.
/// - **All or nothing.** Whoever reads gets the whole of one content, never a part nor a mixture, also after a crash.
/// - **Done is done.** Once an operation returns `Ok`, its effect is there for good, after a power cut too. One that returns
///   an error changed nothing, unless its [class](super::ErrorKind) says that this is not known.
/// - **Absent is absent.** `Ok(None)` is an entry that is not there, and never one that could not be read.
/// - **Keys are text.** Each that [`key::check`](super::key::check) lets pass is an entry of its own, whatever its case; `a` and `a/b` are both
///   possible. Others are refused.
///
/// Each call runs on a thread of its own, on which it may block. [`conformance::check`](super::conformance::check) tests all of this but power
/// cuts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not keep entries",
    label = "get, put_if_version, delete_if_version and list are missing",
    note = "write `impl Store for {Self}`"
)]
pub trait Store: Send + Sync + 'static {
    /// The entry, or `None` if there is none.
    fn get(&self, key: &str) -> impl Future<Output = Result<Option<Entry>>> + Send;

    /// The version of the entry without its content, or `None` if there is none. A store that can tells it also of a content that it cannot
    /// read: so a damaged entry can be named, and replaced or deleted by who has seen it.
    fn version(&self, key: &str) -> impl Future<Output = Result<Option<Version>>> + Send {
        async move { Ok(self.get(key).await?.map(|entry| entry.version)) }
    }

    /// Replaces the entry if it has this version, and gives back the new one. With [`Version::ABSENT`] it makes the entry if there is none.
    fn put_if_version(&self, key: &str, version: &Version, body: Body) -> impl Future<Output = Result<Version>> + Send;

    /// Makes the entry if there is none, and gives back its version.
    fn put_if_absent(&self, key: &str, body: Body) -> impl Future<Output = Result<Version>> + Send {
        async move { self.put_if_version(key, &Version::ABSENT, body).await }
    }

    /// Deletes the entry if it has this version. With [`Version::ABSENT`] it only says whether there is none.
    fn delete_if_version(&self, key: &str, version: &Version) -> impl Future<Output = Result<()>> + Send;

    /// The keys that begin with this text, sorted. The text may end in the middle of a segment; the empty one begins all keys.
    fn list(&self, prefix: &str) -> impl Future<Output = Result<Vec<String>>> + Send;

    /// All entries whose keys begin with this text, sorted by key: faster than one by one, where the store can.
    fn get_all(&self, prefix: &str) -> impl Future<Output = Result<Vec<(String, Entry)>>> + Send {
        async move {
            let mut entries = Vec::new();
            for key in self.list(prefix).await? {
                // One that has been deleted meanwhile is none.
                if let Some(entry) = self.get(&key).await? {
                    entries.push((key, entry));
                }
            }
            Ok(entries)
        }
    }

    /// Begins to prove that the holder of a lock is alive, and does so until the proof is dropped or the process ends, however it ends. `None` where
    /// the store cannot.
    ///
    /// With it [`is_alive`](Store::is_alive) knows about a holder that was killed without any clock: a lock of the operating system on a file, or of a
    /// database's session.
    fn prove_life(&self, lock_id: &str) -> impl Future<Output = Result<Option<Proof>>> + Send {
        let _ = lock_id;
        async { Ok(None) }
    }

    /// Begins to prove that the holder of a lock is alive, and makes the lock's entry if there is none, in one trip. `None` where the store has no way to
    /// do both at once: then nothing was done, and the one is done after the other.
    ///
    /// The entry is never there without the proof but for the moments in which a proof that was lost is begun anew. An error means that there is no proof;
    /// whether there is an entry its [class](super::ErrorKind) says, as of any write.
    fn put_and_prove(
        &self,
        key: &str,
        body: Body,
        lock_id: &str,
    ) -> impl Future<Output = Result<Option<Proved>>> + Send {
        let _ = (key, body, lock_id);
        async { Ok(None) }
    }

    /// Whether the holder of a lock is alive. `None` where that cannot be known, which is not to be taken for dead.
    fn is_alive(&self, lock_id: &str) -> impl Future<Output = Result<Option<bool>>> + Send {
        let _ = lock_id;
        async { Ok(None) }
    }

    /// The ids of locks of whose holders' proofs there is something, whether they live or not. None where nothing can be left of one.
    fn proofs(&self) -> impl Future<Output = Result<Vec<String>>> + Send {
        async { Ok(Vec::new()) }
    }

    /// Clears away what the proof of a holder left that was killed, or has ended. `false` where nothing can be left, so that nothing was done. Called by
    /// whoever has taken the lock over, or given it back.
    fn forget_life(&self, lock_id: &str) -> impl Future<Output = Result<bool>> + Send {
        let _ = lock_id;
        async { Ok(false) }
    }
}

/// What [`Store::put_and_prove`] has begun.
#[derive(Debug)]
pub struct Proved {
    /// It is proved, whether the entry was made or not.
    pub proof: Proof,
    /// The entry's version, or why it was not made, as [`Store::put_if_absent`] says it.
    pub made: Result<Version>,
}

/// A proof of life: whatever ends it when it is dropped.
pub struct Proof {
    held: Box<dyn Any + Send + Sync>,
    release: fn(Box<dyn Any + Send + Sync>),
}

impl Proof {
    /// Holds what proves it. Once it is dropped, whoever asks has to be told that the holder is gone.
    pub fn new(held: impl Any + Send + Sync) -> Self {
        Self { held: Box::new(held), release: drop }
    }

    /// The same of what has a way to end that nobody waits for.
    pub fn released_by(held: impl Any + Send + Sync, release: fn(Box<dyn Any + Send + Sync>)) -> Self {
        Self { held: Box::new(held), release }
    }

    /// Ends it once there is no lock with its id any more, nor will be: nobody asks, and so nobody has to wait until it is over.
    pub fn release(self) {
        (self.release)(self.held);
    }
}

impl fmt::Debug for Proof {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Proof")
    }
}

type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// [`Store`], object-safe.
trait AnyStore: Send + Sync {
    fn get<'a>(&'a self, key: &'a str) -> Asked<'a, Option<Entry>>;
    fn version<'a>(&'a self, key: &'a str) -> Asked<'a, Option<Version>>;
    fn put_if_version<'a>(&'a self, key: &'a str, version: &'a Version, body: Body) -> Asked<'a, Version>;
    fn put_if_absent<'a>(&'a self, key: &'a str, body: Body) -> Asked<'a, Version>;
    fn delete_if_version<'a>(&'a self, key: &'a str, version: &'a Version) -> Asked<'a, ()>;
    fn list<'a>(&'a self, prefix: &'a str) -> Asked<'a, Vec<String>>;
    fn get_all<'a>(&'a self, prefix: &'a str) -> Asked<'a, Vec<(String, Entry)>>;
    fn prove_life<'a>(&'a self, lock_id: &'a str) -> Asked<'a, Option<Proof>>;
    fn put_and_prove<'a>(&'a self, key: &'a str, body: Body, lock_id: &'a str) -> Asked<'a, Option<Proved>>;
    fn is_alive<'a>(&'a self, lock_id: &'a str) -> Asked<'a, Option<bool>>;
    fn proofs(&self) -> Asked<'_, Vec<String>>;
    fn forget_life<'a>(&'a self, lock_id: &'a str) -> Asked<'a, bool>;
}

impl<S: Store> AnyStore for S {
    fn get<'a>(&'a self, key: &'a str) -> Asked<'a, Option<Entry>> {
        Box::pin(Store::get(self, key))
    }

    fn version<'a>(&'a self, key: &'a str) -> Asked<'a, Option<Version>> {
        Box::pin(Store::version(self, key))
    }

    fn put_if_version<'a>(&'a self, key: &'a str, version: &'a Version, body: Body) -> Asked<'a, Version> {
        Box::pin(Store::put_if_version(self, key, version, body))
    }

    fn put_if_absent<'a>(&'a self, key: &'a str, body: Body) -> Asked<'a, Version> {
        Box::pin(Store::put_if_absent(self, key, body))
    }

    fn delete_if_version<'a>(&'a self, key: &'a str, version: &'a Version) -> Asked<'a, ()> {
        Box::pin(Store::delete_if_version(self, key, version))
    }

    fn list<'a>(&'a self, prefix: &'a str) -> Asked<'a, Vec<String>> {
        Box::pin(Store::list(self, prefix))
    }

    fn get_all<'a>(&'a self, prefix: &'a str) -> Asked<'a, Vec<(String, Entry)>> {
        Box::pin(Store::get_all(self, prefix))
    }

    fn prove_life<'a>(&'a self, lock_id: &'a str) -> Asked<'a, Option<Proof>> {
        Box::pin(Store::prove_life(self, lock_id))
    }

    fn put_and_prove<'a>(&'a self, key: &'a str, body: Body, lock_id: &'a str) -> Asked<'a, Option<Proved>> {
        Box::pin(Store::put_and_prove(self, key, body, lock_id))
    }

    fn is_alive<'a>(&'a self, lock_id: &'a str) -> Asked<'a, Option<bool>> {
        Box::pin(Store::is_alive(self, lock_id))
    }

    fn proofs(&self) -> Asked<'_, Vec<String>> {
        Box::pin(Store::proofs(self))
    }

    fn forget_life<'a>(&'a self, lock_id: &'a str) -> Asked<'a, bool> {
        Box::pin(Store::forget_life(self, lock_id))
    }
}

/// Any store, behind one pointer: what wrappers wrap, so that a configuration decides at run time what lies over what.
#[derive(Clone)]
pub struct SharedStore(Arc<dyn AnyStore>);

impl SharedStore {
    /// Shares a store.
    pub fn new(store: impl Store) -> Self {
        Self(Arc::new(store))
    }
}

impl SharedStore {
    /// Deletes what is at this version; what is gone by now is deleted.
    pub(crate) async fn remove(&self, key: &str, version: &Version) -> Result<()> {
        match Store::delete_if_version(self, key, version).await {
            Err(failed) if failed.found_nothing() => Ok(()),
            outcome => outcome,
        }
    }
}

impl fmt::Debug for SharedStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("SharedStore")
    }
}

impl Store for SharedStore {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        self.0.get(key).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.0.version(key).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        self.0.put_if_version(key, version, body).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        self.0.put_if_absent(key, body).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.0.delete_if_version(key, version).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.0.list(prefix).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        self.0.get_all(prefix).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.0.prove_life(lock_id).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        self.0.put_and_prove(key, body, lock_id).await
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.0.is_alive(lock_id).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.0.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        self.0.forget_life(lock_id).await
    }
}
