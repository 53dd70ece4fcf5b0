//! Objects that are defined once and used by name: uses are replaced by what stands in the object. Capabilities come first.
//!
//! What is lowered afterwards is as if it had been written out at every use. Structs are still made once per object: the
//! attribute or block remembers its name.

use std::collections::{BTreeMap, BTreeSet};

use super::capability::Capabilities;
use super::object_use::{Use, copy_attribute, copy_block};
use super::scope::{ancestors, split};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::nearest::nearest;
use crate::document::{AttributeDocument, BlockDocument, Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// How many attributes and blocks a thing may have with all objects written out: objects in objects grow fast.
const ENTRIES_MAX: usize = 20_000;

/// The objects of a schema.
pub(super) struct Objects<'a> {
    by_name: BTreeMap<&'a str, &'a ThingDocument>,
    /// Something could not be read, so that objects may be missing.
    incomplete: bool,
    /// Where things, attributes and blocks start, and the object or capability that they belong to, if to any.
    places: BTreeMap<Span, Option<(Kind, &'a str)>>,
    capabilities: Capabilities<'a>,
}

/// A thing with all objects and capabilities written out, and where they are used.
pub(super) struct Expanded<'a> {
    /// The thing.
    pub thing: ThingDocument,
    uses: BTreeMap<(Kind, &'a str), Span>,
}

impl<'a> Objects<'a> {
    /// Collects the objects; reports those that contain themselves.
    pub fn new(things: &'a [ThingDocument], incomplete: bool, diagnostics: &mut Diagnostics) -> Self {
        let objects = things.iter().filter(|thing| thing.kind == Kind::Object);
        let mut found = Self {
            by_name: objects.map(|object| (object.name.value.as_str(), object)).collect(),
            incomplete,
            places: BTreeMap::new(),
            capabilities: Capabilities::new(things, incomplete),
        };
        if !things.iter().any(|thing| thing.kind.is_part()) {
            return found;
        }
        for thing in things {
            let owner = thing.kind.is_part().then_some((thing.kind, thing.name.value.as_str()));
            let attributes = thing.attributes.iter().map(|each| each.address.span);
            let blocks = thing.blocks.iter().map(|each| each.address.span);
            found.places.extend(attributes.chain(blocks).chain([thing.name.span]).map(|span| (span, owner)));
        }
        let mut done = BTreeSet::new();
        let names: Vec<&str> = found.by_name.keys().copied().collect();
        for name in names {
            found.check_cycles(name, &mut Vec::new(), &mut done, diagnostics);
        }
        found
    }

    /// Writes out the capabilities and objects that a thing uses; `None` if it uses none.
    pub fn expand(&self, thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Option<Expanded<'a>> {
        let mut uses = BTreeMap::new();
        let merged = self.capabilities.merge(thing, &mut uses, diagnostics);
        let has_capabilities = merged.is_some();
        let merged = merged.unwrap_or_else(|| thing.clone());
        let thing = &merged;
        let attributes: Vec<_> = thing.attributes.iter().filter(|each| each.object.is_some()).collect();
        let blocks: Vec<_> = thing.blocks.iter().filter(|each| each.object.is_some()).collect();
        if attributes.is_empty() && blocks.is_empty() {
            return has_capabilities.then_some(Expanded { thing: merged, uses });
        }
        let itself = self.by_name.get_key_value(thing.name.value.as_str()).filter(|_| thing.kind == Kind::Object);
        let mut expansion = Expansion {
            objects: self,
            stack: itself.map(|(name, _)| *name).into_iter().collect(),
            expanded: Expanded { thing: thing.clone(), uses },
        };
        expansion.check_nothing_else(diagnostics);
        for attribute in attributes {
            expansion.attribute(attribute, diagnostics);
        }
        for block in blocks {
            expansion.block(block, diagnostics);
        }
        let entries = expansion.expanded.thing.attributes.len() + expansion.expanded.thing.blocks.len();
        if entries > ENTRIES_MAX {
            let message = format!("`{}` has more than {ENTRIES_MAX} attributes with its objects", thing.header());
            let diagnostic = Diagnostic::new(Rule::ObjectMisfit, message).at(thing.name.span, "too many to be meant");
            diagnostics.push(diagnostic.with_help("use fewer objects inside objects"));
        }
        Some(expansion.expanded)
    }

    /// Says of what was found in an object in which use it is wrong, and says it once.
    pub fn explain(&self, expanded: &Expanded<'_>, found: Diagnostics, diagnostics: &mut Diagnostics) {
        for diagnostic in found.iter() {
            let owner = diagnostic.primary().and_then(|label| self.owner(label.span));
            let Some(owner) = owner else {
                diagnostics.push(diagnostic.clone());
                continue;
            };
            let primary = diagnostic.primary().map(|label| label.span);
            let is_known = |other: &Diagnostic| {
                other.rule() == diagnostic.rule() && other.primary().map(|label| label.span) == primary
            };
            if diagnostics.iter().any(is_known) {
                continue;
            }
            let mut diagnostic = diagnostic.clone();
            if let Some(span) = expanded.uses.get(&owner).filter(|_| !expanded.thing.kind.is_part()) {
                let label = format!("the {} is used here, in `{}`", owner.0.noun(), expanded.thing.header());
                diagnostic = diagnostic.and(*span, label);
            }
            diagnostics.push(diagnostic);
        }
    }

    /// The object or capability in which a place is.
    fn owner(&self, place: Span) -> Option<(Kind, &'a str)> {
        let (start, owner) = self.places.range(..=Span { end: usize::MAX, ..place }).next_back()?;
        owner.filter(|_| start.source == place.source)
    }

    fn check_cycles(
        &self,
        name: &'a str,
        path: &mut Vec<(&'a str, Span)>,
        done: &mut BTreeSet<&'a str>,
        diagnostics: &mut Diagnostics,
    ) {
        let Some(object) = self.by_name.get(name).filter(|_| !done.contains(name)) else { return };
        for (address, used) in uses_of(object) {
            let inner = used.value.as_str();
            path.push((name, used.span));
            if let Some(start) = path.iter().position(|(each, _)| *each == inner) {
                report_cycle(&path[start..], &address, inner, diagnostics);
            } else {
                self.check_cycles(inner, path, done, diagnostics);
            }
            path.pop();
        }
        done.insert(name);
    }

    fn find(&self, header: &str, used: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<&'a ThingDocument> {
        let found = self.by_name.get(used.value.as_str());
        if found.is_none() && !self.incomplete {
            let message = format!("there is no object `{}`", used.value);
            let mut diagnostic = Diagnostic::new(Rule::UnknownObject, message).at(used.span, format!("in `{header}`"));
            diagnostic = match nearest(&used.value, self.by_name.keys().copied()) {
                Some(near) => diagnostic.with_help(format!("an object with a similar name: `{near}`")),
                None => diagnostic.with_help(format!("define it: `[object.{}.attributes]`", used.value)),
            };
            diagnostics.push(diagnostic);
        }
        found.copied()
    }
}

/// The objects that a thing uses, each with the address of the use.
fn uses_of(thing: &ThingDocument) -> impl Iterator<Item = (String, &Spanned<String>)> {
    let attributes = thing.attributes.iter().filter_map(|each| Some((&each.address, each.object.as_ref()?)));
    let blocks = thing.blocks.iter().filter_map(|each| Some((&each.address, each.object.as_ref()?)));
    attributes.chain(blocks).map(|(address, used)| (address.value.clone(), used))
}

fn report_cycle(cycle: &[(&str, Span)], address: &str, inner: &str, diagnostics: &mut Diagnostics) {
    let names: Vec<String> = cycle.iter().map(|(name, _)| format!("`{name}`")).collect();
    let message = format!("the object `{inner}` contains itself: {} -> `{inner}`", names.join(" -> "));
    let Some(((_, last), others)) = cycle.split_last() else { return };
    let mut diagnostic =
        Diagnostic::new(Rule::ObjectCycle, message).at(*last, format!("`{address}` closes the circle"));
    for (name, span) in others {
        diagnostic = diagnostic.and(*span, format!("in `object.{name}`"));
    }
    let help =
        "Terraform's types end somewhere: write the levels out, or make one of them `dynamic` or a `json` string";
    diagnostics.push(diagnostic.with_help(help));
}

struct Expansion<'a, 'o> {
    objects: &'o Objects<'a>,
    /// The objects that are being written out.
    stack: Vec<&'a str>,
    expanded: Expanded<'a>,
}

impl<'a> Expansion<'a, '_> {
    /// What is made of an object holds what the object says and nothing else.
    fn check_nothing_else(&self, diagnostics: &mut Diagnostics) {
        let thing = &self.expanded.thing;
        let places: BTreeMap<String, Span> = uses_of(thing).map(|(address, used)| (address, used.span)).collect();
        let attributes = thing.attributes.iter().map(|each| &each.address);
        for address in attributes.chain(thing.blocks.iter().map(|each| &each.address)) {
            let outer = ancestors(&address.value).find_map(|outer| Some((outer, places.get(outer)?)));
            let Some((outer, span)) = outer else { continue };
            let message = format!("`{outer}` is made of an object, and holds nothing else");
            let diagnostic = Diagnostic::new(Rule::ObjectMisfit, message).at(address.span, "one thing more");
            let (_, own) = split(&address.value);
            let help = format!("add `{own}` to the object, or write all that is in `{outer}` here");
            diagnostics.push(diagnostic.and(*span, "the object").with_help(help));
        }
    }

    fn attribute(&mut self, attribute: &AttributeDocument, diagnostics: &mut Diagnostics) {
        let Some(used) = &attribute.object else { return };
        if attribute.nesting.is_none() && !attribute.broken {
            let message = format!("`{}` is made of an object, but has no `nesting`", attribute.address.value);
            let diagnostic = Diagnostic::new(Rule::ObjectMisfit, message).at(used.span, "how are the objects held?");
            diagnostics.push(diagnostic.with_help("add for example `nesting = \"single\"`"));
            self.expanded.thing.has_holes = true;
            return;
        }
        let computed = attribute.computed.filter(|_| attribute.optional.is_none() && attribute.required.is_none());
        let place = Use { address: &attribute.address.value, computed, kind: self.expanded.thing.kind };
        let Some(object) = self.enter(used, diagnostics) else { return };
        if let Some(block) = object.blocks.first() {
            let message = format!("`{}` has blocks, and so has to be a block", used.value);
            let diagnostic = Diagnostic::new(Rule::ObjectMisfit, message).at(used.span, "of an attribute");
            let diagnostic = diagnostic.and(block.address.span, "a block");
            diagnostics.push(diagnostic.with_help("declare it in `blocks`, or use nested attributes in the object"));
            self.expanded.thing.has_holes = true;
            return;
        }
        self.contents(object, place, diagnostics);
    }

    fn block(&mut self, block: &BlockDocument, diagnostics: &mut Diagnostics) {
        let Some(used) = &block.object else { return };
        let place = Use { address: &block.address.value, computed: block.computed, kind: self.expanded.thing.kind };
        let Some(object) = self.enter(used, diagnostics) else { return };
        self.contents(object, place, diagnostics);
    }

    /// The object of a use; `None` if there is none, or if it would never end.
    fn enter(&mut self, used: &Spanned<String>, diagnostics: &mut Diagnostics) -> Option<&'a ThingDocument> {
        let object = self.objects.find(&self.expanded.thing.header(), used, diagnostics);
        let Some(object) = object else {
            self.expanded.thing.has_holes = true;
            return None;
        };
        self.expanded.thing.has_holes |= object.has_holes;
        let entries = self.expanded.thing.attributes.len() + self.expanded.thing.blocks.len();
        if self.stack.contains(&object.name.value.as_str()) || entries > ENTRIES_MAX {
            self.expanded.thing.has_holes = true;
            return None;
        }
        // In an object of an object, the use that a person looks for is the outer one.
        let outer = self.stack.first().and_then(|outer| self.expanded.uses.get(&(Kind::Object, *outer)).copied());
        self.expanded.uses.entry((Kind::Object, object.name.value.as_str())).or_insert(outer.unwrap_or(used.span));
        Some(object)
    }

    fn contents(&mut self, object: &'a ThingDocument, place: Use<'_>, diagnostics: &mut Diagnostics) {
        self.stack.push(object.name.value.as_str());
        for attribute in &object.attributes {
            let copy = copy_attribute(attribute, place);
            self.expanded.thing.attributes.push(copy.clone());
            self.attribute(&copy, diagnostics);
        }
        for block in &object.blocks {
            let copy = copy_block(block, place);
            self.expanded.thing.blocks.push(copy.clone());
            self.block(&copy, diagnostics);
        }
        self.stack.pop();
    }
}
