//! How the generated code finds the user's: the module list and the registry.

pub mod format;
mod table;
mod tool;

use self::format::FormatView;
use super::attributes::AttributesView;
use super::capability;
use super::thing::HeaderView;
use super::{hook, identifier, upgrade};
use crate::ir::{DataSource, Model, Origin, Provider, Resource, Thing};
use serde::Serialize;

/// `src/generated/mod.rs`
#[derive(Debug, Serialize)]
pub struct ModulesView {
    header: HeaderView,
    contract: u32,
    has_attributes: bool,
    has_provider_meta: bool,
    has_upgrades: bool,
    folders: Vec<FolderView>,
}

/// The modules of one kind of thing.
#[derive(Debug, Serialize)]
struct FolderView {
    name: &'static str,
    doc: String,
    modules: Vec<FileModuleView>,
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
pub const CONTRACT: u32 = 3;

impl ModulesView {
    /// The view of the module list.
    pub fn new(provider: &Provider) -> Self {
        let folder = |kind: Folder| FolderView {
            name: kind.name,
            doc: format!("One module per {}.", kind.noun),
            modules: kind.things.iter().map(|each| FileModuleView::new(each.name)).collect(),
        };
        Self {
            header: HeaderView::of_everything("The code"),
            contract: CONTRACT,
            has_attributes: AttributesView::new(provider).is_some(),
            has_provider_meta: provider.provider_meta.is_some(),
            has_upgrades: upgrade::has_tests(provider),
            folders: (folders(provider)
                .into_iter()
                .filter(|each| each.name != CAPABILITIES && each.name != FORMATS)
                .map(folder))
            .chain(tools(provider))
            .chain(objects(provider))
            .chain(capabilities(provider))
            .collect(),
        }
    }
}

/// The modules of tools, if there is any.
fn tools(provider: &Provider) -> Option<FolderView> {
    let modules: Vec<_> = provider.tools.iter().map(|each| FileModuleView::new(&each.name)).collect();
    (!modules.is_empty()).then(|| FolderView { name: "tools", doc: "One module per tool.".to_owned(), modules })
}

/// The modules of objects, if there is any.
fn objects(provider: &Provider) -> Option<FolderView> {
    let modules: Vec<_> = provider.objects.iter().map(|each| FileModuleView::new(&each.name)).collect();
    (!modules.is_empty()).then(|| FolderView { name: "objects", doc: "One module per object.".to_owned(), modules })
}

/// The modules of capabilities, if there is any with something to look at.
fn capabilities(provider: &Provider) -> Option<FolderView> {
    let visible = provider.capabilities.iter().filter(|each| capability::has_view(each));
    let modules: Vec<_> = visible.map(|each| FileModuleView::new(&each.name)).collect();
    let doc = "One module per capability.".to_owned();
    (!modules.is_empty()).then_some(FolderView { name: CAPABILITIES, doc, modules })
}

/// The folder of capabilities.
const CAPABILITIES: &str = "capabilities";

/// The folder of formats.
const FORMATS: &str = "formats";

/// The things of one kind: a folder of generated modules, and one of the user's.
struct Folder<'a> {
    /// The folder, and the module.
    name: &'static str,
    /// What the names of the user's modules start with.
    prefix: &'static str,
    noun: &'static str,
    plural: &'static str,
    things: Vec<Wired<'a>>,
}

/// One thing: how it is found and registered.
struct Wired<'a> {
    name: &'a str,
    /// What it is called in a sentence.
    of: String,
    implementation: Option<&'a str>,
    /// The runtime brings its code: no module of the user's has it.
    is_built_in: bool,
    /// A tool is that code.
    is_tool: bool,
    /// The end of the conventional name of its type.
    suffix: &'static str,
    /// The registry's functions to call with its type.
    functions: Vec<&'static str>,
    /// How its hooks are registered, if its schema names any.
    hooks: Option<Hooks>,
    model: Model,
}

/// How hooks are registered.
#[derive(Clone, Copy)]
enum Hooks {
    /// All that the thing has, with this function of the registry.
    All(&'static str),
    /// The one that validates, with this function of the registry.
    Validate(&'static str),
}

impl Hooks {
    fn registration(self, folder: &Folder<'_>, thing: &Wired<'_>, ty: &str) -> RegistrationView {
        let module = format!("super::{}::{}", folder.name, identifier::module(thing.name));
        match self {
            Self::All(function) => RegistrationView::new(function, ty.to_owned()).with(format!("{module}::hooks()")),
            Self::Validate(function) => {
                RegistrationView::new(function, ty.to_owned()).with(format!("{module}::validate::<{ty}>"))
            }
        }
    }
}

impl<'a> Wired<'a> {
    /// What has neither a schema nor hooks.
    fn plain(name: &'a str, origin: &Origin, implementation: Option<&'a str>, functions: Vec<&'static str>) -> Self {
        Self {
            name,
            of: origin.table.clone(),
            implementation,
            is_built_in: false,
            is_tool: false,
            suffix: "",
            functions,
            hooks: None,
            model: Model::Typed,
        }
    }

    fn thing(thing: &'a Thing, suffix: &'static str, function: &'static str, hooks: Hooks) -> Self {
        Self {
            name: &thing.name,
            of: thing.origin.table.clone(),
            implementation: thing.implementation.as_deref(),
            is_built_in: false,
            is_tool: thing.tool,
            suffix,
            functions: vec![function],
            hooks: hook::has_hooks(&thing.schema).then_some(hooks),
            model: Model::Typed,
        }
    }
}

/// Every kind, in the order in which generated code lists them; those but the first two only where there is such a thing.
fn folders(provider: &Provider) -> Vec<Folder<'_>> {
    let folder = |name, prefix, noun, plural, things| Folder { name, prefix, noun, plural, things };
    let (lists, actions) = (&provider.list_resources, &provider.actions);
    let validate = Hooks::Validate;
    let mut folders = vec![
        folder("resources", "resource", "managed resource", "managed resources", resources(provider)),
        folder("data_sources", "data_source", "data source", "data sources", data_sources(provider)),
        folder(
            "ephemeral_resources",
            "ephemeral_resource",
            "ephemeral resource",
            "ephemeral resources",
            ephemeral_resources(provider),
        ),
        folder(
            "lists",
            "list",
            "list resource",
            "list resources",
            things(lists, "List", "list_resource", validate("list_resource_hooks")),
        ),
        folder("actions", "action", "action", "actions", things(actions, "", "action", Hooks::All("action_hooks"))),
        folder("functions", "function", "function", "functions", functions(provider)),
        folder("state_stores", "state_store", "state store", "state stores", state_stores(provider)),
        folder(FORMATS, "format", "format", "formats", formats(provider)),
        folder(CAPABILITIES, "capability", "capability", "services of capabilities", services(provider)),
    ];
    let mut place = 0;
    folders.retain(|folder| {
        place += 1;
        place <= 2 || !folder.things.is_empty()
    });
    folders
}

fn things<'a>(things: &'a [Thing], suffix: &'static str, function: &'static str, hooks: Hooks) -> Vec<Wired<'a>> {
    things.iter().map(|each| Wired::thing(each, suffix, function, hooks)).collect()
}

fn state_stores(provider: &Provider) -> Vec<Wired<'_>> {
    let wired = provider.state_stores.iter().map(|store| {
        let is_built_in = store.is_built_in();
        let function = if is_built_in { "built_in_state_store" } else { "state_store" };
        Wired { is_built_in, ..Wired::thing(store, "", function, Hooks::Validate("state_store_hooks")) }
    });
    wired.collect()
}

fn resources(provider: &Provider) -> Vec<Wired<'_>> {
    let wired = provider.resources.iter().map(|resource| Wired {
        name: &resource.name,
        of: resource.type_name.clone(),
        implementation: resource.implementation.as_deref(),
        is_built_in: false,
        is_tool: resource.tool,
        suffix: "",
        functions: resource_functions(resource),
        hooks: hook::has_hooks(&resource.schema).then_some(Hooks::All("resource_hooks")),
        model: resource.model,
    });
    wired.collect()
}

/// The registration itself, and one for each hook that the schema names.
fn resource_functions(resource: &Resource) -> Vec<&'static str> {
    if resource.model == Model::Dynamic {
        return Vec::new();
    }
    let lifecycle = &resource.lifecycle;
    let mut functions = vec![if resource.updates_in_place { "updatable_resource" } else { "resource" }];
    if lifecycle.upgrades.iter().any(|upgrade| upgrade.steps.hook) {
        functions.push("upgrade_state");
    }
    if lifecycle.identity_upgrades.iter().any(|upgrade| upgrade.steps.hook) {
        functions.push("upgrade_identity");
    }
    if lifecycle.moves.iter().any(|moved| moved.steps.hook) {
        functions.push("move_state");
    }
    functions
}

fn data_sources(provider: &Provider) -> Vec<Wired<'_>> {
    let function = |source: &DataSource| match source.model {
        _ if source.outputs_of.is_some() => Some("built_in_data_source"),
        Model::Dynamic => None,
        Model::Typed => Some("data_source"),
    };
    let wired = provider.data_sources.iter().map(|source| Wired {
        name: &source.name,
        of: format!("data.{}", source.type_name),
        implementation: source.implementation.as_deref(),
        is_built_in: source.outputs_of.is_some(),
        is_tool: source.tool,
        suffix: "",
        functions: function(source).into_iter().collect(),
        hooks: hook::has_hooks(&source.schema).then_some(Hooks::Validate("data_source_hooks")),
        model: source.model,
    });
    wired.collect()
}

fn ephemeral_resources(provider: &Provider) -> Vec<Wired<'_>> {
    let wired = provider.ephemeral_resources.iter().map(|resource| {
        let hooks = Hooks::Validate("ephemeral_resource_hooks");
        let mut wired = Wired::thing(&resource.thing, "", "ephemeral_resource", hooks);
        wired.functions.extend(resource.renew.then_some("renewable_ephemeral_resource"));
        wired.functions.extend(resource.close.then_some("closable_ephemeral_resource"));
        wired
    });
    wired.collect()
}

/// The formats of texts: their statics are all that registers them.
fn formats(provider: &Provider) -> Vec<Wired<'_>> {
    let formats = provider.formats.iter();
    formats.map(|each| Wired::plain(&each.name, &each.origin, each.implementation.as_deref(), Vec::new())).collect()
}

/// The services of capabilities.
fn services(provider: &Provider) -> Vec<Wired<'_>> {
    let capabilities = provider.capabilities.iter().filter(|each| each.service);
    capabilities
        .map(|each| Wired::plain(&each.name, &each.origin, each.implementation.as_deref(), vec!["service"]))
        .collect()
}

fn functions(provider: &Provider) -> Vec<Wired<'_>> {
    let functions = provider.functions.iter();
    functions
        .map(|each| Wired::plain(&each.name, &each.origin, each.implementation.as_deref(), vec!["function"]))
        .collect()
}

/// `src/generated/wiring.rs`
#[derive(Debug, Serialize)]
pub struct WiringView {
    header: HeaderView,
    provider: String,
    modules: Vec<ModuleView>,
    folders: Vec<ImplementationsView>,
    registrations: Vec<RegistrationView>,
    formats: Vec<FormatView>,
    /// The formats that the packed tables name, if there are such tables.
    tables: Option<String>,
    /// The services that the provider has.
    services: Vec<String>,
}

/// The user's modules of one kind.
#[derive(Debug, Serialize)]
struct ImplementationsView {
    name: &'static str,
    doc: String,
    modules: Vec<ModuleView>,
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
    /// What it is called with.
    argument: String,
}

impl RegistrationView {
    fn new(function: &'static str, ty: String) -> Self {
        Self { function, ty: format!("::<{ty}>"), argument: String::new() }
    }

    fn with(self, argument: String) -> Self {
        Self { argument, ..self }
    }
}

impl WiringView {
    /// The view of the registry.
    pub fn new(provider: &Provider) -> Self {
        let mut view = Self {
            header: HeaderView::of_everything("The registry"),
            provider: implementation(provider),
            modules: Vec::new(),
            folders: Vec::new(),
            registrations: Vec::new(),
            formats: Vec::new(),
            tables: None,
            services: Vec::new(),
        };
        if provider.provider_meta.is_some() {
            let ty = "crate::generated::provider_meta::ProviderMetaConfig".to_owned();
            view.registrations.push(RegistrationView::new("provider_meta", ty));
        }
        for folder in folders(provider) {
            let mut modules = Vec::new();
            for thing in &folder.things {
                if thing.is_tool {
                    view.registrations.push(tool::registration(&folder, thing));
                    continue;
                }
                let module = module(&folder, thing);
                let ty = registered(&folder, thing, &module);
                let register = |function: &&'static str| RegistrationView::new(function, ty.clone());
                view.formats.extend((folder.name == FORMATS).then(|| FormatView::new(thing.name, &thing.of, &ty)));
                view.services.extend((folder.name == CAPABILITIES).then(|| ty.clone()));
                view.registrations.extend(thing.functions.iter().map(register));
                view.registrations.extend(thing.hooks.map(|hooks| hooks.registration(&folder, thing, &ty)));
                if thing.implementation.is_none() && thing.model == Model::Typed && !thing.is_built_in {
                    modules.push(module);
                }
            }
            let doc = format!("The implementations of {}.", folder.plural);
            view.folders.push(ImplementationsView { name: folder.name, doc, modules });
        }
        view.wire_tables(provider);
        view.wire_steps(provider);
        if hook::has_hooks(&provider.schema) {
            let argument = format!("super::provider::validate::<{}>", view.provider);
            view.registrations.push(RegistrationView { function: "provider_hooks", ty: String::new(), argument });
        }
        if shares_implementation(provider) {
            view.modules.push(ModuleView {
                name: "dynamic".to_owned(),
                alias: String::new(),
                file: "../dynamic.rs".to_owned(),
                doc: "The implementation of all that has a dynamic model.".to_owned(),
            });
        }
        let own = view.folders.iter().flat_map(|folder| &folder.modules).cloned();
        view.modules.extend(own);
        view.modules.sort_by(|a, b| a.name.cmp(&b.name));
        view
    }
}

/// The conventional implementation of what has a dynamic model.
const DYNAMIC: &str = "dynamic::Dynamic";

/// Whether something with a dynamic model has its conventional implementation.
pub fn shares_implementation(provider: &Provider) -> bool {
    let is_shared = |model: Model, implementation: &Option<String>| model == Model::Dynamic && implementation.is_none();
    provider.resources.iter().any(|each| !each.tool && is_shared(each.model, &each.implementation))
        || provider.data_sources.iter().any(|each| !each.tool && is_shared(each.model, &each.implementation))
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

fn module(folder: &Folder<'_>, thing: &Wired<'_>) -> ModuleView {
    let file = identifier::file_stem(thing.name);
    ModuleView {
        name: format!("{}_{file}", folder.prefix),
        alias: identifier::module(thing.name),
        file: format!("../{}/{file}.rs", folder.name),
        doc: format!("The implementation of `{}`.", thing.of),
    }
}

/// The type to register. A function's is what calls the implementation, since its signature is its own.
fn registered(folder: &Folder<'_>, thing: &Wired<'_>, module: &ModuleView) -> String {
    if thing.is_built_in {
        let model = identifier::type_name(thing.name, if folder.name == "data_sources" { "Data" } else { "Config" });
        return format!("super::{}::{}::{model}", folder.name, identifier::module(thing.name));
    }
    let ty = match thing.implementation {
        Some(path) => format!("crate::{path}"),
        None if thing.model == Model::Dynamic => DYNAMIC.to_owned(),
        None => format!("{}::{}", module.name, identifier::type_name(thing.name, thing.suffix)),
    };
    if folder.name == "functions" {
        return format!("super::functions::{}::Call<{ty}>", identifier::module(thing.name));
    }
    ty
}
