//! What stands in an object as it stands in one use of it: addresses are those of the thing, and where the provider gives
//! the whole object, all that is in it is computed.

use crate::document::tree::{Item, ItemValue, Table};
use crate::document::{AttributeDocument, BlockDocument, Kind};
use crate::source::Span;

/// One use of an object.
#[derive(Clone, Copy)]
pub(super) struct Use<'a> {
    /// Where it is used.
    pub address: &'a str,
    /// The provider gives all of it.
    pub computed: Option<Span>,
    /// What uses it.
    pub kind: Kind,
}

/// Validators that name other attributes.
const REFERRING: &[&str] = &[
    "conflicts_with",
    "also_requires",
    "at_least_one_of",
    "exactly_one_of",
    "prefer_write_only_attribute",
    "at_least_sum_of",
    "at_most_sum_of",
    "equal_to_sum_of",
    "equal_to_product_of",
];

/// An attribute of an object as the thing's own.
pub(super) fn copy_attribute(attribute: &AttributeDocument, place: Use<'_>) -> AttributeDocument {
    let mut copy = attribute.clone();
    copy.address.value = format!("{}.{}", place.address, attribute.address.value);
    if let Some(validators) = &mut copy.validators {
        move_references(&mut validators.value, place.address);
    }
    fit(&mut copy, place.kind);
    // Reported where it stands.
    copy.changes_with = None;
    if let Some(computed) = place.computed {
        make_computed(&mut copy, computed);
    }
    copy
}

/// Leaves out what means nothing in a kind of thing: the attribute may be part of things of other kinds.
pub(super) fn fit(attribute: &mut AttributeDocument, kind: Kind) {
    if !kind.is_planned() {
        attribute.requires_replace = None;
        attribute.use_state_for_unknown = None;
        attribute.identity_key = None;
        attribute.changes_with = None;
    }
    // Nothing is given back: what the configuration does not set, nobody does.
    if !kind.has_result() && attribute.optional.is_some() {
        attribute.computed = None;
        attribute.nullable = None;
    }
    if !kind.takes_environment() {
        attribute.env = None;
    }
}

/// A block of an object as the thing's own.
pub(super) fn copy_block(block: &BlockDocument, place: Use<'_>) -> BlockDocument {
    let mut copy = block.clone();
    copy.address.value = format!("{}.{}", place.address, block.address.value);
    if !place.kind.is_planned() {
        copy.identity_key = None;
        copy.requires_replace = None;
    }
    if let Some(validators) = &mut copy.validators {
        move_references(&mut validators.value, place.address);
    }
    if let Some(computed) = place.computed {
        copy.computed = Some(computed);
        copy.min_items = None;
        copy.requires_replace = None;
        copy.validators = None;
    }
    copy
}

/// Makes an attribute one that the provider gives. It may be null where a configuration could leave it out, so that the
/// struct of the object is the same.
fn make_computed(attribute: &mut AttributeDocument, computed: Span) {
    let may_be_missing = attribute.default.is_none() && attribute.null_when_empty.is_none();
    if attribute.computed.is_none() {
        attribute.nullable = attribute.optional.filter(|_| may_be_missing);
    }
    if attribute.required.is_some() || attribute.optional.is_some() {
        attribute.use_state_for_unknown = None;
    }
    attribute.computed = Some(computed);
    attribute.required = None;
    attribute.optional = None;
    attribute.default = None;
    attribute.requires_replace = None;
    attribute.validators = None;
    attribute.null_when_empty = None;
    attribute.identity_key = None;
}

/// References in an object are relative to it.
fn move_references(table: &mut Table, address: &str) {
    for (name, entry) in &mut table.entries {
        if REFERRING.contains(&name.as_str()) {
            move_strings(&mut entry.item, address);
        } else if let ItemValue::Array(items) = &mut entry.item.value {
            for item in items {
                if let ItemValue::Table(inner) = &mut item.value {
                    move_references(inner, address);
                }
            }
        }
    }
}

fn move_strings(item: &mut Item, address: &str) {
    match &mut item.value {
        ItemValue::String(text) => *text = format!("{address}.{text}"),
        ItemValue::Array(items) => items.iter_mut().for_each(|item| move_strings(item, address)),
        _ => {}
    }
}
