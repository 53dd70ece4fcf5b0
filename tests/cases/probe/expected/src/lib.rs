//! A case of the generator's tests.

pub mod generated;
pub mod provider;
pub use generated::wiring::{data_sources, resources};
