//! The provider's schema as Terraform gets it: an encoded `GetProviderSchema.Response`.
//!
//! It is encoded here, once, so that the provider serves bytes that are there when it starts. Attributes and blocks are
//! sorted by name and maps are ordered, so that the bytes depend on nothing but the IR.

use crate::ir::{
    Attribute, AttributeType, Block, BlockNesting, Function, ImportSegment, Mode, Nesting, Parameter, Provider,
    Resource, Schema, Thing,
};
use prost::Message;
use tfgen_cty::Type;
use tfgen_proto::tfplugin6 as wire;

/// The encoded response.
pub fn encode(provider: &Provider) -> Vec<u8> {
    response(provider).encode_to_vec()
}

/// The identities of managed resources as Terraform gets them: a `GetResourceIdentitySchemas.Response`.
pub fn identities(provider: &Provider) -> wire::get_resource_identity_schemas::Response {
    let identified = provider.resources.iter().filter(|resource| !resource.identity.is_empty());
    wire::get_resource_identity_schemas::Response {
        identity_schemas: identified.map(|resource| (resource.type_name.clone(), identity(resource))).collect(),
        ..Default::default()
    }
}

/// The identity of one resource.
pub fn identity(resource: &Resource) -> wire::ResourceIdentitySchema {
    fn names(segments: &[ImportSegment], name: &str) -> bool {
        segments.iter().any(|segment| match segment {
            ImportSegment::Literal(_) => false,
            ImportSegment::Attribute(attribute) => attribute == name,
            ImportSegment::Optional(inner) => names(inner, name),
        })
    }
    let may_be_left_out = |name: &str| {
        resource.import.iter().any(|segment| matches!(segment, ImportSegment::Optional(inner) if names(inner, name)))
    };
    let attributes = resource.schema.attributes.iter().filter(|each| resource.identity.contains(&each.name));
    let attribute = |each: &Attribute| wire::resource_identity_schema::IdentityAttribute {
        name: each.name.clone(),
        r#type: cty_type(&each.ty).to_json().into_bytes(),
        required_for_import: !may_be_left_out(&each.name),
        optional_for_import: may_be_left_out(&each.name),
        description: String::new(),
    };
    wire::ResourceIdentitySchema {
        version: resource.lifecycle.identity_version,
        identity_attributes: attributes.map(attribute).collect(),
    }
}

/// The response.
pub fn response(provider: &Provider) -> wire::get_provider_schema::Response {
    let resources = provider.resources.iter().map(|each| (each.type_name.clone(), schema(&each.schema)));
    let data_sources = provider.data_sources.iter().map(|each| (each.type_name.clone(), schema(&each.schema)));
    wire::get_provider_schema::Response {
        provider: Some(schema(&provider.schema)),
        provider_meta: provider.provider_meta.as_ref().map(|meta| schema(&meta.schema)),
        resource_schemas: resources.collect(),
        data_source_schemas: data_sources.collect(),
        ephemeral_resource_schemas: things(provider.ephemeral_resources.iter().map(|each| &each.thing)).collect(),
        list_resource_schemas: things(&provider.list_resources).collect(),
        action_schemas: things(&provider.actions)
            .map(|(name, schema)| (name, wire::ActionSchema { schema: Some(schema) }))
            .collect(),
        state_store_schemas: things(&provider.state_stores).collect(),
        functions: provider.functions.iter().map(|each| (each.name.clone(), function(each))).collect(),
        // What the runtime can do, whatever the schema says.
        server_capabilities: Some(wire::ServerCapabilities {
            plan_destroy: true,
            get_provider_schema_optional: true,
            move_resource_state: true,
            generate_resource_config: true,
        }),
        ..Default::default()
    }
}

/// Whether bytes are such a response: a schema of ours, though perhaps an older one.
pub fn is_schema(bytes: &[u8]) -> bool {
    wire::get_provider_schema::Response::decode(bytes)
        .is_ok_and(|response| response.provider.is_some() && response.server_capabilities.is_some())
}

fn things<'a>(things: impl IntoIterator<Item = &'a Thing>) -> impl Iterator<Item = (String, wire::Schema)> {
    things.into_iter().map(|each| (each.type_name.clone(), schema(&each.schema)))
}

fn function(function: &Function) -> wire::Function {
    wire::Function {
        parameters: function.parameters.iter().map(parameter).collect(),
        variadic_parameter: function.variadic_parameter.as_ref().map(parameter),
        r#return: Some(wire::function::Return { r#type: cty_type(&function.return_type).to_json().into_bytes() }),
        summary: function.summary.clone(),
        description: function.description.clone(),
        description_kind: wire::StringKind::Markdown.into(),
        deprecation_message: function.deprecation_message.clone().unwrap_or_default(),
    }
}

fn parameter(parameter: &Parameter) -> wire::function::Parameter {
    wire::function::Parameter {
        name: parameter.attribute.name.clone(),
        r#type: cty_type(&parameter.attribute.ty).to_json().into_bytes(),
        allow_null_value: parameter.allow_null_value,
        allow_unknown_values: parameter.allow_unknown_values,
        description: parameter.attribute.description.clone(),
        description_kind: wire::StringKind::Markdown.into(),
    }
}

fn schema(schema: &Schema) -> wire::Schema {
    let mut root = block(&schema.attributes, &schema.blocks);
    root.version = schema.version;
    root.description.clone_from(&schema.description);
    root.description_kind = wire::StringKind::Markdown.into();
    root.deprecated = schema.deprecation_message.is_some();
    root.deprecation_message = schema.deprecation_message.clone().unwrap_or_default();
    wire::Schema { version: schema.version, block: Some(root) }
}

fn block(attributes: &[Attribute], blocks: &[Block]) -> wire::schema::Block {
    wire::schema::Block {
        attributes: attributes.iter().map(attribute).collect(),
        block_types: blocks.iter().map(nested_block).collect(),
        description_kind: wire::StringKind::Markdown.into(),
        ..Default::default()
    }
}

fn nested_block(nested: &Block) -> wire::schema::NestedBlock {
    use wire::schema::nested_block::NestingMode;
    let mut inside = block(&nested.attributes, &nested.blocks);
    inside.description.clone_from(&nested.description);
    inside.deprecated = nested.deprecation_message.is_some();
    inside.deprecation_message = nested.deprecation_message.clone().unwrap_or_default();
    inside.computed = nested.computed;
    let nesting = match nested.nesting {
        BlockNesting::Single => NestingMode::Single,
        BlockNesting::List => NestingMode::List,
        BlockNesting::Set => NestingMode::Set,
        BlockNesting::Map => NestingMode::Map,
        BlockNesting::Group => NestingMode::Group,
    };
    wire::schema::NestedBlock {
        type_name: nested.name.clone(),
        block: Some(inside),
        nesting: nesting.into(),
        min_items: i64::try_from(nested.min_items).unwrap_or(i64::MAX),
        max_items: i64::try_from(nested.max_items).unwrap_or(i64::MAX),
    }
}

fn attribute(attribute: &Attribute) -> wire::schema::Attribute {
    let (ty, nested_type) = match &attribute.ty {
        AttributeType::Nested(nesting, attributes) => (Vec::new(), Some(object(*nesting, attributes))),
        ty => (cty_type(ty).to_json().into_bytes(), None),
    };
    wire::schema::Attribute {
        name: attribute.name.clone(),
        r#type: ty,
        nested_type,
        description: attribute.description.clone(),
        required: attribute.mode == Mode::Required,
        optional: matches!(attribute.mode, Mode::Optional | Mode::OptionalComputed),
        computed: matches!(attribute.mode, Mode::Computed | Mode::OptionalComputed),
        sensitive: attribute.sensitive,
        description_kind: wire::StringKind::Markdown.into(),
        deprecated: attribute.deprecation_message.is_some(),
        write_only: attribute.write_only,
        deprecation_message: attribute.deprecation_message.clone().unwrap_or_default(),
    }
}

fn object(nesting: Nesting, attributes: &[Attribute]) -> wire::schema::Object {
    use wire::schema::object::NestingMode;
    let nesting = match nesting {
        Nesting::Single => NestingMode::Single,
        Nesting::List => NestingMode::List,
        Nesting::Set => NestingMode::Set,
        Nesting::Map => NestingMode::Map,
    };
    wire::schema::Object {
        attributes: attributes.iter().map(attribute).collect(),
        nesting: nesting.into(),
        ..Default::default()
    }
}

/// The type as Terraform knows it: all numbers are one type.
pub fn cty_type(ty: &AttributeType) -> Type {
    match ty {
        AttributeType::Bool => Type::Bool,
        AttributeType::String => Type::String,
        AttributeType::Number
        | AttributeType::Int32
        | AttributeType::Int64
        | AttributeType::Float32
        | AttributeType::Float64 => Type::Number,
        AttributeType::Dynamic => Type::Dynamic,
        AttributeType::List(element) => Type::list(cty_type(element)),
        AttributeType::Set(element) => Type::set(cty_type(element)),
        AttributeType::Map(element) => Type::map(cty_type(element)),
        AttributeType::Object(members) => Type::object(members.iter().map(|(name, ty)| (name.as_str(), cty_type(ty)))),
        AttributeType::Tuple(types) => Type::tuple(types.iter().map(cty_type)),
        AttributeType::Nested(nesting, attributes) => {
            let object = Type::object(attributes.iter().map(|each| (each.name.as_str(), cty_type(&each.ty))));
            match nesting {
                Nesting::Single => object,
                Nesting::List => Type::list(object),
                Nesting::Set => Type::set(object),
                Nesting::Map => Type::map(object),
            }
        }
    }
}
