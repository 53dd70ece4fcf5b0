//! Random schemas, configurations and answers, the same for the same seed.

use std::collections::BTreeMap;
use std::sync::Arc;

use tfgen_cty::Value;
use tfgen_runtime::schema::{
    Attribute, AttributeType, Block, BlockNesting, Literal, Mode, NestedBlock, Nesting, RequiresReplace, WhenUnset,
};

use super::tables::{level, nested, nested_block, optional};

/// A generator of numbers that is good enough for tests.
pub struct Random(pub u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).unwrap()
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

const NAMES: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

/// A level of up to four attributes and, above the deepest levels, a block or two.
pub fn schema(random: &mut Random, depth: usize, in_set: bool) -> Block {
    let count = 1 + random.below(4);
    let attributes = (0..count).map(|at| attribute(random, NAMES[at], depth, in_set)).collect();
    let blocks = if depth > 0 { random.below(3) } else { 0 };
    let blocks = (0..blocks).map(|at| block(random, ["x", "y"][at], depth - 1, in_set)).collect();
    level(attributes, blocks)
}

fn attribute(random: &mut Random, name: &'static str, depth: usize, in_set: bool) -> Attribute {
    let mode = random.pick(&[Mode::Required, Mode::Optional, Mode::Computed, Mode::OptionalComputed]);
    let requires_replace = random.pick(&[
        RequiresReplace::Never,
        RequiresReplace::Never,
        RequiresReplace::Always,
        RequiresReplace::IfConfigured,
    ]);
    let when_unset = match random.below(3) {
        0 => WhenUnset::Unknown,
        1 => WhenUnset::PriorState,
        _ => WhenUnset::ChangesWith(random.pick(&[&["a"][..], &["b", "c"], &["x"]])),
    };
    let nullable = random.once_in(4);
    let plain = Attribute { mode, requires_replace, when_unset, nullable, ..optional(name) };
    if depth > 0 && random.once_in(3) {
        return nested_attribute(random, plain, depth - 1, in_set);
    }
    let ty = random.pick(&[
        AttributeType::String,
        AttributeType::Int64,
        AttributeType::Bool,
        AttributeType::Float64,
        AttributeType::List(&AttributeType::String),
        AttributeType::Set(&AttributeType::Int64),
        AttributeType::Map(&AttributeType::String),
    ]);
    let text = matches!(ty, AttributeType::String);
    let default = (mode == Mode::OptionalComputed && text && random.once_in(2)).then_some(Literal::String("1"));
    let write_only = mode == Mode::Optional && !in_set && random.once_in(5);
    let local = mode == Mode::Optional && !in_set && random.once_in(6);
    let collection = matches!(ty, AttributeType::List(_) | AttributeType::Set(_) | AttributeType::Map(_));
    let null_when_empty = collection && random.once_in(3);
    Attribute { ty, default, write_only, local, null_when_empty, ..plain }
}

fn nested_attribute(random: &mut Random, plain: Attribute, depth: usize, in_set: bool) -> Attribute {
    let nesting = random.pick(&[Nesting::Single, Nesting::List, Nesting::Set, Nesting::Map]);
    let mut inner = schema(random, depth, in_set || nesting == Nesting::Set).attributes.to_vec();
    if plain.mode == Mode::Computed {
        inner = inner.into_iter().map(as_computed).collect();
    }
    let identity_key = key(random, &inner);
    let ty = nested(plain.name, nesting, inner).ty;
    Attribute { ty, identity_key, ..plain }
}

/// Everything inside a computed attribute is computed.
fn as_computed(attribute: Attribute) -> Attribute {
    let ty = match attribute.ty {
        AttributeType::Nested(nesting, inner) => {
            nested(attribute.name, nesting, inner.iter().copied().map(as_computed).collect()).ty
        }
        other => other,
    };
    Attribute { ty, mode: Mode::Computed, default: None, write_only: false, local: false, ..attribute }
}

fn key(random: &mut Random, attributes: &[Attribute]) -> &'static [&'static str] {
    let required = attributes.iter().find(|attribute| {
        attribute.mode == Mode::Required && matches!(attribute.ty, AttributeType::String | AttributeType::Int64)
    });
    match required {
        Some(attribute) if random.once_in(2) => vec![attribute.name].leak(),
        _ => &[],
    }
}

fn block(random: &mut Random, name: &'static str, depth: usize, in_set: bool) -> NestedBlock {
    let nesting = random.pick(&[
        BlockNesting::Single,
        BlockNesting::List,
        BlockNesting::Set,
        BlockNesting::Map,
        BlockNesting::Group,
    ]);
    let block = schema(random, depth, in_set || nesting == BlockNesting::Set);
    let identity_key = key(random, block.attributes);
    let requires_replace = if random.once_in(6) { RequiresReplace::Always } else { RequiresReplace::Never };
    NestedBlock { block, identity_key, requires_replace, ..nested_block(name, nesting, Vec::new()) }
}

/// A valid configuration. `unknowns` says how often a value is unknown: once in so many, never if zero.
pub fn config(random: &mut Random, block: &Block, unknowns: usize) -> Value {
    let mut members = BTreeMap::new();
    for attribute in block.attributes {
        members.insert(Arc::from(attribute.name), configured(random, attribute, unknowns));
    }
    for nested in block.blocks {
        members.insert(Arc::from(nested.name), configured_block(random, nested, unknowns));
    }
    Value::Object(members)
}

fn configured(random: &mut Random, attribute: &Attribute, unknowns: usize) -> Value {
    if !attribute.mode.is_configurable() || (attribute.mode != Mode::Required && random.once_in(2)) {
        return Value::Null;
    }
    if unknowns > 0 && random.once_in(unknowns) {
        return Value::unknown();
    }
    let Some((nesting, block)) = attribute.nested() else { return plain(random, &attribute.ty) };
    match nesting {
        Nesting::Single => config(random, &block, unknowns),
        Nesting::List => Value::list(elements(random, &block, attribute.identity_key, unknowns)),
        Nesting::Set => Value::set(elements(random, &block, attribute.identity_key, unknowns)),
        Nesting::Map => Value::map(keyed(random, &block, unknowns)),
    }
}

fn configured_block(random: &mut Random, nested: &NestedBlock, unknowns: usize) -> Value {
    match nested.nesting {
        BlockNesting::Single if random.once_in(2) => Value::Null,
        BlockNesting::Single | BlockNesting::Group => config(random, &nested.block, unknowns),
        _ if unknowns > 0 && random.once_in(unknowns * 2) => Value::unknown(),
        BlockNesting::List => Value::list(elements(random, &nested.block, nested.identity_key, unknowns)),
        BlockNesting::Set => Value::set(elements(random, &nested.block, nested.identity_key, unknowns)),
        BlockNesting::Map => Value::map(keyed(random, &nested.block, unknowns)),
    }
}

/// Up to four elements, no two with the same known key.
fn elements(random: &mut Random, block: &Block, identity_key: &[&str], unknowns: usize) -> Vec<Value> {
    let count = random.below(5);
    let mut made: Vec<Value> = (0..count).map(|_| config(random, block, unknowns)).collect();
    let mut seen = Vec::new();
    made.retain(|element| {
        let key: Vec<Value> = identity_key.iter().filter_map(|name| element.get(name).cloned()).collect();
        let twice = !key.is_empty() && seen.contains(&key);
        seen.push(key);
        !twice
    });
    made
}

fn keyed(random: &mut Random, block: &Block, unknowns: usize) -> Vec<(&'static str, Value)> {
    let count = random.below(3);
    (0..count).map(|at| (NAMES[at], config(random, block, unknowns))).collect()
}

/// A known value of a plain type, from few enough that equal ones are common.
pub fn plain(random: &mut Random, ty: &AttributeType) -> Value {
    match ty {
        AttributeType::Bool => Value::Bool(random.once_in(2)),
        AttributeType::Int64 => Value::number(i64::try_from(random.below(3)).unwrap()),
        AttributeType::Float64 => Value::Number(random.pick(&["0.5", "0.1", "1", "1.0"]).parse().unwrap()),
        AttributeType::List(of) => {
            let count = random.below(3);
            Value::list((0..count).map(|_| plain(random, of)))
        }
        AttributeType::Set(of) => {
            let count = random.below(3);
            Value::set((0..count).map(|_| plain(random, of)))
        }
        AttributeType::Map(of) => {
            let count = random.below(3);
            Value::map((0..count).map(|at| (NAMES[at], plain(random, of))))
        }
        _ => Value::string(random.pick(&["0", "1", "2"])),
    }
}
