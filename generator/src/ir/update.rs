//! Whether a resource can change without being replaced, so that its implementation needs an update.

use super::attribute::is_configurable;
use super::{Attribute, AttributeType, Block, BlockNesting, Nesting, OnChange, RequiresReplace, Schema};

/// Whether some change to a configuration leaves the object in place.
pub(super) fn updates_in_place(schema: &Schema) -> bool {
    schema.attributes.iter().any(attribute_updates) || schema.blocks.iter().any(block_updates)
}

fn attribute_updates(attribute: &Attribute) -> bool {
    // A write-only value is not in any state, so that a change to it alone is no change of the plan unless it is watched.
    if attribute.write_only {
        return attribute.on_change == OnChange::Update;
    }
    if !is_configurable(attribute.mode) {
        return false;
    }
    match attribute.requires_replace {
        RequiresReplace::Always => false,
        RequiresReplace::IfConfigured if attribute.mode == super::Mode::Required => false,
        RequiresReplace::IfConfigured => true,
        RequiresReplace::Never => match &attribute.ty {
            // A required object is always there: only what is in it changes.
            AttributeType::Nested(Nesting::Single, inner) if attribute.mode == super::Mode::Required => {
                inner.iter().any(attribute_updates)
            }
            _ => true,
        },
    }
}

fn block_updates(block: &Block) -> bool {
    match block.nesting {
        _ if block.requires_replace == RequiresReplace::Always => false,
        BlockNesting::Group => block.attributes.iter().any(attribute_updates) || block.blocks.iter().any(block_updates),
        // An instance can come or go.
        _ => true,
    }
}
