//! What the values of a thing are in Rust, and what only things with structs of their own can have.

use super::Model;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::ThingDocument;
use crate::document::tree::{Item, ItemValue, Table};
use crate::rule::Rule;
use crate::source::Span;

/// The model; reports hooks, which have no place in what serves many types.
pub(super) fn lower(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Model {
    let Some(word) = thing.model.as_ref().filter(|word| word.value == "dynamic") else { return Model::Typed };
    let mut hooks: Vec<Span> = thing.hooks.iter().map(|hook| hook.span).collect();
    for attribute in &thing.attributes {
        if let Some(validators) = &attribute.validators {
            collect(&validators.value, &mut hooks);
        }
    }
    let lifecycle = &thing.lifecycle;
    hooks.extend(lifecycle.upgrades.iter().filter_map(|upgrade| upgrade.steps.hook));
    hooks.extend(lifecycle.moves.iter().filter_map(|moved| moved.steps.hook));
    for hook in hooks {
        let message = format!("`{}` has a dynamic model and a hook", thing.header());
        let diagnostic = Diagnostic::new(Rule::ModelMisfit, message).at(hook, "a function of this type alone");
        let diagnostic = diagnostic.and(word.span, "an implementation that serves many types");
        diagnostics.push(diagnostic.with_help("remove one of them"));
    }
    Model::Dynamic
}

fn collect(validators: &Table, hooks: &mut Vec<Span>) {
    for (name, entry) in &validators.entries {
        if name == "hook" {
            hooks.push(entry.span());
        }
        if let ItemValue::Table(inner) = &entry.item.value {
            collect(inner, hooks);
        }
        for inner in entry.item.as_array().into_iter().flatten().filter_map(Item::as_table) {
            collect(inner, hooks);
        }
    }
}

/// A list resource answers models of what it lists.
pub(super) fn check_listed(list: &ThingDocument, resource: &ThingDocument, diagnostics: &mut Diagnostics) {
    let Some(word) = resource.model.as_ref().filter(|word| word.value == "dynamic") else { return };
    let message = format!("`{}` lists objects with a dynamic model", list.header());
    let diagnostic = Diagnostic::new(Rule::ModelMisfit, message).at(list.name.span, "answers models");
    let diagnostic = diagnostic.and(word.span, "there is no model");
    diagnostics.push(diagnostic.with_help("remove `model`, or the list resource"));
}
