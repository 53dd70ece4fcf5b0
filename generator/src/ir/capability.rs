//! Capabilities: what a thing says besides what stands in its own table, because it names a capability.
//!
//! What is lowered afterwards is as if it had been written in the thing's own table.

use std::collections::BTreeMap;

use super::lower::{lower_implementation, lower_schema, origin};
use super::object_use::fit;
use super::scope::{Scope, ancestors};
use super::{Capability, name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::nearest::nearest;
use crate::document::{Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// What is wrong with a capability shows also where nothing names it.
pub(super) fn lower(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Capability {
    name::check_legal("a capability", &thing.name, diagnostics);
    let schema = lower_schema(&Scope::new(thing, diagnostics), diagnostics);
    if let Some(implementation) = thing.implementation.as_ref().filter(|_| thing.service.is_none()) {
        let message = format!("`{}` has an implementation, but no service", thing.header());
        diagnostics.push(
            Diagnostic::new(Rule::MissingKey, message)
                .at(implementation.span, "of what?")
                .with_help("add `service = true`, or remove `implementation`"),
        );
    }
    Capability {
        name: thing.name.value.clone(),
        schema,
        service: thing.service.is_some(),
        implementation: lower_implementation(thing, diagnostics),
        origin: origin(thing),
    }
}

/// The capabilities of a schema.
pub(super) struct Capabilities<'a> {
    by_name: BTreeMap<&'a str, &'a ThingDocument>,
    /// Something could not be read, so that capabilities may be missing.
    incomplete: bool,
}

impl<'a> Capabilities<'a> {
    /// Collects the capabilities.
    pub fn new(things: &'a [ThingDocument], incomplete: bool) -> Self {
        let capabilities = things.iter().filter(|thing| thing.kind == Kind::Capability);
        Self { by_name: capabilities.map(|each| (each.name.value.as_str(), each)).collect(), incomplete }
    }

    /// A thing with all that its capabilities bring; `None` if it names none. Where it names them is added to `uses`.
    pub fn merge(
        &self,
        thing: &ThingDocument,
        uses: &mut BTreeMap<(Kind, &'a str), Span>,
        diagnostics: &mut Diagnostics,
    ) -> Option<ThingDocument> {
        let named = thing.capabilities.as_ref()?;
        let mut merged = thing.clone();
        for name in &named.value {
            let Some((key, capability)) = self.by_name.get_key_value(name.value.as_str()) else {
                merged.has_holes = true;
                self.report_unknown(thing, name, diagnostics);
                continue;
            };
            uses.insert((Kind::Capability, key), name.span);
            merge_one(&mut merged, capability, name, diagnostics);
        }
        Some(merged)
    }

    fn report_unknown(&self, thing: &ThingDocument, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
        if self.incomplete {
            return;
        }
        let message = format!("there is no capability `{}`", name.value);
        let label = format!("in `{}`", thing.header());
        let diagnostic = Diagnostic::new(Rule::UnknownCapability, message).at(name.span, label);
        diagnostics.push(match nearest(&name.value, self.by_name.keys().copied()) {
            Some(near) => diagnostic.with_help(format!("a capability with a similar name: `{near}`")),
            None => diagnostic.with_help(format!("define it: `[capability.{}.attributes]`", name.value)),
        });
    }
}

fn merge_one(
    merged: &mut ThingDocument,
    capability: &ThingDocument,
    name: &Spanned<String>,
    diagnostics: &mut Diagnostics,
) {
    let attributes = merged.attributes.iter().map(|each| &each.address);
    let addresses = attributes.chain(merged.blocks.iter().map(|each| &each.address));
    let taken: BTreeMap<String, Span> = addresses.map(|each| (each.value.clone(), each.span)).collect();
    let clashes = |address: &str| taken.contains_key(address);
    // What stands in something that clashes does so as a consequence.
    let is_new = |address: &str| !clashes(address) && !ancestors(address).any(clashes);
    let attributes = capability.attributes.iter().map(|each| &each.address);
    for address in attributes.chain(capability.blocks.iter().map(|each| &each.address)) {
        let Some(first) = taken.get(&address.value).filter(|_| !ancestors(&address.value).any(clashes)) else {
            continue;
        };
        let message = format!("`{}` has `{}` twice", merged.header(), address.value);
        diagnostics.push(
            Diagnostic::new(Rule::CapabilityClash, message)
                .at(address.span, format!("brought by `{}`", capability.header()))
                .and(*first, "is there already")
                .and(name.span, "the capability is named here")
                .with_help("rename or remove one of them, or do not name the capability"),
        );
    }
    for attribute in capability.attributes.iter().filter(|each| is_new(&each.address.value)) {
        let mut copy = attribute.clone();
        fit(&mut copy, merged.kind);
        merged.attributes.push(copy);
    }
    for block in capability.blocks.iter().filter(|each| is_new(&each.address.value)) {
        let mut copy = block.clone();
        copy.identity_key = copy.identity_key.filter(|_| merged.kind.is_planned());
        copy.requires_replace = copy.requires_replace.filter(|_| merged.kind.is_planned());
        merged.blocks.push(copy);
    }
    merged.conditions.extend(capability.conditions.iter().cloned());
    merged.alternatives.extend(capability.alternatives.iter().cloned());
    merged.has_holes |= capability.has_holes;
}
