//! The bench provider, made with tfgen: objects are kept in memory, so that nothing but the way to the handlers costs.

pub mod generated;
pub mod kept;
pub mod provider;
pub use generated::wiring::{lists, resources, state_stores};
