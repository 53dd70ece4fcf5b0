//! What the runtime and a provider write to Terraform's log.
//!
//! An entry has a level, a message and fields. Where it goes is the plugin layer's business, which sets the sink before
//! it serves; without one (unit tests) nothing is written. An entry below the level that is asked for costs a
//! comparison: its fields are not made. Whoever writes takes care that no sensitive value gets into a field.

use std::sync::OnceLock;

pub(crate) mod request;
mod secrets;
mod value;

pub(crate) use secrets::Secrets;
pub use value::Value;

/// How much an entry matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Every step, for those who look for a fault in the runtime itself.
    Trace,
    /// What was called with what.
    Debug,
    /// What an operator may want to know.
    Info,
    /// Something is odd, and the work goes on.
    Warn,
    /// Something has failed.
    Error,
}

impl Level {
    /// The level's name as Terraform's log has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

/// Who writes: each has a level of its own in the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logger {
    /// The provider's own code (`TF_LOG_PROVIDER_NAME`).
    Provider,
    /// The runtime: planning, checks, conversions (`TF_LOG_SDK_FRAMEWORK`, else `TF_LOG_SDK`).
    Runtime,
    /// Requests and responses (`TF_LOG_SDK_PROTO`, else `TF_LOG_SDK`).
    Protocol,
}

impl Logger {
    /// Starts an entry. It is written by [`Entry::write`].
    pub fn entry(self, level: Level, message: impl AsRef<str>) -> Entry {
        let wanted = self.enabled(level);
        let message = if wanted { message.as_ref().to_owned() } else { String::new() };
        Entry { wanted, ..Entry::of(self, level, message) }
    }

    /// An entry of level [`Level::Trace`].
    pub fn trace(self, message: impl AsRef<str>) -> Entry {
        self.entry(Level::Trace, message)
    }

    /// An entry of level [`Level::Debug`].
    pub fn debug(self, message: impl AsRef<str>) -> Entry {
        self.entry(Level::Debug, message)
    }

    /// An entry of level [`Level::Info`].
    pub fn info(self, message: impl AsRef<str>) -> Entry {
        self.entry(Level::Info, message)
    }

    /// An entry of level [`Level::Warn`].
    pub fn warn(self, message: impl AsRef<str>) -> Entry {
        self.entry(Level::Warn, message)
    }

    /// An entry of level [`Level::Error`].
    pub fn error(self, message: impl AsRef<str>) -> Entry {
        self.entry(Level::Error, message)
    }

    /// Whether an entry of this level would be written: for fields that are costly to make.
    pub fn enabled(self, level: Level) -> bool {
        SINK.get().is_some_and(|sink| sink.enabled(self, level))
    }
}

/// One entry on its way to the log.
#[derive(Debug)]
#[must_use = "an entry is written by `write`"]
pub struct Entry {
    pub(crate) logger: Logger,
    pub(crate) level: Level,
    pub(crate) message: String,
    pub(crate) fields: Vec<(&'static str, Value)>,
    wanted: bool,
}

impl Entry {
    /// An entry that is wanted.
    pub(crate) fn of(logger: Logger, level: Level, message: String) -> Self {
        Self { logger, level, message, fields: Vec::new(), wanted: true }
    }

    /// Whether it will be written: one that is not has neither message nor fields.
    pub(crate) fn is_wanted(&self) -> bool {
        self.wanted
    }

    /// Adds a field, for example `tf_resource_type`. Names that start with `@` are the log's own and are left out.
    pub fn field(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        if self.wanted && !name.starts_with('@') {
            self.fields.push((name, value.into()));
        }
        self
    }

    /// Adds the fields that all entries about one thing share, for example those of a request.
    pub fn fields(mut self, fields: &[(&'static str, Value)]) -> Self {
        if self.wanted {
            self.fields.extend(fields.iter().filter(|(name, _)| !name.starts_with('@')).cloned());
        }
        self
    }

    /// Writes the entry, unless its level is not asked for.
    pub fn write(self) {
        if let Some(sink) = SINK.get().filter(|_| self.wanted) {
            sink.write(&self);
        }
    }
}

/// Where entries go.
pub(crate) trait Sink: Send + Sync {
    /// Whether entries of this kind are wanted.
    fn enabled(&self, logger: Logger, level: Level) -> bool;

    /// Takes one entry that is wanted.
    fn write(&self, entry: &Entry);
}

static SINK: OnceLock<Box<dyn Sink>> = OnceLock::new();

/// Sets where entries go, once per process; a second sink is dropped.
pub(crate) fn set_sink(sink: Box<dyn Sink>) {
    let _ = SINK.set(sink);
}

#[cfg(test)]
mod tests {
    use super::{Logger, Value};

    /// Something that must be neither read nor formatted.
    struct Untouched;

    impl AsRef<str> for Untouched {
        fn as_ref(&self) -> &str {
            panic!("an entry that nobody wants is formatted")
        }
    }

    impl From<Untouched> for Value {
        fn from(_: Untouched) -> Self {
            panic!("a field that nobody wants is formatted")
        }
    }

    #[test]
    fn nothing_is_made_of_an_entry_that_nobody_wants() {
        let fields = [("tf_rpc", Value::Text("ReadResource".to_owned()))];
        for logger in [Logger::Provider, Logger::Runtime, Logger::Protocol] {
            let entry = logger.trace(Untouched).field("value", Untouched).fields(&fields);
            assert!(!entry.is_wanted() && entry.message.is_empty() && entry.fields.is_empty());
            entry.write();
        }
    }
}
