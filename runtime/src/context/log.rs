//! What user code writes to Terraform's log: with the fields of its request, and without sensitive values.

use super::{Context, Operation};
use crate::log::{Entry, Level, Logger, Value};
use std::fmt;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

/// Writes to Terraform's log for one request.
///
/// Entries carry the request's id, its RPC and the type that it is about, and the sensitive values of the request are
/// masked in them. An entry below the level that is asked for costs a comparison.
///
/// ```
/// # use tfgen_runtime::{Context, Provider};
/// # fn example<P: Provider>(cx: Context<P>) {
/// cx.log().info("Waiting for the disk").field("attempt", 3).write();
/// # }
/// ```
#[derive(Clone)]
pub struct Log(Arc<Operation>);

impl Log {
    pub(super) fn new(operation: Arc<Operation>) -> Self {
        Self(operation)
    }

    /// An entry of level [`Level::Trace`].
    pub fn trace(&self, message: impl AsRef<str>) -> LogEntry {
        self.entry(Level::Trace, message)
    }

    /// An entry of level [`Level::Debug`].
    pub fn debug(&self, message: impl AsRef<str>) -> LogEntry {
        self.entry(Level::Debug, message)
    }

    /// An entry of level [`Level::Info`].
    pub fn info(&self, message: impl AsRef<str>) -> LogEntry {
        self.entry(Level::Info, message)
    }

    /// An entry of level [`Level::Warn`].
    pub fn warn(&self, message: impl AsRef<str>) -> LogEntry {
        self.entry(Level::Warn, message)
    }

    /// An entry of level [`Level::Error`].
    pub fn error(&self, message: impl AsRef<str>) -> LogEntry {
        self.entry(Level::Error, message)
    }

    /// Whether an entry of this level would be written: for fields that are costly to make.
    pub fn enabled(&self, level: Level) -> bool {
        Logger::Provider.enabled(level)
    }

    fn entry(&self, level: Level, message: impl AsRef<str>) -> LogEntry {
        LogEntry { operation: self.0.clone(), entry: Logger::Provider.entry(level, message) }
    }
}

/// One entry on its way to the log.
#[must_use = "an entry is written by `write`"]
pub struct LogEntry {
    operation: Arc<Operation>,
    entry: Entry,
}

impl LogEntry {
    /// Adds a field. Names that start with `@` are the log's own and are left out.
    pub fn field(self, name: &'static str, value: impl Into<Value>) -> Self {
        Self { entry: self.entry.field(name, value), ..self }
    }

    /// Writes the entry, unless its level is not asked for.
    pub fn write(self) {
        if !self.entry.is_wanted() {
            return;
        }
        let mut entry = self.entry;
        self.operation.secrets_with(&tfgen_cty::Value::Null).mask_entry(&mut entry);
        entry.fields(&self.operation.fields).write();
    }
}

impl<P> Context<P> {
    /// Writes to Terraform's log, with what is known of the request.
    pub fn log(&self) -> Log {
        Log::new(self.operation.clone())
    }

    /// Runs `work`, and logs at level debug how long it took and how it ended: done, failed, panicked, or abandoned where it is
    /// dropped.
    ///
    /// ```
    /// # use tfgen_runtime::{Context, Provider, Result};
    /// # async fn resize(size: i64) -> Result<()> { Ok(()) }
    /// # async fn example<P: Provider>(cx: Context<P>) -> Result<()> {
    /// cx.timed("resize", resize(10)).await?;
    /// # Ok(())
    /// # }
    /// ```
    pub async fn timed<T, E>(&self, span: &str, work: impl Future<Output = Result<T, E>>) -> Result<T, E> {
        let mut timer = Timer { log: self.log(), span, started: Instant::now(), outcome: ABANDONED };
        let mut work = pin!(work);
        // A panic of something else can drop the work as well: it is its own only while it is asked.
        let result = poll_fn(|cx| {
            timer.outcome = "panicked";
            let polled = work.as_mut().poll(cx);
            timer.outcome = ABANDONED;
            polled
        })
        .await;
        timer.outcome = if result.is_ok() { "done" } else { "failed" };
        result
    }
}

/// How work ends that is dropped.
const ABANDONED: &str = "abandoned";

/// Logs the time when it is dropped.
struct Timer<'a> {
    log: Log,
    span: &'a str,
    started: Instant,
    outcome: &'static str,
}

impl Drop for Timer<'_> {
    fn drop(&mut self) {
        if self.log.enabled(Level::Debug) {
            let milliseconds = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
            let entry = self.log.debug(format!("{}: {} after {milliseconds} ms", self.span, self.outcome));
            entry.field("span", self.span).field("outcome", self.outcome).field("duration_ms", milliseconds).write();
        }
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Log").finish_non_exhaustive()
    }
}

impl fmt::Debug for LogEntry {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("LogEntry").finish_non_exhaustive()
    }
}
