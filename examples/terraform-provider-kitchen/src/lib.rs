//! A provider for tests: every kind of attribute and block, and handlers that misbehave on demand.

pub mod generated;
pub mod glass;
pub mod pantry;
pub mod provider;
pub use generated::wiring::{capabilities, data_sources, formats, resources, state_stores};
