//! Write-only values: they are in the configuration alone, and a handler must see them in its plan all the same.

use crate::schema::{Attribute, AttributeType, Block, BlockNesting, Nesting};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Value, tree};

/// `planned` with the write-only values of `config` in their places. One walk; sets cannot hold write-only values.
pub(crate) fn filled(block: &Block, planned: Value, config: &Value) -> Value {
    let Some(config) = config.as_object() else { return planned };
    let mut planned = match planned {
        Value::Object(planned) => planned,
        other => return other,
    };
    fill_attributes(block.attributes, &mut planned, config);
    for nested in block.blocks {
        let fill = |planned: Value, config: &Value| filled(&nested.block, planned, config);
        let (Some(slot), Some(config)) = (planned.get_mut(nested.name), config.get(nested.name)) else { continue };
        let value = std::mem::replace(slot, Value::Null);
        *slot = match nested.nesting {
            BlockNesting::Single | BlockNesting::Group => fill(value, config),
            BlockNesting::List | BlockNesting::Map => in_elements(value, config, fill),
            BlockNesting::Set => value,
        };
    }
    Value::Object(planned)
}

fn fill_attributes(
    attributes: &[Attribute],
    planned: &mut BTreeMap<Arc<str>, Value>,
    config: &BTreeMap<Arc<str>, Value>,
) {
    for attribute in attributes {
        let Some(config) = config.get(attribute.name) else { continue };
        if attribute.write_only {
            planned.insert(attribute.name.into(), config.clone());
        } else if let AttributeType::Nested(nesting, attributes) = &attribute.ty
            && let Some(slot) = planned.get_mut(attribute.name)
        {
            let fill = |planned: Value, config: &Value| match (planned, config.as_object()) {
                (Value::Object(mut planned), Some(config)) => {
                    fill_attributes(attributes, &mut planned, config);
                    Value::Object(planned)
                }
                (planned, _) => planned,
            };
            let value = std::mem::replace(slot, Value::Null);
            *slot = match nesting {
                Nesting::Single => fill(value, config),
                Nesting::List | Nesting::Map => in_elements(value, config, fill),
                Nesting::Set => value,
            };
        }
    }
}

fn in_elements(planned: Value, config: &Value, fill: impl Fn(Value, &Value) -> Value) -> Value {
    match planned {
        Value::List(elements) => Value::List(by_index(elements, config, fill)),
        Value::Tuple(elements) => Value::Tuple(by_index(elements, config, fill)),
        Value::Map(entries) => Value::Map(by_key(entries, config, fill)),
        Value::Object(entries) => Value::Object(by_key(entries, config, fill)),
        Value::Dynamic(mut dynamic) => {
            dynamic.value = in_elements(dynamic.value, config, fill);
            Value::Dynamic(dynamic)
        }
        other => other,
    }
}

fn by_index(planned: Vec<Value>, config: &Value, fill: impl Fn(Value, &Value) -> Value) -> Vec<Value> {
    let config = config.elements().unwrap_or_default();
    let fill = |(index, planned)| match config.get(index) {
        Some(config) => fill(planned, config),
        None => planned,
    };
    planned.into_iter().enumerate().map(fill).collect()
}

fn by_key(
    planned: BTreeMap<Arc<str>, Value>,
    config: &Value,
    fill: impl Fn(Value, &Value) -> Value,
) -> BTreeMap<Arc<str>, Value> {
    let fill = |(key, planned): (Arc<str>, Value)| {
        let planned = match config.get(&key) {
            Some(config) => fill(planned, config),
            None => planned,
        };
        (key, planned)
    };
    tree(planned.into_iter().map(fill))
}

/// `value` with null for each write-only attribute, at any depth: what a state may hold.
pub(super) fn removed(block: &Block, value: Value) -> Value {
    match value {
        Value::Object(members) => {
            let remove = |(name, member): (Arc<str>, Value)| {
                let member = match (block.attribute(&name), block.nested_block(&name)) {
                    (Some(attribute), _) if attribute.write_only => Value::Null,
                    (Some(attribute), _) => match attribute.nested() {
                        Some((nesting, below)) => removed_below(&below, nesting == Nesting::Single, member),
                        None => member,
                    },
                    (None, Some(nested)) => {
                        let single = matches!(nested.nesting, BlockNesting::Single | BlockNesting::Group);
                        removed_below(&nested.block, single, member)
                    }
                    (None, None) => member,
                };
                (name, member)
            };
            Value::Object(tree(members.into_iter().map(remove)))
        }
        other => other,
    }
}

/// The same for what an attribute or a block with a level of its own holds: one object, or a collection of them.
fn removed_below(block: &Block, single: bool, value: Value) -> Value {
    let element = |value| removed(block, value);
    let named = |(key, value)| (key, element(value));
    match value {
        Value::Dynamic(mut dynamic) => {
            dynamic.value = removed_below(block, single, dynamic.value);
            Value::Dynamic(dynamic)
        }
        value if single => element(value),
        Value::List(elements) => Value::List(elements.into_iter().map(element).collect()),
        Value::Tuple(elements) => Value::Tuple(elements.into_iter().map(element).collect()),
        Value::Set(elements) => Value::set(elements.into_iter().map(element)),
        Value::Map(entries) => Value::Map(tree(entries.into_iter().map(named))),
        Value::Object(entries) => Value::Object(tree(entries.into_iter().map(named))),
        other => other,
    }
}

/// The addresses of all write-only attributes: `secret`, `mounts.key`.
pub(super) fn addresses(block: &Block) -> Vec<String> {
    let mut found = Vec::new();
    collect(block, "", &mut found);
    found
}

fn collect(block: &Block, prefix: &str, found: &mut Vec<String>) {
    for attribute in block.attributes {
        if attribute.write_only {
            found.push(format!("{prefix}{}", attribute.name));
        } else if let AttributeType::Nested(_, attributes) = attribute.ty {
            collect(&Block { attributes, blocks: &[] }, &format!("{prefix}{}.", attribute.name), found);
        }
    }
    for nested in block.blocks {
        collect(&nested.block, &format!("{prefix}{}.", nested.name), found);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static BLOCK: Block = Block {
        attributes: &[
            Attribute {
                name: "mounts",
                ty: AttributeType::Nested(
                    Nesting::List,
                    &[
                        Attribute { name: "host", ..Attribute::DEFAULT },
                        Attribute { name: "key", write_only: true, ..Attribute::DEFAULT },
                    ],
                ),
                ..Attribute::DEFAULT
            },
            Attribute { name: "secret", write_only: true, ..Attribute::DEFAULT },
        ],
        blocks: &[],
    };

    fn object(host: &str, key: Value, secret: Value) -> Value {
        let mount = Value::object([("host", Value::string(host)), ("key", key)]);
        Value::object([("mounts", Value::list([mount])), ("secret", secret)])
    }

    #[test]
    fn write_only_values_come_from_the_configuration_and_nothing_else_does() {
        let planned = object("planned", Value::Null, Value::Null);
        let config = object("configured", Value::string("k"), Value::string("s"));
        let expected = object("planned", Value::string("k"), Value::string("s"));
        assert_eq!(filled(&BLOCK, planned, &config), expected);
        assert_eq!(addresses(&BLOCK), ["mounts.key", "secret"]);
    }

    #[test]
    fn write_only_values_that_were_stored_once_are_removed() {
        let stored = object("h", Value::string("k"), Value::string("s"));
        assert_eq!(removed(&BLOCK, stored), object("h", Value::Null, Value::Null));
        assert_eq!(removed(&BLOCK, Value::Null), Value::Null);
    }
}
