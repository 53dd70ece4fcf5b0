//! Is what a provider says about itself something that core loads? (`GetProviderSchema`, `GetResourceIdentitySchemas`.)

use super::error::Breach;
use super::rule::Rule;
use std::collections::HashSet;
use tfgen_cty::Type;
use tfgen_proto::tfplugin6::schema::{Attribute, Block, NestedBlock, nested_block, object};
use tfgen_proto::tfplugin6::{Function, ResourceIdentitySchema, Schema, get_provider_schema, schema};

/// Everything that core would refuse in the provider's schemas.
pub(super) fn breaches(response: &get_provider_schema::Response) -> Vec<Breach> {
    let mut found = Found::default();
    match &response.provider {
        Some(provider) => found.schema("the provider", Some(provider)),
        None => found.push(Rule::ProviderSchema, "the provider", "there is no schema."),
    }
    if let Some(meta) = &response.provider_meta {
        found.schema("provider_meta", Some(meta));
    }
    let kinds = [
        ("resource", &response.resource_schemas),
        ("data source", &response.data_source_schemas),
        ("ephemeral resource", &response.ephemeral_resource_schemas),
        ("list resource", &response.list_resource_schemas),
        ("state store", &response.state_store_schemas),
    ];
    for (kind, schemas) in kinds {
        for (name, schema) in schemas {
            found.schema(&format!("{kind} {name}"), Some(schema));
        }
    }
    for (name, action) in &response.action_schemas {
        found.schema(&format!("action {name}"), action.schema.as_ref());
    }
    for (name, function) in &response.functions {
        found.function(name, function);
    }
    found.sorted()
}

/// Everything that core would refuse in the identity schemas.
pub(super) fn identity_breaches<'s>(
    schemas: impl Iterator<Item = (&'s String, &'s ResourceIdentitySchema)>,
) -> Vec<Breach> {
    let mut found = Found::default();
    for (name, schema) in schemas {
        found.identity(&format!("identity of {name}"), schema);
    }
    found.sorted()
}

#[derive(Default)]
struct Found(Vec<Breach>);

impl Found {
    fn push(&mut self, rule: Rule, place: &str, what: &str) {
        self.0.push(Breach::new(rule, format!("{place}: {what}")));
    }

    /// Schemas come in maps, so in no order of their own.
    fn sorted(mut self) -> Vec<Breach> {
        self.0.sort_by(|one, other| one.message.cmp(&other.message));
        self.0
    }

    fn schema(&mut self, place: &str, schema: Option<&Schema>) {
        let Some((schema, block)) = schema.and_then(|schema| Some((schema, schema.block.as_ref()?))) else {
            return self.push(Rule::ProviderSchema, place, "the schema has no block.");
        };
        if schema.version < 0 {
            self.push(Rule::SchemaVersion, place, &format!("the version is {}.", schema.version));
        }
        self.block(place, block);
    }

    fn block(&mut self, place: &str, block: &Block) {
        self.deprecation(place, block.deprecated, &block.deprecation_message);
        let names = block.attributes.iter().map(|attribute| &attribute.name);
        let mut seen = HashSet::new();
        for name in names.chain(block.block_types.iter().map(|nested| &nested.type_name)) {
            if !seen.insert(name) {
                self.push(Rule::SchemaName, &at(place, name), "the name is taken twice.");
            }
        }
        for attribute in &block.attributes {
            self.attribute(&at(place, &attribute.name), attribute);
        }
        for nested in &block.block_types {
            self.nested_block(&at(place, &nested.type_name), nested);
        }
    }

    fn deprecation(&mut self, place: &str, deprecated: bool, message: &str) {
        if !deprecated && !message.is_empty() {
            self.push(Rule::Deprecation, place, "there is a deprecation message, but nothing is deprecated.");
        }
    }

    fn name(&mut self, place: &str, name: &str) {
        let legal = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '_';
        if name.is_empty() || !name.chars().all(legal) {
            self.push(Rule::SchemaName, place, &format!("{name:?} is no name."));
        }
    }

    fn attribute(&mut self, place: &str, attribute: &Attribute) {
        self.name(place, &attribute.name);
        self.deprecation(place, attribute.deprecated, &attribute.deprecation_message);
        let Attribute { required, optional, computed, .. } = *attribute;
        if !(required || optional || computed) || (required && (optional || computed)) {
            let what = format!("required = {required}, optional = {optional}, computed = {computed}.");
            self.push(Rule::AttributeMode, place, &what);
        }
        match (&attribute.nested_type, attribute.r#type.is_empty()) {
            (None, false) => {
                if let Err(error) = Type::from_json(&attribute.r#type) {
                    self.push(Rule::AttributeType, place, &format!("the type cannot be read: {error}."));
                }
            }
            (Some(nested), true) => self.nested_attributes(place, nested),
            (None, true) => self.push(Rule::AttributeType, place, "there is neither a type nor nested attributes."),
            (Some(_), false) => self.push(Rule::AttributeType, place, "there are both a type and nested attributes."),
        }
    }

    fn nested_attributes(&mut self, place: &str, nested: &schema::Object) {
        if nested.nesting() == object::NestingMode::Invalid {
            self.push(Rule::NestingMode, place, "the nesting mode is missing.");
        }
        for attribute in &nested.attributes {
            self.attribute(&at(place, &attribute.name), attribute);
        }
        if nested.nesting() == object::NestingMode::Set && nested.attributes.iter().any(is_unfit_for_sets) {
            self.push(Rule::SetElements, place, "something in it is dynamic or write-only.");
        }
    }

    fn nested_block(&mut self, place: &str, nested: &NestedBlock) {
        use nested_block::NestingMode;
        self.name(place, &nested.type_name);
        let Some(block) = &nested.block else {
            return self.push(Rule::ProviderSchema, place, "the schema has no block.");
        };
        self.block(place, block);
        let limits = (nested.min_items, nested.max_items);
        let fit = match nested.nesting() {
            NestingMode::Invalid => {
                self.push(Rule::NestingMode, place, "the nesting mode is missing.");
                true
            }
            // Either none at all, or exactly one: required.
            NestingMode::Single => matches!(limits, (0, 0 | 1) | (1, 1)),
            NestingMode::Group | NestingMode::Map => limits == (0, 0),
            NestingMode::List | NestingMode::Set => {
                limits.0 >= 0 && limits.1 >= 0 && (limits.1 == 0 || limits.0 <= limits.1)
            }
        };
        if !fit {
            let what = format!("min_items = {}, max_items = {}.", limits.0, limits.1);
            self.push(Rule::BlockLimits, place, &what);
        }
        if nested.nesting() == NestingMode::Set && is_block_unfit_for_sets(block) {
            self.push(Rule::SetElements, place, "something in it is dynamic or write-only.");
        }
        if block.computed {
            let uncomputed = block.attributes.iter().any(|attribute| !attribute.computed)
                || block.block_types.iter().any(|nested| nested.block.as_ref().is_none_or(|block| !block.computed));
            if uncomputed || nested.min_items > 0 || nested.nesting() == NestingMode::Group {
                self.push(Rule::ComputedBlock, place, "it is computed, but the rest does not agree with that.");
            }
        }
    }

    fn identity(&mut self, place: &str, schema: &ResourceIdentitySchema) {
        if schema.version < 0 {
            self.push(Rule::SchemaVersion, place, &format!("the version is {}.", schema.version));
        }
        for attribute in &schema.identity_attributes {
            let place = at(place, &attribute.name);
            if attribute.required_for_import == attribute.optional_for_import {
                self.push(Rule::IdentitySchema, &place, "it is neither required nor optional for import, or both.");
            }
            let fits = |ty: &Type| ty.is_primitive() || matches!(ty, Type::List(element) if element.is_primitive());
            if !Type::from_json(&attribute.r#type).is_ok_and(|ty| fits(&ty)) {
                self.push(Rule::IdentitySchema, &place, "the type is none that an identity may have.");
            }
        }
    }

    fn function(&mut self, name: &str, function: &Function) {
        let place = format!("function {name}");
        let mut names = HashSet::new();
        if !is_identifier(name) {
            self.push(Rule::FunctionSignature, &place, "the name is no identifier.");
        }
        for parameter in function.parameters.iter().chain(&function.variadic_parameter) {
            if !is_identifier(&parameter.name) || !names.insert(&parameter.name) {
                let what = format!("the parameter name {:?} is no identifier, or there twice.", parameter.name);
                self.push(Rule::FunctionSignature, &place, &what);
            }
            if let Err(error) = Type::from_json(&parameter.r#type) {
                self.push(Rule::FunctionSignature, &place, &format!("{}: {error}.", parameter.name));
            }
        }
        if function.r#return.as_ref().is_none_or(|result| Type::from_json(&result.r#type).is_err()) {
            self.push(Rule::FunctionSignature, &place, "there is no type of the result.");
        }
    }
}

fn at(place: &str, name: &str) -> String {
    let separator = if place.contains(':') { "." } else { ": " };
    format!("{place}{separator}{name}")
}

fn is_unfit_for_sets(attribute: &Attribute) -> bool {
    let is_dynamic = Type::from_json(&attribute.r#type).is_ok_and(|ty| ty.has_dynamic());
    let nested = attribute.nested_type.iter().flat_map(|nested| &nested.attributes);
    attribute.write_only || is_dynamic || nested.into_iter().any(is_unfit_for_sets)
}

fn is_block_unfit_for_sets(block: &Block) -> bool {
    block.attributes.iter().any(is_unfit_for_sets)
        || block.block_types.iter().filter_map(|nested| nested.block.as_ref()).any(is_block_unfit_for_sets)
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '-'))
}
