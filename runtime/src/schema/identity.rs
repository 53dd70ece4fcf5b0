//! What finds the object of a managed resource again, as Terraform is told.

use super::ResourceSchema;
use super::implied_type::attribute_type;

/// One part of an import id pattern such as `[{region}/]{id}`.
#[derive(Clone, Copy, Debug)]
pub enum ImportSegment {
    /// text that stands as it is
    Literal(&'static str),
    /// the value of a root attribute
    Attribute(&'static str),
    /// a part that may be missing
    Optional(&'static [ImportSegment]),
}

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

impl IdentitySchema {
    /// That of a resource; none if it has no identity.
    pub(crate) fn of(schema: &'static ResourceSchema) -> Option<Self> {
        let in_identity = schema.block.attributes.iter().filter(|attribute| schema.identity.contains(&attribute.name));
        let attributes = in_identity.map(|attribute| IdentityAttribute {
            name: attribute.name,
            ty: attribute_type(&attribute.ty).to_json(),
            required_for_import: !may_be_left_out(schema, attribute.name),
        });
        let attributes: Vec<_> = attributes.collect();
        let identity = Self { type_name: schema.type_name, version: schema.identity_version, attributes };
        (!schema.identity.is_empty()).then_some(identity)
    }
}

/// Whether an import id of this resource can lack the attribute.
pub(crate) fn may_be_left_out(schema: &ResourceSchema, name: &str) -> bool {
    fn names(segments: &[ImportSegment], name: &str) -> bool {
        segments.iter().any(|segment| match segment {
            ImportSegment::Literal(_) => false,
            ImportSegment::Attribute(attribute) => *attribute == name,
            ImportSegment::Optional(inner) => names(inner, name),
        })
    }
    schema.import.iter().any(|segment| matches!(segment, ImportSegment::Optional(inner) if names(inner, name)))
}
