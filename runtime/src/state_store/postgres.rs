//! A store in a table of PostgreSQL: each entry is a row, or several, changed only on the condition of its version.
//!
//! Each write has an id of its own, which is the version that it makes. When an answer gets lost, the session that may still be at it is ended, and
//! what is there then tells whether it was done: nothing of a lost session comes late.

use super::body::Body;
use super::error::{Error, ErrorKind, Result};
use super::key;
use super::random;
use super::store::{Entry, Proof, Proved, Store};
use super::version::Version;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

mod address;
mod keywords;
mod life;
mod options;
mod pool;
mod refusal;
mod rights;
mod session;
mod table;
mod tls;

use self::address::Address;
pub use self::options::PostgresOptions;
use self::pool::{Pool, tries};
use self::refusal::Failure;
use self::session::{Identity, Session};
use self::table::Table;

/// Entries as rows of a table. A clone is the same store.
#[derive(Clone)]
pub struct Postgres(Arc<Inner>);

struct Inner {
    pool: Pool,
    table: Table,
    /// How long a holder may be without its proof of life.
    reconnect_timeout: Duration,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Postgres").field(&self.0.pool.address().shown).field(&self.0.table).finish()
    }
}

impl Postgres {
    /// Opens the store in a table, which is made if it is not there, and sees that sessions are not shared.
    ///
    /// # Errors
    ///
    /// When the database cannot be reached, does not prove who it is, or lets the role not do what is needed; when a pooler shares
    /// sessions; when the table is something else.
    pub fn open(options: PostgresOptions) -> Result<Self> {
        let table = Table::new(&options.schema, &options.table)?;
        let pool = Pool::new(Address::of(&options)?, options.statement_timeout);
        let inner = Arc::new(Inner { pool, table, reconnect_timeout: options.reconnect_timeout });
        let opened = inner.clone();
        session::wait(async move { opened.see().await })?;
        Ok(Self(inner))
    }

    /// Does some work on the thread of connections. What is refused is told with the right that is missing.
    async fn work<T, F>(&self, work: impl FnOnce(Arc<Inner>) -> F) -> Result<T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T>> + Send + 'static,
    {
        let (inner, work) = (self.0.clone(), Box::pin(work(self.0.clone())));
        session::work(async move { inner.explained(work.await).await }).await
    }
}

/// Whether a connection string has a password.
pub(super) fn has_password(connection: &str) -> bool {
    keywords::parse(connection).is_ok_and(|keywords| keywords.contains_key("password"))
}

/// A change, and what came of it so far.
struct Change {
    key: String,
    expected: Version,
    /// What is written, and its version; none to delete.
    write: Option<(Version, Body)>,
    /// An answer was lost: it may have been done.
    was_lost: bool,
    /// The session that may still be at it.
    lost: Option<Identity>,
}

impl Change {
    /// One that writes a content of its own version, or deletes.
    fn new(key: &str, expected: &Version, body: Option<Body>) -> Result<Self> {
        let write = match body {
            Some(body) => Some((Version::new(random::hex(16)?), body)),
            None => None,
        };
        Ok(Self { key: key.to_owned(), expected: expected.clone(), write, was_lost: false, lost: None })
    }

    fn made(&self) -> Version {
        self.write.as_ref().map(|(version, _)| version.clone()).unwrap_or_default()
    }

    /// Notes what is lost with an answer.
    fn note(&mut self, session: &Session, failed: &Failure) {
        // A session that was lost before may be at it as well: it is ended first, before another one begins.
        if matches!(failed, Failure::Lost(_)) && self.lost.is_none() {
            self.was_lost = true;
            self.lost = Some(session.identity.clone());
        }
    }

    /// What it has come to, if this is there.
    fn outcome(&self, there: &Version) -> Result<Version> {
        let is_ours = *there == self.made() && (self.write.is_some() || self.was_lost);
        if is_ours {
            return Ok(there.clone());
        }
        let conflict = Error::conflict(&self.key, &self.expected, there);
        // Somebody else's content is there: ours may have been there in between.
        Err(if self.was_lost && !self.expected.is_absent() { conflict.of_kind(ErrorKind::Uncertain) } else { conflict })
    }
}

impl Inner {
    /// Sees that two connections are two sessions, and that the table is there.
    async fn see(self: Arc<Self>) -> Result<()> {
        let (first, second) = self.two().await?;
        self.pool.keep(first);
        self.pool.keep(second);
        // Who is not let in is not explained anything: that would take another try to be let in.
        self.explained(self.table.see(&self.pool).await).await
    }

    /// Two sessions at once, neither of which anybody else works with: asked one after the other. The look at the table asks once more, since a
    /// pooler that hands out two in turn would have given each its own until then.
    async fn two(&self) -> Result<(Session, Session)> {
        let mut tries = tries();
        loop {
            let two = async {
                let (first, second) = self.pool.two().await?;
                first.is_ours().await?;
                second.is_ours().await?;
                Ok((first, second))
            };
            match two.await.map_err(Failure::of_reading) {
                Ok(two) => return Ok(two),
                Err(Failure::Busy(_)) if tries.next().await => {}
                Err(failed) => return Err(failed.into_error()),
            }
        }
    }

    async fn get(self: Arc<Self>, key: String) -> Result<Option<Entry>> {
        let (table, key) = (&self.table, &key);
        let rows = self.pool.ask(|session| async move {
            let rows = table.read(&session, key).await;
            (session, rows)
        });
        let rows = rows.await?;
        Ok(self.table.entries(rows)?.pop().map(|(_, entry)| entry))
    }

    async fn get_all(self: Arc<Self>, prefix: String) -> Result<Vec<(String, Entry)>> {
        let (table, prefix) = (&self.table, &prefix);
        let rows = self.pool.ask(|session| async move {
            let rows = table.read_all(&session, prefix).await;
            (session, rows)
        });
        let rows = rows.await?;
        let mut entries = self.table.entries(rows)?;
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        Ok(entries)
    }

    async fn list(self: Arc<Self>, prefix: String) -> Result<Vec<String>> {
        let (table, prefix) = (&self.table, &prefix);
        let keys = self.pool.ask(|session| async move {
            let keys = table.list(&session, prefix).await;
            (session, keys)
        });
        let mut keys = keys.await?;
        keys.sort_unstable();
        Ok(keys)
    }

    /// The version that is there, whatever has become of the content.
    async fn look(&self, key: &str) -> Result<Version> {
        let table = &self.table;
        let there = self.pool.ask(|session| async move {
            let there = table.look(&session, key).await;
            (session, there)
        });
        there.await
    }

    async fn version(self: Arc<Self>, key: String) -> Result<Option<Version>> {
        Ok(Some(self.look(&key).await?).filter(|version| !version.is_absent()))
    }

    async fn change(self: Arc<Self>, mut change: Change) -> Result<Version> {
        if change.write.is_none() && change.expected.is_absent() {
            let there = self.look(&change.key).await?;
            return if there.is_absent() { Ok(there) } else { change.outcome(&there) };
        }
        let mut tries = tries();
        loop {
            let failed = match self.pool.borrow().await {
                Ok(session) => match self.attempt(&session, &mut change).await {
                    Ok(outcome) => {
                        self.pool.give_back(session);
                        return outcome;
                    }
                    Err(failed) => {
                        change.note(&session, &failed);
                        failed
                    }
                },
                Err(failed) => failed,
            };
            let is_final = matches!(failed, Failure::Refused(_));
            if is_final || !tries.next().await {
                let failed = failed.into_error();
                return Err(if change.was_lost { failed.of_kind(ErrorKind::Uncertain) } else { failed });
            }
        }
    }

    /// One try; the outcome is final if there is one.
    async fn attempt(&self, session: &Session, change: &mut Change) -> Result<Result<Version>, Failure> {
        if let Some(lost) = &change.lost {
            session.end(lost).await?;
            let there = self.table.look(session, &change.key).await.map_err(Failure::of_reading)?;
            change.lost = None;
            if there != change.expected {
                return Ok(change.outcome(&there));
            }
        }
        let Change { key, expected, write, .. } = &*change;
        let is_done = match write {
            Some((version, body)) => self.table.put(session, key, expected, version.as_str(), body).await?,
            None => self.table.delete(session, key, expected).await?,
        };
        if is_done {
            return Ok(Ok(change.made()));
        }
        // Nothing was changed by this try.
        let there = self.table.look(session, key).await.map_err(Failure::of_reading)?;
        if there == change.expected {
            // It was another one when it was asked, and has come back: made, given up, made again.
            let text = format!("{key:?} changes faster than it can be looked at");
            return Err(Failure::Busy(Error::new(ErrorKind::Unavailable, text)));
        }
        Ok(change.outcome(&there))
    }
}

impl Store for Postgres {
    async fn get(&self, key: &str) -> Result<Option<Entry>> {
        key::check(key)?;
        self.work(|inner| inner.get(key.to_owned())).await
    }

    async fn version(&self, key: &str) -> Result<Option<Version>> {
        key::check(key)?;
        self.work(|inner| inner.version(key.to_owned())).await
    }

    async fn put_if_version(&self, key: &str, version: &Version, body: Body) -> Result<Version> {
        key::check(key)?;
        let change = Change::new(key, version, Some(body))?;
        self.work(|inner| inner.change(change)).await
    }

    async fn delete_if_version(&self, key: &str, version: &Version) -> Result<()> {
        key::check(key)?;
        let change = Change::new(key, version, None)?;
        self.work(|inner| inner.change(change)).await.map(|_| ())
    }

    async fn list(&self, prefix: &str) -> Result<Vec<String>> {
        self.work(|inner| inner.list(prefix.to_owned())).await
    }

    async fn get_all(&self, prefix: &str) -> Result<Vec<(String, Entry)>> {
        self.work(|inner| inner.get_all(prefix.to_owned())).await
    }

    async fn prove_life(&self, lock_id: &str) -> Result<Option<Proof>> {
        self.work(|inner| inner.prove_life(lock_id.to_owned())).await.map(Some)
    }

    async fn put_and_prove(&self, key: &str, body: Body, lock_id: &str) -> Result<Option<Proved>> {
        key::check(key)?;
        if body.len() > table::PIECE {
            // It takes several statements.
            return Ok(None);
        }
        let change = Change::new(key, &Version::ABSENT, Some(body))?;
        self.work(|inner| inner.put_and_prove(change, lock_id.to_owned())).await.map(Some)
    }

    async fn is_alive(&self, lock_id: &str) -> Result<Option<bool>> {
        self.work(|inner| inner.is_alive(lock_id.to_owned())).await.map(Some)
    }
}
