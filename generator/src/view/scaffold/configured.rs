//! The skeletons of ephemeral resources, list resources, actions and state stores.

use super::super::hook::{self, Owed};
use super::super::layout::import;
use super::super::rust_type::{Names, Role};
use super::super::{identifier, literal, wiring};
use super::{Imports, answer_error, hooks, not_implemented, signature, with_hooks};
use crate::ir::{EphemeralResource, Provider, Thing};
use serde::Serialize;

/// What a skeleton of one of these prints.
#[derive(Debug, Serialize)]
pub(super) struct ThingView {
    type_name: String,
    doing: &'static str,
    noun: &'static str,
    thing: String,
    imports: Vec<String>,
    implementations: Vec<ImplementationView>,
}

/// One trait.
#[derive(Debug, Serialize)]
struct ImplementationView {
    implements: String,
    types: Vec<String>,
    functions: Vec<FunctionView>,
}

#[derive(Debug, Serialize)]
struct FunctionView {
    /// Something stands before it.
    is_apart: bool,
    signature: String,
    body: String,
}

/// A skeleton in the making.
struct Skeleton {
    imports: Imports,
    provider: String,
    origin: String,
    owed: Option<Owed>,
}

impl Skeleton {
    fn new(provider: &Provider, thing: &Thing, suffix: &str, generated: &[&str], folder: &str) -> (Self, String) {
        let name = identifier::type_name(&thing.name, suffix);
        let mut imports = Imports::new(&name);
        let module = format!("crate::generated::{folder}::{}", identifier::module(&thing.name));
        let own: Vec<String> = generated.iter().map(|end| identifier::type_name(&thing.name, end)).collect();
        let (stem, is_action) = match folder {
            "lists" => (format!("{}{}", thing.name, super::thing::LIST), false),
            _ => (thing.name.clone(), folder == "actions"),
        };
        let result = (folder == "ephemeral_resources").then_some(Role::Data);
        let roles: Vec<_> = result.into_iter().chain([Role::Config]).collect();
        let roles = super::thing::with_view(&roles, &thing.schema);
        let owed = hook::owed(&Names::new(&stem, &roles, &roles, &thing.schema), &stem, &thing.schema, is_action);
        imports.lines.push(import(&module, &with_hooks(&own, owed.as_ref())));
        let provider = imports.provider(&wiring::implementation(provider));
        (Self { imports, provider, origin: thing.origin.table.clone(), owed }, name)
    }

    /// The hooks that the schema names, as one more implementation.
    fn hooks(&mut self) -> Option<ImplementationView> {
        let written = hooks(&mut self.imports, self.owed.take()?, &self.provider, &self.origin);
        let mut functions: Vec<FunctionView> = Vec::new();
        for each in written.functions {
            let is_apart = !functions.is_empty();
            functions.push(FunctionView { is_apart, signature: each.signature, body: each.body });
        }
        Some(ImplementationView { implements: written.name, types: Vec::new(), functions })
    }

    /// A function that answers that it is not implemented.
    fn function(&mut self, name: &str, doing: &str, parameters: &[String], answer: &str) -> FunctionView {
        let result = self.imports.runtime("Result");
        let of = format!("{doing} `{}`", self.origin);
        let head = format!("async fn {name}");
        let written = not_implemented(&mut self.imports, &head, parameters, &format!("{result}<{answer}>"), &of);
        FunctionView { is_apart: true, signature: written.signature, body: written.body }
    }

    /// The same for a function of the trait of stores, whose errors have classes.
    fn store_function(&mut self, name: &str, doing: &str, parameters: &[String], answer: &str) -> FunctionView {
        let module = self.imports.runtime("state_store");
        let err = self.imports.prelude("Err", "std::result::Result");
        let message = literal::string(&format!("{doing} `{}` is not implemented yet", self.origin));
        FunctionView {
            is_apart: true,
            signature: signature(4, &format!("async fn {name}"), parameters, &format!("{module}::Result<{answer}>")),
            body: answer_error(&err, &format!("{module}::error"), &message),
        }
    }

    fn types(&self, model: &str, name: &str) -> Vec<String> {
        vec![format!("type Provider = {};", self.provider), format!("type {model} = {name};")]
    }
}

pub(super) fn ephemeral_resource(provider: &Provider, resource: &EphemeralResource) -> ThingView {
    let thing = &resource.thing;
    let (mut skeleton, name) = Skeleton::new(provider, thing, "", &["Config", "Data"], "ephemeral_resources");
    let [config, data] = ["Config", "Data"].map(|end| identifier::type_name(&thing.name, end));
    let session = format!("_cx: {}<Self>", skeleton.imports.runtime("Session"));
    let open = skeleton.function("open", "Opening", &[session.clone(), format!("_config: {config}")], &data);
    let types = skeleton.types("Model", &data);
    let implements = skeleton.imports.runtime("Ephemeral");
    let mut implementations = vec![ImplementationView { implements, types, functions: vec![open] }];
    let more = [("Renew", "renew", "Renewing", resource.renew), ("Close", "close", "Closing", resource.close)];
    for (of, function, doing, _) in more.into_iter().filter(|(.., is_there)| *is_there) {
        let mut written = skeleton.function(function, doing, std::slice::from_ref(&session), "()");
        written.is_apart = false;
        let implements = skeleton.imports.runtime(of);
        implementations.push(ImplementationView { implements, types: Vec::new(), functions: vec![written] });
    }
    view(thing, "ephemeral resource", "what opening it gives", skeleton, name, implementations)
}

pub(super) fn list_resource(provider: &Provider, thing: &Thing) -> ThingView {
    let (mut skeleton, name) = Skeleton::new(provider, thing, "List", &["ListConfig"], "lists");
    let config = identifier::type_name(&thing.name, "ListConfig");
    let context = format!("_cx: {}<{}>", skeleton.imports.runtime("Context"), skeleton.provider);
    let (found, listed) = (skeleton.imports.runtime("Found"), skeleton.imports.runtime("Listed"));
    let parameters = [context, format!("_config: {config}"), format!("_found: {found}<{listed}<Self>>")];
    let list = skeleton.function("list", "Listing", &parameters, "()");
    let types = skeleton.types("Config", &config);
    let implements = skeleton.imports.runtime("List");
    let implementations = vec![ImplementationView { implements, types, functions: vec![list] }];
    view(thing, "list resource", "how its objects are found", skeleton, name, implementations)
}

pub(super) fn action(provider: &Provider, thing: &Thing) -> ThingView {
    let (mut skeleton, name) = Skeleton::new(provider, thing, "", &["Config"], "actions");
    let config = identifier::type_name(&thing.name, "Config");
    let context = format!("_cx: {}<Self>", skeleton.imports.runtime("Invoke"));
    let invoke = skeleton.function("invoke", "Invoking", &[context, format!("_config: {config}")], "()");
    let types = skeleton.types("Config", &config);
    let implements = skeleton.imports.runtime("Action");
    let implementations = vec![ImplementationView { implements, types, functions: vec![invoke] }];
    view(thing, "action", "what invoking it does", skeleton, name, implementations)
}

pub(super) fn state_store(provider: &Provider, thing: &Thing) -> ThingView {
    let (mut skeleton, name) = Skeleton::new(provider, thing, "", &["Config"], "state_stores");
    let config = identifier::type_name(&thing.name, "Config");
    let context = format!("_cx: {}<{}>", skeleton.imports.runtime("Context"), skeleton.provider);
    let configure = skeleton.function("configure", "Configuring", &[context, format!("_config: {config}")], "Self");
    let types = skeleton.types("Config", &config);
    let implements = skeleton.imports.runtime("StateStore");
    let made = ImplementationView { implements, types, functions: vec![configure] };
    let prelude = |imports: &Imports, name: &str, module: &str| imports.prelude(name, &format!("std::{module}"));
    let option = prelude(&skeleton.imports, "Option", "option");
    let string = prelude(&skeleton.imports, "String", "string");
    let vec = prelude(&skeleton.imports, "Vec", "vec");
    let module = skeleton.imports.runtime("state_store");
    let of = |more: &[&str]| -> Vec<String> { ["&self"].iter().chain(more).map(|each| (*each).to_owned()).collect() };
    let (key, version, body) =
        ("_key: &str", format!("_version: &{module}::Version"), format!("_body: {module}::Body"));
    let entry = format!("{option}<{module}::Entry>");
    let mut functions = vec![
        skeleton.store_function("get", "Reading an entry of", &of(&[key]), &entry),
        skeleton.store_function(
            "put_if_version",
            "Writing an entry of",
            &of(&[key, &version, &body]),
            &format!("{module}::Version"),
        ),
        skeleton.store_function("delete_if_version", "Deleting an entry of", &of(&[key, &version]), "()"),
        skeleton.store_function("list", "Listing the keys of", &of(&["_prefix: &str"]), &format!("{vec}<{string}>")),
    ];
    functions[0].is_apart = false;
    let kept = ImplementationView { implements: format!("{module}::Store"), types: Vec::new(), functions };
    let implementations = vec![made, kept];
    view(thing, "state store", "where Terraform's states are kept", skeleton, name, implementations)
}

fn view(
    thing: &Thing,
    noun: &'static str,
    doing: &'static str,
    mut skeleton: Skeleton,
    name: String,
    mut implementations: Vec<ImplementationView>,
) -> ThingView {
    implementations.extend(skeleton.hooks());
    let type_name = thing.origin.table.clone();
    ThingView { type_name, doing, noun, thing: name, imports: skeleton.imports.lines(), implementations }
}
