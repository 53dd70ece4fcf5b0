//! The generator: TOML schema files in, the source of a Terraform provider crate out.
//!
//! ```text
//! source -> document -> ir -> view -> render -> file_tree -> write
//! (text)    (spans)     (Terraform  (Rust     (minijinja)  (memory)  (disk)
//!                        terms)      spelling)
//! ```
//!
//! Every stage takes `&mut Diagnostics` and reports all that is wrong; the driver gates between stages.

pub mod diagnostic;
pub mod document;
pub mod ir;
pub mod report;
pub mod rule;
pub mod source;
pub mod view;
