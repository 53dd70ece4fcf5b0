//! What types themselves demand: numbers in range, no null elements, no element twice.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use tfgen_cty::{Number, Step, Value, tree};

use super::Walk;
use crate::check::describe::hides;
use crate::format::{canonical, described};
use crate::planning::hash_of;
use crate::schema::{Attribute, AttributeType, Block, Validator};

impl Walk<'_> {
    /// Checks a value, and the elements in it, against its type.
    pub(super) fn type_rules(&mut self, attribute: &Attribute, ty: &AttributeType, value: &Value) {
        match (ty, value) {
            (_, Value::Number(number)) => {
                if let Some(problem) = range_problem(ty, number, self.hidden > 0) {
                    let detail = format!("`{}` {problem}.", self.place());
                    self.error("Number out of range", detail);
                }
            }
            (AttributeType::Text(format), Value::String(text)) if canonical(*format, text).is_none() => {
                let shown = if self.hidden > 0 { "(sensitive value)".to_owned() } else { format!("{text:?}") };
                let detail = format!("`{}` must be {}.\n\nIt is: {shown}", self.place(), described(*format));
                self.error("Invalid attribute value", detail);
            }
            (AttributeType::List(of), Value::List(elements)) => {
                for (at, element) in elements.iter().enumerate() {
                    self.within(Step::Index(at), |walk| walk.type_element(attribute, of, element));
                }
            }
            (AttributeType::Tuple(types), Value::Tuple(elements)) => {
                let attribute = &without_null_elements(attribute);
                for (at, (ty, element)) in types.iter().zip(elements).enumerate() {
                    self.within(Step::Index(at), |walk| walk.type_rules(attribute, ty, element));
                }
            }
            (AttributeType::Map(of), Value::Map(members)) => {
                for (key, member) in members {
                    self.within(Step::Key(Arc::clone(key)), |walk| walk.type_element(attribute, of, member));
                }
            }
            (AttributeType::Set(of), Value::Set(elements)) => {
                let mut seen = HashSet::new();
                for element in elements {
                    self.within(Step::Element(Box::new(Value::Null)), |walk| walk.type_element(attribute, of, element));
                    if element.is_wholly_known() && !seen.insert(hash_of(of, element)) {
                        let detail =
                            format!("`{}` holds an element twice: two of its values mean the same.", self.place());
                        self.error("Duplicate set element", detail);
                    }
                }
            }
            (AttributeType::Object(members), Value::Object(_)) => {
                let attribute = &without_null_elements(attribute);
                for (name, ty) in *members {
                    let member = value.get(name).unwrap_or(&Value::Null);
                    self.within(Step::Attribute((*name).into()), |walk| walk.type_rules(attribute, ty, member));
                }
            }
            _ => {}
        }
    }

    fn type_element(&mut self, attribute: &Attribute, ty: &AttributeType, element: &Value) {
        let stated = attribute.validators.iter().any(|validator| matches!(validator, Validator::NoNullValues));
        if element.is_null() && !stated && !attribute.null_elements {
            let detail = format!("`{}` is null. Leave the element out instead.", self.place());
            self.error("Null element", detail);
        }
        self.type_rules(attribute, ty, element);
    }

    /// Checks that the elements of a set differ in something that the API returns: what is local is carried to the
    /// element that comes back, and of two that come back alike nobody could tell which is which.
    pub(super) fn told_apart(&mut self, block: &Block, identity_key: &[&'static str], value: &Value) {
        let (Value::Set(elements), Some(local)) = (value, first_local(block)) else { return };
        let mut seen = HashSet::new();
        for element in elements {
            let returned = returned(block, element);
            // Two with the same key are told of already, and what is unknown may still come to differ.
            let told = key_hash(block, identity_key, element).is_some_and(|_| !identity_key.is_empty());
            if returned.is_wholly_known() && !seen.insert(returned) && !told {
                let detail = format!(
                    "`{}` has two elements that differ in nothing that the API returns: `{local}` is only kept here. Let \
                     them differ in something else, too.",
                    self.place(),
                );
                self.error("Duplicate element", detail);
            }
        }
    }

    /// Checks that no two elements of a list or set have the same identity key.
    pub(super) fn unique_keys(&mut self, block: &Block, identity_key: &[&'static str], value: &Value) {
        let Some(elements) = value.elements().filter(|_| !identity_key.is_empty()) else { return };
        let mut seen = HashSet::new();
        for element in elements {
            let Some(key) = key_hash(block, identity_key, element) else { continue };
            if !seen.insert(key) {
                let shown = identity_key.iter().map(|name| match block.attribute(name) {
                    Some(attribute) if hides(attribute) || self.hidden > 0 => format!("{name} = (sensitive value)"),
                    Some(attribute) => {
                        let member = element.get(name).unwrap_or(&Value::Null);
                        format!("{name} = {}", crate::check::describe::describe_attribute(attribute, member))
                    }
                    None => (*name).to_owned(),
                });
                let detail = format!(
                    "`{}` has two elements with {}. What tells elements apart must differ.",
                    self.place(),
                    shown.collect::<Vec<_>>().join(", ")
                );
                self.error("Duplicate element", detail);
            }
        }
    }
}

/// The attribute for what is in one of its elements: that elements may be null says nothing of collections in them.
fn without_null_elements(attribute: &Attribute) -> Attribute {
    Attribute { null_elements: false, ..*attribute }
}

/// The name of an attribute that is local, at any depth.
fn first_local(block: &Block) -> Option<&'static str> {
    let own = block.attributes.iter().find(|attribute| attribute.local).map(|attribute| attribute.name);
    own.or_else(|| block.attributes.iter().find_map(|attribute| first_local(&attribute.nested()?.1)))
        .or_else(|| block.blocks.iter().find_map(|nested| first_local(&nested.block)))
}

/// The value of a level as an API returns it: without what is local.
fn returned(block: &Block, value: &Value) -> Value {
    let part = |value: &Value| returned(block, value);
    match value {
        Value::List(elements) => Value::List(elements.iter().map(part).collect()),
        Value::Set(elements) => Value::set(elements.iter().map(part)),
        Value::Map(members) => Value::Map(tree(members.iter().map(|(key, member)| (key.clone(), part(member))))),
        Value::Object(members) => Value::object(members.iter().map(|(name, member)| {
            let attribute = block.attribute(name);
            let below = attribute.and_then(Attribute::nested).map(|(_, block)| block);
            let below = below.or_else(|| block.nested_block(name).map(|nested| nested.block));
            let member = match below {
                _ if attribute.is_some_and(|attribute| attribute.local) => Value::Null,
                Some(below) => returned(&below, member),
                None => member.clone(),
            };
            (name.to_string(), member)
        })),
        other => other.clone(),
    }
}

/// The hash of an element's identity key; none while a part of it is missing or unknown.
fn key_hash(block: &Block, identity_key: &[&'static str], element: &Value) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    for name in identity_key {
        let value = element.get(name).filter(|value| !value.is_null() && value.is_wholly_known())?;
        let ty = block.attribute(name).map_or(AttributeType::Dynamic, |attribute| attribute.ty);
        hash_of(&ty, value).hash(&mut hasher);
    }
    Some(hasher.finish())
}

/// What keeps a number from its type, as the end of a sentence. The number itself is left out where it is hidden.
fn range_problem(ty: &AttributeType, number: &Number, hidden: bool) -> Option<String> {
    let shown = || if hidden { "(sensitive value)".to_owned() } else { number.to_string() };
    let integer = |min: i64, max: i64| {
        let fits = number.to_i64().is_some_and(|value| (min..=max).contains(&value));
        let problem = if number.is_integer() { "must be" } else { "must be a whole number" };
        (!fits).then(|| format!("{problem} from {min} to {max}, but is {}", shown()))
    };
    let float = |bits: u32, value: f64, largest: f64| {
        let too_small = value == 0.0 && *number != Number::from(0_i64);
        if value.is_infinite() || value.abs() > largest {
            Some(format!("does not fit a float of {bits} bits: {} is too large", shown()))
        } else {
            too_small.then(|| format!("does not fit a float of {bits} bits: {} is too close to zero", shown()))
        }
    };
    match ty {
        AttributeType::Int32 => integer(i64::from(i32::MIN), i64::from(i32::MAX)),
        AttributeType::Int64 => integer(i64::MIN, i64::MAX),
        AttributeType::Float32 => float(32, rounded_to_32(number.to_f64()), f64::from(f32::MAX)),
        AttributeType::Float64 => float(64, number.to_f64(), f64::MAX),
        _ => None,
    }
}

#[expect(clippy::cast_possible_truncation, reason = "what does not fit becomes infinite or zero, which is asked for")]
fn rounded_to_32(value: f64) -> f64 {
    f64::from(value as f32)
}
