//! One session of the server, and the thread that all of them are served on.
//!
//! Each session carries a mark. A pooler that hands one session of the server to several connections is known by it: a connection finds the mark of
//! another one, or has lost its own.

use super::address::Address;
use super::refusal::{self, Failure};
use crate::state_store::error::{Error, ErrorKind, Result};
use crate::state_store::random;
use std::fmt;
use std::sync::OnceLock;
use std::time::Duration;
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row, SimpleQueryMessage, SimpleQueryRow};

/// How much longer an answer is waited for than the server may work at it.
const ON_THE_WAY: Duration = Duration::from_secs(15);

/// How long a session that was lost may take to end.
pub(super) const ENDING: Duration = Duration::from_secs(10);

/// What the thread is called that serves all connections.
const THREAD: &str = "postgres";

/// The thread that serves all connections: they live longer than the call that has made them.
fn runtime() -> Result<&'static Runtime> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let made = RUNTIME.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).thread_name(THREAD).enable_all().build().ok()
    });
    made.as_ref().ok_or_else(|| Error::new(ErrorKind::Unavailable, "No thread can be made for the database"))
}

/// Whether this is the thread that serves all connections, which must not wait for what it serves itself.
pub(super) fn is_served_here() -> bool {
    std::thread::current().name() == Some(THREAD)
}

fn stopped() -> Error {
    Error::new(ErrorKind::Uncertain, "The work on the database stopped")
}

/// Does the work on that thread.
pub(super) async fn work<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    runtime()?.spawn(work).await.unwrap_or_else(|_| Err(stopped()))
}

/// Begins work on that thread.
pub(super) fn begin(work: impl Future<Output = ()> + Send + 'static) -> Result<JoinHandle<()>> {
    Ok(runtime()?.spawn(work))
}

/// Does the work on that thread, while this one waits.
pub(super) fn wait<T: Send + 'static>(work: impl Future<Output = Result<T>> + Send + 'static) -> Result<T> {
    let (send, receive) = std::sync::mpsc::sync_channel(1);
    runtime()?.spawn(async move {
        // Nobody waits any more, at worst.
        let _ = send.send(work.await);
    });
    receive.recv().unwrap_or_else(|_| Err(stopped()))
}

/// When a session of `pg_stat_activity` began, in microseconds: as a number, since how a time is written is each session's own matter.
const BEGAN: &str = "(extract(epoch FROM backend_start) * 1000000)::bigint";

/// What shows which session a statement is in.
pub(super) const SHOWN: &str = "coalesce(current_setting('tfgen.session', true), ''), pg_backend_pid()";

/// Which session it is: the server gives the same number again, but not with the same beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    process: i32,
    began: i64,
}

/// A session of the server.
pub(super) struct Session {
    client: Client,
    connection: JoinHandle<()>,
    pub(super) identity: Identity,
    mark: String,
    shown: String,
    patience: Duration,
}

impl fmt::Debug for Session {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Session").field(&self.identity).finish()
    }
}

/// A statement's parameter, and its type.
pub(super) type Parameter<'p> = (&'p (dyn ToSql + Sync), Type);

impl Session {
    /// Connects, marks the session, and sets what the store's statements stand on.
    pub(super) async fn open(address: &Address, statement_timeout: Duration) -> Result<Self, Failure> {
        let connecting = address.config.connect(address.connector.clone());
        let connected = tokio::time::timeout(address.patience, connecting).await;
        let (client, connection) = match connected {
            Ok(Ok(connected)) => connected,
            Ok(Err(failed)) => return Err(refusal::of_connecting(failed, &address.shown)),
            Err(_) => {
                let text = format!("The database {} does not answer", address.shown);
                return Err(Failure::Busy(Error::new(ErrorKind::Unavailable, text)));
            }
        };
        let connection = tokio::spawn(async move {
            // What it fails with, whoever asks something is told.
            let _ = connection.await;
        });
        let mark = random::hex(16).map_err(Failure::Refused)?;
        let mut session = Self {
            client,
            connection,
            identity: Identity { process: 0, began: 0 },
            mark,
            shown: address.shown.clone(),
            patience: statement_timeout + ON_THE_WAY,
        };
        session.begin(statement_timeout).await.map_err(Failure::of_reading)?;
        Ok(session)
    }

    async fn begin(&mut self, statement_timeout: Duration) -> Result<(), Failure> {
        let setting = |name: &str, value: &str| format!("set_config('{name}', '{value}', false)");
        let settings = [
            setting("search_path", "pg_catalog"),
            setting("client_min_messages", "error"),
            setting("statement_timeout", &statement_timeout.as_millis().to_string()),
            setting("lock_timeout", "20s"),
            setting("idle_in_transaction_session_timeout", "60s"),
            // A session that proves that a holder lives says nothing for as long as an apply takes. Before version 14 nobody ends it.
            format!(
                "CASE WHEN current_setting('idle_session_timeout', true) IS NOT NULL THEN {} END",
                setting("idle_session_timeout", "0")
            ),
            setting("default_transaction_isolation", "read committed"),
            setting("default_transaction_read_only", "off"),
            setting("bytea_output", "hex"),
            // The server ends the session of a machine that is gone: its locks are free then.
            setting("tcp_keepalives_idle", "15"),
            setting("tcp_keepalives_interval", "5"),
            setting("tcp_keepalives_count", "3"),
            // What is done has to be there after a power cut.
            "set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN 'off' THEN 'on' ELSE \
             current_setting('synchronous_commit') END, false)"
                .to_owned(),
        ];
        // The mark that is there is read before ours is put in its place.
        let sql = format!(
            "SET search_path = pg_catalog; SELECT coalesce(current_setting('tfgen.session', true), '') AS mark; \
             SELECT pid, {BEGAN}, {} FROM pg_stat_activity WHERE pid = pg_backend_pid(); SELECT {}",
            setting("tfgen.session", &self.mark),
            settings.join(", ")
        );
        let rows = self.simple(&sql).await?;
        let found = rows.first().and_then(|row| row.get(0)).unwrap_or_default();
        if !found.is_empty() {
            return Err(Failure::Refused(self.pooled()));
        }
        let told = |column: usize| rows.get(1).and_then(|row| row.get(column));
        let process = told(0).and_then(|text| text.parse().ok());
        let began = told(1).and_then(|text| text.parse().ok());
        let (Some(process), Some(began)) = (process, began) else {
            let text = format!("The database {} does not tell which session this is", self.shown);
            return Err(Failure::Refused(Error::new(ErrorKind::Unsupported, text)));
        };
        self.identity = Identity { process, began };
        Ok(())
    }

    /// Whether the session of the server is ours alone, as far as that shows.
    pub(super) async fn is_ours(&self) -> Result<(), Failure> {
        let rows = self.rows(&format!("SELECT {SHOWN}"), &[]).await?;
        self.is_shown_by(rows.first())
    }

    /// The same by a row that begins with what [`SHOWN`] asks for.
    pub(super) fn is_shown_by(&self, row: Option<&Row>) -> Result<(), Failure> {
        let is_ours = row.is_some_and(|row| {
            let shown = (row.try_get::<_, String>(0), row.try_get::<_, i32>(1));
            matches!(shown, (Ok(mark), Ok(process)) if mark == self.mark && process == self.identity.process)
        });
        if is_ours { Ok(()) } else { Err(Failure::Refused(self.pooled())) }
    }

    fn pooled(&self) -> Error {
        Error::new(ErrorKind::Unsupported, refusal::pooled(&self.shown)).detail(refusal::POOLED)
    }

    /// Whether it can be asked still.
    pub(super) fn is_open(&self) -> bool {
        !self.client.is_closed()
    }

    /// Waits until the connection ends.
    pub(super) async fn ended(&mut self) {
        // It does not matter how.
        let _ = (&mut self.connection).await;
    }

    async fn timed<T>(&self, asked: impl Future<Output = Result<T, tokio_postgres::Error>>) -> Result<T, Failure> {
        let Ok(outcome) = tokio::time::timeout(self.patience, asked).await else {
            let text = format!("The database {} does not answer any more", self.shown);
            return Err(Failure::Lost(Error::new(ErrorKind::Uncertain, text)));
        };
        outcome.map_err(|failed| refusal::of_statement(failed, &self.shown))
    }

    /// What a statement with parameters gives.
    pub(super) async fn rows(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, Failure> {
        self.timed(self.client.query_typed(sql, parameters)).await
    }

    /// The first number that a statement gives.
    pub(super) async fn number(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<i64, Failure> {
        let rows = self.rows(sql, parameters).await?;
        Ok(rows.first().and_then(|row| row.try_get(0).ok()).unwrap_or_default())
    }

    /// The first truth that a statement gives.
    pub(super) async fn holds(&self, sql: &str, parameters: &[Parameter<'_>]) -> Result<bool, Failure> {
        let rows = self.rows(sql, parameters).await?;
        Ok(rows.first().and_then(|row| row.try_get(0).ok()).unwrap_or_default())
    }

    /// The rows of several statements, as texts.
    pub(super) async fn simple(&self, sql: &str) -> Result<Vec<SimpleQueryRow>, Failure> {
        let messages = self.timed(self.client.simple_query(sql)).await?;
        let row = |message| match message {
            SimpleQueryMessage::Row(row) => Some(row),
            _ => None,
        };
        Ok(messages.into_iter().filter_map(row).collect())
    }

    /// Frees all locks that the session has.
    pub(super) async fn unlock_all(&self) -> Result<(), Failure> {
        self.simple("SELECT pg_advisory_unlock_all()").await.map(drop)
    }

    /// Ends another session, so that nothing of it can come any more; what it was at is done or undone then.
    pub(super) async fn end(&self, other: &Identity) -> Result<(), Failure> {
        let Identity { process, began } = other;
        let which = format!("FROM pg_stat_activity WHERE pid = {process} AND {BEGAN} = {began}");
        self.simple(&format!("SELECT pg_terminate_backend(pid) {which}")).await.map_err(Failure::of_reading)?;
        let start = std::time::Instant::now();
        while !self.simple(&format!("SELECT 1 {which}")).await.map_err(Failure::of_reading)?.is_empty() {
            if start.elapsed() > ENDING {
                let text = format!("A session of the database {} that was lost does not end", self.shown);
                return Err(Failure::Busy(Error::new(ErrorKind::Unavailable, text)));
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }
}
