//! A case of the generator's tests: capabilities, and a service that is not where convention has it.

pub mod generated;
pub mod provider;
pub mod results;
pub use generated::wiring::{actions, capabilities, data_sources, resources};
