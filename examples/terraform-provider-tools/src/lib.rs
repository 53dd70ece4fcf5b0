//! A Terraform provider for a package manager and a deployment tool: both are programs that exist already, and TOML in
//! `schema/tools/` is all that makes them resources, actions and data sources.

pub mod generated;
pub mod provider;
