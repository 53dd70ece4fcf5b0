//! Versions: what tells one content of an entry from another.

use std::fmt;
use std::sync::Arc;

/// What a store calls one content of an entry. Opaque: it is compared, kept and handed back, nothing else.
///
/// The empty one is that of an entry that is not there, so that every condition is one of equality.
///
/// ```
/// # use tfgen_runtime::state_store::Version;
/// assert!(Version::default().is_absent());
/// assert_eq!(Version::new("3f2a").to_string(), "3f2a");
/// assert_eq!(Version::ABSENT.to_string(), "absent");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(Option<Arc<str>>);

impl Version {
    /// That of an entry that is not there.
    pub const ABSENT: Self = Self(None);

    /// A version by the store's own name for it; an empty name is [`Version::ABSENT`].
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        let name = name.into();
        Self((!name.is_empty()).then_some(name))
    }

    /// Whether the entry is not there.
    pub const fn is_absent(&self) -> bool {
        self.0.is_none()
    }

    /// The store's own name for it; empty for [`Version::ABSENT`].
    pub fn as_str(&self) -> &str {
        self.0.as_deref().unwrap_or_default()
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.as_deref().unwrap_or("absent"))
    }
}
