//! Where an object holds write-only values, which nothing but a configuration may.

use super::schema::{Attribute, Block, Nesting};
use std::sync::Arc;
use tfgen_cty::{Path, Step, Value};

/// The paths of write-only attributes that are not null.
pub(super) fn paths(block: &Block, object: &Value, found: &mut Vec<Path>) {
    level(block, object, &mut Path::root(), found);
}

fn level(block: &Block, object: &Value, path: &mut Path, found: &mut Vec<Path>) {
    for (name, attribute) in &block.attributes {
        let Some(value) = object.get(name).filter(|value| !value.is_null()) else { continue };
        path.push(Step::Attribute(Arc::clone(name)));
        if attribute.write_only {
            found.push(path.before_set_element());
        } else if let Some((nesting, block)) = &attribute.nested {
            each(*nesting, block, value, path, found);
        }
        path.pop();
    }
    for (name, nested) in &block.blocks {
        let Some(value) = object.get(name) else { continue };
        path.push(Step::Attribute(Arc::clone(name)));
        each(nested.nesting, &nested.block, value, path, found);
        path.pop();
    }
}

fn each(nesting: Nesting, block: &Block, value: &Value, path: &mut Path, found: &mut Vec<Path>) {
    if matches!(nesting, Nesting::Single | Nesting::Group) {
        return level(block, value, path, found);
    }
    for (at, element) in value.elements().unwrap_or_default().iter().enumerate() {
        let is_set = nesting == Nesting::Set;
        path.push(if is_set { Step::Element(Box::new(element.clone())) } else { Step::Index(at) });
        level(block, element, path, found);
        path.pop();
    }
    for (key, element) in value.as_map().or_else(|| value.as_object()).into_iter().flatten() {
        path.push(Step::Key(Arc::clone(key)));
        level(block, element, path, found);
        path.pop();
    }
}

/// Whether a path leads to a write-only attribute of the schema.
pub(super) fn is_write_only(block: &Block, path: &Path) -> bool {
    let mut level = block;
    let mut last: Option<&Attribute> = None;
    for step in path.steps() {
        let Step::Attribute(name) = step else { continue };
        if let Some(attribute) = level.attributes.get(name) {
            last = Some(attribute);
            match &attribute.nested {
                Some((_, block)) => level = block,
                None => break,
            }
        } else if let Some(nested) = level.blocks.get(name) {
            level = &nested.block;
        } else {
            return false;
        }
    }
    last.is_some_and(|attribute| attribute.write_only)
}
