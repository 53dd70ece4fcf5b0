//! What is known about a value that is not known yet.

use std::fmt;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, char::canonical_combining_class, is_nfc_quick};

use crate::number::Number;
use crate::ty::Type;
use crate::value::{Value, normalized};

/// One end of the range that an unknown number lies in.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bound {
    /// The number at the end of the range.
    pub number: Number,
    /// Whether the number itself belongs to the range.
    pub inclusive: bool,
}

/// Facts that an unknown value will fulfil once it is known.
///
/// ```
/// use tfgen_cty::{Refinement, Value};
///
/// let id = Refinement::default().not_null().prefix("disk-");
/// assert!(id.allows(&Value::string("disk-7")));
/// assert!(!id.allows(&Value::Null));
/// assert!(id.merge(&Refinement::default().prefix("disk-7")).is_some());
/// assert!(id.merge(&Refinement::default().prefix("host-")).is_none());
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Refinement {
    not_null: bool,
    prefix: Option<Arc<str>>,
    lower: Option<Bound>,
    upper: Option<Bound>,
    length_min: u64,
    length_max: Option<u64>,
}

impl Refinement {
    /// It will not be null.
    #[must_use]
    pub fn not_null(mut self) -> Self {
        self.not_null = true;
        self
    }

    /// The string will start with this. What follows must not combine with its last character (an accent would): see
    /// [`Refinement::safe_prefix`] when that is not certain.
    #[must_use]
    pub fn prefix(mut self, prefix: impl AsRef<str>) -> Self {
        let prefix = normalized(prefix.as_ref());
        self.prefix = (!prefix.is_empty()).then(|| Arc::from(&*prefix));
        self
    }

    /// The string will start with this, except that its last character may still change.
    #[must_use]
    pub fn safe_prefix(self, prefix: impl AsRef<str>) -> Self {
        let prefix = normalized(prefix.as_ref());
        self.prefix(without_last_character(&prefix))
    }

    /// The number will not be less than this, and not equal to it unless it is inclusive.
    #[must_use]
    pub fn lower_bound(mut self, number: impl Into<Number>, inclusive: bool) -> Self {
        let number = number.into();
        self.lower = (number.is_finite() || number > Number::ZERO).then_some(Bound { number, inclusive });
        self
    }

    /// The number will not be greater than this, and not equal to it unless it is inclusive.
    #[must_use]
    pub fn upper_bound(mut self, number: impl Into<Number>, inclusive: bool) -> Self {
        let number = number.into();
        self.upper = (number.is_finite() || number < Number::ZERO).then_some(Bound { number, inclusive });
        self
    }

    /// The list, set or map will have at least so many elements.
    #[must_use]
    pub fn length_at_least(mut self, length: u64) -> Self {
        self.length_min = length;
        self
    }

    /// The list, set or map will have at most so many elements.
    #[must_use]
    pub fn length_at_most(mut self, length: u64) -> Self {
        self.length_max = Some(length);
        self
    }

    /// Whether it will not be null.
    pub fn is_not_null(&self) -> bool {
        self.not_null
    }

    /// What the string starts with.
    pub fn string_prefix(&self) -> Option<&str> {
        self.prefix.as_deref()
    }

    /// Where the range of the number begins.
    pub fn number_lower_bound(&self) -> Option<&Bound> {
        self.lower.as_ref()
    }

    /// Where the range of the number ends.
    pub fn number_upper_bound(&self) -> Option<&Bound> {
        self.upper.as_ref()
    }

    /// How many elements there are at least.
    pub fn length_min(&self) -> u64 {
        self.length_min
    }

    /// How many elements there are at most.
    pub fn length_max(&self) -> Option<u64> {
        self.length_max
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Both together; `None` when they contradict each other.
    pub fn merge(&self, other: &Self) -> Option<Self> {
        let prefix = match (&self.prefix, &other.prefix) {
            (Some(left), Some(right)) if left.starts_with(&**right) => Some(Arc::clone(left)),
            (Some(left), Some(right)) if right.starts_with(&**left) => Some(Arc::clone(right)),
            (Some(_), Some(_)) => return None,
            (left, right) => left.clone().or_else(|| right.clone()),
        };
        let merged = Self {
            not_null: self.not_null || other.not_null,
            prefix,
            lower: tighter(self.lower.as_ref(), other.lower.as_ref(), |left, right| left > right),
            upper: tighter(self.upper.as_ref(), other.upper.as_ref(), |left, right| left < right),
            length_min: self.length_min.max(other.length_min),
            length_max: [self.length_max, other.length_max].into_iter().flatten().min(),
        };
        merged.is_possible().then_some(merged)
    }

    /// Whether any value, null aside, can fulfil it.
    pub fn is_possible(&self) -> bool {
        let range = match (&self.lower, &self.upper) {
            (Some(lower), Some(upper)) if lower.number == upper.number => lower.inclusive && upper.inclusive,
            (Some(lower), Some(upper)) => lower.number < upper.number,
            _ => true,
        };
        range && self.length_max.is_none_or(|max| self.length_min <= max)
    }

    /// Whether the value fulfils it; an unknown value does when what is known about it leaves that possible.
    pub fn allows(&self, value: &Value) -> bool {
        let length = |count: usize| {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            count >= self.length_min && self.length_max.is_none_or(|max| count <= max)
        };
        match value.inner() {
            Value::Null => !self.not_null,
            Value::Unknown(unknown) => unknown.refinement().is_none_or(|other| self.merge(other).is_some()),
            Value::String(text) => self.prefix.as_ref().is_none_or(|prefix| text.starts_with(&**prefix)),
            Value::Number(number) => self.contains(number),
            Value::List(elements) => length(elements.len()),
            // Unknown elements of a set may turn out to be equal.
            Value::Set(elements) if value.is_wholly_known() => length(elements.len()),
            Value::Set(elements) => u64::try_from(elements.len()).is_ok_and(|count| count >= self.length_min),
            Value::Map(elements) => length(elements.len()),
            _ => true,
        }
    }

    fn contains(&self, number: &Number) -> bool {
        let inside = |bound: &Bound, beyond: bool| beyond || (bound.inclusive && *number == bound.number);
        self.lower.as_ref().is_none_or(|bound| inside(bound, *number > bound.number))
            && self.upper.as_ref().is_none_or(|bound| inside(bound, *number < bound.number))
    }

    /// Why this cannot be said of a value of the type, if so.
    pub(crate) fn mismatch(&self, ty: &Type) -> Option<&'static str> {
        if self.prefix.is_some() && !matches!(ty, Type::String) {
            return Some("a string prefix is known about a value that is no string");
        }
        if (self.lower.is_some() || self.upper.is_some()) && !matches!(ty, Type::Number) {
            return Some("a number range is known about a value that is no number");
        }
        if (self.length_min > 0 || self.length_max.is_some()) && ty.element().is_none() {
            return Some("a length is known about a value that is no list, set or map");
        }
        (!self.is_possible()).then_some("what is known about an unknown value contradicts itself")
    }

    /// The value that this leaves as the only possible one, or as much of it as is settled.
    ///
    /// ```
    /// use tfgen_cty::{Refinement, Type, Value};
    ///
    /// let five = Refinement::default().not_null().lower_bound(5, true).upper_bound(5, true);
    /// assert_eq!(five.settled(&Type::Number), Some(Value::number(5)));
    /// let pair = Refinement::default().not_null().length_at_least(2).length_at_most(2);
    /// assert_eq!(pair.settled(&Type::list(Type::Bool)), Some(Value::list([Value::unknown(), Value::unknown()])));
    /// ```
    pub fn settled(&self, ty: &Type) -> Option<Value> {
        if !self.not_null || !self.is_possible() {
            return None;
        }
        if let (Type::Number, Some(lower), Some(upper)) = (ty, &self.lower, &self.upper) {
            return (lower.number == upper.number).then(|| Value::Number(lower.number.clone()));
        }
        let count = self.length_max.filter(|max| *max == self.length_min && *max <= SETTLED_LENGTH_MAX)?;
        match (ty, count) {
            (Type::List(_), _) => Some(Value::list((0..count).map(|_| Value::unknown()))),
            (Type::Set(_), 0 | 1) => Some(Value::set((0..count).map(|_| Value::unknown()))),
            (Type::Map(_), 0) => Some(Value::map::<&str>([])),
            _ => None,
        }
    }
}

/// Lists of a known length longer than this stay unknown as a whole, so that a few bytes cannot fill memory.
const SETTLED_LENGTH_MAX: u64 = 1024;

fn tighter(left: Option<&Bound>, right: Option<&Bound>, wins: impl Fn(&Number, &Number) -> bool) -> Option<Bound> {
    let (Some(left), Some(right)) = (left, right) else { return left.or(right).cloned() };
    let chosen = if left.number == right.number {
        if left.inclusive { right } else { left }
    } else if wins(&left.number, &right.number) {
        left
    } else {
        right
    };
    Some(chosen.clone())
}

/// Cuts to at most `length` bytes, at a place where what followed could not have changed what is kept.
pub(crate) fn truncated_prefix(prefix: &str, length: usize) -> &str {
    let end = (0..=length.min(prefix.len())).rev().find(|end| prefix.is_char_boundary(*end)).unwrap_or_default();
    without_last_character(&prefix[..end])
}

/// Drops the last character that begins a sequence of combining ones, and what follows it; unless the text ends with a
/// delimiter, which does not combine.
fn without_last_character(text: &str) -> &str {
    if text.ends_with(is_delimiter) {
        return text;
    }
    let begins = |character: char| {
        canonical_combining_class(character) == 0 && is_nfc_quick(std::iter::once(character)) == IsNormalized::Yes
    };
    let end = text.char_indices().rev().find(|(_, character)| begins(*character)).map_or(0, |(at, _)| at);
    &text[..end]
}

/// ASCII punctuation, of which `<`, `=` and `>` do combine (with a stroke), and `` ` `` is not in Terraform's list.
fn is_delimiter(character: char) -> bool {
    matches!(character, ' ' | '\t') || (character.is_ascii_punctuation() && !matches!(character, '<' | '=' | '>' | '`'))
}

impl fmt::Debug for Refinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut facts = f.debug_struct("Refinement");
        if self.not_null {
            facts.field("not_null", &true);
        }
        if let Some(prefix) = &self.prefix {
            facts.field("prefix", prefix);
        }
        if let Some(lower) = &self.lower {
            facts.field("lower", lower);
        }
        if let Some(upper) = &self.upper {
            facts.field("upper", upper);
        }
        if self.length_min > 0 {
            facts.field("length_min", &self.length_min);
        }
        if let Some(max) = self.length_max {
            facts.field("length_max", &max);
        }
        facts.finish()
    }
}
