//! `GetResourceIdentitySchemas`: what finds an object of each resource type again.

use super::{Handlers, identity};
use crate::schema::ResourceSchema;
use crate::schema::implied_type::attribute_type;

/// The identity schema of one resource type.
#[derive(Debug)]
pub(crate) struct IdentitySchema {
    pub(crate) type_name: &'static str,
    pub(crate) version: i64,
    pub(crate) attributes: Vec<IdentityAttribute>,
}

/// One attribute of an identity.
#[derive(Debug)]
pub(crate) struct IdentityAttribute {
    pub(crate) name: &'static str,
    /// The type in Terraform's JSON form.
    pub(crate) ty: String,
    /// An import by identity must give it.
    pub(crate) required_for_import: bool,
}

impl Handlers {
    /// Those of all resource types.
    pub(crate) fn get_resource_identity_schemas(&self) -> Vec<IdentitySchema> {
        let schemas = self.registry.resources.values().map(|entry| entry.schema);
        schemas.filter(|schema| !schema.identity.is_empty()).map(identity_schema).collect()
    }
}

fn identity_schema(schema: &'static ResourceSchema) -> IdentitySchema {
    let in_identity = schema.block.attributes.iter().filter(|attribute| schema.identity.contains(&attribute.name));
    let attributes = in_identity
        .map(|attribute| IdentityAttribute {
            name: attribute.name,
            ty: attribute_type(&attribute.ty).to_json(),
            required_for_import: !identity::may_be_left_out(schema, attribute.name),
        })
        .collect();
    IdentitySchema { type_name: schema.type_name, version: schema.identity_version, attributes }
}
