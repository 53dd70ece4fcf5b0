//! The table of a store, and the statements on it.
//!
//! An entry is a row for each eight megabytes of its content. The first one has the version, which is the id of the write that made it: so it tells
//! whose write is there. A content of one row is written in one statement, a longer one in a transaction.

use super::pool::Pool;
use super::refusal::Failure;
use super::session::{Parameter, SHOWN, Session};
use crate::state_store::body::Body;
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::store::Entry;
use crate::state_store::version::Version;
use bytes::Bytes;
use tokio_postgres::Row;
use tokio_postgres::types::Type;

/// How long a row's content is. The database takes a gigabyte, of which it has several copies while it works.
pub(super) const PIECE: usize = 8 << 20;

/// What the table says that it is.
const FORMAT: &str = "tfgen state store 1";

/// How long a name may be.
const NAME_MAX: usize = 63;

/// An entry that is to be written: its key, its version and its content.
pub(super) type Write<'w> = (&'w str, &'w str, &'w Body);

/// A table in a schema.
#[derive(Clone, Debug)]
pub(super) struct Table {
    schema: String,
    name: String,
    /// Both, as statements have them.
    quoted: String,
}

/// What there is in place of a table.
struct Found {
    has_schema: bool,
    /// Its comment; none if there is no table.
    comment: Option<String>,
}

impl Table {
    pub(super) fn new(schema: &str, name: &str) -> Result<Self> {
        for (what, name) in [("schema", schema), ("table", name)] {
            if name.is_empty() || name.len() > NAME_MAX || name.chars().any(char::is_control) {
                return Err(Error::new(ErrorKind::Invalid, format!("No {what} can be called {name:?}"))
                    .detail(format!("It takes a name of at most {NAME_MAX} bytes.")));
            }
        }
        let quoted = format!("{}.{}", quote(schema), quote(name));
        Ok(Self { schema: schema.to_owned(), name: name.to_owned(), quoted })
    }

    /// The schema and the table.
    pub(super) fn names(&self) -> (&str, &str) {
        (&self.schema, &self.name)
    }

    /// Both, as statements have them.
    pub(super) fn quoted(&self) -> &str {
        &self.quoted
    }

    /// What an administrator can do for a role that must not make tables.
    fn script(&self, role: &str) -> String {
        let Self { quoted, .. } = self;
        let (schema, role) = (quote(&self.schema), quote(role));
        format!(
            "CREATE SCHEMA IF NOT EXISTS {schema};\n{}\nGRANT USAGE ON SCHEMA {schema} TO {role};\n\
             GRANT SELECT, INSERT, UPDATE, DELETE ON {quoted} TO {role};",
            self.create()
        )
    }

    fn create(&self) -> String {
        let Self { quoted, .. } = self;
        format!(
            "CREATE TABLE IF NOT EXISTS {quoted} (key text COLLATE \"C\" NOT NULL, part integer NOT NULL, version text NOT NULL, \
             size bigint NOT NULL, sha256 text NOT NULL, body bytea NOT NULL, written timestamptz NOT NULL DEFAULT now(), \
             PRIMARY KEY (key, part));\nCOMMENT ON TABLE {quoted} IS '{FORMAT}';"
        )
    }

    /// Sees that the table is there, and makes it if it is not.
    pub(super) async fn see(&self, pool: &Pool) -> Result<()> {
        let found = self.found(pool).await?;
        match &found.comment {
            Some(comment) if comment == FORMAT => return Ok(()),
            Some(comment) => {
                let summary = format!("{} is no table of states of this version", self.quoted);
                let detail = if comment.is_empty() {
                    "Its comment does not say so. Take another name.".to_owned()
                } else {
                    format!("Its comment is {comment:?}. Take another name, or a newer version of the provider.")
                };
                return Err(Error::new(ErrorKind::Unsupported, summary).detail(detail));
            }
            None => {}
        }
        let schema = if found.has_schema {
            String::new()
        } else {
            format!("CREATE SCHEMA IF NOT EXISTS {};\n", quote(&self.schema))
        };
        // Of several that find none, one makes it, and the others find it then.
        let sql = format!(
            "SELECT pg_advisory_xact_lock(hashtext('tfgen'), hashtext('{FORMAT}'));\n{schema}{}",
            self.create()
        );
        let sql = &sql;
        let made = pool.ask(|session| async move {
            let made = session.simple(sql).await;
            (session, made)
        });
        let Err(failed) = made.await else { return Ok(()) };
        if self.found(pool).await.is_ok_and(|found| found.comment.is_some()) {
            return Ok(());
        }
        let address = pool.address();
        let script = self.script(&address.user);
        let summary =
            format!("The table {} is not there, and cannot be made by the role {:?}", self.quoted, address.user);
        Err(Error::new(failed.kind(), summary).detail(format!(
            "Who may make it runs this in the database {:?}, or `state init` and the last two lines:\n\n{script}\n\n{failed}",
            address.database
        )))
    }

    async fn found(&self, pool: &Pool) -> Result<Found> {
        let found = pool.ask(|session| async move {
            let found = self.find(&session).await;
            (session, found)
        });
        found.await
    }

    async fn find(&self, session: &Session) -> Result<Found, Failure> {
        let sql = format!(
            "SELECT {SHOWN}, n.oid IS NOT NULL, c.oid IS NOT NULL, obj_description(c.oid, 'pg_class') FROM (SELECT 1) one \
             LEFT JOIN pg_namespace n ON n.nspname = $1 LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = $2"
        );
        let rows = session.rows(&sql, &[(&self.schema, Type::TEXT), (&self.name, Type::TEXT)]).await?;
        let row = rows.first();
        session.is_shown_by(row)?;
        let is = |column| row.is_some_and(|row| row.try_get(column).unwrap_or_default());
        let comment = row.and_then(|row| row.try_get::<_, Option<String>>(4).ok()).flatten();
        Ok(Found { has_schema: is(2), comment: is(3).then(|| comment.unwrap_or_default()) })
    }

    /// The version that an entry has now.
    pub(super) async fn look(&self, session: &Session, key: &str) -> Result<Version, Failure> {
        let sql = format!("SELECT version FROM {} WHERE key = $1 AND part = 0", self.quoted);
        let rows = session.rows(&sql, &[(&key, Type::TEXT)]).await?;
        let version = rows.first().and_then(|row| row.try_get::<_, String>(0).ok());
        Ok(version.map(Version::new).unwrap_or_default())
    }

    pub(super) async fn read(&self, session: &Session, key: &str) -> Result<Vec<Row>, Failure> {
        let sql =
            format!("SELECT key, part, version, size, sha256, body FROM {} WHERE key = $1 ORDER BY part", self.quoted);
        session.rows(&sql, &[(&key, Type::TEXT)]).await
    }

    pub(super) async fn read_all(&self, session: &Session, prefix: &str) -> Result<Vec<Row>, Failure> {
        let sql = format!(
            "SELECT key, part, version, size, sha256, body FROM {} WHERE key >= $1 AND starts_with(key, $1) ORDER BY key, part",
            self.quoted
        );
        session.rows(&sql, &[(&prefix, Type::TEXT)]).await
    }

    pub(super) async fn list(&self, session: &Session, prefix: &str) -> Result<Vec<String>, Failure> {
        let sql = format!(
            "SELECT key FROM {} WHERE part = 0 AND key >= $1 AND starts_with(key, $1) ORDER BY key",
            self.quoted
        );
        let rows = session.rows(&sql, &[(&prefix, Type::TEXT)]).await?;
        Ok(rows.iter().filter_map(|row| row.try_get(0).ok()).collect())
    }

    /// Makes or replaces an entry; `false` if it has another version.
    pub(super) async fn put(
        &self,
        session: &Session,
        key: &str,
        expected: &Version,
        write: &str,
        body: &Body,
    ) -> Result<bool, Failure> {
        let (size, hash) = (i64::try_from(body.len()).unwrap_or(i64::MAX), body.sha256());
        let mut pieces = body.clone().into_pieces(PIECE);
        let first = pieces.next().unwrap_or_default();
        let is_long = body.len() > PIECE;
        if is_long {
            session.simple("BEGIN").await?;
        }
        let Self { quoted, .. } = self;
        let first: &[u8] = &first;
        let mut parameters: Vec<Parameter<'_>> = vec![
            (&key, Type::TEXT),
            (&write, Type::TEXT),
            (&size, Type::INT8),
            (&hash, Type::TEXT),
            (&first, Type::BYTEA),
        ];
        let before = expected.as_str();
        let sql = if expected.is_absent() {
            format!(
                "WITH made AS (INSERT INTO {quoted} (key, part, version, size, sha256, body) VALUES ($1, 0, $2, $3, $4, $5) \
                 ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*) FROM made"
            )
        } else {
            parameters.push((&before, Type::TEXT));
            format!(
                "WITH changed AS (UPDATE {quoted} SET version = $2, size = $3, sha256 = $4, body = $5, written = now() \
                 WHERE key = $1 AND part = 0 AND version = $6 RETURNING 1), rest AS (DELETE FROM {quoted} WHERE key = $1 AND \
                 part > 0 AND EXISTS (SELECT FROM changed)) SELECT count(*) FROM changed"
            )
        };
        let is_done = session.number(&sql, &parameters).await? > 0;
        if !is_long {
            return Ok(is_done);
        }
        if !is_done {
            session.simple("ROLLBACK").await?;
            return Ok(false);
        }
        let sql =
            format!("INSERT INTO {quoted} (key, part, version, size, sha256, body) VALUES ($1, $2, $3, $4, $5, $6)");
        for (part, piece) in (1_i32..).zip(pieces) {
            let piece: &[u8] = &piece;
            let parameters: [Parameter<'_>; 6] = [
                (&key, Type::TEXT),
                (&part, Type::INT4),
                (&write, Type::TEXT),
                (&size, Type::INT8),
                (&hash, Type::TEXT),
                (&piece, Type::BYTEA),
            ];
            session.rows(&sql, &parameters).await?;
        }
        session.simple("COMMIT").await?;
        Ok(true)
    }

    /// Takes the advisory lock of this number for the session, and makes an entry of one row if it has it. Tells whether it has the lock, and whether
    /// there was no entry.
    ///
    /// The lock is taken before there is a row, since what the row is made of is the answer to that; and once, since what has effects is
    /// neither merged into the statement around it nor done again where it is used twice. A session that fails at this may have the lock, without a
    /// row: a lock of a session is not undone.
    pub(super) async fn put_and_lock(
        &self,
        session: &Session,
        (key, write, body): Write<'_>,
        number: i64,
    ) -> Result<(bool, bool), Failure> {
        let Self { quoted, .. } = self;
        let sql = format!(
            "WITH proof AS (SELECT pg_try_advisory_lock($6) AS is_ours), made AS (INSERT INTO {quoted} (key, part, version, size, \
             sha256, body) SELECT $1, 0, $2, $3, $4, $5 FROM proof WHERE is_ours ON CONFLICT DO NOTHING RETURNING 1) \
             SELECT is_ours, (SELECT count(*) FROM made) > 0 FROM proof"
        );
        let (size, hash) = (i64::try_from(body.len()).unwrap_or(i64::MAX), body.sha256());
        let body = body.to_vec();
        let parameters: [Parameter<'_>; 6] = [
            (&key, Type::TEXT),
            (&write, Type::TEXT),
            (&size, Type::INT8),
            (&hash, Type::TEXT),
            (&body, Type::BYTEA),
            (&number, Type::INT8),
        ];
        let rows = session.rows(&sql, &parameters).await?;
        let is = |column| rows.first().is_some_and(|row| row.try_get(column).unwrap_or_default());
        Ok((is(0), is(1)))
    }

    /// Deletes an entry; `false` if it has another version.
    pub(super) async fn delete(&self, session: &Session, key: &str, expected: &Version) -> Result<bool, Failure> {
        let Self { quoted, .. } = self;
        let sql = format!(
            "WITH gone AS (DELETE FROM {quoted} WHERE key = $1 AND part = 0 AND version = $2 RETURNING 1), rest AS (DELETE FROM \
             {quoted} WHERE key = $1 AND part > 0 AND EXISTS (SELECT FROM gone)) SELECT count(*) FROM gone"
        );
        let before = expected.as_str();
        Ok(session.number(&sql, &[(&key, Type::TEXT), (&before, Type::TEXT)]).await? > 0)
    }

    /// The entries of rows that come sorted.
    pub(super) fn entries(&self, rows: Vec<Row>) -> Result<Vec<(String, Entry)>> {
        let mut entries = Vec::new();
        let mut reading: Option<Reading> = None;
        for row in rows {
            let part = Part::of(&row).map_err(|failed| {
                Error::new(ErrorKind::Corrupt, format!("{} is damaged", self.quoted)).caused_by(failed)
            })?;
            if reading.as_ref().is_none_or(|reading| reading.head.key != part.key) {
                entries.extend(reading.take().map(|reading| reading.end(&self.quoted)).transpose()?);
                reading = Some(Reading { head: part.head(), body: Body::new(), parts: 0, is_whole: true });
            }
            if let Some(reading) = &mut reading {
                reading.add(part);
            }
        }
        entries.extend(reading.map(|reading| reading.end(&self.quoted)).transpose()?);
        Ok(entries)
    }
}

/// A name as statements have it.
pub(super) fn quote(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A row of an entry.
struct Part {
    key: String,
    number: i32,
    version: String,
    size: i64,
    sha256: String,
    body: Bytes,
}

impl Part {
    fn of(row: &Row) -> Result<Self, tokio_postgres::Error> {
        Ok(Self {
            key: row.try_get(0)?,
            number: row.try_get(1)?,
            version: row.try_get(2)?,
            size: row.try_get(3)?,
            sha256: row.try_get(4)?,
            body: Bytes::copy_from_slice(row.try_get(5)?),
        })
    }

    fn head(&self) -> Head {
        let Self { key, version, size, sha256, .. } = self;
        Head { key: key.clone(), version: version.clone(), size: *size, sha256: sha256.clone() }
    }
}

/// What all rows of an entry say.
#[derive(PartialEq, Eq)]
struct Head {
    key: String,
    version: String,
    size: i64,
    sha256: String,
}

/// An entry whose rows come.
struct Reading {
    head: Head,
    body: Body,
    parts: i32,
    is_whole: bool,
}

impl Reading {
    fn add(&mut self, part: Part) {
        self.is_whole &= part.number == self.parts && part.head() == self.head;
        self.parts += 1;
        self.body.push(part.body);
    }

    fn end(self, table: &str) -> Result<(String, Entry)> {
        let Self { head: Head { key, version, size, sha256 }, body, is_whole, .. } = self;
        if !is_whole || i64::try_from(body.len()) != Ok(size) || body.sha256() != sha256 {
            return Err(Error::new(ErrorKind::Corrupt, format!("The entry {key:?} of {table} is damaged")).detail(
                "Its rows are not what was written: one is missing, or was changed. A backup of the table has it, or the history if the store has one.",
            ));
        }
        Ok((key, Entry { version: Version::new(version), body }))
    }
}
