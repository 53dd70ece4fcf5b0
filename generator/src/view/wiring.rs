//! How the generated code finds the user's: the module list and the registry.

use super::identifier;
use super::thing::HeaderView;
use crate::ir::Provider;
use serde::Serialize;

/// `src/generated/mod.rs`
#[derive(Debug, Serialize)]
pub struct ModulesView {
    header: HeaderView,
    contract: u32,
    resources: Vec<FileModuleView>,
    data_sources: Vec<FileModuleView>,
}

/// A module in a file of its own.
#[derive(Debug, Serialize)]
struct FileModuleView {
    name: String,
    file: String,
    elsewhere: bool,
}

impl FileModuleView {
    fn new(name: &str) -> Self {
        let module = identifier::module(name);
        let file = identifier::file_stem(name);
        // Only `mod.rs` cannot be where the module's name says.
        Self { elsewhere: module.trim_start_matches("r#") != file, file: format!("{file}.rs"), name: module }
    }
}

/// The number of the agreement between generated code and runtime; both sides state it.
pub const CONTRACT: u32 = 2;

impl ModulesView {
    /// The view of the module list.
    pub fn new(provider: &Provider) -> Self {
        Self {
            header: HeaderView::of_everything("The code"),
            contract: CONTRACT,
            resources: provider.resources.iter().map(|each| FileModuleView::new(&each.name)).collect(),
            data_sources: provider.data_sources.iter().map(|each| FileModuleView::new(&each.name)).collect(),
        }
    }
}

/// `src/generated/wiring.rs`
#[derive(Debug, Serialize)]
pub struct WiringView {
    header: HeaderView,
    provider: String,
    modules: Vec<ModuleView>,
    resources: Vec<ModuleView>,
    data_sources: Vec<ModuleView>,
    registrations: Vec<RegistrationView>,
}

/// A module of user code.
#[derive(Clone, Debug, Serialize)]
struct ModuleView {
    name: String,
    alias: String,
    file: String,
    doc: String,
}

#[derive(Debug, Serialize)]
struct RegistrationView {
    function: &'static str,
    ty: String,
}

impl WiringView {
    /// The view of the registry.
    pub fn new(provider: &Provider) -> Self {
        let mut view = Self {
            header: HeaderView::of_everything("The registry"),
            provider: implementation(provider),
            modules: Vec::new(),
            resources: Vec::new(),
            data_sources: Vec::new(),
            registrations: Vec::new(),
        };
        for resource in &provider.resources {
            let function = if resource.updates_in_place { "updatable_resource" } else { "resource" };
            let module = module("resource", "resources", &resource.name, &resource.type_name);
            let ty = registered(resource.implementation.as_deref(), &module, &resource.name);
            view.registrations.push(RegistrationView { function, ty });
            if resource.implementation.is_none() {
                view.resources.push(module);
            }
        }
        for source in &provider.data_sources {
            let module = module("data_source", "data_sources", &source.name, &format!("data.{}", source.type_name));
            let ty = registered(source.implementation.as_deref(), &module, &source.name);
            view.registrations.push(RegistrationView { function: "data_source", ty });
            if source.implementation.is_none() {
                view.data_sources.push(module);
            }
        }
        view.modules = view.data_sources.iter().chain(&view.resources).cloned().collect();
        view
    }
}

/// The path of the type that implements the provider.
pub fn implementation(provider: &Provider) -> String {
    match &provider.implementation {
        Some(path) => format!("crate::{path}"),
        None => format!("crate::provider::{}", provider_type(&provider.name)),
    }
}

/// Names that the code around a provider's type needs for something else.
const TAKEN: &[&str] =
    &["Err", "None", "Ok", "Option", "PathBuf", "Provider", "ProviderConfig", "Result", "ResultExt", "Self_", "Some"];

/// The conventional name of the type that implements a provider: `Acme`.
pub fn provider_type(name: &str) -> String {
    let conventional = identifier::type_name(name, "");
    if TAKEN.contains(&conventional.as_str()) { identifier::type_name(name, "Provider") } else { conventional }
}

fn module(prefix: &str, folder: &str, name: &str, of: &str) -> ModuleView {
    let file = identifier::file_stem(name);
    ModuleView {
        name: format!("{prefix}_{file}"),
        alias: identifier::module(name),
        file: format!("../{folder}/{file}.rs"),
        doc: format!("The implementation of `{of}`."),
    }
}

fn registered(implementation: Option<&str>, module: &ModuleView, name: &str) -> String {
    match implementation {
        Some(path) => format!("crate::{path}"),
        None => format!("{}::{}", module.name, identifier::type_name(name, "")),
    }
}
