//! What core proposes to a provider as the new state, before the provider has a say: the configuration, with what is
//! stored where the configuration leaves a computed attribute out. (`PlanResourceChange`.)

use super::schema::{Attribute, Block, NestedBlock, Nesting};
use std::collections::BTreeMap;
use std::sync::Arc;
use tfgen_cty::{Value, tree};

/// The proposed new state of a managed resource.
pub(super) fn proposed_new(block: &Block, prior: &Value, config: &Value) -> Value {
    let Value::Object(_) = config else { return config.clone() };
    let attributes = block.attributes.iter().map(|(name, schema)| {
        let (prior, config) = (member(prior, name), member(config, name));
        (Arc::clone(name), attribute(schema, prior, config))
    });
    let blocks = block.blocks.iter().map(|(name, schema)| {
        let (prior, config) = (member(prior, name), member(config, name));
        (Arc::clone(name), nested_block(schema, prior, config))
    });
    Value::Object(tree(attributes.chain(blocks)))
}

/// The configuration as core sends it: of a computed block that is not configured, it sends null and not an empty list.
pub(super) fn with_computed_blocks_null(block: &Block, config: Value) -> Value {
    let Value::Object(mut members) = config else { return config };
    for (name, nested) in &block.blocks {
        let Some(value) = members.get_mut(name) else { continue };
        let is_empty = value.elements().is_some_and(<[Value]>::is_empty)
            || value.as_map().is_some_and(BTreeMap::is_empty)
            || value.as_object().is_some_and(|members| nested.is_collection() && members.is_empty());
        if nested.computed && nested.is_collection() && is_empty {
            *value = Value::Null;
        } else {
            let inner = |one: Value| with_computed_blocks_null(&nested.block, one);
            *value = match std::mem::take(value) {
                one @ Value::Object(_) if !nested.is_collection() => inner(one),
                Value::List(all) => Value::List(all.into_iter().map(inner).collect()),
                Value::Set(all) => Value::set(all.into_vec().into_iter().map(inner)),
                Value::Map(all) => Value::Map(tree(all.into_iter().map(|(key, one)| (key, inner(one))))),
                other => other,
            };
        }
    }
    Value::Object(members)
}

fn member<'v>(object: &'v Value, name: &str) -> &'v Value {
    object.get(name).unwrap_or(&Value::Null)
}

fn attribute(schema: &Attribute, prior: &Value, config: &Value) -> Value {
    if schema.computed && config.is_null() {
        // What is stored can only have come from a configuration that is gone now.
        return if was_configured(schema, prior) { config.clone() } else { prior.clone() };
    }
    match &schema.nested {
        Some((nesting, block)) => nested(*nesting, block, prior, config),
        None => config.clone(),
    }
}

/// Whether an optional object, list, set or map of nested attributes holds a value that only a configuration can give.
fn was_configured(schema: &Attribute, prior: &Value) -> bool {
    let Some((nesting, block)) = schema.nested.as_ref().filter(|_| schema.optional) else { return false };
    objects(*nesting, prior).into_iter().any(|one| holds_configured(block, one))
}

fn holds_configured(block: &Block, object: &Value) -> bool {
    block.attributes.iter().any(|(name, schema)| {
        let value = member(object, name);
        let below = schema.nested.as_ref().map(|(nesting, block)| (objects(*nesting, value), block));
        (!schema.computed && !value.is_null())
            || below.is_some_and(|(below, block)| below.into_iter().any(|one| holds_configured(block, one)))
    })
}

fn objects(nesting: Nesting, value: &Value) -> Vec<&Value> {
    match nesting {
        Nesting::Single | Nesting::Group => vec![value],
        Nesting::Map => value.as_map().into_iter().flat_map(BTreeMap::values).collect(),
        Nesting::List | Nesting::Set => value.elements().unwrap_or_default().iter().collect(),
    }
}

fn nested_block(schema: &NestedBlock, prior: &Value, config: &Value) -> Value {
    if schema.computed && config.is_null() {
        return prior.clone();
    }
    nested(schema.nesting, &schema.block, prior, config)
}

fn nested(nesting: Nesting, block: &Block, prior: &Value, config: &Value) -> Value {
    match config {
        Value::Object(_) if matches!(nesting, Nesting::Single | Nesting::Group) => proposed_new(block, prior, config),
        Value::List(elements) => Value::List(by_index(block, prior, elements)),
        Value::Map(members) => Value::Map(by_key(block, prior, members)),
        Value::Set(elements) => {
            let mut free: Vec<&Value> = prior.elements().unwrap_or_default().iter().collect();
            Value::set(elements.iter().map(|config| {
                let at = free.iter().position(|prior| comes_from(block, prior, config));
                let prior = at.map_or(&Value::Null, |at| free.remove(at));
                proposed_new(block, prior, config)
            }))
        }
        Value::Dynamic(dynamic) => {
            let value = match &dynamic.value {
                Value::Tuple(elements) => Value::Tuple(by_index(block, prior, elements)),
                Value::Object(members) => Value::Object(by_key(block, prior, members)),
                other => other.clone(),
            };
            Value::dynamic(dynamic.ty.clone(), value)
        }
        // Null and unknown as they are.
        other => other.clone(),
    }
}

fn by_index(block: &Block, prior: &Value, config: &[Value]) -> Vec<Value> {
    let prior = prior.elements().unwrap_or_default();
    let one = |(at, config)| proposed_new(block, prior.get(at).unwrap_or(&Value::Null), config);
    config.iter().enumerate().map(one).collect()
}

fn by_key(block: &Block, prior: &Value, config: &BTreeMap<Arc<str>, Value>) -> BTreeMap<Arc<str>, Value> {
    tree(config.iter().map(|(key, config)| (Arc::clone(key), proposed_new(block, member(prior, key), config))))
}

/// Whether a stored set element can be what a configured one became: equal but for what the provider computed.
fn comes_from(block: &Block, prior: &Value, config: &Value) -> bool {
    if prior.is_null() || config.is_null() || config.is_unknown() {
        return prior == config;
    }
    let attributes = block.attributes.iter().all(|(name, schema)| {
        let (prior, config) = (member(prior, name), member(config, name));
        let is_computed = schema.computed && config.is_null() && !was_configured(schema, prior);
        is_computed
            || prior == config
            || schema.nested.as_ref().is_some_and(|(nesting, block)| all_come_from(*nesting, block, prior, config))
    });
    attributes
        && block.blocks.iter().all(|(name, schema)| {
            let (prior, config) = (member(prior, name), member(config, name));
            prior == config || all_come_from(schema.nesting, &schema.block, prior, config)
        })
}

fn all_come_from(nesting: Nesting, block: &Block, prior: &Value, config: &Value) -> bool {
    if prior.is_null() || config.is_null() || config.is_unknown() {
        return false;
    }
    match nesting {
        Nesting::Single | Nesting::Group => comes_from(block, prior, config),
        Nesting::List => {
            let (prior, config) = (prior.elements().unwrap_or_default(), config.elements().unwrap_or_default());
            prior.len() == config.len()
                && prior.iter().zip(config).all(|(prior, config)| comes_from(block, prior, config))
        }
        Nesting::Map => {
            let (Some(prior), Some(config)) = (prior.as_map(), config.as_map()) else { return false };
            prior.len() == config.len()
                && prior
                    .iter()
                    .all(|(key, prior)| config.get(key).is_some_and(|config| comes_from(block, prior, config)))
        }
        Nesting::Set => {
            let (prior, config) = (prior.elements().unwrap_or_default(), config.elements().unwrap_or_default());
            let mut free: Vec<&Value> = prior.iter().collect();
            let mut found = |config: &Value| {
                free.iter().position(|prior| comes_from(block, prior, config)).map(|at| free.remove(at)).is_some()
            };
            config.len() == prior.len() && config.iter().all(&mut found)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hcl;
    use crate::schema::Schema;
    use tfgen_proto::tfplugin6::schema::{self as wire, nested_block, object};

    fn attribute(name: &str, optional: bool, computed: bool) -> wire::Attribute {
        let r#type = b"\"string\"".to_vec();
        wire::Attribute { name: name.to_owned(), r#type, optional, computed, ..Default::default() }
    }

    fn nested(name: &str, nesting: object::NestingMode, computed: bool) -> wire::Attribute {
        let attributes = vec![attribute("key", true, false), attribute("made", true, true)];
        let nested_type = Some(wire::Object { attributes, nesting: nesting.into(), ..Default::default() });
        wire::Attribute { nested_type, r#type: Vec::new(), ..attribute(name, true, computed) }
    }

    fn block(name: &str, nesting: nested_block::NestingMode, computed: bool) -> wire::NestedBlock {
        let attributes = vec![attribute("key", !computed, computed), attribute("made", true, true)];
        let block = Some(wire::Block { attributes, computed, ..Default::default() });
        wire::NestedBlock { type_name: name.to_owned(), block, nesting: nesting.into(), ..Default::default() }
    }

    fn schema() -> Block {
        let attributes = vec![
            attribute("plain", true, false),
            attribute("made", true, true),
            nested("list", object::NestingMode::List, false),
            nested("set", object::NestingMode::Set, false),
            nested("both", object::NestingMode::Single, true),
        ];
        let block_types = vec![
            block("rule", nested_block::NestingMode::Set, false),
            block("found", nested_block::NestingMode::List, true),
        ];
        let block = Some(wire::Block { attributes, block_types, ..Default::default() });
        Schema::read(&tfgen_proto::tfplugin6::Schema { version: 0, block }).block
    }

    /// A configuration as it is read.
    fn config(given: crate::Hcl) -> Value {
        crate::configuration::read(&schema(), &given).unwrap()
    }

    fn proposed(prior: &Value, given: crate::Hcl) -> crate::Hcl {
        let config = with_computed_blocks_null(&schema(), config(given));
        crate::Hcl(proposed_new(&schema(), prior, &config))
    }

    #[test]
    fn computed_attributes_keep_what_is_stored() {
        let prior =
            config(hcl! { plain = "a", made = "b", list = [{ key = "x", made = "1" }, { key = "y", made = "2" }] });
        let next = proposed(&prior, hcl! { list = [{ key = "y" }] });
        assert_eq!(next, hcl! { made = "b", list = [{ key = "y", made = "1" }], rule = [], found = [] });
        assert_eq!(proposed(&Value::Null, hcl! { plain = "a" }), hcl! { plain = "a", rule = [] });
    }

    #[test]
    fn elements_of_a_set_keep_what_was_computed_for_them() {
        let elements = hcl!([{ key = "x", made = "1" }, { key = "y", made = "2" }]);
        let prior = config(hcl! { set = elements.clone(), rule = elements });
        let given = hcl!([{ key = "z" }, { key = "y" }, { key = "x", made = "9" }]);
        let next = hcl!([{ key = "z" }, { key = "y", made = "2" }, { key = "x", made = "9" }]);
        assert_eq!(
            proposed(&prior, hcl! { set = given.clone(), rule = given }),
            hcl! { set = next.clone(), rule = next, found = [] }
        );
    }

    #[test]
    fn an_object_that_was_configured_goes_with_its_configuration() {
        let configured = config(hcl! { both = { key = "x", made = "1" } });
        assert_eq!(proposed(&configured, hcl! {}), hcl! { rule = [], found = [] });
        let computed = config(hcl! { both = { made = "1" } });
        assert_eq!(proposed(&computed, hcl! {}), hcl! { both = { made = "1" }, rule = [], found = [] });
    }

    #[test]
    fn a_computed_block_is_sent_as_null_and_keeps_what_is_stored() {
        assert_eq!(with_computed_blocks_null(&schema(), config(hcl! {})).get("found"), Some(&Value::Null));
        let found = Value::list([Value::object([("key", Value::string("k")), ("made", Value::Null)])]);
        let mut prior = config(hcl! {});
        if let Value::Object(members) = &mut prior {
            members.insert("found".into(), found);
        }
        assert_eq!(proposed(&prior, hcl! {}), hcl! { found = [{ key = "k" }], rule = [] });
        assert_eq!(proposed(&prior, hcl! { rule = unknown }), hcl! { found = [{ key = "k" }], rule = unknown });
    }
}
