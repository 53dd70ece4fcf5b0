//! Documents to IR, one function per kind.

use std::collections::BTreeMap;

use super::attribute::Surroundings;
use super::lifecycle::Timeouts;
use super::object::Objects;
use super::scope::Scope;
use super::tool::Tool;
use super::{
    Capability, DataSource, EphemeralResource, Function, Object, Origin, PrivateState, Provider, Resource, Schema,
    TextFormat, Thing,
};
use super::{
    attribute, block, capability, check, condition, format, function, hook, identity, import, lifecycle, model, name,
    state_outputs, state_store, text_rule, tool, update,
};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::nearest::nearest;
use crate::document::{Documents, Kind, ThingDocument};
use crate::rule::Rule;
use crate::source::{Span, Spanned};
use crate::view::identifier;

/// Lowers what was written to what it means; `None` if there is an error, also one of an earlier stage.
pub fn lower(documents: &Documents, diagnostics: &mut Diagnostics) -> Option<Provider> {
    check::check_things(&documents.things, diagnostics);
    format::check_names(documents, diagnostics);
    let provider = documents.things.iter().find(|thing| thing.kind == Kind::Provider);
    if provider.is_none() && !documents.incomplete {
        report_no_provider(documents, diagnostics);
    }
    let prefix = provider.and_then(|thing| thing.type_prefix.as_ref().or(thing.provider_name.as_ref()));
    let mut type_names = TypeNames { prefix, taken: BTreeMap::new() };
    let (mut lowered, mut parts) = (None, Parts::default());
    let objects = Objects::new(&documents.things, documents.incomplete, diagnostics);
    // What is wrong with an object or a capability is said of it first, and then not again of its uses.
    let (first, others): (Vec<_>, Vec<_>) = documents.things.iter().partition(|thing| thing.kind.is_part());
    for thing in first.into_iter().chain(others) {
        let Some(expanded) = objects.expand(thing, diagnostics) else {
            let found = parts.lower(thing, documents, &mut type_names, diagnostics);
            lowered = lowered.or(found);
            continue;
        };
        let mut found = Diagnostics::new();
        let provider = parts.lower(&expanded.thing, documents, &mut type_names, &mut found);
        lowered = lowered.or(provider);
        objects.explain(&expanded, found, diagnostics);
    }
    let prefix = prefix.map(|name| name::type_prefix(&name.value)).unwrap_or_default();
    for store in &parts.state_stores {
        let outputs = state_outputs::lower(&prefix, store, &parts.data_sources, documents, diagnostics);
        parts.data_sources.extend(outputs);
    }
    lowered.filter(|_| !diagnostics.has_errors()).map(|provider| parts.into(provider))
}

/// All things but the provider itself.
#[derive(Default)]
struct Parts {
    provider_meta: Option<Thing>,
    resources: Vec<Resource>,
    data_sources: Vec<DataSource>,
    ephemerals: Vec<EphemeralResource>,
    lists: Vec<Thing>,
    actions: Vec<Thing>,
    functions: Vec<Function>,
    state_stores: Vec<Thing>,
    tools: Vec<Tool>,
    objects: Vec<Object>,
    formats: Vec<TextFormat>,
    capabilities: Vec<Capability>,
}

impl Parts {
    /// Lowers one thing; the provider itself is given back.
    fn lower(
        &mut self,
        thing: &ThingDocument,
        documents: &Documents,
        type_names: &mut TypeNames<'_>,
        diagnostics: &mut Diagnostics,
    ) -> Option<Provider> {
        match thing.kind {
            Kind::Provider => return lower_provider(thing, diagnostics),
            Kind::ProviderMeta => self.provider_meta = Some(lower_provider_meta(thing, diagnostics)),
            Kind::Resource => self.resources.extend(lower_resource(thing, type_names, diagnostics)),
            Kind::Data => self.data_sources.extend(lower_data_source(thing, type_names, diagnostics)),
            Kind::Ephemeral => self.ephemerals.extend(lower_ephemeral(thing, type_names, diagnostics)),
            Kind::List => self.lists.extend(lower_list(thing, documents, type_names, diagnostics)),
            Kind::Action => self.actions.extend(lower_thing(thing, type_names, diagnostics)),
            Kind::Function => self.functions.extend(function::lower(thing, diagnostics)),
            Kind::StateStore => {
                self.state_stores.extend(lower_state_store(thing, documents, type_names, diagnostics));
            }
            Kind::Tool => self.lower_tool(thing, documents, type_names, diagnostics),
            Kind::Object => self.objects.push(lower_object(thing, diagnostics)),
            Kind::Format => self.formats.push(format::lower(thing, diagnostics)),
            Kind::Capability => self.capabilities.push(capability::lower(thing, diagnostics)),
        }
        None
    }

    /// A tool is a resource, an action and, where it can look, a data source.
    fn lower_tool(
        &mut self,
        thing: &ThingDocument,
        documents: &Documents,
        type_names: &mut TypeNames<'_>,
        diagnostics: &mut Diagnostics,
    ) {
        let with_id = tool::with_id(thing);
        let tool = tool::lower(&with_id, thing, diagnostics);
        let Some(mut resource) = lower_resource(&with_id, type_names, diagnostics) else { return };
        tool::settle(&mut resource);
        let (action, source) = (tool::action(&resource), tool::data_source(&resource, &tool, &thing.tool));
        let made = [Some(Kind::Resource), Some(Kind::Action), source.as_ref().map(|_| Kind::Data)];
        for kind in made.into_iter().flatten() {
            tool::check_free(thing, kind, documents, diagnostics);
        }
        self.actions.push(action);
        self.data_sources.extend(source);
        self.resources.push(resource);
        self.tools.push(tool);
    }

    fn into(mut self, provider: Provider) -> Provider {
        self.resources.sort_by(|a, b| a.name.cmp(&b.name));
        self.data_sources.sort_by(|a, b| a.name.cmp(&b.name));
        self.ephemerals.sort_by(|a, b| a.thing.name.cmp(&b.thing.name));
        self.functions.sort_by(|a, b| a.name.cmp(&b.name));
        self.tools.sort_by(|a, b| a.name.cmp(&b.name));
        self.objects.sort_by(|a, b| a.name.cmp(&b.name));
        self.formats.sort_by(|a, b| a.name.cmp(&b.name));
        self.capabilities.sort_by(|a, b| a.name.cmp(&b.name));
        for things in [&mut self.lists, &mut self.actions, &mut self.state_stores] {
            things.sort_by(|a, b| a.name.cmp(&b.name));
        }
        Provider {
            provider_meta: self.provider_meta,
            resources: self.resources,
            data_sources: self.data_sources,
            ephemeral_resources: self.ephemerals,
            list_resources: self.lists,
            actions: self.actions,
            functions: self.functions,
            state_stores: self.state_stores,
            tools: self.tools,
            objects: self.objects,
            formats: self.formats,
            capabilities: self.capabilities,
            ..provider
        }
    }
}

fn report_no_provider(documents: &Documents, diagnostics: &mut Diagnostics) {
    let Some(first) = documents.things.first() else {
        // An empty folder, or files that hold nothing: `EmptySchema` may stand there already.
        if !diagnostics.has_errors() {
            diagnostics.push(
                Diagnostic::new(Rule::NoProvider, "there is no provider")
                    .in_file(crate::source::SCHEMA_FOLDER)
                    .with_help("add a table `[provider]` with `name = \"…\"`"),
            );
        }
        return;
    };
    diagnostics.push(
        Diagnostic::new(Rule::NoProvider, "there is no provider")
            .at(first.name.span, format!("nothing says which provider this {} is of", first.kind.noun()))
            .with_help("add a table `[provider]` with `name = \"…\"`"),
    );
}

fn lower_provider(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Option<Provider> {
    let scope = Scope::new(thing, diagnostics);
    let schema = lower_schema(&scope, diagnostics);
    let implementation = lower_implementation(thing, diagnostics);
    if thing.provider_name.is_none() && !thing.broken {
        diagnostics.push(
            Diagnostic::new(Rule::MissingKey, "the provider has no `name`")
                .at(thing.name.span, "`name` is missing")
                .with_help("add for example `name = \"acme\"`"),
        );
    }
    let name = thing.provider_name.as_ref()?;
    let legal = name::check_provider("a provider", name, diagnostics);
    if let Some(prefix) = &thing.type_prefix {
        name::check_legal("a prefix of types", prefix, diagnostics);
    }
    let namespace = thing.namespace.as_ref().unwrap_or(name);
    let legal_namespace = thing.namespace.is_none() || name::check_provider("a namespace", namespace, diagnostics);
    (legal && legal_namespace).then(|| Provider {
        name: name.value.clone(),
        address: format!("{}/{}", namespace.value, name.value),
        schema,
        implementation,
        private_state: match thing.lifecycle.private_state.as_ref().map(|word| word.value) {
            Some("encrypted") => PrivateState::Encrypted,
            Some("plain") => PrivateState::Plain,
            _ => PrivateState::Optional,
        },
        provider_meta: None,
        origin: origin(thing),
        resources: Vec::new(),
        data_sources: Vec::new(),
        ephemeral_resources: Vec::new(),
        list_resources: Vec::new(),
        actions: Vec::new(),
        functions: Vec::new(),
        state_stores: Vec::new(),
        tools: Vec::new(),
        objects: Vec::new(),
        formats: Vec::new(),
        capabilities: Vec::new(),
    })
}

fn lower_provider_meta(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Thing {
    let scope = Scope::new(thing, diagnostics);
    let schema = lower_schema(&scope, diagnostics);
    Thing {
        name: thing.kind.key().to_owned(),
        type_name: String::new(),
        schema,
        implementation: None,
        timeouts: Timeouts::default(),
        state_store: None,
        tool: false,
        origin: origin(thing),
    }
}

fn lower_resource(
    thing: &ThingDocument,
    type_names: &mut TypeNames<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Resource> {
    let scope = Scope::new(thing, diagnostics);
    let type_name = type_names.lower(thing, diagnostics);
    let mut schema = lower_schema(&scope, diagnostics);
    // What follows from `timeouts` is none of the handlers' business.
    let updates_in_place = update::updates_in_place(&schema);
    let lifecycle = lifecycle::lower(&scope, &mut schema, diagnostics);
    text_rule::check_updates(thing, &schema, diagnostics);
    let model = model::lower(thing, diagnostics);
    let mut identity = identity::lower(&scope, diagnostics);
    let import = thing.import.as_ref().map_or(Vec::new(), |text| import::lower(text, &identity, &scope, diagnostics));
    identity.sort_by(|a, b| a.value.cmp(&b.value));
    Some(Resource {
        name: thing.name.value.clone(),
        type_name: type_name?,
        model,
        updates_in_place,
        lifecycle,
        schema,
        identity: identity.into_iter().map(|name| name.value).collect(),
        import,
        implementation: lower_implementation(thing, diagnostics),
        tool: false,
        origin: origin(thing),
    })
}

fn lower_data_source(
    thing: &ThingDocument,
    type_names: &mut TypeNames<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<DataSource> {
    let scope = Scope::new(thing, diagnostics);
    let type_name = type_names.lower(thing, diagnostics);
    let mut schema = lower_schema(&scope, diagnostics);
    Some(DataSource {
        name: thing.name.value.clone(),
        timeouts: lifecycle::timeouts(&scope, &mut schema, diagnostics),
        model: model::lower(thing, diagnostics),
        schema,
        type_name: type_name?,
        implementation: lower_implementation(thing, diagnostics),
        outputs_of: None,
        tool: false,
        origin: origin(thing),
    })
}

/// What is wrong with an object shows also where nothing uses it.
fn lower_object(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Object {
    name::check_legal("an object", &thing.name, diagnostics);
    let schema = lower_schema(&Scope::new(thing, diagnostics), diagnostics);
    Object { name: thing.name.value.clone(), schema, origin: origin(thing) }
}

/// What has a configuration and nothing more.
fn lower_thing(thing: &ThingDocument, type_names: &mut TypeNames<'_>, diagnostics: &mut Diagnostics) -> Option<Thing> {
    let scope = Scope::new(thing, diagnostics);
    let type_name = type_names.lower(thing, diagnostics);
    let mut schema = lower_schema(&scope, diagnostics);
    Some(Thing {
        name: thing.name.value.clone(),
        timeouts: lifecycle::timeouts(&scope, &mut schema, diagnostics),
        schema,
        type_name: type_name?,
        implementation: lower_implementation(thing, diagnostics),
        state_store: None,
        tool: false,
        origin: origin(thing),
    })
}

fn lower_state_store(
    thing: &ThingDocument,
    documents: &Documents,
    type_names: &mut TypeNames<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Thing> {
    let provider = documents.things.iter().find(|thing| thing.kind == Kind::Provider)?;
    let names = state_store::ProviderNames {
        name: &provider.provider_name.as_ref()?.value,
        type_prefix: provider.type_prefix.as_ref().map(|prefix| prefix.value.as_str()),
    };
    let mut lowered = lower_thing(thing, type_names, diagnostics)?;
    let scope = Scope::new(thing, &mut Diagnostics::new());
    lowered.state_store = Some(state_store::lower(&scope, names, &mut lowered.schema, diagnostics));
    Some(lowered)
}

fn lower_ephemeral(
    thing: &ThingDocument,
    type_names: &mut TypeNames<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<EphemeralResource> {
    let (renew, close) = (thing.renew.is_some(), thing.close.is_some());
    let private = lifecycle::private(&Scope::new(thing, &mut Diagnostics::new()), diagnostics);
    lower_thing(thing, type_names, diagnostics).map(|thing| EphemeralResource { thing, renew, close, private })
}

/// A list resource has the name and the type name of the managed resource whose objects it lists.
fn lower_list(
    thing: &ThingDocument,
    documents: &Documents,
    type_names: &TypeNames<'_>,
    diagnostics: &mut Diagnostics,
) -> Option<Thing> {
    let scope = Scope::new(thing, diagnostics);
    let mut schema = lower_schema(&scope, diagnostics);
    let timeouts = lifecycle::timeouts(&scope, &mut schema, diagnostics);
    let implementation = lower_implementation(thing, diagnostics);
    let mut resources = documents.things.iter().filter(|each| each.kind == Kind::Resource);
    let Some(resource) = resources.find(|each| each.name.value == thing.name.value) else {
        if !documents.incomplete {
            report_no_resource(thing, documents, diagnostics);
        }
        return None;
    };
    model::check_listed(thing, resource, diagnostics);
    let type_name = match (&resource.type_name, type_names.prefix) {
        (Some(written), _) => written.value.clone(),
        (None, prefix) => format!("{}_{}", name::type_prefix(&prefix?.value), resource.name.value),
    };
    Some(Thing {
        name: thing.name.value.clone(),
        type_name,
        schema,
        implementation,
        timeouts,
        state_store: None,
        tool: false,
        origin: origin(thing),
    })
}

fn report_no_resource(thing: &ThingDocument, documents: &Documents, diagnostics: &mut Diagnostics) {
    let name = &thing.name.value;
    let mut diagnostic =
        Diagnostic::new(Rule::ListWithoutResource, format!("`list.{name}` has no managed resource to list"))
            .at(thing.name.span, format!("there is no `resource.{name}`"));
    let resources = documents.things.iter().filter(|each| each.kind == Kind::Resource);
    if let Some(near) = nearest(name, resources.map(|each| each.name.value.as_str())) {
        diagnostic = diagnostic.with_help(format!("a managed resource with a similar name: `{near}`"));
    } else {
        diagnostic = diagnostic.with_help("name it as the managed resource whose objects it lists");
    }
    diagnostics.push(diagnostic);
}

/// What all kinds have: texts, attributes, blocks.
pub(super) fn lower_schema(scope: &Scope<'_>, diagnostics: &mut Diagnostics) -> Schema {
    let thing = scope.thing;
    check::check_identifiers(scope, diagnostics);
    let is_empty = thing.attributes.is_empty() && thing.blocks.is_empty() && !thing.has_holes;
    let is_empty = is_empty && thing.service.is_none();
    if thing.kind.has_result() && is_empty {
        diagnostics.push(
            Diagnostic::new(Rule::NothingInside, format!("`{}` has neither attributes nor blocks", thing.header()))
                .at(thing.name.span, "nothing inside")
                .with_help(format!("add attributes in a table `[{}.attributes]`", thing.header())),
        );
    }
    let around = Surroundings::default();
    Schema {
        version: thing.version.as_ref().map_or(0, |version| i64::try_from(version.value).unwrap_or(i64::MAX)),
        description: attribute::text(thing.description.as_ref()),
        deprecation_message: thing.deprecation_message.as_ref().map(|it| it.value.clone()),
        attributes: attribute::lower_in("", around, scope, diagnostics),
        blocks: block::lower_in("", around, scope, diagnostics),
        conditions: condition::lower(scope, diagnostics),
        hooks: hook::lower(scope, diagnostics),
    }
}

pub(super) fn lower_implementation(thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Option<String> {
    let path = thing.implementation.as_ref()?;
    if !identifier::is_type_path(&path.value) {
        diagnostics.push(
            Diagnostic::new(Rule::IllegalPath, format!("`{}` is no path of a Rust type", path.value))
                .at(path.span, "identifiers with `::` between them")
                .with_help("write the path from the crate's root, for example `rest::Disk`"),
        );
    }
    Some(path.value.trim_start_matches("crate::").to_owned())
}

pub(super) fn origin(thing: &ThingDocument) -> Origin {
    Origin { file: thing.file.clone(), table: thing.header() }
}

/// Type names that are taken, per kind.
struct TypeNames<'a> {
    prefix: Option<&'a Spanned<String>>,
    taken: BTreeMap<(Kind, String), Span>,
}

impl TypeNames<'_> {
    /// The full type name of a thing; `None` if that was reported.
    fn lower(&mut self, thing: &ThingDocument, diagnostics: &mut Diagnostics) -> Option<String> {
        let is_legal = name::check_legal(&thing.kind.a_noun(), &thing.name, diagnostics);
        let prefix = name::type_prefix(&self.prefix?.value);
        let (full, span) = match &thing.type_name {
            Some(written) => (written.value.clone(), written.span),
            None => (format!("{prefix}_{}", thing.name.value), thing.name.span),
        };
        if let Some(written) = &thing.type_name {
            let has_prefix = written.value == prefix || written.value.starts_with(&format!("{prefix}_"));
            if !name::check_legal(&thing.kind.a_noun(), written, diagnostics) {
                return None;
            }
            // Of a state store, a configuration names the provider.
            if !has_prefix && thing.kind != Kind::StateStore {
                self.report_prefix(written, &prefix, diagnostics);
                return None;
            }
        }
        if !is_legal {
            return None;
        }
        let kind = if thing.kind == Kind::Tool { Kind::Resource } else { thing.kind };
        let key = (kind, full.clone());
        match self.taken.get(&key) {
            // Two tables of one name are reported as such.
            Some(_) if thing.type_name.is_none() => {}
            Some(first) => {
                let message = format!("two {}s have the type name `{full}`", thing.kind.noun());
                let diagnostic = Diagnostic::new(Rule::DuplicateName, message).at(span, "again here");
                diagnostics
                    .push(diagnostic.and(*first, "first here").with_help("give one of them another `type_name`"));
            }
            None => drop(self.taken.insert(key, span)),
        }
        Some(full)
    }

    fn report_prefix(&self, written: &Spanned<String>, prefix: &str, diagnostics: &mut Diagnostics) {
        let mut diagnostic =
            Diagnostic::new(Rule::TypeNamePrefix, format!("`{}` does not start with `{prefix}_`", written.value))
                .at(written.span, "Terraform would look for another provider");
        if let Some(name) = self.prefix {
            diagnostic = diagnostic.and(name.span, "what the provider's types start with");
        }
        let proposal = written.value.split_once('_').map_or(written.value.as_str(), |(_, rest)| rest);
        let misspelt = nearest(written.value.split('_').next().unwrap_or_default(), [prefix]).is_some();
        let rest = if misspelt { proposal } else { written.value.as_str() };
        diagnostics.push(diagnostic.with_help(format!("for example `{prefix}_{rest}`")));
    }
}
