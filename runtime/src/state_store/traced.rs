//! What a store is asked: every trip to it with its key, its bytes and its duration, and who wanted it.
//!
//! [`via`] names an accessor around a piece of work, and remembers where in the code that stands; every trip that is made in it,
//! through whatever lies between, carries both.

use super::body::Body;
use super::error::{ErrorKind, Result};
use super::store::{Entry, Proof, Proved, SharedStore, Store};
use super::version::Version;
use std::fs::OpenOptions;
use std::io::Write as _;
use std::panic::Location;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

mod summary;
mod trip;

pub use self::summary::{Summary, Total};
pub use self::trip::{Operation, Trip, read_log};

#[derive(Clone, Copy)]
struct Wanted {
    accessor: &'static str,
    site: &'static Location<'static>,
}

tokio::task_local! {
    static WANTED: Wanted;
}

/// Does some work, whose trips to a traced store are those of this accessor, and of the line that says so. An inner one stays
/// part of the outermost, which is the code that wanted something.
#[track_caller]
pub fn via<F: Future>(accessor: &'static str, work: F) -> impl Future<Output = F::Output> {
    let wanted = WANTED.try_with(|wanted| *wanted).unwrap_or(Wanted { accessor, site: Location::caller() });
    WANTED.scope(wanted, work)
}

/// Where trips are collected. A clone is the same collection.
#[derive(Clone, Debug, Default)]
pub struct Trace(Arc<Mutex<Collected>>);

#[derive(Debug, Default)]
struct Collected {
    trips: Vec<Trip>,
    /// Where each is written, too.
    file: Option<std::fs::File>,
}

impl Trace {
    /// An empty collection.
    pub fn new() -> Self {
        Self::default()
    }

    /// A collection that is also written to the end of a file, a line for each trip, for [`read_log`] to read.
    pub fn to_file(path: &Path) -> Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Self(Arc::new(Mutex::new(Collected { trips: Vec::new(), file: Some(file) }))))
    }

    /// All trips so far.
    pub fn trips(&self) -> Vec<Trip> {
        self.collected().trips.clone()
    }

    /// What the trips so far amount to.
    pub fn summary(&self) -> Summary {
        Summary::of(&self.collected().trips)
    }

    /// Forgets the trips so far.
    pub fn reset(&self) {
        self.collected().trips.clear();
    }

    fn add(&self, trip: Trip) {
        let mut collected = self.collected();
        if let Some(file) = &mut collected.file {
            // One call for one line, so that processes can share a file. A trace must never be what makes a store fail.
            let _ = file.write_all(format!("{trip}\n").as_bytes());
        }
        collected.trips.push(trip);
    }

    fn collected(&self) -> MutexGuard<'_, Collected> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A store whose trips are collected.
#[derive(Clone, Debug)]
pub struct Traced {
    store: SharedStore,
    trace: Trace,
}

impl Traced {
    /// Collects the trips to this store.
    pub fn new(store: impl Store, trace: Trace) -> Self {
        Self { store: SharedStore::new(store), trace }
    }

    async fn trip<T>(
        &self,
        operation: Operation,
        key: &str,
        sent: usize,
        received: impl Fn(&T) -> usize,
        work: impl Future<Output = Result<T>>,
    ) -> Result<T> {
        let begun = Instant::now();
        let outcome = work.await;
        self.note(operation, key, sent, &outcome, received, begun);
        outcome
    }

    /// The same of what not every store does. One that answers nothing was not asked.
    async fn done<T>(
        &self,
        operation: Operation,
        lock_id: &str,
        work: impl Future<Output = Result<Option<T>>>,
    ) -> Result<Option<T>> {
        let begun = Instant::now();
        let outcome = work.await;
        if !matches!(outcome, Ok(None)) {
            self.note(operation, lock_id, 0, &outcome, |_| 0, begun);
        }
        outcome
    }

    fn note<T>(
        &self,
        operation: Operation,
        key: &str,
        sent: usize,
        outcome: &Result<T>,
        received: impl Fn(&T) -> usize,
        begun: Instant,
    ) {
        let wanted = WANTED.try_with(|wanted| *wanted).ok();
        self.trace.add(Trip {
            operation,
            key: key.to_owned(),
            accessor: wanted.map_or("", |wanted| wanted.accessor).to_owned(),
            site: wanted.map(|wanted| format!("{}:{}", wanted.site.file(), wanted.site.line())).unwrap_or_default(),
            sent: u64::try_from(sent).unwrap_or(u64::MAX),
            received: outcome.as_ref().map_or(0, |what| u64::try_from(received(what)).unwrap_or(u64::MAX)),
            duration: begun.elapsed(),
            failed: outcome.as_ref().err().map(|error| kind_name(error.kind()).to_owned()),
        });
    }
}

fn kind_name(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Conflict => "conflict",
        ErrorKind::Unavailable => "unavailable",
        ErrorKind::Uncertain => "uncertain",
        ErrorKind::Denied => "denied",
        ErrorKind::Corrupt => "corrupt",
        ErrorKind::Full => "full",
        ErrorKind::Invalid => "invalid",
        ErrorKind::Unsupported => "unsupported",
        ErrorKind::Other => "other",
    }
}

impl Store for Traced {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        let received = |found: &Option<Entry>| found.as_ref().map_or(0, |entry| entry.body.len());
        self.trip(Operation::Get, key, 0, received, self.store.get(key)).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        self.trip(Operation::Version, key, 0, |_| 0, self.store.version(key)).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        let sent = body.len();
        self.trip(Operation::PutIfVersion, key, sent, |_| 0, self.store.put_if_version(key, version, body)).await
    }

    async fn put_if_absent(&self, key: &str, body: Body) -> Result<Version> {
        let sent = body.len();
        self.trip(Operation::PutIfAbsent, key, sent, |_| 0, self.store.put_if_absent(key, body)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        self.trip(Operation::Delete, key, 0, |()| 0, self.store.delete_if_version(key, version)).await
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        let received = |keys: &Vec<String>| keys.iter().map(String::len).sum();
        self.trip(Operation::List, prefix, 0, received, self.store.list(prefix)).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        let received = |entries: &Vec<(String, Entry)>| entries.iter().map(|(_, entry)| entry.body.len()).sum();
        self.trip(Operation::GetAll, prefix, 0, received, self.store.get_all(prefix)).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.done(Operation::ProveLife, lock_id, self.store.prove_life(lock_id)).await
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        let (sent, begun) = (body.len(), Instant::now());
        let outcome = self.store.put_and_prove(key, body, lock_id).await;
        match &outcome {
            Ok(None) => {}
            Ok(Some(Proved { made, .. })) => self.note(Operation::PutAndProve, key, sent, made, |_| 0, begun),
            Err(_) => self.note(Operation::PutAndProve, key, sent, &outcome, |_| 0, begun),
        }
        outcome
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.done(Operation::IsAlive, lock_id, self.store.is_alive(lock_id)).await
    }

    async fn proofs(&self) -> Result<Vec<String>> {
        self.store.proofs().await
    }

    async fn forget_life(&self, lock_id: &str) -> Result<bool> {
        let forgotten = async { Ok(self.store.forget_life(lock_id).await?.then_some(())) };
        Ok(self.done(Operation::ForgetLife, lock_id, forgotten).await?.is_some())
    }
}

#[cfg(test)]
mod tests;
