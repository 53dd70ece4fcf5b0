//! The generator: TOML schema files in, the source of a Terraform provider crate out.
//!
//! ```text
//! source -> document -> ir -> view -> render -> file_tree -> write
//! (text)    (spans)     (Terraform  (Rust     (minijinja)  (memory)  (disk)
//!                        terms)      spelling)
//! ```
//!
//! Every stage takes `&mut Diagnostics` and reports all that is wrong; the driver gates between stages. [`compile`] is
//! pure: the same sources give the same bytes. Only [`source`] reads schema files, and only [`write`](mod@write) writes.

pub mod cli;
pub mod diagnostic;
pub mod diff;
pub mod document;
pub mod file_tree;
pub mod format;
pub mod ir;
pub mod language_server;
pub mod render;
pub mod report;
pub mod rule;
pub mod source;
pub mod tables;
pub mod vendor;
pub mod view;
pub mod wire_schema;
pub mod write;

use self::diagnostic::Diagnostics;
use self::file_tree::FileTree;
use self::render::RenderError;
use self::source::SourceMap;

/// The version of tfgen, and of the runtime that it generates code for.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Why there is no output.
#[derive(Debug)]
pub enum CompileError {
    /// The schema is wrong.
    Schema(Diagnostics),
    /// We are.
    Internal(RenderError),
}

/// What a schema gives.
#[derive(Debug)]
pub struct Compiled {
    /// What the schema means.
    pub provider: ir::Provider,
    /// The files that follow from it.
    pub tree: FileTree,
    /// What is not wrong but worth a look.
    pub warnings: Diagnostics,
}

/// Checks a schema: what it means, or everything that is wrong with it.
pub fn check(sources: &SourceMap, diagnostics: &mut Diagnostics) -> Option<ir::Provider> {
    let documents = document::parse(sources, diagnostics);
    ir::lower::lower(&documents, diagnostics).filter(|_| !diagnostics.has_errors())
}

/// Runs every stage but the last: the files that follow from the schema.
pub fn compile(sources: &SourceMap) -> Result<Compiled, CompileError> {
    let mut diagnostics = Diagnostics::new();
    let Some(provider) = check(sources, &mut diagnostics) else { return Err(CompileError::Schema(diagnostics)) };
    let tree = render::file_tree(&provider).map_err(CompileError::Internal)?;
    Ok(Compiled { provider, tree, warnings: diagnostics })
}
