//! What the templates of a resource, a data source, the provider, and of what has but a configuration print.

use super::documentation::{and_then, lines};
use super::hook::{self, HooksView};
use super::layout::Expression::Call;
use super::model::Declarations;
use super::rust_type::{Names, Role, attribute_type};
use super::{identifier, literal, schema};
use crate::ir::{AttributeType, DataSource, Origin, Provider, Resource, Schema, Thing};
use serde::Serialize;

/// The first line of a generated file: what it is and what to edit instead.
#[derive(Debug, Serialize)]
pub struct HeaderView {
    subject: String,
    source: String,
}

impl HeaderView {
    /// A header for something that a file describes.
    pub fn new(subject: &str, origin: &Origin) -> Self {
        Self { subject: subject.to_owned(), source: origin.file.clone() }
    }

    /// A header for something that the whole schema describes.
    pub fn of_everything(subject: &str) -> Self {
        Self { subject: subject.to_owned(), source: "schema/".to_owned() }
    }
}

/// `src/generated/resources/NAME.rs`
#[derive(Debug, Serialize)]
pub struct ResourceView {
    header: HeaderView,
    model: String,
    plan: String,
    identity: String,
    view: String,
    declarations: Declarations,
    has_private: bool,
    private: Vec<PrivateKeyView>,
    hooks: Option<HooksView>,
    schema: String,
}

/// The constant of a private value.
#[derive(Debug, Serialize)]
pub struct PrivateKeyView {
    name: String,
    declaration: String,
}

impl PrivateKeyView {
    /// The constants of all private values.
    pub fn all(names: &Names, private: &[(String, AttributeType)]) -> Vec<Self> {
        private.iter().map(|(key, ty)| Self::new(names, key, ty)).collect()
    }

    fn new(names: &Names, key: &str, ty: &AttributeType) -> Self {
        let ty = attribute_type(names, "", ty, Role::Model);
        let head = format!("    pub const {}: rt::PrivateKey<{ty}> =", identifier::constant(key));
        let value = Call("rt::PrivateKey::new", vec![literal::text(key)]).assigned(4, head.chars().count());
        Self { name: key.to_owned(), declaration: format!("{head}{value};") }
    }
}

impl ResourceView {
    /// The view of one resource.
    pub fn new(resource: &Resource) -> Self {
        let roles = [Role::Model, Role::Plan, Role::View];
        let own = [Role::Model, Role::Plan, Role::View, Role::Identity];
        let names = Names::new(&resource.name, &own, &roles, &resource.schema);
        let of = &resource.type_name;
        let about = |text: &str| described(text, &resource.schema);
        let mut declarations = Declarations::new(
            &names,
            &resource.schema,
            &[
                (Role::Model, about(&format!("What `{of}` is: returned by create, read and update."))),
                (Role::Plan, lines(&format!("What is asked for of `{of}`: what a configuration may set."), "")),
                (Role::View, lines(&format!("A `{of}` of which anything may be null or not known yet."), "")),
            ],
        );
        let identity = lines(&format!("What finds a `{of}` again."), "");
        declarations.add_identity(&names, &resource.schema, &resource.identity, identity);
        let of_trait = format!("rt::Resource<Model = {}>", names.record("", Role::Model));
        Self {
            header: HeaderView::new(&format!("`{of}`"), &resource.origin),
            model: names.record("", Role::Model),
            plan: names.record("", Role::Plan),
            identity: names.record("", Role::Identity),
            view: names.record("", Role::View),
            declarations,
            has_private: !resource.lifecycle.private.is_empty(),
            private: PrivateKeyView::all(&names, &resource.lifecycle.private),
            hooks: HooksView::new(&names, &resource.name, &resource.schema, &resource.origin, of_trait),
            schema: schema::resource(resource),
        }
    }
}

/// `src/generated/data_sources/NAME.rs`
#[derive(Debug, Serialize)]
pub struct DataSourceView {
    header: HeaderView,
    data: String,
    config: String,
    declarations: Declarations,
    hooks: Option<HooksView>,
    schema: String,
}

impl DataSourceView {
    /// The view of one data source.
    pub fn new(source: &DataSource) -> Self {
        let roles = with_view(&[Role::Data, Role::DataConfig], &source.schema);
        let names = Names::new(&source.name, &roles, &roles, &source.schema);
        let of = format!("data.{}", source.type_name);
        let mut structs = vec![
            (Role::Data, described(&format!("What `{of}` answers: returned by read."), &source.schema)),
            (Role::DataConfig, lines(&format!("What a configuration of `{of}` may set."), "")),
        ];
        push_view(&mut structs, &source.schema, &format!("A configuration of `{of}`"));
        let declarations = Declarations::new(&names, &source.schema, &structs);
        let data = names.record("", Role::Data);
        let of_trait = format!("rt::DataSource<Model = {data}>");
        Self {
            header: HeaderView::new(&format!("`{of}`"), &source.origin),
            data,
            config: names.record("", Role::DataConfig),
            declarations,
            hooks: HooksView::new(&names, &source.name, &source.schema, &source.origin, of_trait),
            schema: schema::data_source(source),
        }
    }
}

/// The roles of a thing that is not stored: it needs a view for hooks alone.
pub fn with_view(roles: &[Role], schema: &Schema) -> Vec<Role> {
    let view = hook::looks(schema).then_some(Role::View);
    roles.iter().copied().chain(view).collect()
}

pub(super) fn push_view(structs: &mut Vec<(Role, Vec<String>)>, schema: &Schema, what: &str) {
    if hook::looks(schema) {
        structs.push((Role::View, lines(&format!("{what} of which anything may be null or not known yet."), "")));
    }
}

/// `src/generated/provider.rs`
#[derive(Debug, Serialize)]
pub struct ProviderView {
    header: HeaderView,
    config: String,
    declarations: Declarations,
    hooks: Option<HooksView>,
    schema: String,
}

impl ProviderView {
    /// The view of the provider's configuration.
    pub fn new(provider: &Provider) -> Self {
        let roles = with_view(&[Role::Config], &provider.schema);
        let names = Names::new("provider", &roles, &roles, &provider.schema);
        let doc = described(&format!("The configuration of the provider `{}`.", provider.name), &provider.schema);
        let mut structs = vec![(Role::Config, doc)];
        push_view(&mut structs, &provider.schema, "A configuration of the provider");
        let declarations = Declarations::new(&names, &provider.schema, &structs);
        let config = names.record("", Role::Config);
        let of_trait = format!("rt::Provider<Config = {config}>");
        Self {
            header: HeaderView::new(&format!("The provider `{}`", provider.name), &provider.origin),
            config,
            declarations,
            hooks: HooksView::new(&names, "provider", &provider.schema, &provider.origin, of_trait),
            schema: schema::provider(provider),
        }
    }
}

/// What tells the names of a list resource's structs from those of the managed resource.
pub const LIST: &str = "_list";

/// `src/generated/lists/NAME.rs`, and the same for actions and state stores.
#[derive(Debug, Serialize)]
pub struct ThingView {
    header: HeaderView,
    config: String,
    is_list: bool,
    /// The model of what is listed.
    listed: String,
    declarations: Declarations,
    hooks: Option<HooksView>,
    schema: String,
}

impl ThingView {
    /// The view of a thing; the suffix tells its structs from those of a resource of the same name. `implements` is the
    /// runtime's trait for its implementation.
    pub fn new(thing: &Thing, suffix: &str, implements: &str) -> Self {
        let name = format!("{}{suffix}", thing.name);
        let roles = with_view(&[Role::Config], &thing.schema);
        let names = Names::new(&name, &roles, &roles, &thing.schema);
        let of = &thing.origin.table;
        let doc = described(&format!("The configuration of `{of}`."), &thing.schema);
        let mut structs = vec![(Role::Config, doc)];
        push_view(&mut structs, &thing.schema, &format!("A configuration of `{of}`"));
        let declarations = Declarations::new(&names, &thing.schema, &structs);
        let config = names.record("", Role::Config);
        let of_trait = format!("rt::{implements}<Config = {config}>");
        Self {
            header: HeaderView::new(&format!("`{of}`"), &thing.origin),
            config,
            hooks: HooksView::new(&names, &name, &thing.schema, &thing.origin, of_trait),
            is_list: suffix == LIST,
            listed: format!(
                "super::super::resources::{}::{}",
                identifier::module(&thing.name),
                identifier::type_name(&thing.name, Role::Model.suffix())
            ),
            declarations,
            schema: schema::thing(thing),
        }
    }
}

pub(super) fn described(first: &str, schema: &Schema) -> Vec<String> {
    let mut doc = lines(first, "");
    let description = lines(&schema.description, "");
    if !description.is_empty() {
        doc.push(String::new());
        doc.extend(description);
    }
    match &schema.deprecation_message {
        Some(message) => and_then(doc, &format!("Deprecated: {message}")),
        None => doc,
    }
}
