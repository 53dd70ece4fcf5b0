//! The cty types that schemas stand for. Core derives the same ones from the encoded schema, so they must agree.
//!
//! Nothing here looks at values.

use tfgen_cty::Type;

use super::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting, ResourceSchema};

/// The object type of a block: an attribute per attribute, and one per nested block.
pub fn block_type(block: &Block) -> Type {
    let attributes = block.attributes.iter().map(|attribute| (attribute.name, attribute_type(&attribute.ty)));
    let blocks = block.blocks.iter().map(|nested| (nested.name, nested_block_type(nested)));
    Type::object(attributes.chain(blocks))
}

/// The type that holds all instances of a nested block.
///
/// A list or map of blocks with a dynamic attribute inside is dynamic as a whole: its instances may differ in type.
pub fn nested_block_type(nested: &NestedBlock) -> Type {
    let one = block_type(&nested.block);
    match nested.nesting {
        BlockNesting::Single | BlockNesting::Group => one,
        BlockNesting::Set => Type::set(one),
        BlockNesting::List | BlockNesting::Map if one.has_dynamic() => Type::Dynamic,
        BlockNesting::List => Type::list(one),
        BlockNesting::Map => Type::map(one),
    }
}

/// The type of an attribute's value.
pub fn attribute_type(ty: &AttributeType) -> Type {
    match ty {
        AttributeType::Bool => Type::Bool,
        AttributeType::String | AttributeType::Text(_) => Type::String,
        AttributeType::Number
        | AttributeType::Int32
        | AttributeType::Int64
        | AttributeType::Float32
        | AttributeType::Float64 => Type::Number,
        AttributeType::Dynamic => Type::Dynamic,
        AttributeType::List(element) => Type::list(attribute_type(element)),
        AttributeType::Set(element) => Type::set(attribute_type(element)),
        AttributeType::Map(element) => Type::map(attribute_type(element)),
        AttributeType::Object(members) => {
            Type::object(members.iter().map(|(name, member)| (*name, attribute_type(member))))
        }
        AttributeType::Tuple(elements) => Type::tuple(elements.iter().map(attribute_type)),
        AttributeType::Nested(nesting, attributes) => {
            let one = nested_object_type(attributes);
            match nesting {
                Nesting::Single => one,
                Nesting::List => Type::list(one),
                Nesting::Set => Type::set(one),
                Nesting::Map => Type::map(one),
            }
        }
    }
}

/// The type of one object of nested attributes.
pub fn nested_object_type(attributes: &'static [Attribute]) -> Type {
    block_type(&Block::of(attributes))
}

/// The object type of a resource's identity.
pub fn identity_type(schema: &ResourceSchema) -> Type {
    let attributes = schema.identity.iter().filter_map(|name| schema.block.attribute(name));
    Type::object(attributes.map(|attribute| (attribute.name, attribute_type(&attribute.ty))))
}
