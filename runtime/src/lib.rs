//! Placeholder that the next commits fill.

mod caught;
pub mod log;
