//! Functions: parameters, which are lowered as attributes, and the result.

use std::collections::BTreeMap;

use super::attribute::{self, Surroundings};
use super::lower::{lower_implementation, origin};
use super::scope::Scope;
use super::{Attribute, Function, Parameter, Validator, check, name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{ParameterDocument, ThingDocument};
use crate::rule::Rule;
use crate::source::Span;

/// The function; `None` if something of it was reported.
pub(super) fn lower(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Option<Function> {
    let document = &thing.function;
    let is_legal = name::check_legal("a function", &thing.name, diagnostics);
    let all: Vec<&ParameterDocument> = document.parameters.iter().chain(&document.variadic_parameter).collect();
    check_parameters(&all, diagnostics);
    let scope = Scope::new(thing, diagnostics);
    check::check_identifiers(&scope, diagnostics);
    let attributes = attribute::lower_in("", Surroundings::default(), &scope, diagnostics);
    check_validators(thing, &attributes, diagnostics);
    let by_name: BTreeMap<&str, &Attribute> = attributes.iter().map(|it| (it.name.as_str(), it)).collect();
    let parameter = |document: &ParameterDocument| {
        by_name.get(document.name.value.as_str()).map(|attribute| Parameter {
            attribute: (*attribute).clone(),
            allow_null_value: document.allow_null_value.is_some(),
            allow_unknown_values: document.allow_unknown_values.is_some(),
        })
    };
    let return_type = document.return_type.as_ref()?;
    attribute::check_dynamic(&return_type.value, None, diagnostics);
    is_legal.then(|| Function {
        name: thing.name.value.clone(),
        summary: attribute::text(document.summary.as_ref()),
        description: attribute::text(thing.description.as_ref()),
        deprecation_message: thing.deprecation_message.as_ref().map(|it| it.value.clone()),
        parameters: document.parameters.iter().filter_map(parameter).collect(),
        variadic_parameter: document.variadic_parameter.as_ref().and_then(parameter),
        return_type: attribute::plain_type(&return_type.value),
        nullable: document.nullable.is_some(),
        implementation: lower_implementation(thing, diagnostics),
        origin: origin(thing),
    })
}

/// Names are different.
fn check_parameters(parameters: &[&ParameterDocument], diagnostics: &mut Diagnostics) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for parameter in parameters {
        let name = &parameter.name;
        match seen.get(name.value.as_str()) {
            Some(first) => diagnostics.push(
                Diagnostic::new(Rule::DuplicateName, format!("two parameters are called `{}`", name.value))
                    .at(name.span, "again here")
                    .and(*first, "first here")
                    .with_help("rename one of them"),
            ),
            None => drop(seen.insert(&name.value, name.span)),
        }
    }
}

/// An argument is looked at by itself: it has no other attributes to be compared with.
fn check_validators(thing: &ThingDocument, attributes: &[Attribute], diagnostics: &mut Diagnostics) {
    let relates = |validator: &Validator| {
        matches!(
            validator,
            Validator::ConflictsWith(_)
                | Validator::AlsoRequires(_)
                | Validator::AtLeastOneOf(_)
                | Validator::ExactlyOneOf(_)
        )
    };
    for attribute in attributes.iter().filter(|attribute| attribute.validators.iter().any(relates)) {
        let document = thing.attributes.iter().find(|document| document.address.value == attribute.name);
        let Some(validators) = document.and_then(|document| document.validators.as_ref()) else { continue };
        diagnostics.push(
            Diagnostic::new(Rule::ValidatorMisfit, "a validator that names others is for attributes")
                .at(validators.span, format!("`{}` is a parameter", attribute.name))
                .with_help("check it in the function, and return an error at the parameter"),
        );
    }
}
