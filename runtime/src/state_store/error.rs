//! What goes wrong in a store, in the classes that decide what is done about it and what people are told.

use super::version::Version;
use crate::diagnostic::{Diagnostic, Diagnostics};
use std::error::Error as StdError;
use std::fmt;
use std::io;

/// What the operations of a store return.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation of a store failed.
///
/// Any std error turns into one through `?`, as [`ErrorKind::Other`], but for [`io::Error`] whose own kind is looked at.
/// So that this works it is no std error itself; it turns into diagnostics.
pub struct Error {
    kind: ErrorKind,
    summary: String,
    detail: String,
    conflict: Option<Box<Conflict>>,
    #[cfg(feature = "s3")]
    denial: Option<Box<super::Denial>>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// The classes of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The entry has another version than the operation asked for; nothing was changed. Only [`Error::conflict`] makes one.
    Conflict,
    /// The store could not be asked, or was too busy; nothing was changed. Trying again may help.
    Unavailable,
    /// Nobody knows whether the change was made, or whether it will still be there after a power cut.
    Uncertain,
    /// The store does not let us; nothing was changed.
    Denied,
    /// What is stored is not what was written. Never to be taken for an entry that is not there.
    Corrupt,
    /// There is no room for it; nothing was changed.
    Full,
    /// A key or an argument that the store cannot have; nothing was changed.
    Invalid,
    /// The store lacks what we need of it, conditions of writes for one; nothing was changed.
    Unsupported,
    /// Anything else. Whether something was changed is not known.
    Other,
}

/// A condition that did not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The entry.
    pub key: String,
    /// The version that the operation asked for; absent where there was to be none.
    pub expected: Version,
    /// The version that the entry has; absent where there is none.
    pub actual: Version,
}

/// An error of no particular class, for a store that has no better one.
///
/// ```
/// # use tfgen_runtime::state_store::{self, ErrorKind};
/// assert_eq!(state_store::error("The shelf is full").kind(), ErrorKind::Other);
/// ```
pub fn error(summary: impl Into<String>) -> Error {
    Error::new(ErrorKind::Other, summary)
}

impl Error {
    /// An error with one line that says what failed.
    pub fn new(kind: ErrorKind, summary: impl Into<String>) -> Self {
        Self {
            kind,
            summary: summary.into(),
            detail: String::new(),
            conflict: None,
            #[cfg(feature = "s3")]
            denial: None,
            source: None,
        }
    }

    /// The error of a condition that did not hold.
    pub fn conflict(key: impl Into<String>, expected: &Version, actual: &Version) -> Self {
        let conflict = Conflict { key: key.into(), expected: expected.clone(), actual: actual.clone() };
        let summary = conflict.to_string();
        Self { conflict: Some(Box::new(conflict)), ..Self::new(ErrorKind::Conflict, summary) }
    }

    /// Says more: why, and what to do about it.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// Says still more, below what is said.
    #[cfg(any(feature = "postgres", feature = "s3"))]
    #[must_use]
    pub(crate) fn and(mut self, more: impl AsRef<str>) -> Self {
        let separator = if self.detail.is_empty() { "" } else { "\n\n" };
        self.detail.extend([separator, more.as_ref()]);
        self
    }

    /// Says what caused it.
    #[must_use]
    pub fn caused_by(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Box::new(source));
        self
    }

    /// Puts `summary` first; what was the summary opens the detail. The class stays.
    #[must_use]
    pub fn summary(mut self, summary: impl Into<String>) -> Self {
        let before = std::mem::replace(&mut self.summary, summary.into());
        self.detail = if self.detail.is_empty() { before } else { format!("{before}\n\n{}", self.detail) };
        self
    }

    /// Says who was refused what.
    #[cfg(feature = "s3")]
    #[must_use]
    pub(crate) fn denied(mut self, denial: Option<super::Denial>) -> Self {
        self.denial = denial.map(Box::new);
        self
    }

    /// Who was refused what by a service of AWS, where it said so.
    #[cfg(feature = "s3")]
    pub fn denial(&self) -> Option<&super::Denial> {
        self.denial.as_deref()
    }

    /// The same in another class, where more is known than the error that caused it can tell.
    #[must_use]
    pub fn of_kind(mut self, kind: ErrorKind) -> Self {
        self.kind = kind;
        self
    }

    /// Its class.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Whether it is a conflict since there was no entry where there had to be one.
    pub(crate) fn found_nothing(&self) -> bool {
        self.as_conflict().is_some_and(|conflict| conflict.actual.is_absent() && !conflict.expected.is_absent())
    }

    /// The condition that did not hold, if that is what it is.
    pub fn as_conflict(&self) -> Option<&Conflict> {
        self.conflict.as_deref()
    }
}

impl ErrorKind {
    /// The class of an operating system's error. That something was not found is none of its own: a store says so otherwise.
    pub fn of(error: &io::Error) -> Self {
        use io::ErrorKind as Io;
        match error.kind() {
            Io::PermissionDenied | Io::ReadOnlyFilesystem => Self::Denied,
            Io::StorageFull | Io::QuotaExceeded | Io::FileTooLarge => Self::Full,
            Io::Interrupted
            | Io::WouldBlock
            | Io::TimedOut
            | Io::ResourceBusy
            | Io::ConnectionRefused
            | Io::ConnectionReset
            | Io::ConnectionAborted
            | Io::NotConnected
            | Io::HostUnreachable
            | Io::NetworkUnreachable
            | Io::NetworkDown
            | Io::StaleNetworkFileHandle => Self::Unavailable,
            Io::InvalidData | Io::UnexpectedEof => Self::Corrupt,
            Io::InvalidInput | Io::InvalidFilename => Self::Invalid,
            Io::Unsupported => Self::Unsupported,
            _ => Self::Other,
        }
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, expected, actual } = self;
        write!(formatter, "{key:?} has changed: its version is {actual}, where {expected} was expected")
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.summary)?;
        if !self.detail.is_empty() {
            write!(formatter, ": {}", self.detail)?;
        }
        let mut cause = self.source.as_deref().map(|source| source as &dyn StdError);
        while let Some(source) = cause {
            write!(formatter, ": {source}")?;
            cause = source.source();
        }
        Ok(())
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {self}", self.kind)
    }
}

impl<E: StdError + Send + Sync + 'static> From<E> for Error {
    fn from(error: E) -> Self {
        let kind = (&error as &dyn StdError).downcast_ref().map_or(ErrorKind::Other, ErrorKind::of);
        let mut made = Self::new(kind, error.to_string());
        // The error's own text is the summary already: what is left to tell is what caused it.
        let mut causes = Vec::new();
        let mut cause = error.source();
        while let Some(source) = cause {
            causes.push(format!("Caused by: {source}"));
            cause = source.source();
        }
        made.detail = causes.join("\n");
        made
    }
}

impl From<Diagnostics> for Error {
    fn from(diagnostics: Diagnostics) -> Self {
        let mut diagnostics = diagnostics.into_iter();
        let Some(Diagnostic { summary, detail, .. }) = diagnostics.next() else {
            return Self::new(ErrorKind::Other, "It failed, and does not say why");
        };
        let more = diagnostics.map(|other| other.in_one_text());
        let told: Vec<_> = (!detail.is_empty()).then_some(detail).into_iter().chain(more).collect();
        Self::new(ErrorKind::Other, summary).detail(told.join("\n\n"))
    }
}

impl From<Error> for Diagnostics {
    fn from(error: Error) -> Self {
        let Error { summary, mut detail, source, .. } = error;
        let mut cause = source.as_deref().map(|source| source as &dyn StdError);
        while let Some(source) = cause {
            let separator = if detail.is_empty() { "" } else { "\n" };
            detail = format!("{detail}{separator}Caused by: {source}");
            cause = source.source();
        }
        Diagnostic::error(summary, detail).into()
    }
}

/// What a `Result` of the operating system gains, to become that of a store.
pub trait Doing<T> {
    /// Says what failed; the class is that of the system's error, which becomes the cause.
    ///
    /// ```
    /// # use tfgen_runtime::state_store::{Doing, Result};
    /// fn read(path: &str) -> Result<Vec<u8>> {
    ///     std::fs::read(path).doing(|| format!("{path} cannot be read"))
    /// }
    /// # assert!(read("/nothing/here").is_err());
    /// ```
    fn doing(self, what: impl FnOnce() -> String) -> Result<T>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|error| Error::new(ErrorKind::of(&error), what()).caused_by(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_conflict_names_the_key_and_both_versions() {
        let error = Error::conflict("state/default", &Version::new("a"), &Version::ABSENT);
        assert_eq!(error.kind(), ErrorKind::Conflict);
        assert_eq!(error.to_string(), "\"state/default\" has changed: its version is absent, where a was expected");
        let wider = error.summary("The state was not written");
        assert_eq!(wider.as_conflict().map(|conflict| conflict.key.as_str()), Some("state/default"));
    }

    #[test]
    fn errors_of_the_system_have_a_class_and_keep_their_text() {
        let failed: Result<()> = Err(io::Error::from(io::ErrorKind::StorageFull)).doing(|| "writing x".to_owned());
        let error = failed.err().unwrap_or_else(|| Error::new(ErrorKind::Other, ""));
        assert_eq!(error.kind(), ErrorKind::Full);
        let told = Diagnostics::from(error).0.remove(0);
        assert_eq!((told.summary.as_str(), told.detail.as_str()), ("writing x", "Caused by: no storage space"));
        assert_eq!(Error::from(io::Error::from(io::ErrorKind::PermissionDenied)).kind(), ErrorKind::Denied);
        assert_eq!(Error::from(fmt::Error).kind(), ErrorKind::Other);
    }
}
