//! Private state, timeouts, upgrades and moves: what they mean, and the rules for them.

use tfgen_cty::Value;

use super::scope::Scope;
use super::{
    Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, OnChange, RequiresReplace, Schema, Validator,
    WhenUnset,
};
use super::{attribute, name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::lifecycle::TimeoutsDocument;
use crate::document::type_expression::{Simple, TypeExpression, TypeKind};
use crate::rule::Rule;

mod steps;

pub use steps::{Conversion, Move, Steps, Upgrade};

/// The lifecycle of a resource's objects.
#[derive(Clone, Debug, Default)]
pub struct Lifecycle {
    /// Private values by name, and their types.
    pub private: Vec<(String, AttributeType)>,
    /// How long operations may take.
    pub timeouts: Timeouts,
    /// From older versions to the next one, the oldest first.
    pub upgrades: Vec<Upgrade>,
    /// The version that identities are stored with.
    pub identity_version: i64,
    /// From older versions of the identity to the next one, the oldest first.
    pub identity_upgrades: Vec<Upgrade>,
    /// Types whose objects may become objects of this one.
    pub moves: Vec<Move>,
}

/// How long operations may take, in milliseconds; 0 for as long as they like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeouts {
    /// Operations in the order of the schema language, those with a limit only.
    pub operations: Vec<(&'static str, u64)>,
    /// How a configuration may set them.
    pub place: TimeoutsPlace,
}

/// Where a configuration sets timeouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TimeoutsPlace {
    /// nowhere
    #[default]
    Nowhere,
    /// in a block
    Block,
    /// in an attribute
    Attribute,
}

/// Lowers what a resource's table says; the block or attribute `timeouts` is added to its schema.
pub(super) fn lower(scope: &Scope<'_>, schema: &mut Schema, diagnostics: &mut Diagnostics) -> Lifecycle {
    let written = &scope.thing.lifecycle;
    let identity_version = written.identity_version.as_ref().map_or(0, |version| version.value);
    let identity_version = i64::try_from(identity_version).unwrap_or(i64::MAX);
    let of_identity = steps::Upgraded { key: "identity_upgrade", what: "identity", version: identity_version };
    let of_state = steps::Upgraded { key: "upgrade", what: "schema", version: schema.version };
    Lifecycle {
        private: private(scope, diagnostics),
        timeouts: timeouts(scope, schema, diagnostics),
        upgrades: steps::upgrades(&written.upgrades, of_state, diagnostics),
        identity_version,
        identity_upgrades: steps::upgrades(&written.identity_upgrades, of_identity, diagnostics),
        moves: steps::moves(scope, diagnostics),
    }
}

/// Values that are kept beside an object, or as long as an ephemeral resource is open.
pub(super) fn private(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<(String, AttributeType)> {
    let mut kept = Vec::new();
    for (name, ty) in &scope.thing.lifecycle.private {
        if !name::check_legal("a private value", name, diagnostics) {
            continue;
        }
        if let Some(part) = misfit(ty) {
            diagnostics.push(
                Diagnostic::new(
                    Rule::PrivateMisfit,
                    format!("the private value `{}` cannot have this type", name.value),
                )
                .at(part.span, "not a type that private state can hold")
                .with_help("use `string`, `bool`, a number, or lists, sets, maps and tuples of these"),
            );
            continue;
        }
        kept.push((name.value.clone(), attribute::plain_type(ty)));
    }
    kept
}

/// The part of a type that is no plain value.
fn misfit(ty: &TypeExpression) -> Option<&TypeExpression> {
    match &ty.kind {
        TypeKind::Simple(Simple::Dynamic) | TypeKind::Object(_) => Some(ty),
        TypeKind::Simple(_) => None,
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => misfit(element),
        TypeKind::Tuple(elements) => elements.iter().find_map(misfit),
    }
}

/// Lowers `timeouts`, and adds what a configuration may set to the schema.
pub(super) fn timeouts(scope: &Scope<'_>, schema: &mut Schema, diagnostics: &mut Diagnostics) -> Timeouts {
    let Some(document) = &scope.thing.lifecycle.timeouts else { return Timeouts::default() };
    let mut operations = Vec::new();
    for (operation, text) in &document.operations {
        match milliseconds(&text.value) {
            Some(limit) if limit > 0 => operations.push((*operation, limit)),
            _ => diagnostics.push(
                Diagnostic::new(Rule::TimeoutMisfit, format!("`{}` is no timeout", text.value))
                    .at(text.span, "a duration above zero")
                    .with_help("write for example `\"90s\"`, `\"20m\"` or `\"1h30m\"`"),
            ),
        }
    }
    let place = place(document, diagnostics);
    if document.operations.is_empty() {
        diagnostics.push(
            Diagnostic::new(Rule::TimeoutMisfit, "`timeouts` names no operation")
                .at(document.span, "no operation has a timeout")
                .with_help("add one, for example `create = \"20m\"`"),
        );
    }
    if let (Some(taken), true) = (scope.place("timeouts"), place != TimeoutsPlace::Nowhere) {
        diagnostics.push(
            Diagnostic::new(Rule::TimeoutMisfit, "`timeouts` is there twice")
                .at(document.span, "adds it to the schema")
                .and(taken, "declared here")
                .with_help("rename the attribute or block, or remove `block` or `attribute` from `timeouts`"),
        );
        return Timeouts::default();
    }
    add(place, &operations, schema);
    Timeouts { operations, place }
}

fn place(document: &TimeoutsDocument, diagnostics: &mut Diagnostics) -> TimeoutsPlace {
    match (document.block, document.attribute) {
        (Some(block), Some(attribute)) => {
            diagnostics.push(
                Diagnostic::new(Rule::TimeoutMisfit, "`timeouts` is a block and an attribute")
                    .at(attribute, "an attribute")
                    .and(block, "a block")
                    .with_help("remove one of them"),
            );
            TimeoutsPlace::Block
        }
        (Some(_), None) => TimeoutsPlace::Block,
        (None, Some(_)) => TimeoutsPlace::Attribute,
        (None, None) => TimeoutsPlace::Nowhere,
    }
}

fn add(place: TimeoutsPlace, operations: &[(&'static str, u64)], schema: &mut Schema) {
    let limit = |(operation, limit): &(&'static str, u64)| {
        let description = format!(
            "How long {operation} may take, as a duration such as `30s` or `2h45m`. Default: `{}`.",
            duration(*limit)
        );
        optional(operation, AttributeType::String, vec![Validator::Duration], description)
    };
    let mut attributes: Vec<_> = operations.iter().map(limit).collect();
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    let description = "How long operations may take.".to_owned();
    match place {
        TimeoutsPlace::Nowhere => {}
        TimeoutsPlace::Attribute => {
            let ty = AttributeType::Nested(Nesting::Single, attributes);
            let attribute =
                Attribute { local: true, carried: true, ..optional("timeouts", ty, Vec::new(), description) };
            schema.attributes.push(attribute);
            schema.attributes.sort_by(|a, b| a.name.cmp(&b.name));
        }
        TimeoutsPlace::Block => {
            schema.blocks.push(Block {
                name: "timeouts".to_owned(),
                nesting: BlockNesting::Single,
                object: None,
                min_items: 0,
                max_items: 0,
                computed: false,
                requires_replace: RequiresReplace::Never,
                carried: true,
                description,
                deprecation_message: None,
                identity_key: Vec::new(),
                validators: Vec::new(),
                attributes,
                blocks: Vec::new(),
            });
            schema.blocks.sort_by(|a, b| a.name.cmp(&b.name));
        }
    }
}

pub(super) fn optional(name: &str, ty: AttributeType, validators: Vec<Validator>, description: String) -> Attribute {
    Attribute {
        name: name.to_owned(),
        ty,
        object: None,
        mode: Mode::Optional,
        sensitive: false,
        write_only: false,
        nullable: false,
        local: false,
        carried: false,
        null_when_empty: false,
        null_elements: false,
        description,
        deprecation_message: None,
        default: None::<Value>,
        env: Vec::new(),
        enum_values: Vec::new(),
        requires_replace: RequiresReplace::Never,
        when_unset: WhenUnset::Unknown,
        validators,
        identity_key: Vec::new(),
        format: None,
        prefix: String::new(),
        on_change: OnChange::Nothing,
    }
}

/// A duration as Go writes them: numbers with units, the greatest first by habit.
pub(super) fn milliseconds(text: &str) -> Option<u64> {
    const UNITS: &[(&str, f64)] = &[("ms", 1.0), ("s", 1e3), ("m", 60e3), ("h", 3600e3)];
    let mut rest = text;
    let mut total = 0.0;
    while !rest.is_empty() {
        let digits = rest.find(|character: char| !character.is_ascii_digit() && character != '.')?;
        let (number, after) = rest.split_at_checked(digits)?;
        let (unit, factor) = UNITS.iter().find(|(unit, _)| {
            after.strip_prefix(unit).is_some_and(|after| !after.starts_with(|next: char| next.is_ascii_alphabetic()))
        })?;
        total += number.parse::<f64>().ok()? * factor;
        rest = after.get(unit.len()..)?;
    }
    // A year is more than any operation takes.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the range is checked")]
    (!text.is_empty() && (0.0..=31_536_000_000.0).contains(&total)).then_some(total as u64)
}

/// The shortest form of a duration.
fn duration(milliseconds: u64) -> String {
    match milliseconds {
        whole if whole % 3_600_000 == 0 => format!("{}h", whole / 3_600_000),
        whole if whole % 60_000 == 0 => format!("{}m", whole / 60_000),
        whole if whole % 1_000 == 0 => format!("{}s", whole / 1_000),
        other => format!("{other}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::{duration, milliseconds};

    #[test]
    fn durations_are_read_as_go_reads_them() {
        let read = |text| milliseconds(text);
        assert_eq!(
            (read("20m"), read("1h30m"), read("1.5s"), read("250ms")),
            (Some(1_200_000), Some(5_400_000), Some(1_500), Some(250))
        );
        for text in ["", "20", "m", "1y", "-5m", "5 m", "1e3s", "99999999h"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(
            (duration(1_200_000), duration(7_200_000), duration(1_500)),
            ("20m".into(), "2h".into(), "1500ms".into())
        );
    }
}
