//! What is sensitive in an object of a state beyond what the state says: what this provider's own schemas say.

use crate::registry::Registry;
use crate::schema::{Attribute, Block};
use crate::state_store::StateEntry;
use tfgen_cty::{Path, Step};

/// Whether a schema of this provider calls the value at a path of an object sensitive. Types of other providers are not known.
pub(super) fn is_sensitive(registry: &Registry, entry: &StateEntry, path: &Path) -> bool {
    let block = registry.resources.get(&entry.type_name).map(|resource| resource.schema.block);
    let block = block.or_else(|| registry.data_sources.get(&entry.type_name).map(|source| source.schema.block));
    block.is_some_and(|block| below(&block, path.steps()))
}

fn below(block: &Block, steps: &[Step]) -> bool {
    let Some((Step::Attribute(name) | Step::Key(name), rest)) = steps.split_first() else { return false };
    if let Some(attribute) = block.attribute(name) {
        return attribute.sensitive || nested(attribute, rest);
    }
    let nested = block.blocks.iter().find(|nested| nested.name == &**name);
    nested.is_some_and(|nested| below(&nested.block, after_index(rest)))
}

fn nested(attribute: &Attribute, steps: &[Step]) -> bool {
    attribute.nested().is_some_and(|(_, block)| below(&block, steps) || below(&block, after_index(steps)))
}

/// The steps after an element's index or key.
fn after_index(steps: &[Step]) -> &[Step] {
    match steps.split_first() {
        Some((Step::Index(_), rest)) => rest,
        Some((Step::Attribute(_) | Step::Key(_), rest)) if matches!(rest.first(), Some(Step::Attribute(_))) => rest,
        _ => steps,
    }
}
