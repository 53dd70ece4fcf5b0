//! The runtime's pure planning, without any RPC: what is planned, what is stored, and that the two agree.

mod alignment;
mod attributes;
mod import;
mod misfit;
mod nesting;
mod property;
mod random;
mod replace;
mod stored;
pub mod tables;
