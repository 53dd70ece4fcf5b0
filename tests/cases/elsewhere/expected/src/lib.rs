//! A case of the generator's tests: code that is not where convention has it.

pub mod generated;
pub mod own;
pub use generated::wiring::{data_sources, resources};
