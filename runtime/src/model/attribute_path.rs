//! The address of an attribute, as generated constants hold it.

use tfgen_cty::{Path, Step};

/// The address of an attribute: its name, or the names that lead to a nested one (`mounts.host`).
///
/// Generated code declares one constant for each attribute, for `at`, `changed` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AttributePath(pub &'static str);

impl AttributePath {
    /// The names, outermost first.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        self.0.split('.')
    }
}

/// A path cannot say "in every element", so that beyond a collection it only tells which attribute.
impl From<AttributePath> for Path {
    fn from(address: AttributePath) -> Self {
        let mut path = Self::root();
        for name in address.names() {
            path.push(Step::Attribute(name.into()));
        }
        path
    }
}

impl std::fmt::Display for AttributePath {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(self.0)
    }
}
