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

/// What the text of a string is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Format {
    /// `json`
    Json,
    /// `ip`
    Ip,
    /// `ipv4`
    Ipv4,
    /// `ipv6`
    Ipv6,
    /// `cidr`
    Cidr,
    /// `ipv4_cidr`
    Ipv4Cidr,
    /// `ipv6_cidr`
    Ipv6Cidr,
    /// `mac`
    Mac,
    /// `rfc3339`
    Rfc3339,
    /// `duration`
    Duration,
    /// `case_insensitive`
    CaseInsensitive,
    /// `[format.NAME]`
    Custom(String),
}

/// What a text is, in the user's own words: when it is well formed, and when two mean the same.
#[derive(Clone, Debug)]
pub struct TextFormat {
    /// The name in the schema: `arn`.
    pub name: String,
    /// Markdown.
    pub description: String,
    /// `path::Type` of the user's implementation, when it is not the conventional one.
    pub implementation: Option<String>,
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
