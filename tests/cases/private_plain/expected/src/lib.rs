//! A case of the generator's tests: a provider that never encrypts private state.

pub mod generated;
#[path = "../../../private_encrypted/expected/src/own.rs"]
pub mod own;
pub use generated::wiring::{data_sources, resources};
