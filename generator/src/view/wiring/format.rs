//! Formats of the user's: statics of `wiring.rs`, which names their implementations, and which the tables name.

use crate::view::identifier;
use serde::Serialize;

/// The static of a format.
#[derive(Debug, Serialize)]
pub struct FormatView {
    name: String,
    of: String,
    ty: String,
}

impl FormatView {
    /// The static of the format `name`, which the type `ty` implements.
    pub fn new(name: &str, of: &str, ty: &str) -> Self {
        Self { name: constant(name), of: of.to_owned(), ty: ty.to_owned() }
    }

    /// The name of the static.
    pub fn name(&self) -> &str {
        &self.name
    }
}

fn constant(name: &str) -> String {
    format!("FORMAT_{}", identifier::constant(name))
}

/// The static's path, for the tables.
pub fn path(name: &str) -> String {
    format!("crate::generated::wiring::{}", constant(name))
}
