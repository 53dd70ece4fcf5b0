//! A Terraform provider that is nothing but state stores: TOML in `schema/state_stores/` is all that makes them.

pub mod generated;
pub mod provider;
