//! A case of the generator's tests: a provider that works only with a key for private state.

pub mod generated;
pub mod own;
pub use generated::wiring::{data_sources, resources};
