//! Functions of the implementation that a thing names.

use std::collections::BTreeMap;

use super::attribute::plain_type;
use super::scope::Scope;
use super::{AttributeType, Hook};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::tree::Table;
use crate::document::{AttributeDocument, Kind};
use crate::rule::Rule;
use crate::source::Span;

/// How long a hook's name may be: its function has a line of its own in generated code.
const NAME_MAX: usize = 40;

/// The hooks of a thing, sorted; reports those that its kind does not have.
pub(super) fn lower(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Vec<Hook> {
    check_attributes(scope, diagnostics);
    let mut found = Vec::new();
    for name in &scope.thing.hooks {
        let hook = match name.value {
            "generate_config" => Hook::GenerateConfig,
            "plan" => Hook::Plan,
            "plan_destroy" => Hook::PlanDestroy,
            _ => Hook::Validate,
        };
        if !has(scope.kind(), hook) {
            let owners = match hook {
                Hook::Plan => "only resources and actions are planned",
                Hook::PlanDestroy => "only resources are destroyed",
                Hook::GenerateConfig => "Terraform writes configurations of resources alone",
                Hook::Validate => "there is nothing to validate",
            };
            diagnostics.push(
                Diagnostic::new(Rule::NotInThisKind, format!("the hook `{}` cannot stand here", name.value))
                    .at(name.span, format!("{owners}; this is {}", scope.kind().a_noun()))
                    .with_help("remove it"),
            );
        }
        found.push(hook);
    }
    found.sort();
    found
}

/// Whether things of this kind can have the hook.
fn has(kind: Kind, hook: Hook) -> bool {
    match hook {
        Hook::Validate => true,
        Hook::Plan => matches!(kind, Kind::Resource | Kind::Action),
        Hook::PlanDestroy | Hook::GenerateConfig => kind == Kind::Resource,
    }
}

/// Hooks of attributes: their functions need names, and attributes that share one need one type.
fn check_attributes(scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, (Span, String)> = BTreeMap::new();
    for attribute in &scope.thing.attributes {
        let Some((name, span)) = attribute.validators.as_ref().and_then(|table| named(&table.value)) else { continue };
        let is_name = name.starts_with(|first: char| first.is_ascii_lowercase())
            && name.chars().all(|each| each.is_ascii_lowercase() || each.is_ascii_digit() || each == '_')
            && !name.contains("__")
            && !name.ends_with('_')
            && name.len() <= NAME_MAX;
        if !is_name {
            diagnostics.push(
                Diagnostic::new(Rule::HookMisfit, format!("`{name}` cannot name a hook"))
                    .at(span, "lower-case letters, digits and single `_` between them, a letter first, 40 at most")
                    .with_help("the function is called `validate_NAME`"),
            );
            continue;
        }
        let ty = shape(attribute);
        match seen.get(name) {
            Some((first, other)) if *other != ty => diagnostics.push(
                Diagnostic::new(Rule::HookMisfit, format!("two attributes of different types have the hook `{name}`"))
                    .at(span, "again here")
                    .and(*first, "first here")
                    .with_help("one function takes one type: give one of them another name"),
            ),
            Some(_) => {}
            None => drop(seen.insert(name, (span, ty))),
        }
    }
}

fn named(table: &Table) -> Option<(&str, Span)> {
    let entry = table.entries.get("hook")?;
    Some((entry.item.as_str()?, entry.span()))
}

/// What attributes with one hook have in common. Nested attributes, enums and objects have Rust types of their own.
fn shape(attribute: &AttributeDocument) -> String {
    let ty = attribute.ty.as_ref().map(|ty| plain_type(&ty.value));
    let own = attribute.nesting.is_some() || attribute.enum_values.is_some() || ty.as_ref().is_some_and(holds_object);
    if own { attribute.address.value.clone() } else { format!("{ty:?}") }
}

fn holds_object(ty: &AttributeType) -> bool {
    match ty {
        AttributeType::Object(_) => true,
        AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => {
            holds_object(element)
        }
        AttributeType::Tuple(elements) => elements.iter().any(holds_object),
        _ => false,
    }
}
