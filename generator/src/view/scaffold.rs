//! The user's files that are created once: skeletons of what the schema names.
//!
//! A skeleton compiles without a warning and as it stands, whatever its thing is called: what the thing's own name would
//! hide is not imported but written with its path.

use super::hook::{self, Owed, OwedFunction};
use super::layout::{import, signature};
use super::rust_type::{Names, Role};
use super::{Page, dynamic, identifier, literal, thing, wiring};
use crate::file_tree::Ownership;
use crate::ir::{DataSource, Model, Provider, Resource, Thing};
use serde::Serialize;

mod capability;
mod configured;
mod format;
mod function;
mod spelling;
mod steps;

/// What a skeleton prints.
#[derive(Debug, Serialize)]
struct ImplementationView {
    type_name: String,
    thing: String,
    imports: Vec<String>,
    provider: String,
    implements: String,
    model: String,
    functions: Vec<FunctionView>,
    updates_in_place: bool,
    update_trait: String,
    update: FunctionView,
    hooks: Option<HooksView>,
}

/// The hooks of a skeleton.
#[derive(Debug, Serialize)]
struct HooksView {
    name: String,
    functions: Vec<FunctionView>,
}

/// One function of a skeleton.
#[derive(Debug, Serialize)]
struct FunctionView {
    signature: String,
    body: String,
}

#[derive(Debug, Serialize)]
struct ProviderView {
    name: String,
    provider: String,
    imports: Vec<String>,
    hooks: Option<HooksView>,
}

/// The skeletons of everything that has its conventional place.
pub fn pages(provider: &Provider) -> Vec<Page> {
    let mut pages = Vec::new();
    for resource in provider.resources.iter().filter(|each| each.implementation.is_none() && each.model == Model::Typed)
    {
        let path = format!("src/resources/{}.rs", identifier::file_stem(&resource.name));
        pages.push(scaffold(path, "scaffold/resource.rs.jinja", of_resource(provider, resource)));
    }
    let own =
        |each: &&DataSource| each.implementation.is_none() && each.model == Model::Typed && each.outputs_of.is_none();
    for source in provider.data_sources.iter().filter(own) {
        let path = format!("src/data_sources/{}.rs", identifier::file_stem(&source.name));
        pages.push(scaffold(path, "scaffold/data_source.rs.jinja", of_data_source(provider, source)));
    }
    if wiring::shares_implementation(provider) {
        let view = dynamic::ImplementationView::new(provider);
        pages.push(scaffold("src/dynamic.rs".to_owned(), "scaffold/dynamic.rs.jinja", view));
    }
    pages.extend(things(provider));
    for each in provider.functions.iter().filter(|each| each.implementation.is_none()) {
        let path = format!("src/functions/{}.rs", identifier::file_stem(&each.name));
        pages.push(scaffold(path, "scaffold/function.rs.jinja", function::skeleton(each)));
    }
    for each in provider.capabilities.iter().filter(|each| each.service && each.implementation.is_none()) {
        let path = format!("src/capabilities/{}.rs", identifier::file_stem(&each.name));
        pages.push(scaffold(path, "scaffold/capability.rs.jinja", capability::service(provider, each)));
    }
    for each in provider.formats.iter().filter(|each| each.implementation.is_none()) {
        let path = format!("src/formats/{}.rs", identifier::file_stem(&each.name));
        pages.push(scaffold(path, "scaffold/format.rs.jinja", format::skeleton(each)));
    }
    for each in provider.tools.iter().filter(|each| each.implemented().next().is_some()) {
        let path = format!("src/tools/{}.rs", identifier::file_stem(&each.name));
        pages.push(scaffold(path, "scaffold/steps.rs.jinja", steps::steps(provider, each)));
    }
    if provider.implementation.is_none() {
        pages.push(scaffold("src/provider.rs".to_owned(), "scaffold/provider.rs.jinja", of_provider(provider)));
    }
    pages
}

/// Ephemeral resources, list resources, actions and state stores.
fn things(provider: &Provider) -> Vec<Page> {
    let conventional = |each: &&Thing| each.implementation.is_none();
    let page = |folder: &str, name: &str, view: configured::ThingView| {
        let path = format!("src/{folder}/{}.rs", identifier::file_stem(name));
        scaffold(path, "scaffold/thing.rs.jinja", view)
    };
    let mut pages = Vec::new();
    for each in provider.ephemeral_resources.iter().filter(|each| each.thing.implementation.is_none()) {
        pages.push(page("ephemeral_resources", &each.thing.name, configured::ephemeral_resource(provider, each)));
    }
    for each in provider.list_resources.iter().filter(conventional) {
        pages.push(page("lists", &each.name, configured::list_resource(provider, each)));
    }
    for each in provider.actions.iter().filter(conventional).filter(|each| !each.is_built_in()) {
        pages.push(page("actions", &each.name, configured::action(provider, each)));
    }
    for each in provider.state_stores.iter().filter(conventional).filter(|each| !each.is_built_in()) {
        pages.push(page("state_stores", &each.name, configured::state_store(provider, each)));
    }
    pages
}

fn scaffold(path: String, template: &'static str, context: impl Serialize) -> Page {
    Page::new(path, template, context, Ownership::Scaffold)
}

/// The names that a skeleton uses, and the imports that they need.
struct Imports {
    thing: String,
    runtime: Vec<String>,
    lines: Vec<String>,
}

impl Imports {
    fn new(thing: &str) -> Self {
        Self { thing: thing.to_owned(), runtime: Vec::new(), lines: Vec::new() }
    }

    /// A name of the runtime: imported, or written with its path.
    fn runtime(&mut self, name: &str) -> String {
        if name == self.thing {
            return format!("tfgen_runtime::{name}");
        }
        if !self.runtime.iter().any(|each| each == name) {
            self.runtime.push(name.to_owned());
        }
        name.to_owned()
    }

    /// A name of the prelude.
    fn prelude(&self, name: &str, path: &str) -> String {
        if name == self.thing { format!("{path}::{name}") } else { name.to_owned() }
    }

    /// The provider's type.
    fn provider(&mut self, path: &str) -> String {
        let name = path.rsplit("::").next().unwrap_or_default();
        if name == self.thing {
            return path.to_owned();
        }
        self.lines.push(format!("use {path};"));
        name.to_owned()
    }

    fn lines(mut self) -> Vec<String> {
        self.lines.push(import("tfgen_runtime", &self.runtime));
        self.lines.sort();
        self.lines
    }
}

fn of_provider(provider: &Provider) -> ProviderView {
    let name = wiring::provider_type(&provider.name);
    let mut imports = Imports::new(&name);
    let roles = thing::with_view(&[Role::Config], &provider.schema);
    let names = Names::new("provider", &roles, &roles, &provider.schema);
    let owed = hook::owed(&names, "provider", &provider.schema, false);
    imports.runtime("Provider");
    imports.runtime("Result");
    let config = ["ProviderConfig".to_owned()];
    imports.lines.push(import("crate::generated::provider", &with_hooks(&config, owed.as_ref())));
    let hooks = owed.map(|owed| hooks(&mut imports, owed, "", &provider.name));
    ProviderView { name: provider.name.clone(), provider: name, imports: imports.lines(), hooks }
}

fn of_resource(provider: &Provider, resource: &Resource) -> ImplementationView {
    let thing = identifier::type_name(&resource.name, "");
    let mut imports = Imports::new(&thing);
    let module = format!("crate::generated::resources::{}", identifier::module(&resource.name));
    let names = ["Identity", "Model", "Plan"].map(|suffix| identifier::type_name(&resource.name, suffix));
    let roles = [Role::Model, Role::Plan, Role::View];
    let own = [Role::Model, Role::Plan, Role::View, Role::Identity];
    let all = Names::new(&resource.name, &own, &roles, &resource.schema);
    let owed = hook::owed(&all, &resource.name, &resource.schema, false);
    imports.lines.push(import(&module, &with_hooks(&names, owed.as_ref())));
    let [identity, model, plan] = names;
    let provider = imports.provider(&wiring::implementation(provider));
    let (apply, stored, result) = (imports.runtime("Apply"), imports.runtime("Stored"), imports.runtime("Result"));
    let option = imports.prelude("Option", "std::option");
    let (apply, stored) = (format!("_cx: {apply}<Self>"), format!("_cx: {stored}<Self>"));
    let (id, plan) = (format!("_id: {identity}"), format!("_plan: {plan}"));
    let mut function = |name: &str, doing: &str, parameters: &[&String], answer: String| {
        let parameters: Vec<String> = parameters.iter().map(|each| (*each).clone()).collect();
        let of = format!("{doing} `{}`", resource.type_name);
        let head = format!("async fn {name}");
        not_implemented(&mut imports, &head, &parameters, &format!("{result}<{answer}>"), &of)
    };
    let functions = vec![
        function("create", "Creating", &[&apply, &plan], model.clone()),
        function("read", "Reading", &[&stored, &id], format!("{option}<{model}>")),
        function("delete", "Deleting", &[&stored, &id], "()".to_owned()),
    ];
    let update = function("update", "Updating", &[&apply, &id, &plan], model.clone());
    let update_trait = if resource.updates_in_place { imports.runtime("Update") } else { String::new() };
    let hooks = owed.map(|owed| hooks(&mut imports, owed, &provider, &resource.type_name));
    ImplementationView {
        type_name: resource.type_name.clone(),
        thing,
        provider,
        implements: imports.runtime("Resource"),
        model,
        functions,
        updates_in_place: resource.updates_in_place,
        update_trait,
        update,
        hooks,
        imports: imports.lines(),
    }
}

fn of_data_source(provider: &Provider, source: &DataSource) -> ImplementationView {
    let thing = identifier::type_name(&source.name, "");
    let mut imports = Imports::new(&thing);
    let module = format!("crate::generated::data_sources::{}", identifier::module(&source.name));
    let names = ["Data", "DataConfig"].map(|suffix| identifier::type_name(&source.name, suffix));
    let roles = thing::with_view(&[Role::Data, Role::DataConfig], &source.schema);
    let all = Names::new(&source.name, &roles, &roles, &source.schema);
    let owed = hook::owed(&all, &source.name, &source.schema, false);
    imports.lines.push(import(&module, &with_hooks(&names, owed.as_ref())));
    let [data, config] = names;
    let provider = imports.provider(&wiring::implementation(provider));
    let (context, result) = (imports.runtime("Context"), imports.runtime("Result"));
    let parameters = [format!("_cx: {context}<{provider}>"), format!("_config: {config}")];
    let of = format!("Reading `data.{}`", source.type_name);
    let read = not_implemented(&mut imports, "async fn read", &parameters, &format!("{result}<{data}>"), &of);
    let hooks = owed.map(|owed| hooks(&mut imports, owed, &provider, &format!("data.{}", source.type_name)));
    ImplementationView {
        type_name: source.type_name.clone(),
        thing,
        provider,
        implements: imports.runtime("DataSource"),
        model: data,
        functions: vec![read],
        updates_in_place: false,
        update_trait: String::new(),
        update: FunctionView { signature: String::new(), body: String::new() },
        hooks,
        imports: imports.lines(),
    }
}

/// The names to import, with those that hooks need.
fn with_hooks(names: &[String], owed: Option<&Owed>) -> Vec<String> {
    let mut all = names.to_vec();
    for name in owed.into_iter().flat_map(|owed| &owed.types) {
        if !all.contains(name) {
            all.push(name.clone());
        }
    }
    all
}

/// Hooks that say that they are not implemented. `provider` is its type, where a hook is given a context.
fn hooks(imports: &mut Imports, owed: Owed, provider: &str, of: &str) -> HooksView {
    let result = imports.runtime("Result");
    let function = |owed: OwedFunction| {
        let name = owed.head.rsplit(' ').next().unwrap_or_default().to_owned();
        let error = imports.runtime("error");
        let err = imports.prelude("Err", "std::result::Result");
        let message = literal::string(&format!("`{name}` of `{of}` is not implemented yet"));
        let mut parameters = Vec::new();
        if owed.has_context {
            parameters.push(format!("_cx: {}<{provider}>", imports.runtime("Context")));
        }
        parameters.push(match owed.runtime {
            Some(ty) => owed.parameter.replace("{}", &imports.runtime(ty)),
            None => spelling::spelled(&owed.parameter, &imports.thing),
        });
        FunctionView {
            signature: signature(4, &owed.head, &parameters, &format!("{result}<()>")),
            body: answer_error(&err, &error, &message),
        }
    };
    HooksView { name: owed.name, functions: owed.functions.into_iter().map(function).collect() }
}

/// `Err(error(message))`, laid out.
fn answer_error(err: &str, error: &str, message: &str) -> String {
    const ARGUMENTS_WIDTH: usize = 60;
    let inner = format!("{error}({message})");
    if inner.chars().count() <= ARGUMENTS_WIDTH {
        return format!("{err}({inner})");
    }
    format!("{err}({error}(\n            {message},\n        ))")
}

/// A function that answers that it is not implemented.
fn not_implemented(
    imports: &mut Imports,
    head: &str,
    parameters: &[String],
    answer: &str,
    doing: &str,
) -> FunctionView {
    let error = imports.runtime("error");
    let err = imports.prelude("Err", "std::result::Result");
    FunctionView {
        signature: signature(4, head, parameters, answer),
        body: answer_error(&err, &error, &literal::string(&format!("{doing} is not implemented yet"))),
    }
}
