//! The attributes and blocks of one thing as a tree of addresses.
//!
//! Checks what concerns names and addresses; lowering then walks the tree.

use std::collections::BTreeMap;

use super::name;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::nearest::nearest;
use crate::document::{AttributeDocument, BlockDocument, Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::{Span, Spanned};

/// How many names an address may have: far more than people write, and few enough for the types that are generated.
const DEPTH_MAX: usize = 32;

/// A thing's attributes and blocks by address.
pub struct Scope<'a> {
    /// The thing.
    pub thing: &'a ThingDocument,
    attributes: BTreeMap<&'a str, &'a AttributeDocument>,
    blocks: BTreeMap<&'a str, &'a BlockDocument>,
    attribute_children: BTreeMap<&'a str, Vec<&'a AttributeDocument>>,
    block_children: BTreeMap<&'a str, Vec<&'a BlockDocument>>,
}

/// What an address stands in (empty at the root), and its own name.
pub fn split(address: &str) -> (&str, &str) {
    address.rsplit_once('.').unwrap_or(("", address))
}

/// The addresses that an address stands in, the outermost first.
pub fn ancestors(address: &str) -> impl Iterator<Item = &str> {
    address.match_indices('.').map(|(index, _)| &address[..index])
}

impl<'a> Scope<'a> {
    /// Builds the tree. What has no place in it is reported and left out.
    pub fn new(thing: &'a ThingDocument, diagnostics: &mut Diagnostics) -> Self {
        let mut scope = Self {
            thing,
            attributes: thing.attributes.iter().map(|it| (it.address.value.as_str(), it)).collect(),
            blocks: thing.blocks.iter().map(|it| (it.address.value.as_str(), it)).collect(),
            attribute_children: BTreeMap::new(),
            block_children: BTreeMap::new(),
        };
        let what = if thing.kind == Kind::Function { "a parameter" } else { "an attribute" };
        for (address, attribute) in scope.attributes.clone() {
            if scope.has_place(what, &attribute.address, diagnostics) {
                scope.attribute_children.entry(split(address).0).or_default().push(attribute);
            }
            if let Some(block) = scope.blocks.get(address) {
                report_twins(&attribute.address, &block.address, diagnostics);
            }
        }
        for (address, block) in scope.blocks.clone() {
            if scope.has_place("a block", &block.address, diagnostics) {
                scope.block_children.entry(split(address).0).or_default().push(block);
            }
        }
        scope
    }

    /// The attributes that stand directly in an address, by name.
    pub fn attributes_in(&self, address: &str) -> &[&'a AttributeDocument] {
        self.attribute_children.get(address).map_or(&[], Vec::as_slice)
    }

    /// The blocks that stand directly in an address, by name.
    pub fn blocks_in(&self, address: &str) -> &[&'a BlockDocument] {
        self.block_children.get(address).map_or(&[], Vec::as_slice)
    }

    /// The attribute at an address.
    pub fn attribute(&self, address: &str) -> Option<&'a AttributeDocument> {
        self.attributes.get(address).copied()
    }

    /// Where the attribute or block at an address is declared.
    pub fn place(&self, address: &str) -> Option<Span> {
        let attribute = self.attributes.get(address).map(|it| it.address.span);
        attribute.or_else(|| self.blocks.get(address).map(|it| it.address.span))
    }

    /// The span of the `nesting` of an address, if it is held in a list, set or map.
    pub fn collection(&self, address: &str) -> Option<Span> {
        let nesting = self.attributes.get(address).and_then(|it| it.nesting.as_ref());
        let nesting = nesting.or_else(|| self.blocks.get(address).and_then(|it| it.nesting.as_ref()))?;
        matches!(nesting.value, "list" | "set" | "map").then_some(nesting.span)
    }

    /// Reports a reference to something that does not exist; whether it exists.
    pub fn check_exists(&self, key: &str, target: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
        if self.place(&target.value).is_some() {
            return true;
        }
        if self.thing.has_holes {
            return false;
        }
        let header = self.thing.header();
        let mut diagnostic =
            Diagnostic::new(Rule::UnknownReference, format!("`{key}` names `{}`, which does not exist", target.value))
                .at(target.span, format!("no attribute or block of `{header}`"));
        let known = self.attributes.keys().chain(self.blocks.keys()).copied();
        if let Some(near) = nearest(&target.value, known) {
            diagnostic = diagnostic.with_help(format!("a similar one: `{near}`"));
        }
        diagnostics.push(diagnostic);
        false
    }

    fn has_place(&self, what: &str, address: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
        let text = address.value.as_str();
        if text.split('.').any(str::is_empty) {
            diagnostics.push(
                Diagnostic::new(Rule::IllegalAddress, format!("`{text}` is no address"))
                    .at(address.span, "names with single dots between them")
                    .with_help("the address of what stands in `a` is `\"a.b\"`"),
            );
            return false;
        }
        // What stands in it in turn needs no words of its own.
        if text.split('.').count() == DEPTH_MAX + 1 {
            diagnostics.push(
                Diagnostic::new(Rule::IllegalAddress, format!("{what} stands too deep"))
                    .at(address.span, format!("more than {DEPTH_MAX} names"))
                    .with_help("remove levels"),
            );
        }
        let (parent, own) = split(text);
        let mut is_legal = name::check_legal(what, &Spanned::new(own.to_owned(), address.span), diagnostics);
        if parent.is_empty() {
            name::check_reserved(self.thing.kind, address, diagnostics);
            return is_legal;
        }
        match (self.attributes.get(parent), self.blocks.get(parent)) {
            (Some(_), None) if what == "a block" => {
                is_legal = false;
                self.report_parent(address, parent, "a block cannot stand in an attribute", diagnostics);
            }
            (Some(outer), None) if outer.nesting.is_none() && !outer.broken => {
                is_legal = false;
                let message = format!("`{parent}` has a `type` and holds no attributes");
                self.report_parent(address, parent, &message, diagnostics);
            }
            (_, Some(_)) | (Some(_), None) => {}
            (None, None) if self.thing.has_holes => is_legal = false,
            (None, None) => {
                is_legal = false;
                self.report_unknown_parent(what, address, parent, diagnostics);
            }
        }
        is_legal
    }

    fn report_parent(&self, address: &Spanned<String>, parent: &str, message: &str, diagnostics: &mut Diagnostics) {
        let mut diagnostic =
            Diagnostic::new(Rule::ParentNotNested, message).at(address.span, format!("stands in `{parent}`"));
        if let Some(place) = self.place(parent) {
            diagnostic = diagnostic.and(place, format!("`{parent}` is declared here"));
        }
        diagnostics.push(diagnostic.with_help(format!("give `{parent}` a `nesting`, or make it a block")));
    }

    fn report_unknown_parent(
        &self,
        what: &str,
        address: &Spanned<String>,
        parent: &str,
        diagnostics: &mut Diagnostics,
    ) {
        let mut diagnostic = Diagnostic::new(
            Rule::UnknownParent,
            format!("`{}` stands in `{parent}`, which is not there", address.value),
        )
        .at(address.span, "nothing to stand in");
        let known = self.attributes.keys().chain(self.blocks.keys()).copied();
        let known = known.filter(|known| !known.starts_with(&format!("{parent}.")));
        diagnostic = match nearest(parent, known) {
            Some(near) => diagnostic.with_help(format!("a similar one: `{near}`")),
            None if what == "a block" => diagnostic.with_help(format!("declare the block `{parent}`")),
            None => diagnostic.with_help(format!("declare `{parent}`, for example with `nesting = \"single\"`")),
        };
        diagnostics.push(diagnostic);
    }

    /// The kind of the thing.
    pub fn kind(&self) -> Kind {
        self.thing.kind
    }
}

fn report_twins(attribute: &Spanned<String>, block: &Spanned<String>, diagnostics: &mut Diagnostics) {
    diagnostics.push(
        Diagnostic::new(Rule::AttributeAndBlock, format!("`{}` is an attribute and a block", block.value))
            .at(block.span, "a block here")
            .and(attribute.span, "an attribute here")
            .with_help("rename or remove one of them"),
    );
}
