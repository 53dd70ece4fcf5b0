//! Random values of the types that the provider's schemas imply.

use crate::random::Random;
use tfgen_proto::tfplugin6::schema::{Attribute, Block, nested_block, object};
use tfgen_runtime::cty::{Number, Refinement, Type, Value};

/// The type of a block on the wire.
pub fn block_type(block: &Block) -> Type {
    let attributes = block.attributes.iter().map(|attribute| (&attribute.name, attribute_type(attribute)));
    let blocks = block.block_types.iter().map(|nested| {
        use nested_block::NestingMode;
        let one = nested.block.as_ref().map_or_else(|| Type::object::<&str>([]), block_type);
        let ty = match nested.nesting() {
            NestingMode::List | NestingMode::Map if one.has_dynamic() => Type::Dynamic,
            NestingMode::List => Type::list(one),
            NestingMode::Map => Type::map(one),
            NestingMode::Set => Type::set(one),
            NestingMode::Single | NestingMode::Group | NestingMode::Invalid => one,
        };
        (&nested.type_name, ty)
    });
    Type::object(attributes.chain(blocks))
}

fn attribute_type(attribute: &Attribute) -> Type {
    use object::NestingMode;
    let Some(nested) = &attribute.nested_type else { return type_of_json(&attribute.r#type) };
    let one = Type::object(nested.attributes.iter().map(|attribute| (&attribute.name, attribute_type(attribute))));
    match nested.nesting() {
        NestingMode::List => Type::list(one),
        NestingMode::Map => Type::map(one),
        NestingMode::Set => Type::set(one),
        NestingMode::Single | NestingMode::Invalid => one,
    }
}

pub fn type_of_json(json: &[u8]) -> Type {
    Type::from_json(json).expect("the kitchen's types are valid")
}

const TEXTS: [&str; 14] = [
    "",
    "soup",
    "main",
    "dish-1",
    "shelf/dish-1",
    "after_create",
    "wrong_servings",
    "10.0.0.0/8",
    "{\"a\": 1}",
    "2024-02-30T00:00:00Z",
    "e\u{301}\u{200f}\u{1f600}",
    "a much longer text than any attribute was made for, with a line\nbreak and \"quotes\"",
    "../../elsewhere",
    "-1",
];

const NUMBERS: [&str; 10] =
    ["0", "1", "-1", "2.5", "0.1", "9223372036854775807", "-9223372036854775809", "1e30", "1e-30", "400"];

/// A value of the type, more often than not without anything null in it.
pub fn any(random: &mut Random, ty: &Type) -> Value {
    let count = random.below(3);
    match ty {
        Type::Bool => Value::Bool(random.below(2) == 0),
        Type::Number => Value::Number(NUMBERS[random.below(NUMBERS.len())].parse::<Number>().expect("a number")),
        Type::String => Value::string(TEXTS[random.below(TEXTS.len())]),
        Type::List(element) => Value::list((0..count).map(|_| any(random, element))),
        Type::Set(element) => Value::set((0..count).map(|_| any(random, element))),
        Type::Map(element) => {
            Value::map((0..count).map(|at| (["k", "e\u{301}"][at % 2], any(random, element))).collect::<Vec<_>>())
        }
        Type::Tuple(types) => Value::tuple(types.iter().map(|ty| any(random, ty)).collect::<Vec<_>>()),
        Type::Object(object) => Value::object(
            object.attributes().iter().map(|(name, ty)| (name, or_nothing(random, ty))).collect::<Vec<_>>(),
        ),
        Type::Dynamic => {
            let ty = match random.below(4) {
                0 => Type::Bool,
                1 => Type::list(Type::String),
                2 => Type::object([("a", Type::Number), ("b", Type::tuple([Type::String, Type::Bool]))]),
                _ => Type::String,
            };
            let value = any(random, &ty);
            Value::dynamic(ty, value)
        }
    }
}

fn or_nothing(random: &mut Random, ty: &Type) -> Value {
    match random.below(16) {
        0 | 1 => Value::Null,
        2 => unknown(random, ty),
        _ => any(random, ty),
    }
}

/// An unknown value, about which something may be known.
fn unknown(random: &mut Random, ty: &Type) -> Value {
    let refinement = match (random.below(4), ty) {
        (0, Type::String) => Refinement::default().not_null().prefix("dish-"),
        (0, Type::Number) => Refinement::default().lower_bound(3, true),
        (0, Type::List(_) | Type::Set(_)) => Refinement::default().length_at_least(1).length_at_most(2),
        (1, _) => Refinement::default().not_null(),
        _ => return Value::unknown(),
    };
    Value::unknown_with(refinement)
}

/// The value with something changed about once in `rarity` places: null, unknown, or another value of the type.
pub fn changed(random: &mut Random, value: &Value, ty: &Type, rarity: usize) -> Value {
    if random.below(rarity) == 0 {
        return match random.below(4) {
            0 => Value::Null,
            1 => unknown(random, ty),
            _ => any(random, ty),
        };
    }
    let mut each = |elements: &[Value], ty: &Type| -> Vec<Value> {
        let mut elements: Vec<_> = elements.iter().map(|element| changed(random, element, ty, rarity)).collect();
        if random.below(rarity) == 0 && !elements.is_empty() {
            let at = random.below(elements.len());
            if random.below(2) == 0 { drop(elements.remove(at)) } else { elements.push(elements[at].clone()) }
        }
        elements
    };
    match (value, ty) {
        (Value::List(elements), Type::List(ty)) => Value::List(each(elements, ty)),
        (Value::Set(elements), Type::Set(ty)) => Value::set(each(elements.as_slice(), ty)),
        (Value::Map(members), Type::Map(ty)) => {
            Value::Map(members.iter().map(|(key, member)| (key.clone(), changed(random, member, ty, rarity))).collect())
        }
        (Value::Object(members), Type::Object(object)) => {
            Value::object(members.iter().map(|(name, member)| match object.get(name) {
                Some(ty) => (name, changed(random, member, ty, rarity)),
                None => (name, member.clone()),
            }))
        }
        (value, _) => value.clone(),
    }
}
