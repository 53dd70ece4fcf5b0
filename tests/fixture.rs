//! A provider for protocol tests: an in-memory store behind models and tables as generated code has them, and a way to
//! make every handler misbehave.
//!
//! The objects of a test are in the store that its provider's `endpoint` names, so that tests do not meet.

pub mod disk;
pub mod disk_model;
pub mod image;
pub mod note;
pub mod provider;
pub mod store;

use tfgen_runtime::Registry;

/// What the generated `registry()` would be. The encoded schema is a stand-in: the service hands it out as it is.
pub fn registry() -> Registry {
    let mut registry = Registry::new::<provider::Fixture>(SCHEMA_BYTES, "1.2.3");
    registry.updatable_resource::<disk::Disk>();
    registry.resource::<note::Note>();
    registry.data_source::<image::Image>();
    registry
}

/// An encoded `GetProviderSchema.Response` with nothing but `provider { version: 7 }`.
pub const SCHEMA_BYTES: &[u8] = &[0x0a, 0x02, 0x08, 0x07];
