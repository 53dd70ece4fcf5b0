//! Blocks: nesting modes and item limits.

use super::attribute::{self, Surroundings};
use super::scope::{Scope, split};
use super::{AttributeType, Block, BlockNesting, Nesting, text_rule, validator};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{BlockDocument, Kind};
use crate::rule::Rule;

/// The blocks that stand directly in an address, by name.
pub(super) fn lower_in(
    address: &str,
    around: Surroundings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Vec<Block> {
    let documents = scope.blocks_in(address).iter();
    documents.filter_map(|document| lower(document, around, scope, diagnostics)).collect()
}

fn lower(
    document: &BlockDocument,
    around: Surroundings,
    scope: &Scope<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Block> {
    let address = document.address.value.as_str();
    let inner = document.nesting.as_ref().map_or(around, |nesting| around.within(nesting));
    let attributes = attribute::lower_in(address, inner, scope, diagnostics);
    let blocks = lower_in(address, inner, scope, diagnostics);
    check_items(document, diagnostics);
    check_computed(document, scope, diagnostics);
    if let Some(nesting) = document.nesting.as_ref().filter(|it| it.value == "set")
        && attribute::kind_has_no_sets(scope)
    {
        attribute::report_set(nesting.span, diagnostics);
    }
    check_planned(document, scope.kind(), diagnostics);
    let identity_key = document.identity_key.as_ref().map_or(Vec::new(), |keys| {
        let nesting = document.nesting.as_ref().map(|nesting| nesting.value);
        attribute::lower_identity_key(keys, address, nesting, scope, diagnostics)
    });
    let held = match document.nesting.as_ref().map(|nesting| nesting.value) {
        Some("list") => Nesting::List,
        Some("set") => Nesting::Set,
        Some("map") => Nesting::Map,
        _ => Nesting::Single,
    };
    let validators = document.validators.as_ref().map_or(Vec::new(), |table| {
        validator::of_block(&table.value, address, &AttributeType::Nested(held, Vec::new()), scope, diagnostics)
    });
    let nesting = document.nesting.as_ref();
    let has_blocks = !blocks.is_empty();
    text_rule::check_local_in_set(address, nesting, &identity_key, &attributes, has_blocks, diagnostics);
    Some(Block {
        name: split(address).1.to_owned(),
        nesting: match document.nesting.as_ref()?.value {
            "single" => BlockNesting::Single,
            "set" => BlockNesting::Set,
            "map" => BlockNesting::Map,
            "group" => BlockNesting::Group,
            _ => BlockNesting::List,
        },
        object: document.object.as_ref().map(|it| it.value.clone()),
        min_items: document.min_items.as_ref().map_or(0, |it| it.value),
        max_items: document.max_items.as_ref().map_or(0, |it| it.value),
        computed: document.computed.is_some(),
        requires_replace: attribute::replacement(document.requires_replace.as_ref()),
        carried: false,
        description: attribute::text(document.description.as_ref()),
        deprecation_message: document.deprecation_message.as_ref().map(|it| it.value.clone()),
        identity_key,
        validators,
        attributes,
        blocks,
    })
}

/// What says how a block is planned stands in resources.
fn check_planned(document: &BlockDocument, kind: Kind, diagnostics: &mut Diagnostics) {
    if kind.is_planned() {
        return;
    }
    let identity_key = document.identity_key.as_ref().map(|keys| ("identity_key", keys.span));
    let requires_replace = document.requires_replace.as_ref().map(|it| ("requires_replace", it.span));
    for (key, span) in identity_key.into_iter().chain(requires_replace) {
        let reason = format!("only resources are planned; this is {}", kind.a_noun());
        let diagnostic = Diagnostic::new(Rule::NotInThisKind, format!("`{key}` cannot stand here")).at(span, reason);
        diagnostics.push(diagnostic.with_help("remove it"));
    }
}

/// All that is in a computed block is computed, since a provider that makes the block has to give all of it.
fn check_computed(document: &BlockDocument, scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let Some(computed) = document.computed else { return };
    let address = document.address.value.as_str();
    let message = format!("`{address}` cannot be a computed block");
    let misfit = |label: String| Diagnostic::new(Rule::ComputedBlockMisfit, message.clone()).at(computed, label);
    if scope.kind() == Kind::Provider {
        let diagnostic = misfit("nobody computes a provider's configuration".to_owned());
        diagnostics.push(diagnostic.with_help("remove it"));
    }
    if let Some(nesting) = document.nesting.as_ref().filter(|nesting| nesting.value == "group") {
        let diagnostic = misfit("the provider makes it".to_owned()).and(nesting.span, "always there");
        diagnostics.push(diagnostic.with_help("use `single`, or remove `computed`"));
    }
    if let Some(items) = document.min_items.as_ref().filter(|items| items.value > 0) {
        let diagnostic = misfit("the provider makes it".to_owned()).and(items.span, "the configuration must have it");
        diagnostics.push(diagnostic.with_help("remove one of them"));
    }
    let attributes = scope.attributes_in(address).iter().filter(|each| each.computed.is_none() && !each.broken);
    let blocks = scope.blocks_in(address).iter().filter(|each| each.computed.is_none() && !each.broken);
    for inner in attributes.map(|each| &each.address).chain(blocks.map(|each| &each.address)) {
        let diagnostic = misfit("the provider makes it".to_owned());
        let diagnostic = diagnostic.and(inner.span, "stands in it and is not computed");
        diagnostics.push(diagnostic.with_help(format!("add `computed = true` to `{}`", inner.value)));
    }
}

fn check_items(document: &BlockDocument, diagnostics: &mut Diagnostics) {
    let Some(nesting) = &document.nesting else { return };
    for (key, items) in [("min_items", &document.min_items), ("max_items", &document.max_items)] {
        let Some(items) = items.as_ref().filter(|_| !matches!(nesting.value, "list" | "set")) else { continue };
        diagnostics.push(
            Diagnostic::new(Rule::ItemsNotAllowed, format!("`{key}` needs a block with the nesting `list` or `set`"))
                .at(items.span, "a limit")
                .and(nesting.span, "this nesting has none")
                .with_help("remove the limit, or change the nesting"),
        );
    }
    if let (Some(min), Some(max)) = (&document.min_items, &document.max_items)
        && min.value > max.value
        && max.value > 0
        && matches!(nesting.value, "list" | "set")
    {
        diagnostics.push(
            Diagnostic::new(
                Rule::ItemsOutOfOrder,
                format!("`min_items` {} is more than `max_items` {}", min.value, max.value),
            )
            .at(min.span, "the fewest")
            .and(max.span, "the most")
            .with_help("no number of blocks would do: swap or change them"),
        );
    }
}
