//! An attribute with its Rust type, as generated constants of dynamic models hold it.

use super::AttributePath;
use std::fmt;
use std::marker::PhantomData;
use tfgen_cty::Path;

/// An attribute or block of a dynamic model, and what its values are in Rust: `object.at(attribute::LABEL)`.
///
/// It stands for its address too, in diagnostics and for `changed`. What several attributes hold is an
/// [`Object`](super::Object), in which the constants of what is inside are looked up.
pub struct Field<T> {
    path: AttributePath,
    value: PhantomData<fn() -> T>,
}

impl<T> Field<T> {
    /// The attribute at an address: its name, or the names that lead to a nested one (`mounts.host`).
    pub const fn new(address: &'static str) -> Self {
        Self { path: AttributePath(address), value: PhantomData }
    }

    /// Its address.
    pub const fn path(self) -> AttributePath {
        self.path
    }

    /// Its own name, the last of the address.
    pub fn name(self) -> &'static str {
        self.path.0.rsplit('.').next().unwrap_or_default()
    }
}

impl<T> Clone for Field<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Field<T> {}

impl<T> fmt::Debug for Field<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Field").field(&self.path.0).finish()
    }
}

impl<T> From<Field<T>> for AttributePath {
    fn from(field: Field<T>) -> Self {
        field.path
    }
}

impl<T> From<Field<T>> for Path {
    fn from(field: Field<T>) -> Self {
        field.path.into()
    }
}
