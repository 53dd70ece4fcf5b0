//! Attributes, blocks and their types.

use super::Reader;
use crate::schema::{
    Attribute, AttributeType, BlockNesting, Literal, Mode, NestedBlock, Nesting, OnChange, RequiresReplace, WhenUnset,
};

impl Reader {
    pub(super) fn attribute(&mut self) -> Option<Attribute> {
        let (name, ty) = (self.text()?, self.attribute_type()?);
        let mode = match self.byte()? {
            0 => Mode::Required,
            1 => Mode::Optional,
            2 => Mode::Computed,
            3 => Mode::OptionalComputed,
            _ => return None,
        };
        let [sensitive, write_only, nullable, local, null_when_empty, null_elements, has_more] = self.flags()?;
        let attribute = Attribute {
            name,
            ty,
            mode,
            sensitive,
            write_only,
            nullable,
            local,
            null_when_empty,
            null_elements,
            ..Attribute::DEFAULT
        };
        if has_more { self.rest(attribute) } else { Some(attribute) }
    }

    /// What most attributes do not have.
    fn rest(&mut self, attribute: Attribute) -> Option<Attribute> {
        Some(Attribute {
            deprecation_message: self.text()?,
            default: match self.flags()? {
                [true] => Some(self.literal()?),
                [false] => None,
            },
            env: self.texts()?,
            requires_replace: match self.byte()? {
                0 => RequiresReplace::Never,
                1 => RequiresReplace::Always,
                2 => RequiresReplace::IfConfigured,
                _ => return None,
            },
            when_unset: match self.byte()? {
                0 => WhenUnset::Unknown,
                1 => WhenUnset::PriorState,
                2 => WhenUnset::ChangesWith(self.texts()?),
                _ => return None,
            },
            validators: self.list(Self::validator)?,
            identity_key: self.texts()?,
            prefix: self.text()?,
            on_change: match self.byte()? {
                0 => OnChange::Nothing,
                1 => OnChange::Update,
                2 => OnChange::Replace,
                _ => return None,
            },
            ..attribute
        })
    }

    pub(super) fn nested_block(&mut self) -> Option<NestedBlock> {
        let name = self.text()?;
        let nesting = match self.byte()? {
            0 => BlockNesting::Single,
            1 => BlockNesting::List,
            2 => BlockNesting::Set,
            3 => BlockNesting::Map,
            4 => BlockNesting::Group,
            _ => return None,
        };
        let (min_items, max_items) = (self.number()?, self.number()?);
        let [computed, local, always, if_configured] = self.flags()?;
        let requires_replace = match (always, if_configured) {
            (true, _) => RequiresReplace::Always,
            (_, true) => RequiresReplace::IfConfigured,
            _ => RequiresReplace::Never,
        };
        Some(NestedBlock {
            name,
            nesting,
            min_items,
            max_items,
            computed,
            requires_replace,
            local,
            block: self.block()?,
            deprecation_message: self.text()?,
            identity_key: self.texts()?,
            validators: self.list(Self::validator)?,
        })
    }

    fn attribute_type(&mut self) -> Option<AttributeType> {
        Some(match self.byte()? {
            0 => AttributeType::Bool,
            1 => AttributeType::String,
            2 => AttributeType::Text(self.format()?),
            3 => AttributeType::Number,
            4 => AttributeType::Int32,
            5 => AttributeType::Int64,
            6 => AttributeType::Float32,
            7 => AttributeType::Float64,
            8 => AttributeType::Dynamic,
            9 => AttributeType::List(self.element()?),
            10 => AttributeType::Set(self.element()?),
            11 => AttributeType::Map(self.element()?),
            12 => AttributeType::Object(self.list(|reader| Some((reader.text()?, reader.attribute_type()?)))?),
            13 => AttributeType::Tuple(self.list(Self::attribute_type)?),
            14 => {
                let nesting = match self.byte()? {
                    0 => Nesting::Single,
                    1 => Nesting::List,
                    2 => Nesting::Set,
                    3 => Nesting::Map,
                    _ => return None,
                };
                AttributeType::Nested(nesting, self.list(Self::attribute)?)
            }
            _ => return None,
        })
    }

    fn element(&mut self) -> Option<&'static AttributeType> {
        Some(Box::leak(Box::new(self.attribute_type()?)))
    }

    pub(super) fn literal(&mut self) -> Option<Literal> {
        Some(match self.byte()? {
            0 => Literal::Null,
            1 => Literal::Bool(false),
            2 => Literal::Bool(true),
            3 => Literal::Number(self.text()?),
            4 => Literal::String(self.text()?),
            5 => Literal::List(self.list(Self::literal)?),
            6 => Literal::Map(self.list(|reader| Some((reader.text()?, reader.literal()?)))?),
            _ => return None,
        })
    }
}
