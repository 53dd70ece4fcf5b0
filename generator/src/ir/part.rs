//! What is part of other things, and nothing to Terraform by itself.

use super::{Origin, Schema};

/// What several attributes and blocks are made of.
#[derive(Clone, Debug)]
pub struct Object {
    /// The name in the schema: `endpoint`.
    pub name: String,
    /// What it holds. Where it is used, it is written out.
    pub schema: Schema,
    /// Where it was written.
    pub origin: Origin,
}

/// What several things have in common.
#[derive(Clone, Debug)]
pub struct Capability {
    /// The name in the schema: `tagging`.
    pub name: String,
    /// What it brings. Where it is named, it is written out.
    pub schema: Schema,
    /// It has a service, which is made once when the provider is configured.
    pub service: bool,
    /// `path::Type` of the service, when it is not the conventional one.
    pub implementation: Option<String>,
    /// Where it was written.
    pub origin: Origin,
}
