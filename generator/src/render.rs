//! Stage 4: pages to text, and the tree of files.
//!
//! Rendering cannot fail for any schema: a failure is a mistake in a template or a view, and is reported as one.

mod environment;
pub mod manifest;

pub use self::environment::Templates;

use crate::file_tree::{FileTree, Ownership};
use crate::ir::Provider;
use crate::tables::Tables;
use crate::view::{self, GENERATED};
use crate::wire_schema;

/// The tree of everything that follows from the provider.
pub fn file_tree(provider: &Provider) -> Result<FileTree, RenderError> {
    let templates = Templates::new()?;
    let mut tree = FileTree::default();
    for page in view::pages(provider) {
        let text = templates.render(page.template, &page.context)?;
        add(&mut tree, page.path, text.into_bytes(), page.ownership)?;
    }
    add(&mut tree, format!("{GENERATED}/schema.binpb"), wire_schema::encode(provider), Ownership::Generated)?;
    let tables = Tables::of(provider);
    if !tables.is_empty() {
        add(&mut tree, format!("{GENERATED}/tables.bin"), tables.encode(), Ownership::Generated)?;
    }
    let manifest = manifest::write(tree.iter().filter(|(_, file)| file.ownership == Ownership::Generated));
    add(&mut tree, manifest::path(), manifest.into_bytes(), Ownership::Generated)?;
    Ok(tree)
}

fn add(tree: &mut FileTree, path: String, contents: Vec<u8>, ownership: Ownership) -> Result<(), RenderError> {
    if tree.insert(path.clone(), contents, ownership) {
        Ok(())
    } else {
        Err(RenderError(format!("two files would be written to `{path}`")))
    }
}

/// A mistake of ours.
#[derive(Debug)]
pub struct RenderError(String);

impl std::fmt::Display for RenderError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "a mistake in tfgen, please report it: {}", self.0)
    }
}

impl std::error::Error for RenderError {}

impl From<minijinja::Error> for RenderError {
    fn from(error: minijinja::Error) -> Self {
        Self(format!("{error:#}"))
    }
}
