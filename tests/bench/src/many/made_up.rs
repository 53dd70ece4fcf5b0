//! A schema that is made up: the same each time, and of a shape like those of large providers.
//!
//! What was counted in the schemas of eight of them, 1,560 resources: ten attributes each and 1.8 blocks of 3.3 attributes;
//! of a hundred attributes 23 are required, 36 optional, 26 optional and computed, 14 computed; 75 are strings, ten
//! numbers, nine bools, the rest collections.

use super::{Attribute, Block, Body, Nesting, Resource};
use tfgen_cty::Type;

const WORDS: [&str; 24] = [
    "name",
    "region",
    "zone",
    "network",
    "size",
    "kind",
    "policy",
    "owner",
    "bucket",
    "address",
    "schedule",
    "backup",
    "endpoint",
    "version",
    "profile",
    "template",
    "retention",
    "encryption",
    "capacity",
    "priority",
    "protocol",
    "role",
    "image",
    "group",
];

/// So many resources.
pub fn schema(count: usize) -> Vec<Resource> {
    (0..count).map(resource).collect()
}

fn resource(number: usize) -> Resource {
    let mut chance = Chance(number as u64 * 7919 + 17);
    let id = Attribute {
        name: "id".into(),
        ty: Type::String,
        description: "The identifier that the service gives.".into(),
        required: false,
        optional: false,
        computed: true,
        sensitive: false,
    };
    let count = 4 + chance.below(11);
    let mut body = body(&mut chance, count, true);
    body.attributes.insert(0, id);
    for n in 0..chance.below(4) {
        body.blocks.push(block(&mut chance, n, 0));
    }
    let name = format!("{}_{}_{number}", WORDS[number % WORDS.len()], WORDS[(number / 7 + 5) % WORDS.len()]);
    let description = format!("Manages a {} of the service, as number {number} of all.", name.replace('_', " "));
    Resource { name, description, body }
}

fn block(chance: &mut Chance, number: usize, depth: usize) -> Block {
    let count = 1 + chance.below(5);
    let mut body = body(chance, count, false);
    if depth < 2 && chance.below(5) == 0 {
        body.blocks.push(block(chance, 0, depth + 1));
    }
    let nesting = [Nesting::List, Nesting::List, Nesting::Set, Nesting::Single][chance.below(4)];
    Block { name: format!("{}_settings_{number}", WORDS[chance.below(WORDS.len())]), nesting, body }
}

fn body(chance: &mut Chance, count: usize, computed: bool) -> Body {
    let attributes = (0..count).map(|number| attribute(chance, number, computed)).collect();
    Body { attributes, blocks: Vec::new() }
}

fn attribute(chance: &mut Chance, number: usize, may_be_computed: bool) -> Attribute {
    let ty = match chance.below(100) {
        0..75 => Type::String,
        75..85 => Type::Number,
        85..94 => Type::Bool,
        94..96 => Type::list(Type::String),
        96..98 => Type::set(Type::String),
        _ => Type::map(Type::String),
    };
    let (required, optional, computed) = match chance.below(100) {
        0..23 => (true, false, false),
        23..60 => (false, true, false),
        60..86 if may_be_computed => (false, true, true),
        _ if may_be_computed => (false, false, true),
        _ => (false, true, false),
    };
    let word = WORDS[chance.below(WORDS.len())];
    Attribute {
        name: format!("{word}_{number}"),
        ty,
        description: format!("The {word} of the object, as the documentation of the service describes it."),
        required,
        optional,
        computed,
        sensitive: chance.below(40) == 0,
    }
}

/// Numbers that look like chance and are the same each time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from((self.0 >> 33) % limit as u64).unwrap_or_default()
    }
}
