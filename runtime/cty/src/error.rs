//! The one error of this crate: where in the value, and what is wrong. It holds no values, so it is safe to show.

use std::fmt;

use crate::path::{Path, Step};

/// Something about a value or a type that cannot be.
///
/// ```
/// use tfgen_cty::{Type, msgpack};
///
/// let ty = Type::object([("size", Type::Number)]);
/// let error = msgpack::decode(&[0x81, 0xa4, b's', b'i', b'z', b'e', 0xc3], &ty).unwrap_err();
/// assert_eq!(error.path().to_string(), "size");
/// assert_eq!(error.to_string(), "size: a number is required, not a bool");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    path: Path,
    message: String,
}

impl Error {
    /// An error at the root.
    pub fn new(message: impl Into<String>) -> Self {
        Self { path: Path::root(), message: message.into() }
    }

    /// An error at a place.
    pub fn at(path: Path, message: impl Into<String>) -> Self {
        Self { path, message: message.into() }
    }

    /// Where it is; the root when the whole value is wrong.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The same error, seen from one step further out.
    #[must_use]
    pub(crate) fn within(mut self, step: Step) -> Self {
        self.path.push_front(step);
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_root() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
