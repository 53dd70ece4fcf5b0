//! All tests that look at tfgen from outside.

#[cfg(test)]
mod check;
#[cfg(test)]
mod commands;
#[cfg(test)]
mod convert;
#[cfg(test)]
mod core_rules_page;
#[cfg(test)]
mod emulator;
#[cfg(test)]
#[allow(missing_docs, reason = "stands in for generated code, whose documentation comes from a schema")]
mod fixture;
#[cfg(test)]
mod generate;
#[cfg(test)]
mod invalid;
#[cfg(test)]
mod named_test;
#[cfg(test)]
mod packed_tables;
#[cfg(test)]
mod planning;
#[cfg(test)]
mod plugin;
#[cfg(test)]
mod proto;
#[cfg(test)]
mod protocol_page;
#[cfg(test)]
mod random;
#[cfg(test)]
mod schema_language;
#[cfg(test)]
mod service;
#[cfg(test)]
mod terraform;
#[cfg(test)]
mod tidy;
#[cfg(test)]
mod trees;
#[cfg(test)]
mod tutorial;
#[cfg(test)]
mod users_crate;
#[cfg(test)]
mod validate;
#[cfg(test)]
mod wire;
#[cfg(test)]
mod write;
