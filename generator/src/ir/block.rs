//! Blocks: nesting modes and item limits.

use super::attribute::{self, Surroundings};
use super::scope::{Scope, split};
use super::{Block, BlockNesting};
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
    if let Some(nesting) = document.nesting.as_ref().filter(|it| it.value == "set")
        && attribute::kind_has_no_sets(scope)
    {
        attribute::report_set(nesting.span, diagnostics);
    }
    let identity_key = document.identity_key.as_ref().map_or(Vec::new(), |keys| {
        if scope.kind() != Kind::Resource {
            let message = "`identity_key` cannot stand here";
            let reason = format!("only resources are planned; this is {}", scope.kind().a_noun());
            let diagnostic = Diagnostic::new(Rule::NotInThisKind, message).at(keys.span, reason);
            diagnostics.push(diagnostic.with_help("remove it"));
        }
        let nesting = document.nesting.as_ref().map(|nesting| nesting.value);
        attribute::lower_identity_key(keys, address, nesting, scope, diagnostics)
    });
    Some(Block {
        name: split(address).1.to_owned(),
        nesting: match document.nesting.as_ref()?.value {
            "single" => BlockNesting::Single,
            "set" => BlockNesting::Set,
            "map" => BlockNesting::Map,
            "group" => BlockNesting::Group,
            _ => BlockNesting::List,
        },
        min_items: document.min_items.as_ref().map_or(0, |it| it.value),
        max_items: document.max_items.as_ref().map_or(0, |it| it.value),
        computed: false,
        carried: false,
        description: attribute::text(document.description.as_ref()),
        deprecation_message: document.deprecation_message.as_ref().map(|it| it.value.clone()),
        identity_key,
        attributes,
        blocks,
    })
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
