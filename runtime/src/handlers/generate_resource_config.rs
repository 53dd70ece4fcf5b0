//! `GenerateResourceConfig`: from what an object is to what a person would have written for it.

use super::{Handlers, guard};
use crate::check;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::draft::find;
use crate::log::Secrets;
use crate::model::shape_block;
use crate::registry::ResourceEntry;
use crate::schema::{Attribute, Block, BlockNesting, Mode, NestedBlock, Nesting, Validator};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tfgen_cty::{Value, tree};

#[derive(Debug)]
pub(crate) struct Response {
    pub(crate) config: Value,
    pub(crate) diagnostics: Diagnostics,
}

impl Handlers {
    pub(crate) fn generate_resource_config(entry: &ResourceEntry, state: Value) -> Response {
        let block = &entry.schema.block;
        let config = without_conflicts(block, configuration(block, state.clone(), true));
        let (config, mut diagnostics) = match overridden(entry, state, &config) {
            Some(Ok(config)) => (config, Diagnostics::new()),
            Some(Err(failed)) => (config, failed),
            None => (config, Diagnostics::new()),
        };
        diagnostics.extend(check::conforms(block, &config));
        Response { config, diagnostics }
    }
}

/// What the hook makes of it, if the schema names one.
fn overridden(entry: &ResourceEntry, state: Value, config: &Value) -> Option<Result<Value>> {
    let block = &entry.schema.block;
    let hook = entry.plan_hook.as_ref()?;
    let doing = format!("generating a configuration of {}", entry.schema.type_name);
    let secrets = Secrets::of(block, [&state]);
    let generate = || hook.generate_config(state, config.clone()).transpose();
    let (config, set) = match guard::call(&doing, generate).transpose()? {
        Ok(drafted) => drafted,
        Err(mut failed) => {
            secrets.mask_all(&mut failed);
            return Some(Err(failed));
        }
    };
    let mut found = Diagnostics::new();
    for address in set {
        let is_configurable =
            find(block, address).is_some_and(|found| found.mode.is_configurable() && !found.write_only);
        if !is_configurable {
            found.extend(error(format!("`{address}` cannot be in a configuration")).at(address).detail(
                "The hook `generate_config` sets it, but it is no attribute of the schema that a configuration may set and \
                 that is stored. This is a mistake in the provider.",
            ));
        }
    }
    Some(if found.has_errors() { Err(found) } else { Ok(shape_block(block, config)) })
}

/// The object without what a configuration does not say: null stands for what is left out.
fn configuration(block: &Block, object: Value, is_root: bool) -> Value {
    let Value::Object(members) = object else { return object };
    let left = |(name, value): (Arc<str>, Value)| {
        let value = match (block.attribute(&name), block.nested_block(&name)) {
            (Some(attribute), _) => of_attribute(attribute, value, is_root),
            (None, Some(nested)) => of_block(nested, value),
            (None, None) => value,
        };
        (name, value)
    };
    Value::Object(tree(members.into_iter().map(left)))
}

fn of_attribute(attribute: &Attribute, value: Value, is_root: bool) -> Value {
    // Older kinds of providers have an `id` that could be set and never is.
    let is_id = is_root && attribute.name == "id" && attribute.mode == Mode::OptionalComputed;
    let left_out =
        attribute.mode == Mode::Computed || attribute.write_only || !attribute.deprecation_message.is_empty() || is_id;
    let empty = attribute.mode != Mode::Required && value.inner().as_str().is_some_and(str::is_empty);
    if left_out || empty {
        return Value::Null;
    }
    match attribute.nested() {
        Some((nesting, below)) => {
            of_elements(value, nesting == Nesting::Single, |value| configuration(&below, value, false))
        }
        None => value,
    }
}

fn of_block(nested: &NestedBlock, value: Value) -> Value {
    let single = matches!(nested.nesting, BlockNesting::Single | BlockNesting::Group);
    if nested.computed || nested.local || !nested.deprecation_message.is_empty() {
        return match value {
            Value::List(_) => Value::List(Vec::new()),
            Value::Set(_) => Value::set([]),
            Value::Map(_) => Value::Map(BTreeMap::new()),
            Value::Object(members) if nested.nesting == BlockNesting::Group => {
                Value::Object(tree(members.into_keys().map(|name| (name, Value::Null))))
            }
            _ => Value::Null,
        };
    }
    of_elements(value, single, |value| configuration(&nested.block, value, false))
}

fn of_elements(value: Value, single: bool, of: impl Fn(Value) -> Value) -> Value {
    match value {
        Value::Dynamic(mut dynamic) => {
            dynamic.value = of_elements(dynamic.value, single, of);
            Value::Dynamic(dynamic)
        }
        value if single => of(value),
        Value::List(elements) => Value::List(elements.into_iter().map(of).collect()),
        Value::Tuple(elements) => Value::Tuple(elements.into_iter().map(of).collect()),
        Value::Set(elements) => Value::set(elements.into_iter().map(of)),
        Value::Map(members) => Value::Map(tree(members.into_iter().map(|(key, value)| (key, of(value))))),
        Value::Object(members) => Value::Object(tree(members.into_iter().map(|(key, value)| (key, of(value))))),
        other => other,
    }
}

/// Of root attributes that exclude each other one is kept: a required one, else the first by name.
fn without_conflicts(block: &Block, config: Value) -> Value {
    let Value::Object(mut members) = config else { return config };
    let mut in_order: Vec<&Attribute> = block.attributes.iter().collect();
    in_order.sort_by_key(|attribute| (attribute.mode != Mode::Required, attribute.name));
    let mut dropped: BTreeSet<&str> = BTreeSet::new();
    for attribute in in_order {
        let is_set = members.get(attribute.name).is_some_and(|value| !is_empty(attribute, value));
        if !is_set || dropped.contains(attribute.name) {
            continue;
        }
        for rule in attribute.validators {
            if let Validator::ConflictsWith(others) | Validator::ExactlyOneOf(others) = rule {
                dropped.extend(others.iter().filter(|other| **other != attribute.name));
            }
        }
    }
    for name in dropped {
        if let Some(value) = members.get_mut(name) {
            let nested = block.nested_block(name);
            let taken = std::mem::replace(value, Value::Null);
            *value = match nested {
                Some(nested) => of_block(
                    &NestedBlock {
                        computed: true,
                        ..NestedBlock { name: nested.name, nesting: nested.nesting, ..NestedBlock::DEFAULT }
                    },
                    taken,
                ),
                None => Value::Null,
            };
        }
    }
    Value::Object(members)
}

/// Whether an attribute might as well be left out.
fn is_empty(attribute: &Attribute, value: &Value) -> bool {
    let elements = value.elements().is_some_and(<[Value]>::is_empty) || value.as_map().is_some_and(BTreeMap::is_empty);
    value.is_null() || (attribute.null_when_empty && elements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::AttributeType;

    static ATTRIBUTES: [Attribute; 8] = [
        Attribute { name: "a", validators: &[Validator::ConflictsWith(&["b"])], ..Attribute::DEFAULT },
        Attribute { name: "b", validators: &[Validator::ConflictsWith(&["a"])], ..Attribute::DEFAULT },
        Attribute { name: "comment", ..Attribute::DEFAULT },
        Attribute { name: "id", mode: Mode::OptionalComputed, ..Attribute::DEFAULT },
        Attribute {
            name: "mounts",
            ty: AttributeType::Nested(
                Nesting::List,
                &[
                    Attribute { name: "host", mode: Mode::Required, ..Attribute::DEFAULT },
                    Attribute { name: "lot", mode: Mode::Computed, ..Attribute::DEFAULT },
                ],
            ),
            ..Attribute::DEFAULT
        },
        Attribute { name: "name", mode: Mode::Required, ..Attribute::DEFAULT },
        Attribute { name: "note", deprecation_message: "Use comment.", ..Attribute::DEFAULT },
        Attribute { name: "sum", mode: Mode::Computed, ..Attribute::DEFAULT },
    ];

    #[test]
    fn what_a_person_would_not_write_is_left_out() {
        let block = Block::of(&ATTRIBUTES);
        let text = Value::string;
        let mount = |lot: Value| Value::list([Value::object([("host", text("h")), ("lot", lot)])]);
        let state = Value::object([
            ("a", text("1")),
            ("b", text("2")),
            ("comment", text("")),
            ("id", text("i")),
            ("mounts", mount(text("l"))),
            ("name", text("")),
            ("note", text("n")),
            ("sum", text("s")),
        ]);
        let expected = Value::object([
            ("a", text("1")),
            ("b", Value::Null),
            ("comment", Value::Null),
            ("id", Value::Null),
            ("mounts", mount(Value::Null)),
            ("name", text("")),
            ("note", Value::Null),
            ("sum", Value::Null),
        ]);
        assert_eq!(without_conflicts(&block, configuration(&block, state, true)), expected);
    }
}
