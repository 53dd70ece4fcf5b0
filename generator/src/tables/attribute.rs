//! Attributes, blocks and their types.

use super::Writer;
use crate::ir::{
    Attribute, AttributeType, Block, BlockNesting, Format, Mode, Nesting, OnChange, RequiresReplace, Validator,
    WhenUnset,
};
use tfgen_cty::Value;

impl Writer<'_> {
    pub(super) fn block(&mut self, attributes: &[Attribute], blocks: &[Block]) {
        self.list(attributes, Writer::attribute);
        self.list(blocks, Writer::nested_block);
    }

    /// A row: what most attributes are in a few bytes, and the rest only where one of it is there.
    fn attribute(&mut self, attribute: &Attribute) {
        self.text(&attribute.name);
        self.attribute_type(&attribute.ty, attribute.format.as_ref());
        self.byte(match attribute.mode {
            Mode::Required => 0,
            Mode::Optional => 1,
            Mode::Computed => 2,
            Mode::OptionalComputed => 3,
        });
        let validators = rules(attribute);
        let has_more = attribute.deprecation_message.is_some()
            || attribute.default.is_some()
            || !attribute.env.is_empty()
            || attribute.requires_replace != RequiresReplace::Never
            || attribute.when_unset != WhenUnset::Unknown
            || !validators.is_empty()
            || !attribute.identity_key.is_empty()
            || !attribute.prefix.is_empty()
            || attribute.on_change != OnChange::Nothing;
        self.flags(&[
            attribute.sensitive,
            attribute.write_only,
            attribute.nullable,
            attribute.local,
            attribute.null_when_empty,
            attribute.null_elements,
            has_more,
        ]);
        if has_more {
            self.rest(attribute, &validators);
        }
    }

    fn rest(&mut self, attribute: &Attribute, validators: &[Validator]) {
        self.text(attribute.deprecation_message.as_deref().unwrap_or_default());
        self.flags(&[attribute.default.is_some()]);
        if let Some(default) = &attribute.default {
            self.literal(default);
        }
        self.texts(&attribute.env);
        self.byte(match attribute.requires_replace {
            RequiresReplace::Never => 0,
            RequiresReplace::Always => 1,
            RequiresReplace::IfConfigured => 2,
        });
        match &attribute.when_unset {
            WhenUnset::Unknown => self.byte(0),
            WhenUnset::PriorState => self.byte(1),
            WhenUnset::ChangesWith(names) => {
                self.byte(2);
                self.texts(names);
            }
        }
        self.list(validators, Writer::validator);
        self.texts(&attribute.identity_key);
        self.text(&attribute.prefix);
        self.byte(match attribute.on_change {
            OnChange::Nothing => 0,
            OnChange::Update => 1,
            OnChange::Replace => 2,
        });
    }

    fn nested_block(&mut self, nested: &Block) {
        self.text(&nested.name);
        self.byte(match nested.nesting {
            BlockNesting::Single => 0,
            BlockNesting::List => 1,
            BlockNesting::Set => 2,
            BlockNesting::Map => 3,
            BlockNesting::Group => 4,
        });
        self.number(nested.min_items);
        self.number(nested.max_items);
        self.flags(&[
            nested.computed,
            nested.carried,
            nested.requires_replace == RequiresReplace::Always,
            nested.requires_replace == RequiresReplace::IfConfigured,
        ]);
        self.block(&nested.attributes, &nested.blocks);
        self.text(nested.deprecation_message.as_deref().unwrap_or_default());
        self.texts(&nested.identity_key);
        self.list(&nested.validators, Writer::validator);
    }

    /// A type; the strings in it have the format.
    fn attribute_type(&mut self, ty: &AttributeType, format: Option<&Format>) {
        match ty {
            AttributeType::Bool => self.byte(0),
            AttributeType::String => match format {
                None => self.byte(1),
                Some(format) => {
                    self.byte(2);
                    self.format(format);
                }
            },
            AttributeType::Number => self.byte(3),
            AttributeType::Int32 => self.byte(4),
            AttributeType::Int64 => self.byte(5),
            AttributeType::Float32 => self.byte(6),
            AttributeType::Float64 => self.byte(7),
            AttributeType::Dynamic => self.byte(8),
            AttributeType::List(element) => self.collection(9, element, format),
            AttributeType::Set(element) => self.collection(10, element, format),
            AttributeType::Map(element) => self.collection(11, element, format),
            AttributeType::Object(members) => {
                self.byte(12);
                self.list(members, |writer, (name, ty)| {
                    writer.text(name);
                    writer.attribute_type(ty, None);
                });
            }
            AttributeType::Tuple(types) => {
                self.byte(13);
                self.list(types, |writer, ty| writer.attribute_type(ty, None));
            }
            AttributeType::Nested(nesting, attributes) => {
                self.byte(14);
                self.byte(match nesting {
                    Nesting::Single => 0,
                    Nesting::List => 1,
                    Nesting::Set => 2,
                    Nesting::Map => 3,
                });
                self.list(attributes, Writer::attribute);
            }
        }
    }

    fn collection(&mut self, tag: u8, element: &AttributeType, format: Option<&Format>) {
        self.byte(tag);
        self.attribute_type(element, format);
    }

    pub(super) fn literal(&mut self, value: &Value) {
        match value {
            Value::Null | Value::Unknown(_) => self.byte(0),
            Value::Bool(value) => self.byte(if *value { 2 } else { 1 }),
            Value::Number(number) => {
                self.byte(3);
                self.text(&number.to_string());
            }
            Value::String(text) => {
                self.byte(4);
                self.text(text);
            }
            Value::List(elements) | Value::Tuple(elements) => self.literals(5, &elements.iter().collect::<Vec<_>>()),
            Value::Set(elements) => self.literals(5, &elements.iter().collect::<Vec<_>>()),
            Value::Map(members) | Value::Object(members) => {
                self.byte(6);
                self.list(&members.iter().collect::<Vec<_>>(), |writer, (name, value)| {
                    writer.text(name);
                    writer.literal(value);
                });
            }
            Value::Dynamic(dynamic) => self.literal(&dynamic.value),
        }
    }

    fn literals(&mut self, tag: u8, values: &[&Value]) {
        self.byte(tag);
        self.list(values, |writer, value| writer.literal(value));
    }
}

/// The attribute's rules; a configuration must also keep to the values of an enum.
fn rules(attribute: &Attribute) -> Vec<Validator> {
    if attribute.enum_values.is_empty() || attribute.mode == Mode::Computed {
        return attribute.validators.clone();
    }
    let values = attribute.enum_values.iter().map(|value| Value::string(value.as_str())).collect();
    std::iter::once(Validator::OneOf(values)).chain(attribute.validators.iter().cloned()).collect()
}
