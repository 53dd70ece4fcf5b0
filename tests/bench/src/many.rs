//! Providers with very many resources: the same schema for all three, made up or read from a real one.
//!
//! The handlers are what a generator of skeletons writes: what is measured is what a large schema costs.

mod go;
mod made_up;
mod python;
mod read;
mod toml;

use std::path::Path;
use tfgen_cty::Type;

pub use go::write as write_go;
pub use made_up::schema as made_up;
pub use python::write as write_python;
pub use read::schema as read;
pub use toml::write as write_toml;

/// A resource type.
#[derive(Clone, Debug)]
pub struct Resource {
    /// Its name without the provider's.
    pub name: String,
    pub description: String,
    pub body: Body,
}

/// What stands in a resource or in a block.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub attributes: Vec<Attribute>,
    pub blocks: Vec<Block>,
}

/// An attribute.
#[derive(Clone, Debug)]
pub struct Attribute {
    pub name: String,
    pub ty: Type,
    pub description: String,
    pub required: bool,
    pub optional: bool,
    pub computed: bool,
    pub sensitive: bool,
}

/// A nested block.
#[derive(Clone, Debug)]
pub struct Block {
    pub name: String,
    pub nesting: Nesting,
    pub body: Body,
}

/// How blocks are held.
#[derive(Clone, Copy, Debug)]
pub enum Nesting {
    List,
    Set,
    Single,
}

/// The schema to measure with: the first `count` resources of a file, or as many that are made up.
pub fn schema(file: Option<&Path>, count: usize) -> Result<Vec<Resource>, String> {
    let mut resources = match file {
        Some(file) => read(file)?,
        None => made_up(count),
    };
    resources.truncate(count);
    Ok(resources)
}

/// A name in camel case.
fn camel(name: &str) -> String {
    let part = |part: &str| {
        let mut letters = part.chars();
        letters.next().map(|first| first.to_uppercase().chain(letters).collect::<String>()).unwrap_or_default()
    };
    name.split('_').map(part).collect()
}
