//! `GenerateResourceConfig`: from what an object is to what a person would have written for it.

use super::{Handlers, guard};
use crate::check;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::draft::{find, replace};
use crate::log::Secrets;
use crate::model::{AttributePath, shape_block};
use crate::registry::ResourceEntry;
use crate::schema::{Attribute, Block, BlockNesting, Condition, Mode, NestedBlock, Nesting, Validator};
use crate::validate;
use std::collections::BTreeMap;
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
        let config = without_conflicts(block, entry.schema.conditions, configuration(block, state.clone(), true));
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

/// Of what excludes each other one is kept: what is required, else the first by name. Addresses begin at the root, and what is
/// inside a collection is taken for all of its elements.
fn without_conflicts(block: &Block, conditions: &[Condition], mut config: Value) -> Value {
    let mut rules = Vec::new();
    rules_of(block, "", &mut rules);
    rules.sort_by(|(a, one), (b, other)| (one.mode != Mode::Required, a).cmp(&(other.mode != Mode::Required, b)));
    for (address, attribute) in rules {
        for rule in attribute.validators {
            let (Validator::ConflictsWith(others) | Validator::ExactlyOneOf(others)) = rule else { continue };
            // It may be empty, or have gone by a rule before this one.
            if value_at(&config, &address).is_some_and(|value| !is_empty(attribute, value)) {
                for other in others.iter().filter(|other| **other != address) {
                    leave_out(block, &mut config, other);
                }
            }
        }
    }
    hold(block, conditions, &mut config);
    config
}

/// The attributes of a block, and those inside of them that are there once, with their addresses.
fn rules_of(block: &Block, within: &str, found: &mut Vec<(String, &'static Attribute)>) {
    for attribute in block.attributes {
        let address = format!("{within}{}", attribute.name);
        if let Some((Nesting::Single, below)) = attribute.nested() {
            rules_of(&below, &format!("{address}."), found);
        }
        found.push((address, attribute));
    }
    for nested in
        block.blocks.iter().filter(|nested| matches!(nested.nesting, BlockNesting::Single | BlockNesting::Group))
    {
        rules_of(&nested.block, &format!("{within}{}.", nested.name), found);
    }
}

/// Leaves out what breaks conditions by being there.
fn hold(block: &Block, conditions: &[Condition], config: &mut Value) {
    for condition in conditions {
        match condition {
            Condition::ExactlyOneOf(names) | Condition::Conflicting(names) => {
                let mut set: Vec<&'static str> =
                    names.iter().copied().filter(|name| is_there(block, config, name)).collect();
                set.sort_by_key(|name| (!is_required(block, name), *name));
                set.iter().skip(1).for_each(|name| leave_out(block, config, name));
            }
            // With one list that holds the others need not.
            Condition::Any(lists) => {
                let holds = lists.iter().any(|list| validate::holds(list, block, config));
                if let Some(first) = lists.first().filter(|_| !holds) {
                    hold(block, first, config);
                }
            }
            Condition::AtLeastOneOf(_) | Condition::RequiredTogether(_) => {}
        }
    }
}

fn is_required(block: &Block, address: &'static str) -> bool {
    find(block, AttributePath(address)).is_some_and(|attribute| attribute.mode == Mode::Required)
}

fn value_at<'v>(config: &'v Value, address: &str) -> Option<&'v Value> {
    address.split('.').try_fold(config, |value, name| value.inner().get(name))
}

fn is_there(block: &Block, config: &Value, address: &str) -> bool {
    // Of a block without instances there is an empty collection.
    let is_block = block.nested_block(address).is_some();
    value_at(config, address).is_some_and(|value| !(value.is_null() || is_block && is_without_elements(value)))
}

fn leave_out(block: &Block, config: &mut Value, address: &str) {
    let names: Vec<&str> = address.split('.').collect();
    let nested = if let [name] = names[..] { block.nested_block(name) } else { None };
    let Some(nested) = nested else { return replace(config, &names, &Value::Null) };
    if let Some(taken) = config.get(nested.name).cloned() {
        let bare = NestedBlock {
            computed: true,
            ..NestedBlock { name: nested.name, nesting: nested.nesting, ..NestedBlock::DEFAULT }
        };
        replace(config, &names, &of_block(&bare, taken));
    }
}

/// Whether an attribute might as well be left out.
fn is_empty(attribute: &Attribute, value: &Value) -> bool {
    value.is_null() || (attribute.null_when_empty && is_without_elements(value))
}

fn is_without_elements(value: &Value) -> bool {
    value.elements().is_some_and(<[Value]>::is_empty) || value.as_map().is_some_and(BTreeMap::is_empty)
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
        assert_eq!(without_conflicts(&block, &[], configuration(&block, state, true)), expected);
    }

    #[test]
    fn rules_about_several_attributes_leave_one_of_those_that_exclude_each_other() {
        static ATTRIBUTES: [Attribute; 5] = [
            Attribute { name: "disk", ty: AttributeType::Nested(Nesting::Single, &PARTS), ..Attribute::DEFAULT },
            Attribute { name: "image", ..Attribute::DEFAULT },
            Attribute { name: "name", mode: Mode::Required, ..Attribute::DEFAULT },
            Attribute { name: "size", ..Attribute::DEFAULT },
            Attribute { name: "volume", ..Attribute::DEFAULT },
        ];
        static PARTS: [Attribute; 2] = [
            Attribute { name: "label", ..Attribute::DEFAULT },
            Attribute { name: "id", validators: &[Validator::ConflictsWith(&["size"])], ..Attribute::DEFAULT },
        ];
        let (block, text) = (Block::of(&ATTRIBUTES), Value::string);
        let state = || {
            Value::object([
                ("disk", Value::object([("id", text("i")), ("label", text("l"))])),
                ("image", text("a")),
                ("name", text("n")),
                ("size", text("s")),
                ("volume", text("v")),
            ])
        };
        let left = |conditions: &[Condition]| {
            let config = without_conflicts(&block, conditions, state());
            let names = ["disk", "image", "name", "size", "volume"];
            names.into_iter().filter(|name| !config.get(name).unwrap().is_null()).collect::<Vec<_>>()
        };
        assert_eq!(left(&[Condition::ExactlyOneOf(&["volume", "image"])]), ["disk", "image", "name"]);
        assert_eq!(left(&[Condition::Conflicting(&["image", "name"])]), ["disk", "name", "volume"]);
        assert_eq!(left(&[Condition::RequiredTogether(&["image", "volume"])]), ["disk", "image", "name", "volume"]);
        let lists: &[&[Condition]] =
            &[&[Condition::Conflicting(&["image", "volume"])], &[Condition::Conflicting(&["image", "name"])]];
        assert_eq!(left(&[Condition::Any(lists)]), ["disk", "image", "name"]);
        let one_holds =
            Condition::Any(&[&[Condition::AtLeastOneOf(&["image"])], &[Condition::Conflicting(&["image", "volume"])]]);
        assert_eq!(left(&[one_holds]), ["disk", "image", "name", "volume"]);
        let config = without_conflicts(&block, &[Condition::Conflicting(&["disk.id", "image"])], state());
        assert_eq!(
            (config.get("image"), config.get("disk").unwrap().get("id")),
            (Some(&Value::Null), Some(&text("i")))
        );
        let config = without_conflicts(&block, &[Condition::Conflicting(&["disk.label", "disk.id"])], state());
        assert_eq!(config.get("disk").unwrap().get("label"), Some(&Value::Null));
    }
}
