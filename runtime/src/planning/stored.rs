//! What is stored: from the total object that a handler returned to the new state.
//!
//! A handler returns what its API says. The state says the same in the words that were planned or stored before:
//! write-only attributes are null, what the API never returns is carried, an empty collection may mean null, and equal
//! numbers keep their digits.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use tfgen_cty::{Dynamic, Value, tree};

use super::alignment::{Comparison, Elements, align, is_empty};
use super::equality::{hash_of, semantically_equal};
use crate::model::loosely_typed;
use crate::schema::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting, ResourceSchema};

/// The new state after create or update. Where the plan was unknown, what was configured or stored before gives the
/// wording.
pub fn apply_state(
    schema: &'static ResourceSchema,
    planned: &Value,
    config: &Value,
    prior: &Value,
    returned: Value,
) -> Value {
    let reference = match planned {
        Value::Object(members) => {
            let wording = |(name, value): (&Arc<str>, &Value)| {
                let earlier = [config.get(name), prior.get(name)].into_iter().flatten();
                let known = earlier.into_iter().find(|earlier| earlier.is_known() && !earlier.is_null());
                let chosen = if value.is_unknown() { known.unwrap_or(&Value::Null) } else { value };
                (Arc::clone(name), chosen.clone())
            };
            Value::Object(tree(members.iter().map(wording)))
        }
        _ => planned.clone(),
    };
    Wording { by_position: true }.object(&schema.block, returned, Some(&reference))
}

/// The new state after a read; null if there is no object any more.
pub fn read_state(schema: &'static ResourceSchema, prior: &Value, returned: Value) -> Value {
    Wording { by_position: false }.object(&schema.block, returned, Some(prior))
}

/// The state of a data source.
pub fn data_state(block: &Block, config: &Value, returned: Value) -> Value {
    Wording { by_position: true }.object(block, returned, Some(config))
}

/// Puts what was returned in the words of a reference.
#[derive(Clone, Copy)]
struct Wording {
    /// Lists are as long and in the order that was asked for, as core demands of an apply; a read may find them changed.
    by_position: bool,
}

impl Wording {
    fn object(self, block: &Block, returned: Value, reference: Option<&Value>) -> Value {
        let Value::Object(mut members) = returned else { return returned };
        let reference = reference.filter(|reference| reference.as_object().is_some());
        let mut stored = BTreeMap::new();
        for attribute in block.attributes {
            let value = members.remove(attribute.name).unwrap_or(Value::Null);
            let before = reference.and_then(|reference| reference.get(attribute.name));
            stored.insert(Arc::from(attribute.name), self.attribute(attribute, value, before));
        }
        for nested in block.blocks {
            let value = members.remove(nested.name).unwrap_or(Value::Null);
            let before = reference.and_then(|reference| reference.get(nested.name));
            stored.insert(Arc::from(nested.name), self.block(nested, value, before));
        }
        Value::Object(stored)
    }

    fn attribute(self, attribute: &Attribute, returned: Value, reference: Option<&Value>) -> Value {
        if attribute.write_only {
            return Value::Null;
        }
        let reference = reference.filter(|reference| reference.is_known());
        if attribute.local {
            return reference.filter(|reference| reference.is_wholly_known()).cloned().unwrap_or(Value::Null);
        }
        if attribute.null_when_empty && (returned.is_null() || is_empty(&returned)) {
            return reference.filter(|reference| is_empty(reference)).cloned().unwrap_or(Value::Null);
        }
        let Some((nesting, block)) = attribute.nested() else { return reword(&attribute.ty, returned, reference) };
        let elements = Elements {
            block,
            identity_key: attribute.identity_key,
            ordered: nesting == Nesting::List,
            comparison: Comparison::Returned,
        };
        self.level(&elements, returned, reference)
    }

    fn block(self, nested: &NestedBlock, returned: Value, reference: Option<&Value>) -> Value {
        if nested.local {
            return reference.filter(|reference| reference.is_wholly_known()).cloned().unwrap_or(Value::Null);
        }
        let elements = Elements {
            block: nested.block,
            identity_key: nested.identity_key,
            ordered: nested.nesting == BlockNesting::List,
            comparison: Comparison::Returned,
        };
        match (returned, nested.nesting) {
            (Value::Null, BlockNesting::List) => Value::List(Vec::new()),
            (Value::Null, BlockNesting::Set) => Value::set([]),
            (Value::Null, BlockNesting::Map) => Value::Map(BTreeMap::new()),
            (Value::Null, BlockNesting::Group) => {
                self.object(&nested.block, Value::object(Vec::<(&str, Value)>::new()), reference)
            }
            (Value::Dynamic(returned), BlockNesting::List | BlockNesting::Map) => {
                let reference = reference.map(Value::inner);
                let instances = match returned.value {
                    Value::Tuple(instances) => Value::Tuple(self.paired(&elements, instances, reference)),
                    Value::Object(instances) => match self.level(&elements, Value::Map(instances), reference) {
                        Value::Map(instances) => Value::Object(instances),
                        other => other,
                    },
                    other => return Value::Dynamic(Box::new(Dynamic { ty: returned.ty, value: other })),
                };
                loosely_typed(&nested.block, None, instances)
            }
            (returned, _) => self.level(&elements, returned, reference),
        }
    }

    /// Words the objects of one level as the reference does.
    fn level(self, elements: &Elements, returned: Value, reference: Option<&Value>) -> Value {
        let block = &elements.block;
        match returned {
            Value::Object(_) => self.object(block, returned, reference),
            Value::List(list) => Value::List(self.paired(elements, list, reference)),
            Value::Set(set) => Value::set(self.paired(elements, set.into_vec(), reference)),
            Value::Map(members) => {
                let member = |(key, value): (Arc<str>, Value)| {
                    let before = reference.and_then(|reference| reference.get(&key));
                    (key, self.object(block, value, before))
                };
                Value::Map(tree(members.into_iter().map(member)))
            }
            other => other,
        }
    }

    fn paired(self, elements: &Elements, returned: Vec<Value>, reference: Option<&Value>) -> Vec<Value> {
        let before: Vec<&Value> = reference.and_then(Value::elements).unwrap_or_default().iter().collect();
        if self.by_position && elements.ordered && before.len() == returned.len() {
            let each = returned.into_iter().zip(before);
            return each.map(|(value, before)| self.object(&elements.block, value, Some(before))).collect();
        }
        let candidates: Vec<&Value> = returned.iter().collect();
        let mut references: Vec<Option<&Value>> = vec![None; returned.len()];
        for (before, pair) in before.iter().zip(align(elements, &before, &candidates).pairs) {
            if let Some(slot) = pair.and_then(|pair| references.get_mut(pair)) {
                *slot = Some(before);
            }
        }
        returned
            .into_iter()
            .zip(references)
            .map(|(value, before)| self.object(&elements.block, value, before))
            .collect()
    }
}

/// The reference's wording of a value that means the same, part by part.
fn reword(ty: &AttributeType, returned: Value, reference: Option<&Value>) -> Value {
    let Some(reference) = reference else { return returned };
    if semantically_equal(ty, &returned, reference) || (returned.is_null() && reference.is_null()) {
        return reference.clone();
    }
    match (ty, returned, reference) {
        (AttributeType::List(of), Value::List(values), Value::List(before)) => {
            Value::List(reword_each(|_| Some(of), values, before))
        }
        (AttributeType::Tuple(types), Value::Tuple(values), Value::Tuple(before)) => {
            Value::Tuple(reword_each(|at| types.get(at), values, before))
        }
        (AttributeType::Set(of), Value::Set(values), Value::Set(before)) => {
            let index: HashMap<u64, &Value> = before.iter().map(|value| (hash_of(of, value), value)).collect();
            Value::set(values.into_iter().map(|value| {
                let before = index.get(&hash_of(of, &value)).copied();
                reword(of, value, before)
            }))
        }
        (AttributeType::Map(of), Value::Map(values), Value::Map(before)) => {
            let member = |(key, value): (Arc<str>, Value)| {
                let before = before.get(&key);
                (key, reword(of, value, before))
            };
            Value::Map(tree(values.into_iter().map(member)))
        }
        (AttributeType::Object(types), Value::Object(mut values), Value::Object(before)) => {
            for (name, ty) in *types {
                if let Some(value) = values.get_mut(*name) {
                    *value = reword(ty, std::mem::replace(value, Value::Null), before.get(*name));
                }
            }
            Value::Object(values)
        }
        (_, returned, _) => returned,
    }
}

fn reword_each<'t>(
    ty: impl Fn(usize) -> Option<&'t AttributeType>,
    values: Vec<Value>,
    before: &[Value],
) -> Vec<Value> {
    let one = |(at, value): (usize, Value)| match ty(at) {
        Some(ty) => reword(ty, value, before.get(at)),
        None => value,
    };
    values.into_iter().enumerate().map(one).collect()
}
