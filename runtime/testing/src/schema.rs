//! Schemas as they come over the wire, in the form that the other modules here work with.
//!
//! They are read from the answer of `GetProviderSchema` and not taken from the registry's tables, so that a difference
//! between the two comes to light. Whether they are valid is for `schema_rules` to say; nothing fails here.

use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::Type;
use tfgen_proto::tfplugin6::{ResourceIdentitySchema, Schema as WireSchema, schema as wire};

/// The schema of one thing.
#[derive(Debug)]
pub(super) struct Schema {
    pub(super) version: i64,
    pub(super) block: Block,
    pub(super) ty: Type,
}

#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) attributes: BTreeMap<Arc<str>, Attribute>,
    pub(super) blocks: BTreeMap<Arc<str>, NestedBlock>,
}

#[derive(Debug)]
pub(super) struct Attribute {
    pub(super) ty: Type,
    pub(super) nested: Option<(Nesting, Block)>,
    pub(super) required: bool,
    pub(super) optional: bool,
    pub(super) computed: bool,
    pub(super) sensitive: bool,
    pub(super) write_only: bool,
}

#[derive(Debug)]
pub(super) struct NestedBlock {
    pub(super) nesting: Nesting,
    pub(super) block: Block,
    pub(super) ty: Type,
    pub(super) computed: bool,
    pub(super) min_items: i64,
    pub(super) max_items: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nesting {
    Single,
    Group,
    List,
    Set,
    Map,
}

/// The schema of a resource's identity.
#[derive(Debug)]
pub(super) struct Identity {
    pub(super) version: i64,
    pub(super) attributes: BTreeMap<Arc<str>, bool>,
    pub(super) ty: Type,
}

impl Schema {
    pub(super) fn read(schema: &WireSchema) -> Self {
        let block = schema.block.as_ref().map(Block::read).unwrap_or_default();
        Self { version: schema.version, ty: block.ty(), block }
    }
}

impl Identity {
    pub(super) fn read(schema: &ResourceIdentitySchema) -> Self {
        let attributes = &schema.identity_attributes;
        Self {
            version: schema.version,
            attributes: attributes.iter().map(|each| (each.name.as_str().into(), each.required_for_import)).collect(),
            ty: Type::object(attributes.iter().map(|each| (each.name.as_str(), read_type(&each.r#type)))),
        }
    }
}

impl Block {
    fn read(block: &wire::Block) -> Self {
        let blocks = block.block_types.iter();
        Self {
            attributes: read_attributes(&block.attributes),
            blocks: blocks.map(|nested| (nested.type_name.as_str().into(), NestedBlock::read(nested))).collect(),
        }
    }

    pub(super) fn ty(&self) -> Type {
        let attributes = self.attributes.iter().map(|(name, attribute)| (name, attribute.ty.clone()));
        let blocks = self.blocks.iter().map(|(name, nested)| (name, nested.ty.clone()));
        Type::object(attributes.chain(blocks))
    }
}

fn read_attributes(attributes: &[wire::Attribute]) -> BTreeMap<Arc<str>, Attribute> {
    attributes.iter().map(|attribute| (attribute.name.as_str().into(), Attribute::read(attribute))).collect()
}

impl Attribute {
    fn read(attribute: &wire::Attribute) -> Self {
        let nested = attribute.nested_type.as_ref().map(|nested| {
            use wire::object::NestingMode;
            let nesting = match nested.nesting() {
                NestingMode::Single | NestingMode::Invalid => Nesting::Single,
                NestingMode::List => Nesting::List,
                NestingMode::Set => Nesting::Set,
                NestingMode::Map => Nesting::Map,
            };
            (nesting, Block { attributes: read_attributes(&nested.attributes), blocks: BTreeMap::new() })
        });
        let ty = match &nested {
            Some((nesting, block)) => nesting.of(block.ty()),
            None => read_type(&attribute.r#type),
        };
        Self {
            ty,
            nested,
            required: attribute.required,
            optional: attribute.optional,
            computed: attribute.computed,
            sensitive: attribute.sensitive,
            write_only: attribute.write_only,
        }
    }
}

impl NestedBlock {
    fn read(nested: &wire::NestedBlock) -> Self {
        use wire::nested_block::NestingMode;
        let nesting = match nested.nesting() {
            NestingMode::Single | NestingMode::Invalid => Nesting::Single,
            NestingMode::Group => Nesting::Group,
            NestingMode::List => Nesting::List,
            NestingMode::Set => Nesting::Set,
            NestingMode::Map => Nesting::Map,
        };
        let block = nested.block.as_ref().map(Block::read).unwrap_or_default();
        let one = block.ty();
        // Instances of such blocks may differ in type, so the collection as a whole is dynamic.
        let is_mixed = matches!(nesting, Nesting::List | Nesting::Map) && one.has_dynamic();
        Self {
            ty: if is_mixed { Type::Dynamic } else { nesting.of(one) },
            nesting,
            block,
            computed: nested.block.as_ref().is_some_and(|block| block.computed),
            min_items: nested.min_items,
            max_items: nested.max_items,
        }
    }

    /// Whether its instances are held in a list, set or map, which is empty and never null when there are none.
    pub(super) fn is_collection(&self) -> bool {
        matches!(self.nesting, Nesting::List | Nesting::Set | Nesting::Map)
    }
}

impl Nesting {
    fn of(self, one: Type) -> Type {
        match self {
            Self::Single | Self::Group => one,
            Self::List => Type::list(one),
            Self::Set => Type::set(one),
            Self::Map => Type::map(one),
        }
    }
}

/// What cannot be read counts as dynamic; the schema's own check reports it.
pub(super) fn read_type(json: &[u8]) -> Type {
    Type::from_json(json).unwrap_or(Type::Dynamic)
}
