//! What the tests, the demonstration and the measurements share: programs to run, and a real Terraform to run them under.
//!
//! Nothing here asserts how tfgen behaves; the modules of the test binary do.

#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, reason = "a test ends by panicking")]

pub mod built;
pub mod credentials;
#[cfg(unix)]
pub mod database;
pub mod object_store;
pub mod port;
pub mod proxy;
pub mod python;
pub mod pyvider;
pub mod story;
pub mod terraform;
pub mod wire;
