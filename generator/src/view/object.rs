//! What the template of an object prints: the structs that all things share which are made of it.

use super::model::Declarations;
use super::rust_type::{Names, Role};
use super::thing::{HeaderView, described, with_view};
use crate::ir::{Attribute, AttributeType, Block, Model, Object, Provider, Schema};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// `src/generated/objects/NAME.rs`
#[derive(Debug, Serialize)]
pub struct ObjectView {
    header: HeaderView,
    declarations: Declarations,
}

/// The roles of the structs that each object needs.
pub type Roles<'a> = BTreeMap<&'a str, BTreeSet<Role>>;

impl ObjectView {
    /// The view of one object, with the structs that are used.
    pub fn new(object: &Object, roles: &Roles<'_>) -> Self {
        let names = Names::of_object(&object.name, &object.schema.attributes, &object.schema.blocks);
        let of = format!("object.{}", object.name);
        let structs: Vec<_> = (roles.get(object.name.as_str()).into_iter().flatten())
            .map(|role| {
                let purpose = match role {
                    Role::Plan => " as it is asked for",
                    Role::View => " of which anything may be null or not known yet",
                    _ => "",
                };
                (*role, described(&format!("An `{of}`{purpose}."), &object.schema))
            })
            .collect();
        Self {
            header: HeaderView::new(&format!("`{of}`"), &object.origin),
            declarations: Declarations::of_object(&names, &object.schema, &structs),
        }
    }
}

/// What each object is used for; one that nothing uses is for what is given.
pub fn roles(provider: &Provider) -> Roles<'_> {
    let mut found = Roles::new();
    let mut add = |schema, roles: &[Role]| roles.iter().for_each(|role| collect(schema, *role, &mut found));
    add(&provider.schema, &with_view(&[Role::Config], &provider.schema));
    for resource in &provider.resources {
        let typed = [Role::Model, Role::Plan, Role::View];
        if resource.model == Model::Typed {
            add(&resource.schema, &typed);
        }
    }
    for source in &provider.data_sources {
        if source.model == Model::Typed {
            add(&source.schema, &with_view(&[Role::Data, Role::DataConfig], &source.schema));
        }
    }
    for resource in &provider.ephemeral_resources {
        add(&resource.thing.schema, &[Role::Data, Role::Config]);
    }
    let things = [&provider.list_resources, &provider.actions, &provider.state_stores];
    for thing in things.into_iter().flatten().chain(&provider.provider_meta) {
        add(&thing.schema, &[Role::Config]);
    }
    for capability in &provider.capabilities {
        add(&capability.schema, &[Role::View]);
    }
    for object in &provider.objects {
        if !found.contains_key(object.name.as_str()) {
            found.insert(&object.name, BTreeSet::from([Role::Model]));
            collect(&object.schema, Role::Model, &mut found);
        }
    }
    found
}

fn collect<'a>(schema: &'a Schema, role: Role, found: &mut Roles<'a>) {
    collect_level(&schema.attributes, &schema.blocks, role, found);
}

fn collect_level<'a>(attributes: &'a [Attribute], blocks: &'a [Block], role: Role, found: &mut Roles<'a>) {
    let mut note = |object: &'a Option<String>| {
        if let Some(object) = object {
            found.entry(object).or_default().insert(role.of_object());
        }
    };
    attributes.iter().filter(|each| role.has_attribute(each)).for_each(|each| note(&each.object));
    blocks.iter().filter(|each| role.has_block(each)).for_each(|each| note(&each.object));
    for attribute in attributes.iter().filter(|each| role.has_attribute(each)) {
        if let AttributeType::Nested(_, inner) = &attribute.ty {
            collect_level(inner, &[], role, found);
        }
    }
    for block in blocks.iter().filter(|each| role.has_block(each)) {
        collect_level(&block.attributes, &block.blocks, role, found);
    }
}
