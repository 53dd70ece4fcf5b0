//! Values: untyped trees. A [`Type`] stands beside a value wherever one is needed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

use crate::number::Number;
use crate::refinement::Refinement;
use crate::set::Set;
use crate::tree::tree;
use crate::ty::Type;

/// A value of some [`Type`], null, or a value that is not known yet.
///
/// Equality is exact: unknown values are equal when their refinements are, numbers when they are the same number, sets
/// when they hold the same elements. The order is that of set elements.
///
/// ```
/// use tfgen_cty::Value;
///
/// let disk = Value::object([("name", Value::string("a")), ("size", Value::number(10)), ("id", Value::unknown())]);
/// assert_eq!(disk.get("name").and_then(Value::as_str), Some("a"));
/// assert!(disk.is_known() && !disk.is_wholly_known());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// True or false.
    Bool(bool),
    /// A number of any size.
    Number(Number),
    /// Text in NFC form; [`Value::string`] takes care of that.
    String(Arc<str>),
    /// The elements of a list.
    List(Vec<Value>),
    /// The elements of a set.
    Set(Set),
    /// The elements of a tuple.
    Tuple(Vec<Value>),
    /// The elements of a map.
    Map(BTreeMap<Arc<str>, Value>),
    /// The attributes of an object.
    Object(BTreeMap<Arc<str>, Value>),
    /// What stands in a `dynamic` place when its type is known. A plain null or unknown value in a `dynamic` place
    /// says that not even the type is known.
    Dynamic(Box<Dynamic>),
    /// Not known yet.
    Unknown(Unknown),
    /// No value.
    #[default]
    Null,
}

/// A value together with its type.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dynamic {
    /// The type, which is not `dynamic` itself.
    pub ty: Type,
    /// The value, which may be null or unknown.
    pub value: Value,
}

/// What is known about an unknown value; most often nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unknown(Option<Box<Refinement>>);

impl Unknown {
    /// What is known about it; `None` when nothing is.
    pub fn refinement(&self) -> Option<&Refinement> {
        self.0.as_deref()
    }
}

impl From<Refinement> for Unknown {
    fn from(refinement: Refinement) -> Self {
        Self((!refinement.is_empty()).then(|| Box::new(refinement)))
    }
}

impl Value {
    /// A string, in NFC form.
    pub fn string(text: impl AsRef<str>) -> Self {
        Self::String(normalize(text.as_ref()))
    }

    /// A number.
    pub fn number(number: impl Into<Number>) -> Self {
        Self::Number(number.into())
    }

    /// A list.
    pub fn list(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::List(elements.into_iter().collect())
    }

    /// A set; equal elements coalesce.
    pub fn set(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Set(elements.into_iter().collect())
    }

    /// A tuple.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(elements.into_iter().collect())
    }

    /// A map; keys are brought into NFC form, the last one wins when a key comes twice.
    pub fn map<K: AsRef<str>>(elements: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Map(tree(elements.into_iter().map(|(key, value)| (normalize(key.as_ref()), value))))
    }

    /// An object.
    pub fn object<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(tree(attributes.into_iter().map(|(name, value)| (normalize(name.as_ref()), value))))
    }

    /// A value for a `dynamic` place. When the type is `dynamic` too, the value is already one and is returned as it is.
    pub fn dynamic(ty: Type, value: Self) -> Self {
        match (ty, value) {
            (Type::Dynamic, value) | (_, value @ Self::Dynamic(_)) => value,
            (ty, value) => Self::Dynamic(Box::new(Dynamic { ty, value })),
        }
    }

    /// An unknown value of which nothing is known.
    pub const fn unknown() -> Self {
        Self::Unknown(Unknown(None))
    }

    /// An unknown value of which something is known.
    pub fn unknown_with(refinement: Refinement) -> Self {
        Self::Unknown(refinement.into())
    }

    /// The value itself, or what stands inside a [`Value::Dynamic`]. The readers below look inside in the same way.
    pub fn inner(&self) -> &Self {
        let mut value = self;
        while let Self::Dynamic(dynamic) = value {
            value = &dynamic.value;
        }
        value
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        matches!(self.inner(), Self::Null)
    }

    /// Whether it is unknown; parts of a known value may still be.
    pub fn is_unknown(&self) -> bool {
        matches!(self.inner(), Self::Unknown(_))
    }

    /// Whether it is known; parts of it may still be unknown. Null is known.
    pub fn is_known(&self) -> bool {
        !self.is_unknown()
    }

    /// Whether nothing in it is unknown.
    pub fn is_wholly_known(&self) -> bool {
        match self.inner() {
            Self::Unknown(_) => false,
            Self::List(elements) | Self::Tuple(elements) => elements.iter().all(Self::is_wholly_known),
            Self::Set(elements) => elements.iter().all(Self::is_wholly_known),
            Self::Map(parts) | Self::Object(parts) => parts.values().all(Self::is_wholly_known),
            _ => true,
        }
    }

    /// The bool.
    pub fn as_bool(&self) -> Option<bool> {
        match self.inner() {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The text.
    pub fn as_str(&self) -> Option<&str> {
        match self.inner() {
            Self::String(text) => Some(text),
            _ => None,
        }
    }

    /// The number.
    pub fn as_number(&self) -> Option<&Number> {
        match self.inner() {
            Self::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The elements of a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self.inner() {
            Self::List(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a tuple.
    pub fn as_tuple(&self) -> Option<&[Self]> {
        match self.inner() {
            Self::Tuple(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a set.
    pub fn as_set(&self) -> Option<&Set> {
        match self.inner() {
            Self::Set(elements) => Some(elements),
            _ => None,
        }
    }

    /// The elements of a list, set or tuple, in order.
    pub fn elements(&self) -> Option<&[Self]> {
        match self.inner() {
            Self::List(elements) | Self::Tuple(elements) => Some(elements),
            Self::Set(elements) => Some(elements.as_slice()),
            _ => None,
        }
    }

    /// The elements of a map.
    pub fn as_map(&self) -> Option<&BTreeMap<Arc<str>, Self>> {
        match self.inner() {
            Self::Map(elements) => Some(elements),
            _ => None,
        }
    }

    /// The attributes of an object.
    pub fn as_object(&self) -> Option<&BTreeMap<Arc<str>, Self>> {
        match self.inner() {
            Self::Object(attributes) => Some(attributes),
            _ => None,
        }
    }

    /// The refinement of an unknown value that has one.
    pub fn refinement(&self) -> Option<&Refinement> {
        match self.inner() {
            Self::Unknown(unknown) => unknown.refinement(),
            _ => None,
        }
    }

    /// An attribute of an object or an element of a map.
    pub fn get(&self, name: &str) -> Option<&Self> {
        match self.inner() {
            Self::Object(parts) | Self::Map(parts) => parts.get(name),
            _ => None,
        }
    }

    /// Equality that takes all unknown values of a place for equal, whatever is known about them.
    ///
    /// ```
    /// use tfgen_cty::{Refinement, Value};
    ///
    /// let refined = Value::list([Value::unknown_with(Refinement::default().not_null())]);
    /// assert_ne!(refined, Value::list([Value::unknown()]));
    /// assert!(refined.equals_without_refinements(&Value::list([Value::unknown()])));
    /// ```
    pub fn equals_without_refinements(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Unknown(_), Self::Unknown(_)) => true,
            (Self::List(left), Self::List(right)) | (Self::Tuple(left), Self::Tuple(right)) => {
                left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.equals_without_refinements(b))
            }
            (Self::Map(left), Self::Map(right)) | (Self::Object(left), Self::Object(right)) => {
                left.len() == right.len()
                    && left
                        .iter()
                        .zip(right)
                        .all(|((a, left), (b, right))| a == b && left.equals_without_refinements(right))
            }
            (Self::Dynamic(left), Self::Dynamic(right)) => {
                left.ty == right.ty && left.value.equals_without_refinements(&right.value)
            }
            // Without their refinements, elements may stand in another order.
            (Self::Set(left), Self::Set(right)) => {
                left == right
                    || (left.len() == right.len()
                        && (self.is_refined() || other.is_refined())
                        && self.without_refinements() == other.without_refinements())
            }
            _ => self == other,
        }
    }

    /// Whether anything is known of an unknown value in it.
    fn is_refined(&self) -> bool {
        match self {
            Self::Unknown(unknown) => unknown.refinement().is_some(),
            Self::List(elements) | Self::Tuple(elements) => elements.iter().any(Self::is_refined),
            Self::Set(elements) => elements.iter().any(Self::is_refined),
            Self::Map(parts) | Self::Object(parts) => parts.values().any(Self::is_refined),
            Self::Dynamic(dynamic) => dynamic.value.is_refined(),
            Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Null => false,
        }
    }

    /// The value with every unknown value in it plain.
    #[must_use]
    pub fn without_refinements(&self) -> Self {
        match self {
            Self::Unknown(_) => Self::unknown(),
            Self::Bool(_) | Self::Number(_) | Self::String(_) | Self::Null => self.clone(),
            Self::List(elements) => Self::list(elements.iter().map(Self::without_refinements)),
            Self::Tuple(elements) => Self::tuple(elements.iter().map(Self::without_refinements)),
            Self::Set(elements) => Self::set(elements.iter().map(Self::without_refinements)),
            Self::Map(parts) => Self::Map(plain_parts(parts)),
            Self::Object(parts) => Self::Object(plain_parts(parts)),
            Self::Dynamic(dynamic) => Self::dynamic(dynamic.ty.clone(), dynamic.value.without_refinements()),
        }
    }

    /// What the value is, for messages.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Bool(_) => "a bool",
            Self::Number(_) => "a number",
            Self::String(_) => "a string",
            Self::List(_) => "a list",
            Self::Set(_) => "a set",
            Self::Tuple(_) => "a tuple",
            Self::Map(_) => "a map",
            Self::Object(_) => "an object",
            Self::Dynamic(_) => "a dynamic value",
            Self::Unknown(_) => "an unknown value",
            Self::Null => "null",
        }
    }
}

fn plain_parts(parts: &BTreeMap<Arc<str>, Value>) -> BTreeMap<Arc<str>, Value> {
    tree(parts.iter().map(|(name, value)| (Arc::clone(name), value.without_refinements())))
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::string(text)
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::string(text)
    }
}

impl From<Number> for Value {
    fn from(number: Number) -> Self {
        Self::Number(number)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::number(number)
    }
}

/// Text in NFC form, which cty keeps all strings, map keys and attribute names in.
pub(crate) fn normalize(text: &str) -> Arc<str> {
    match normalized(text) {
        Cow::Borrowed(text) => Arc::from(text),
        Cow::Owned(text) => Arc::from(text),
    }
}

pub(crate) fn normalized(text: &str) -> Cow<'_, str> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.nfc().collect())
    }
}
