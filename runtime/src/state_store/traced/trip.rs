//! One operation that reached a store, and its line in a log.

use crate::log::Value;
use std::fmt;
use std::time::Duration;
use tfgen_cty::json::Node;

/// What was asked of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Operation {
    /// One entry was read.
    Get,
    /// The version of one entry was read.
    Version,
    /// Entries below a prefix were read.
    GetAll,
    /// Keys below a prefix were listed.
    List,
    /// An entry was made.
    PutIfAbsent,
    /// An entry was replaced, or made.
    PutIfVersion,
    /// An entry was deleted.
    Delete,
    /// The holder of a lock began to prove that it lives. The key is the lock's id.
    ProveLife,
    /// The same, and the lock's entry was made with it.
    PutAndProve,
    /// Whether the holder of a lock lives was asked.
    IsAlive,
    /// What had proved a holder's life was cleared away.
    ForgetLife,
}

impl Operation {
    const ALL: [Self; 11] = [
        Self::Get,
        Self::Version,
        Self::GetAll,
        Self::List,
        Self::PutIfAbsent,
        Self::PutIfVersion,
        Self::Delete,
        Self::ProveLife,
        Self::PutAndProve,
        Self::IsAlive,
        Self::ForgetLife,
    ];

    /// Its name in a log.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::Version => "version",
            Self::GetAll => "get_all",
            Self::List => "list",
            Self::PutIfAbsent => "put_if_absent",
            Self::PutIfVersion => "put_if_version",
            Self::Delete => "delete",
            Self::ProveLife => "prove_life",
            Self::PutAndProve => "put_and_prove",
            Self::IsAlive => "is_alive",
            Self::ForgetLife => "forget_life",
        }
    }
}

/// One operation that reached a store. Shown, it is a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trip {
    /// What was asked.
    pub operation: Operation,
    /// For which key, or for which prefix.
    pub key: String,
    /// Through which accessor; empty if none was named.
    pub accessor: String,
    /// The line of code that wanted it, `FILE:LINE`; empty if no accessor was named.
    pub site: String,
    /// How many bytes of content went to the store.
    pub sent: u64,
    /// How many bytes of content, or of keys, came from it.
    pub received: u64,
    /// How long it took; whole microseconds in a log.
    pub duration: Duration,
    /// The class of the error, if it failed.
    pub failed: Option<String>,
}

impl fmt::Display for Trip {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let micros = u64::try_from(self.duration.as_micros()).unwrap_or(u64::MAX);
        let value = Value::from([
            ("accessor", Value::from(&self.accessor)),
            ("failed", Value::from(self.failed.as_deref().unwrap_or_default())),
            ("key", Value::from(&self.key)),
            ("micros", micros.into()),
            ("operation", self.operation.name().into()),
            ("received", self.received.into()),
            ("sent", self.sent.into()),
            ("site", Value::from(&self.site)),
        ]);
        write!(formatter, "{value}")
    }
}

/// Reads a log back. The last line may be cut off, as that of a process that was killed; any other line that is none is an error
/// with its number.
///
/// # Errors
///
/// The line that is none.
pub fn read_log(text: &str) -> Result<Vec<Trip>, String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut trips = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        match trip(line) {
            Some(trip) => trips.push(trip),
            None if at + 1 == lines.len() && !line.ends_with('\n') => {}
            None => return Err(format!("Line {} is no trip to a store", at + 1)),
        }
    }
    Ok(trips)
}

fn trip(line: &str) -> Option<Trip> {
    let node = Node::parse(line.as_bytes()).ok()?;
    let text = |name: &str| Some(node.get(name)?.string()?.into_owned());
    let number = |name: &str| node.get(name)?.number()?.parse().ok();
    let operation = text("operation")?;
    Some(Trip {
        operation: Operation::ALL.into_iter().find(|known| known.name() == operation)?,
        key: text("key")?,
        accessor: text("accessor")?,
        site: text("site")?,
        sent: number("sent")?,
        received: number("received")?,
        duration: Duration::from_micros(number("micros")?),
        failed: text("failed").filter(|failed| !failed.is_empty()),
    })
}
