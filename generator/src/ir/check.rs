//! Rules over names of more than one thing: duplicates, and what would be one identifier in Rust.

use std::collections::BTreeMap;

use super::scope::{Scope, split};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::type_expression::{TypeExpression, TypeKind};
use crate::document::{AttributeDocument, Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::Span;
use crate::view::identifier;

/// Reports things of one kind with one name, and things whose modules would have one name.
pub(super) fn check_things(things: &[ThingDocument], diagnostics: &mut Diagnostics) {
    let mut names: BTreeMap<(Kind, &str), Span> = BTreeMap::new();
    let mut modules: BTreeMap<(Kind, String), (&str, Span)> = BTreeMap::new();
    for thing in things {
        let name = thing.name.value.as_str();
        if let Some(first) = names.get(&(thing.kind, name)) {
            report_duplicate(thing, *first, diagnostics);
            continue;
        }
        names.insert((thing.kind, name), thing.name.span);
        if thing.kind.is_single() || !super::name::is_legal(name) {
            continue;
        }
        let module = identifier::file_stem(name);
        match modules.get(&(thing.kind, module.clone())) {
            Some((other, first)) => {
                report_collision("module", &module, (name, thing.name.span), (other, *first), diagnostics);
            }
            None => drop(modules.insert((thing.kind, module), (name, thing.name.span))),
        }
    }
}

fn report_duplicate(thing: &ThingDocument, first: Span, diagnostics: &mut Diagnostics) {
    let header = thing.header();
    let diagnostic = if thing.kind == Kind::Provider {
        Diagnostic::new(Rule::SeveralProviders, "there are several providers")
            .with_help("a crate is one provider: keep one `[provider]` table")
    } else {
        Diagnostic::new(Rule::DuplicateName, format!("`{header}` is defined twice"))
            .with_help("rename one of them, or write all of it in one place")
    };
    diagnostics.push(diagnostic.at(thing.name.span, "again here").and(first, "first here"));
}

/// Reports names inside one thing that would be one Rust identifier.
pub(super) fn check_identifiers(scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    check_fields(scope, diagnostics);
    check_types(scope, diagnostics);
}

fn check_fields(scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let thing = scope.thing;
    let attributes = thing.attributes.iter().map(|it| &it.address);
    let mut addresses: Vec<_> = attributes.chain(thing.blocks.iter().map(|it| &it.address)).collect();
    addresses.sort_by_key(|address| address.span);
    let mut fields: BTreeMap<(&str, String), (&str, Span)> = BTreeMap::new();
    for address in addresses {
        let (parent, own) = split(&address.value);
        if !super::name::is_legal(own) {
            continue;
        }
        let field = identifier::field(own);
        match fields.get(&(parent, field.clone())) {
            // An attribute and a block of one name are reported as such.
            Some((other, _)) if *other == address.value => {}
            Some((other, first)) => {
                report_collision("field", &field, (&address.value, address.span), (other, *first), diagnostics);
            }
            None => drop(fields.insert((parent, field), (&address.value, address.span))),
        }
    }
    for attribute in &thing.attributes {
        if let Some(ty) = &attribute.ty {
            check_members(&ty.value, diagnostics);
        }
    }
}

/// The members of object types are fields, too.
fn check_members(expression: &TypeExpression, diagnostics: &mut Diagnostics) {
    match &expression.kind {
        TypeKind::Simple(_) => {}
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            check_members(element, diagnostics);
        }
        TypeKind::Tuple(elements) => elements.iter().for_each(|element| check_members(element, diagnostics)),
        TypeKind::Object(members) => {
            let mut fields: BTreeMap<String, (&str, Span)> = BTreeMap::new();
            for (name, ty) in members {
                check_members(ty, diagnostics);
                if !super::name::check_legal("an attribute of an object", name, diagnostics) {
                    continue;
                }
                let field = identifier::field(&name.value);
                match fields.get(&field) {
                    Some((other, first)) => {
                        report_collision("field", &field, (&name.value, name.span), (other, *first), diagnostics);
                    }
                    None => drop(fields.insert(field, (&name.value, name.span))),
                }
            }
        }
    }
}

fn check_types(scope: &Scope<'_>, diagnostics: &mut Diagnostics) {
    let thing = scope.thing;
    let mut places: Vec<(String, Span, bool)> = Vec::new();
    for attribute in &thing.attributes {
        types_of(attribute, &mut places);
    }
    places.extend(thing.blocks.iter().map(|it| (it.address.value.clone(), it.address.span, false)));
    places.sort_by_key(|(_, span, _)| *span);
    let mut types: BTreeMap<(bool, String), (String, Span)> = BTreeMap::new();
    for (address, span, is_enum) in places {
        if !address.split('.').all(|name| super::name::is_legal(name) || name.parse::<usize>().is_ok()) {
            continue;
        }
        let full = format!("{}.{address}", thing.name.value);
        let name = if is_enum { identifier::enum_name(&full) } else { identifier::type_name(&full, "") };
        match types.get(&(is_enum, name.clone())) {
            Some((other, _)) if *other == address => {}
            Some((other, first)) => {
                report_collision("type", &name, (&address, span), (other, *first), diagnostics);
            }
            None => drop(types.insert((is_enum, name), (address, span))),
        }
    }
}

/// The addresses of an attribute's structs and of its enum.
fn types_of(attribute: &AttributeDocument, places: &mut Vec<(String, Span, bool)>) {
    let address = &attribute.address;
    if attribute.nesting.is_some() {
        places.push((address.value.clone(), address.span, false));
    }
    if attribute.enum_values.is_some() {
        places.push((address.value.clone(), address.span, true));
    }
    if let Some(ty) = &attribute.ty {
        objects_of(&ty.value, &address.value, places);
    }
}

fn objects_of(expression: &TypeExpression, address: &str, places: &mut Vec<(String, Span, bool)>) {
    match &expression.kind {
        TypeKind::Simple(_) => {}
        TypeKind::List(element) | TypeKind::Set(element) | TypeKind::Map(element) => {
            objects_of(element, address, places);
        }
        TypeKind::Tuple(elements) => {
            for (index, element) in elements.iter().enumerate() {
                objects_of(element, &format!("{address}.{index}"), places);
            }
        }
        TypeKind::Object(members) => {
            places.push((address.to_owned(), expression.span, false));
            for (name, ty) in members {
                objects_of(ty, &format!("{address}.{}", name.value), places);
            }
        }
    }
}

fn report_collision(
    what: &str,
    identifier: &str,
    second: (&str, Span),
    first: (&str, Span),
    diagnostics: &mut Diagnostics,
) {
    diagnostics.push(
        Diagnostic::new(Rule::NameCollision, format!("`{}` and `{}` are one name in Rust", first.0, second.0))
            .at(second.1, format!("the {what} `{identifier}`, too"))
            .and(first.1, format!("the {what} `{identifier}`"))
            .with_help("rename one of them"),
    );
}
