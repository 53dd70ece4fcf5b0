//! A Terraform provider for files and directories: the example that shows a whole tfgen provider.
//!
//! `schema/` describes it, `src/generated/` follows from that, and the rest of `src/` is written by hand.

pub mod file_system;
pub mod generated;
pub mod provider;
pub use generated::wiring::{data_sources, resources};
