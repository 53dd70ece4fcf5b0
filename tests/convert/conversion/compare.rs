//! The IR that the generated TOML gives, against what the input means, construct by construct.

use std::collections::BTreeMap;

use tfgen::ir::{Attribute, AttributeType, Block, Provider, RequiresReplace, Schema, Validator, WhenUnset};
use tfgen_cty::Value;

use super::meaning::{Meaning, Note, Outcome, Thing};
use super::printer::type_text;

/// Constructs by place and name, each with its text.
type Facts = BTreeMap<(String, String), String>;

/// What became of every construct.
pub fn compare(meaning: &Meaning, provider: &Provider) -> Vec<Note> {
    let mut notes = meaning.notes.clone();
    for thing in &meaning.things {
        let place = place(thing);
        let mut expected = Facts::new();
        of_schema(&place, &thing.schema, &mut expected);
        let mut found = Facts::new();
        if thing.kind == "resource" {
            of_identity(thing, provider, &place, &mut expected, &mut found);
        }
        if thing.function.is_some() {
            of_functions(thing, provider, &place, &mut expected, &mut found);
        } else if let Some(schema) = schema_of(thing, provider) {
            of_schema(&place, schema, &mut found);
        }
        for ((place, construct), text) in expected {
            let same = found.get(&(place.clone(), construct.clone())) == Some(&text);
            if same && text.starts_with("Hook(") {
                // Counted where the input asks for it.
                continue;
            }
            let outcome = if same { Outcome::Mapped } else { Outcome::Dropped };
            notes.push(Note { construct: name_of(&construct), place, text, outcome });
        }
    }
    notes
}

fn place(thing: &Thing) -> String {
    if thing.kind == "provider" { "provider".to_owned() } else { format!("{}.{}", thing.kind, thing.name) }
}

/// The construct without the number that tells several of one place apart.
fn name_of(construct: &str) -> &'static str {
    const NAMES: &[&str] = &[
        "type",
        "mode",
        "nesting",
        "default",
        "validator",
        "plan modifier",
        "sensitive",
        "write only",
        "description",
        "deprecation",
        "items",
        "version",
        "signature",
        "summary",
        "identity",
    ];
    NAMES.iter().find(|name| construct.starts_with(**name)).copied().unwrap_or("other")
}

fn schema_of<'a>(thing: &Thing, provider: &'a Provider) -> Option<&'a Schema> {
    let name = thing.name.as_str();
    let of_things = |things: &'a [tfgen::ir::Thing]| things.iter().find(|it| it.name == name).map(|it| &it.schema);
    match thing.kind {
        "provider" => Some(&provider.schema),
        "resource" => provider.resources.iter().find(|it| it.name == name).map(|it| &it.schema),
        "data" => provider.data_sources.iter().find(|it| it.name == name).map(|it| &it.schema),
        "ephemeral" => provider.ephemeral_resources.iter().find(|it| it.thing.name == name).map(|it| &it.thing.schema),
        "list" => of_things(&provider.list_resources),
        "action" => of_things(&provider.actions),
        "state_store" => of_things(&provider.state_stores),
        _ => None,
    }
}

fn of_identity(thing: &Thing, provider: &Provider, place: &str, expected: &mut Facts, found: &mut Facts) {
    let text = |names: &[String], version: i64| {
        let mut names = names.to_vec();
        names.sort();
        format!("{names:?}, version {version}")
    };
    put(expected, place, "identity", &text(&thing.identity, thing.identity_version));
    if let Some(resource) = provider.resources.iter().find(|it| it.name == thing.name) {
        put(found, place, "identity", &text(&resource.identity, resource.lifecycle.identity_version));
    }
}

fn of_functions(thing: &Thing, provider: &Provider, place: &str, expected: &mut Facts, found: &mut Facts) {
    let signature =
        |parameters: Vec<(String, String, bool, String)>, result: String| format!("{parameters:?} -> {result}");
    let key = (place.to_owned(), "signature".to_owned());
    if let Some(function) = &thing.function {
        let all = function.parameters.iter().chain(&function.variadic);
        let parameters =
            all.map(|it| (it.name.clone(), type_text(&it.ty), it.nullable, it.description.clone())).collect();
        expected.insert(key.clone(), signature(parameters, type_text(&function.result)));
        put(expected, place, "summary", &function.summary);
    }
    if let Some(function) = provider.functions.iter().find(|it| it.name == thing.name) {
        let all = function.parameters.iter().chain(&function.variadic_parameter);
        let parameter = |it: &tfgen::ir::Parameter| {
            let attribute = &it.attribute;
            (attribute.name.clone(), type_text(&attribute.ty), it.allow_null_value, attribute.description.clone())
        };
        let parameters = all.map(parameter).collect();
        found.insert(key, signature(parameters, type_text(&function.return_type)));
        put(found, place, "description", &function.description);
        put(found, place, "summary", &function.summary);
        put(found, place, "deprecation", function.deprecation_message.as_deref().unwrap_or_default());
    }
}

fn put(facts: &mut Facts, place: &str, construct: &str, text: &str) {
    if !text.is_empty() {
        facts.insert((place.to_owned(), construct.to_owned()), text.to_owned());
    }
}

fn of_schema(place: &str, schema: &Schema, facts: &mut Facts) {
    put(facts, place, "description", &schema.description);
    put(facts, place, "deprecation", schema.deprecation_message.as_deref().unwrap_or_default());
    if schema.version != 0 {
        put(facts, place, "version", &schema.version.to_string());
    }
    of_level(place, &schema.attributes, &schema.blocks, facts);
}

/// Rules in an order that does not depend on how they are written.
fn of_rules(place: &str, validators: &[Validator], facts: &mut Facts) {
    let mut rules: Vec<String> = validators.iter().flat_map(flat).collect();
    rules.sort();
    for (n, rule) in rules.iter().enumerate() {
        put(facts, place, &format!("validator {n}"), rule);
    }
}

fn of_level(place: &str, attributes: &[Attribute], blocks: &[Block], facts: &mut Facts) {
    for attribute in attributes {
        of_attribute(&format!("{place}.{}", attribute.name), attribute, facts);
    }
    for block in blocks {
        let place = format!("{place}.{}", block.name);
        put(facts, &place, "nesting", &format!("block {:?}", block.nesting));
        if block.min_items + block.max_items > 0 {
            put(facts, &place, "items", &format!("{}..{}", block.min_items, block.max_items));
        }
        if block.requires_replace != RequiresReplace::Never {
            put(facts, &place, "plan modifier replace", &format!("{:?}", block.requires_replace));
        }
        put(facts, &place, "description", &block.description);
        put(facts, &place, "deprecation", block.deprecation_message.as_deref().unwrap_or_default());
        of_rules(&place, &block.validators, facts);
        of_level(&place, &block.attributes, &block.blocks, facts);
    }
}

fn of_attribute(place: &str, attribute: &Attribute, facts: &mut Facts) {
    match &attribute.ty {
        AttributeType::Nested(nesting, inner) => {
            put(facts, place, "nesting", &format!("{nesting:?}"));
            of_level(place, inner, &[], facts);
        }
        ty => put(facts, place, "type", &type_text(ty)),
    }
    put(facts, place, "mode", &format!("{:?}", attribute.mode));
    if attribute.sensitive {
        put(facts, place, "sensitive", "true");
    }
    if attribute.write_only {
        put(facts, place, "write only", "true");
    }
    put(facts, place, "description", &attribute.description);
    put(facts, place, "deprecation", attribute.deprecation_message.as_deref().unwrap_or_default());
    if let Some(default) = &attribute.default {
        put(facts, place, "default", &format!("{:?}", plain(default)));
    }
    of_rules(place, &attribute.validators, facts);
    if attribute.requires_replace != RequiresReplace::Never {
        put(facts, place, "plan modifier replace", &format!("{:?}", attribute.requires_replace));
    }
    if attribute.when_unset != WhenUnset::Unknown {
        put(facts, place, "plan modifier state", &format!("{:?}", attribute.when_unset));
    }
}

/// `all` is what several rules of one name are written with.
fn flat(rule: &Validator) -> Vec<String> {
    match rule {
        Validator::All(lists) => lists.iter().flatten().flat_map(flat).collect(),
        rule => vec![format!("{rule:?}")],
    }
}

/// The value itself, whether its type stands beside it or not.
fn plain(value: &Value) -> &Value {
    if let Value::Dynamic(inner) = value { &inner.value } else { value }
}
