//! For random schemas and values: plans are valid, refining the configuration refines the plan, and what was applied
//! needs no further change.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfgen_cty::Value;
use tfgen_runtime::planning::{apply_state, read_state};
use tfgen_runtime::schema::{Attribute, AttributeType, Block, BlockNesting, NestedBlock, Nesting, ResourceSchema};
use tfgen_runtime::{check, validate};

use super::random::{Random, config, plain, schema};
use super::tables::{planned, resource_of};

/// The configuration with unknown values known.
fn known(random: &mut Random, block: &Block, value: &Value) -> Value {
    let Value::Object(members) = value else { return value.clone() };
    let mut known = members.clone();
    for attribute in block.attributes {
        if let Some(member) = known.get_mut(attribute.name) {
            *member = known_attribute(random, attribute, member);
        }
    }
    for nested in block.blocks {
        if let Some(member) = known.get_mut(nested.name) {
            *member = match (member.is_unknown(), nested.nesting) {
                (true, _) => made_block(random, nested),
                (false, _) => each(random, &nested.block, member),
            };
        }
    }
    Value::Object(known)
}

fn known_attribute(random: &mut Random, attribute: &Attribute, value: &Value) -> Value {
    match (attribute.nested(), value.is_unknown()) {
        (_, true) => {
            let nullable = attribute.may_be_null() || attribute.mode.is_configurable();
            let refused = value.refinement().is_some_and(tfgen_cty::Refinement::is_not_null);
            let optional = attribute.mode != tfgen_runtime::schema::Mode::Required;
            if nullable && optional && !refused && random.once_in(4) { Value::Null } else { made(random, attribute) }
        }
        (Some((_, block)), false) => each(random, &block, value),
        (None, false) => value.clone(),
    }
}

/// A known value of the attribute.
fn made(random: &mut Random, attribute: &Attribute) -> Value {
    let Some((nesting, block)) = attribute.nested() else { return plain(random, &attribute.ty) };
    match nesting {
        Nesting::Single => whole(random, &block),
        Nesting::List => Value::list([whole(random, &block)]),
        Nesting::Set => Value::set([whole(random, &block)]),
        Nesting::Map => Value::map([("k", whole(random, &block))]),
    }
}

/// An object as a configuration could have it; everything computed inside is left for the provider.
fn whole(random: &mut Random, block: &Block) -> Value {
    config(random, block, 0)
}

fn made_block(random: &mut Random, nested: &NestedBlock) -> Value {
    match nested.nesting {
        BlockNesting::Single | BlockNesting::Group => whole(random, &nested.block),
        BlockNesting::List => Value::list([whole(random, &nested.block)]),
        BlockNesting::Set => Value::set([whole(random, &nested.block)]),
        BlockNesting::Map => Value::map([("k", whole(random, &nested.block))]),
    }
}

fn each(random: &mut Random, block: &Block, value: &Value) -> Value {
    match value {
        Value::Object(_) => known(random, block, value),
        Value::List(elements) => Value::list(elements.iter().map(|element| known(random, block, element))),
        Value::Set(elements) => Value::set(elements.iter().map(|element| known(random, block, element))),
        Value::Map(members) => {
            Value::Map(members.iter().map(|(key, member)| (key.clone(), known(random, block, member))).collect())
        }
        other => other.clone(),
    }
}

/// What a handler returns for a plan: unknown values made up, what is not returned left out.
fn returned(random: &mut Random, block: &Block, planned: &Value) -> Value {
    let Value::Object(members) = planned else { return planned.clone() };
    let mut object = BTreeMap::new();
    for attribute in block.attributes.iter().filter(|attribute| !attribute.write_only && !attribute.local) {
        let value = members.get(attribute.name).unwrap_or(&Value::Null);
        object.insert(Arc::from(attribute.name), returned_attribute(random, attribute, value));
    }
    for nested in block.blocks {
        let value = members.get(nested.name).unwrap_or(&Value::Null);
        object.insert(Arc::from(nested.name), returned_level(random, &nested.block, value));
    }
    Value::Object(object)
}

fn returned_attribute(random: &mut Random, attribute: &Attribute, value: &Value) -> Value {
    let value = if value.is_unknown() {
        if attribute.may_be_null() && random.once_in(3) { Value::Null } else { answered(random, attribute) }
    } else {
        value.clone()
    };
    match attribute.nested() {
        Some((_, block)) => returned_level(random, &block, &value),
        None => value,
    }
}

/// A value that the provider made up: computed parts filled in, too. Sets are empty, so that [`count`] tells whether
/// configured elements became equal.
fn answered(random: &mut Random, attribute: &Attribute) -> Value {
    let Some((nesting, block)) = attribute.nested() else {
        return match attribute.ty {
            AttributeType::Set(_) => Value::set([]),
            other => plain(random, &other),
        };
    };
    let object = |random: &mut Random| {
        Value::object(block.attributes.iter().map(|inner| {
            let null = inner.write_only || inner.local || (inner.may_be_null() && random.once_in(3));
            (inner.name, if null { Value::Null } else { answered(random, inner) })
        }))
    };
    match nesting {
        Nesting::Single => object(random),
        Nesting::List => Value::list([object(random)]),
        Nesting::Set => Value::set([]),
        Nesting::Map => Value::map([("k", object(random))]),
    }
}

fn returned_level(random: &mut Random, block: &Block, value: &Value) -> Value {
    match value {
        Value::Object(_) => returned(random, block, value),
        Value::List(elements) => Value::list(elements.iter().map(|element| returned(random, block, element))),
        Value::Set(elements) => Value::set(elements.iter().map(|element| returned(random, block, element))),
        Value::Map(members) => {
            Value::Map(members.iter().map(|(key, member)| (key.clone(), returned(random, block, member))).collect())
        }
        other => other.clone(),
    }
}

/// Plans a configuration with unknown parts, plans again with them known, applies, reads, and plans once more. Gives
/// the new state; none where the configuration is one that validation refuses or that no plan can satisfy.
fn life(random: &mut Random, schema: &'static ResourceSchema, prior: &Value) -> Option<Value> {
    let block = &schema.block;
    let early = config(random, block, 5);
    let late = known(random, block, &early);
    if validate::config(block, &early, true).has_errors() || validate::config(block, &late, true).has_errors() {
        return None;
    }
    if merges(block, &early) || merges(block, &late) {
        return None;
    }
    let first = planned(schema, prior, &early);
    let replaces = !first.requires_replace.is_empty();
    let before = if replaces { &Value::Null } else { prior };
    let first = if replaces { planned(schema, before, &early) } else { first };
    let second = planned(schema, before, &late);
    assert!(replaces || second.requires_replace.is_empty(), "replaces late: {:?}", second.requires_replace);
    let found = check::object_compatible(block, &first.planned, &second.planned);
    assert!(
        found.is_empty(),
        "{found:#?}\nprior {before:?}\nearly {early:?}\nlate {late:?}\nfirst {:?}\nsecond {:?}",
        first.planned,
        second.planned
    );
    let answer = returned(random, block, &second.planned);
    let state = apply_state(schema, &second.planned, &late, before, answer.clone());
    let mut found = check::object_compatible(block, &second.planned, &state);
    found.extend(check::conforms(block, &state));
    found.extend(check::wholly_known(block, &state));
    found.extend(check::write_only_null(block, &state));
    assert!(found.is_empty(), "{found:#?}\nplanned {:?}\nanswer {answer:?}\nstate {state:?}", second.planned);
    assert_eq!(read_state(schema, &state, answer), state, "a read that finds no drift changes nothing");
    if count(&state) != count(&second.planned) {
        // The made-up answer made two elements of a set equal; what is configured cannot be had then.
        return None;
    }
    let again = planned(schema, &state, &late);
    assert_eq!(again.planned, state, "a second plan changes nothing\nconfig {late:?}");
    assert!(again.requires_replace.is_empty());
    Some(state)
}

/// Whether defaults make two elements of a set equal: no plan can keep both, which is reported elsewhere.
fn merges(block: &Block, value: &Value) -> bool {
    let filled = tfgen_runtime::planning::with_defaults(block, value);
    count(value) != count(&filled)
}

fn count(value: &Value) -> usize {
    let mut sets = 0;
    tfgen_cty::walk(value, &mut |_, value| {
        sets += value.as_set().map_or(0, tfgen_cty::Set::len);
        true
    });
    sets
}

#[test]
fn plans_are_valid_refine_and_come_to_rest() {
    let (mut lives, mut updates) = (0, 0);
    for seed in 0..600 {
        let mut random = Random(seed);
        let depth = 1 + random.below(2);
        let resource = resource_of(schema(&mut random, depth, false));
        let mut state = Value::Null;
        for _ in 0..6 {
            if let Some(next) = life(&mut random, resource, &state) {
                lives += 1;
                updates += usize::from(!state.is_null());
                state = next;
            }
        }
    }
    assert!(lives > 1200 && updates > 600, "{lives} lives, {updates} of them updates");
}
