//! Sets: which elements are the same, and in which order they stand.

use std::fmt::{self, Write as _};

use crate::value::Value;

/// Distinct values without an order of their own.
///
/// They are kept in Terraform's order: strings by bytes, numbers by size, false before true, then unknown values, then
/// null; compound values by the text that Terraform makes of them. Equal elements coalesce, but only when they are wholly known: two unknown values may
/// turn out to be different, so both stay.
///
/// ```
/// use tfgen_cty::{Set, Value};
///
/// let set: Set = [Value::string("b"), Value::Null, Value::string("a"), Value::string("b")].into_iter().collect();
/// assert_eq!(set.iter().collect::<Vec<_>>(), [&Value::string("a"), &Value::string("b"), &Value::Null]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Set(Vec<Value>);

impl Set {
    /// A set without elements.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// How many elements there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The elements, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Value> {
        self.0.iter()
    }

    /// The elements, in order.
    pub fn as_slice(&self) -> &[Value] {
        &self.0
    }

    /// The elements, in order.
    pub fn into_vec(self) -> Vec<Value> {
        self.0
    }

    /// Whether an element equals the value exactly.
    pub fn contains(&self, value: &Value) -> bool {
        self.get(value).is_some()
    }

    /// The element that equals the value exactly.
    pub fn get(&self, value: &Value) -> Option<&Value> {
        let key = Key::of(value);
        let found = self.0.binary_search_by(|element| Key::of(element).cmp(&key).then_with(|| element.cmp(value)));
        found.ok().and_then(|position| self.0.get(position))
    }
}

impl From<Vec<Value>> for Set {
    fn from(mut elements: Vec<Value>) -> Self {
        // The sorts are stable, so that of equal elements (which may be written differently, like 1.0 and 1) the first stays.
        // They compare each element once where the elements come in order, as Terraform's do.
        if elements.iter().any(is_compound) {
            let mut keyed: Vec<(Key, Value)> =
                elements.into_iter().map(|element| (Key::of(&element), element)).collect();
            keyed.sort_by(|(a, left), (b, right)| a.cmp(b).then_with(|| left.cmp(right)));
            // Elements with different keys are different.
            keyed.dedup_by(|(a, next), (b, kept)| a == b && next == kept && kept.is_wholly_known());
            return Self(keyed.into_iter().map(|(_, element)| element).collect());
        }
        elements.sort();
        elements.dedup_by(|next, kept| next == kept && kept.is_wholly_known());
        Self(elements)
    }
}

/// Whether the order is that of a text which has to be made.
fn is_compound(value: &Value) -> bool {
    !matches!(value.inner(), Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Unknown(_) | Value::Null)
}

/// What orders elements before their own order does.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Key {
    /// Bools, numbers and strings have an order of their own.
    Primitive,
    Compound(String),
    Unknown,
    Null,
}

impl Key {
    fn of(value: &Value) -> Self {
        match value.inner() {
            Value::Bool(_) | Value::Number(_) | Value::String(_) => Self::Primitive,
            Value::Unknown(_) => Self::Unknown,
            Value::Null => Self::Null,
            compound => {
                let mut text = String::with_capacity(64);
                write_key(&mut text, compound);
                Self::Compound(text)
            }
        }
    }
}

fn write_key(out: &mut String, value: &Value) {
    let mut all = |open: char, parts: &mut dyn Iterator<Item = (Option<&str>, &Value)>, close: char| {
        out.push(open);
        for (key, part) in parts {
            if let Some(key) = key {
                write_text(out, key);
                out.push(':');
            }
            write_key(out, part);
            out.push(';');
        }
        out.push(close);
    };
    match value.inner() {
        Value::List(elements) => all('[', &mut elements.iter().map(|element| (None, element)), ']'),
        Value::Set(elements) => all('[', &mut elements.iter().map(|element| (None, element)), ']'),
        Value::Tuple(elements) => all('<', &mut elements.iter().map(|element| (None, element)), '>'),
        Value::Object(attributes) => all('<', &mut attributes.values().map(|value| (None, value)), '>'),
        Value::Map(elements) => all('{', &mut elements.iter().map(|(key, value)| (Some(&**key), value)), '}'),
        Value::Bool(value) => out.push(if *value { 'T' } else { 'F' }),
        Value::Number(number) => out.push_str(&number.rough_text()),
        Value::String(text) => write_text(out, text),
        Value::Unknown(_) => out.push('?'),
        Value::Null | Value::Dynamic(_) => out.push('~'),
    }
}

/// The text in quotes, with what is special in it escaped. Most texts have nothing special.
fn write_text(out: &mut String, text: &str) {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\') {
        out.push('"');
        out.push_str(text);
        out.push('"');
    } else {
        // Writing to a string cannot fail.
        let _ = write!(out, "{text:?}");
    }
}

impl FromIterator<Value> for Set {
    fn from_iter<I: IntoIterator<Item = Value>>(elements: I) -> Self {
        elements.into_iter().collect::<Vec<_>>().into()
    }
}

impl IntoIterator for Set {
    type Item = Value;
    type IntoIter = std::vec::IntoIter<Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'s> IntoIterator for &'s Set {
    type Item = &'s Value;
    type IntoIter = std::slice::Iter<'s, Value>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl fmt::Debug for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(&self.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_elements_never_coalesce() {
        let half_known = || Value::object([("a", Value::unknown()), ("b", Value::Bool(true))]);
        let set: Set = [Value::unknown(), Value::unknown(), half_known(), half_known()].into_iter().collect();
        assert_eq!(set.len(), 4);
    }

    #[test]
    fn numbers_that_are_equal_coalesce_and_order_by_size() {
        let number = |text: &str| Value::Number(text.parse().unwrap());
        let set: Set = ["10", "9", "-1", "1e1", "9.0", "0.5"].into_iter().map(number).collect();
        assert_eq!(set.into_vec(), ["-1", "0.5", "9", "10"].map(number));
    }

    #[test]
    fn false_stands_before_true_and_null_last() {
        let set: Set = [Value::Null, Value::unknown(), Value::Bool(true), Value::Bool(false)].into_iter().collect();
        assert_eq!(set.into_vec(), [Value::Bool(false), Value::Bool(true), Value::unknown(), Value::Null]);
    }

    #[test]
    fn plain_texts_are_quoted_like_others() {
        for text in ["", "plain ~!#", "a\"b", "back\\slash", "tab\t", "line\n", "\u{7f}", "ü", "\u{301}", "'"] {
            let mut written = String::new();
            write_text(&mut written, text);
            assert_eq!(written, format!("{text:?}"));
        }
    }

    #[test]
    fn compound_elements_stand_in_the_order_of_their_texts_whatever_order_they_come_in() {
        let object = |name: &str, size: Value| Value::object([("name", Value::string(name)), ("size", size)]);
        let ordered = [
            object("a", Value::number(10)),
            object("a", Value::number(9)),
            object("a", Value::unknown()),
            object("a", Value::unknown()),
            object("b", Value::Null),
            Value::unknown(),
            Value::Null,
        ];
        let forwards: Set = ordered.iter().cloned().collect();
        let backwards: Set = ordered.iter().rev().chain(&ordered[..2]).cloned().collect();
        assert_eq!(
            (forwards.as_slice(), &forwards),
            (&ordered[..], &backwards),
            "10 is the smaller text; known ones coalesce"
        );
        assert!(ordered.iter().all(|element| forwards.contains(element)));
    }

    #[test]
    fn a_large_set_is_quick() {
        let set: Set = (0..100_000_i64).rev().chain(0..100_000).map(|n| Value::string(n.to_string())).collect();
        assert_eq!(set.len(), 100_000);
        assert!(set.contains(&Value::string("77777")));
    }
}
