//! The validators that look at one value.

use std::collections::HashSet;
use std::sync::Arc;

use tfgen_cty::{Number, Refinement, Step, Value};

use super::{Walk, pattern};
use crate::check::describe::describe_attribute;
use crate::hook::Validation;
use crate::planning::literal_value;
use crate::schema::{Attribute, AttributeType, Literal, Validator};
use crate::timeouts::parse_duration;

impl Walk<'_> {
    /// Applies a validator to a value of the attribute, or to an element of it. Null passes; unknown passes unless its
    /// refinement rules out every good value.
    pub(super) fn rule(&mut self, attribute: &Attribute, ty: &AttributeType, validator: &Validator, value: &Value) {
        if value.is_null() {
            return;
        }
        match (validator, value.inner()) {
            (Validator::ValuesAre(inner), value) => return self.each_value(attribute, ty, inner, value),
            (Validator::KeysAre(inner), Value::Map(members)) => {
                for key in members.keys() {
                    let key_value = Value::String(Arc::clone(key));
                    for validator in *inner {
                        self.within(Step::Key(Arc::clone(key)), |walk| {
                            walk.rule(attribute, &AttributeType::String, validator, &key_value);
                        });
                    }
                }
                return;
            }
            _ => {}
        }
        if let Validator::Hook(name) = validator {
            return self.call_hook(name, value);
        }
        let problem = match value.inner() {
            Value::Unknown(unknown) => unknown.refinement().and_then(|refinement| ruled_out(ty, validator, refinement)),
            known => problem(ty, validator, known),
        };
        if let Some(problem) = problem {
            let hides = self.hidden > 0;
            let shown = if hides { "(sensitive value)".to_owned() } else { describe_attribute(&shown_as(ty), value) };
            let detail = format!("`{}` {problem}.\n\nIt is: {shown}", self.place());
            self.error("Invalid attribute value", detail);
        }
    }

    /// What the user's hook says of a value; it is about this place, unless it says otherwise.
    fn call_hook(&mut self, name: &str, value: &Value) {
        if let Some(hook) = self.hook {
            let said = self.masked(hook(&Validation::new(name, value)));
            let place = self.place();
            self.found.extend(said.at(place));
        }
    }

    fn each_value(&mut self, attribute: &Attribute, ty: &AttributeType, inner: &[Validator], value: &Value) {
        let of = match ty {
            AttributeType::List(of) | AttributeType::Set(of) | AttributeType::Map(of) => of,
            other => other,
        };
        let members = value.as_map().into_iter().flatten();
        let keyed = members.map(|(key, member)| (Step::Key(Arc::clone(key)), member));
        let is_set = value.as_set().is_some();
        let elements = value.elements().unwrap_or_default().iter().enumerate();
        let placed = elements.map(|(at, element)| {
            (if is_set { Step::Element(Box::new(Value::Null)) } else { Step::Index(at) }, element)
        });
        for (step, element) in keyed.chain(placed) {
            self.within(step, |walk| {
                for validator in inner {
                    walk.rule(attribute, of, validator, element);
                }
            });
        }
    }
}

/// An attribute of this type that hides nothing, for describing a value of it.
fn shown_as(ty: &AttributeType) -> Attribute {
    Attribute { ty: *ty, ..Attribute::DEFAULT }
}

/// What is wrong with a known value, as the end of a sentence.
pub(super) fn problem(ty: &AttributeType, validator: &Validator, value: &Value) -> Option<String> {
    match value {
        Value::String(text) => string_problem(validator, text).or_else(|| choice_problem(ty, validator, value)),
        Value::Number(number) => number_problem(validator, number).or_else(|| choice_problem(ty, validator, value)),
        Value::List(_) | Value::Set(_) | Value::Map(_) | Value::Tuple(_) => size_problem(validator, value),
        Value::Bool(given) => match validator {
            Validator::Equals(wanted) if wanted != given => Some(format!("must be {wanted}")),
            _ => None,
        },
        _ => choice_problem(ty, validator, value),
    }
}

fn string_problem(validator: &Validator, text: &str) -> Option<String> {
    let bytes = text.len() as u64;
    let chars = text.chars().count() as u64;
    let (range, length, unit) = match validator {
        Validator::LengthAtLeast(min) => ((Some(*min), None), bytes, "bytes"),
        Validator::LengthAtMost(max) => ((None, Some(*max)), bytes, "bytes"),
        Validator::LengthBetween(min, max) => ((Some(*min), Some(*max)), bytes, "bytes"),
        Validator::Utf8LengthAtLeast(min) => ((Some(*min), None), chars, "characters"),
        Validator::Utf8LengthAtMost(max) => ((None, Some(*max)), chars, "characters"),
        Validator::Utf8LengthBetween(min, max) => ((Some(*min), Some(*max)), chars, "characters"),
        Validator::RegexMatches(regex, message) => return pattern_problem(regex, message, text),
        Validator::Duration => {
            let problem = "must be a duration above zero, such as 30s or 2h45m";
            return parse_duration(text).is_none().then(|| problem.to_owned());
        }
        Validator::OneOfCaseInsensitive(texts) => {
            let found = texts.iter().any(|other| equal_fold(other, text));
            return (!found).then(|| format!("must be one of {}, in any letter case", quoted(texts)));
        }
        Validator::NoneOfCaseInsensitive(texts) => {
            let found = texts.iter().any(|other| equal_fold(other, text));
            return found.then(|| format!("must be none of {}, in any letter case", quoted(texts)));
        }
        _ => return None,
    };
    range_problem(range, length, unit)
}

fn pattern_problem(regex: &'static str, message: &str, text: &str) -> Option<String> {
    match pattern::is_match(regex, text) {
        Some(true) => None,
        Some(false) if message.is_empty() => Some(format!("must match the pattern {regex}")),
        Some(false) => Some(format!("is not valid: {message}")),
        None => {
            Some(format!("cannot be checked: the provider's pattern {regex} is not a valid one, which is its mistake"))
        }
    }
}

/// Says which counts are right, if this one is not.
fn range_problem((min, max): (Option<u64>, Option<u64>), count: u64, unit: &str) -> Option<String> {
    let good = min.is_none_or(|min| count >= min) && max.is_none_or(|max| count <= max);
    (!good).then(|| format!("must have {} {unit}, but has {count}", range_text(min, max)))
}

fn range_text(min: Option<u64>, max: Option<u64>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("from {min} to {max}"),
        (Some(min), None) => format!("at least {min}"),
        (None, Some(max)) => format!("at most {max}"),
        (None, None) => String::from("any number of"),
    }
}

fn number_problem(validator: &Validator, number: &Number) -> Option<String> {
    let bad = match number_range(validator)? {
        (min, max) if min.as_ref().is_some_and(|min| number < min) || max.as_ref().is_some_and(|max| number > max) => {
            Some((min, max))
        }
        _ => None,
    };
    bad.map(|(min, max)| bounds_text(min.as_ref(), max.as_ref()))
}

type Bounds = (Option<Number>, Option<Number>);

/// The range that a number validator allows; none for other validators.
fn number_range(validator: &Validator) -> Option<Bounds> {
    match validator {
        Validator::AtLeast(min) => Some((min.parse().ok(), None)),
        Validator::AtMost(max) => Some((None, max.parse().ok())),
        Validator::Between(min, max) => Some((min.parse().ok(), max.parse().ok())),
        _ => None,
    }
}

fn bounds_text(min: Option<&Number>, max: Option<&Number>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("must be from {min} to {max}"),
        (Some(min), None) => format!("must be at least {min}"),
        (None, Some(max)) => format!("must be at most {max}"),
        (None, None) => String::new(),
    }
}

fn size_range(validator: &Validator) -> Option<(Option<u64>, Option<u64>)> {
    match validator {
        Validator::SizeAtLeast(min) => Some((Some(*min), None)),
        Validator::SizeAtMost(max) => Some((None, Some(*max))),
        Validator::SizeBetween(min, max) => Some((Some(*min), Some(*max))),
        _ => None,
    }
}

fn size_problem(validator: &Validator, value: &Value) -> Option<String> {
    let elements: Vec<&Value> = match value {
        Value::Map(members) => members.values().collect(),
        other => other.elements().unwrap_or_default().iter().collect(),
    };
    match validator {
        Validator::UniqueValues => {
            let mut seen = HashSet::new();
            let twice =
                elements.iter().filter(|element| element.is_wholly_known()).find(|element| !seen.insert(**element));
            twice.map(|_| String::from("must not hold an element twice"))
        }
        Validator::NoNullValues => {
            elements.iter().any(|element| element.is_null()).then(|| String::from("must not hold a null element"))
        }
        _ => {
            let (min, max) = size_range(validator)?;
            // Elements of a set that are unknown may turn out equal to others, so there may be fewer in the end.
            let unknown = elements.iter().filter(|element| !element.is_wholly_known()).count();
            let certain = if value.as_set().is_some() { (elements.len() - unknown).max(1) } else { elements.len() };
            let (least, most) = (certain.min(elements.len()) as u64, elements.len() as u64);
            let bad = min.is_some_and(|min| most < min) || max.is_some_and(|max| least > max);
            bad.then(|| format!("must have {} elements, but has {most}", range_text(min, max)))
        }
    }
}

fn choice_problem(ty: &AttributeType, validator: &Validator, value: &Value) -> Option<String> {
    let holds = |literals: &[Literal]| literals.iter().any(|literal| literal_value(literal, ty) == *value);
    match validator {
        Validator::OneOf(literals) if !holds(literals) => Some(format!("must be one of {}", listed(ty, literals))),
        Validator::NoneOf(literals) if holds(literals) => Some(format!("must be none of {}", listed(ty, literals))),
        _ => None,
    }
}

/// What is wrong with an unknown value whatever it turns out to be. A refinement does not promise that it is not null,
/// and null passes every rule, so only values that cannot be null are judged.
fn ruled_out(ty: &AttributeType, validator: &Validator, refinement: &Refinement) -> Option<String> {
    if !refinement.is_not_null() {
        return None;
    }
    if let Some((min, max)) = number_range(validator) {
        let below = refinement
            .number_upper_bound()
            .zip(min.as_ref())
            .is_some_and(|(upper, min)| upper.number < *min || (upper.number == *min && !upper.inclusive));
        let above = refinement
            .number_lower_bound()
            .zip(max.as_ref())
            .is_some_and(|(lower, max)| lower.number > *max || (lower.number == *max && !lower.inclusive));
        return (below || above).then(|| bounds_text(min.as_ref(), max.as_ref()));
    }
    if let Some((min, max)) = size_range(validator) {
        let short = min.zip(refinement.length_max()).is_some_and(|(min, length)| length < min);
        let long = max.is_some_and(|max| refinement.length_min() > max);
        return (short || long).then(|| format!("must have {} elements", range_text(min, max)));
    }
    let prefix = refinement.string_prefix().unwrap_or_default();
    match validator {
        Validator::OneOf(literals) => {
            let possible = literals.iter().any(|literal| refinement.allows(&literal_value(literal, ty)));
            (!possible).then(|| format!("must be one of {}", listed(ty, literals)))
        }
        Validator::LengthAtMost(max) | Validator::LengthBetween(_, max) => {
            (prefix.len() as u64 > *max).then(|| format!("must have {} bytes", range_text(None, Some(*max))))
        }
        Validator::Utf8LengthAtMost(max) | Validator::Utf8LengthBetween(_, max) => (prefix.chars().count() as u64
            > *max)
            .then(|| format!("must have {} characters", range_text(None, Some(*max)))),
        _ => None,
    }
}

fn listed(ty: &AttributeType, literals: &[Literal]) -> String {
    let shown = literals.iter().map(|literal| describe_attribute(&shown_as(ty), &literal_value(literal, ty)));
    shown.collect::<Vec<_>>().join(", ")
}

fn quoted(texts: &[&str]) -> String {
    texts.iter().map(|text| format!("{text:?}")).collect::<Vec<_>>().join(", ")
}

fn equal_fold(left: &str, right: &str) -> bool {
    left.eq_ignore_ascii_case(right) || left.to_lowercase() == right.to_lowercase()
}
