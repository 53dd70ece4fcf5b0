//! Types: what Terraform says a value must look like.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use crate::error::Error;
use crate::json::type_json;
use crate::value::normalize;

/// A type. Cloning is cheap.
///
/// ```
/// use tfgen_cty::Type;
///
/// let ty = Type::list(Type::object([("host", Type::String), ("port", Type::Number)]));
/// assert_eq!(ty.to_string(), "list(object({host = string, port = number}))");
/// assert_eq!(ty.to_json(), r#"["list",["object",{"host":"string","port":"number"}]]"#);
/// assert_eq!(Type::from_json(ty.to_json().as_bytes()), Ok(ty));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Type {
    /// True or false.
    Bool,
    /// A number of any size.
    Number,
    /// Text, always in Unicode's NFC form.
    String,
    /// Any type: the value brings its own.
    Dynamic,
    /// Elements of one type, in order.
    List(Arc<Type>),
    /// Distinct elements of one type, without an order.
    Set(Arc<Type>),
    /// Elements of one type by name.
    Map(Arc<Type>),
    /// Named attributes, each of its own type.
    Object(ObjectType),
    /// A fixed number of elements, each of its own type.
    Tuple(Arc<[Type]>),
}

impl Type {
    /// A list of the element type.
    pub fn list(element: Self) -> Self {
        Self::List(Arc::new(element))
    }

    /// A set of the element type.
    pub fn set(element: Self) -> Self {
        Self::Set(Arc::new(element))
    }

    /// A map of the element type.
    pub fn map(element: Self) -> Self {
        Self::Map(Arc::new(element))
    }

    /// An object with these attributes.
    pub fn object<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self::Object(ObjectType::new(attributes))
    }

    /// A tuple of these elements.
    pub fn tuple(elements: impl IntoIterator<Item = Self>) -> Self {
        Self::Tuple(elements.into_iter().collect())
    }

    /// Reads the JSON form of a type, such as `["list","string"]`; nesting is bounded by [`crate::MAX_DEPTH`].
    pub fn from_json(json: &[u8]) -> Result<Self, Error> {
        type_json::decode(json)
    }

    /// The JSON form of the type, the same text for the same type.
    pub fn to_json(&self) -> String {
        type_json::encode(self)
    }

    /// Whether `dynamic` stands anywhere in it.
    pub fn has_dynamic(&self) -> bool {
        match self {
            Self::Dynamic => true,
            Self::Bool | Self::Number | Self::String => false,
            Self::List(element) | Self::Set(element) | Self::Map(element) => element.has_dynamic(),
            Self::Object(object) => object.attributes().values().any(Self::has_dynamic),
            Self::Tuple(elements) => elements.iter().any(Self::has_dynamic),
        }
    }

    /// Whether it is `bool`, `number` or `string`.
    pub fn is_primitive(&self) -> bool {
        matches!(self, Self::Bool | Self::Number | Self::String)
    }

    /// The element type of a list, set or map.
    pub fn element(&self) -> Option<&Self> {
        match self {
            Self::List(element) | Self::Set(element) | Self::Map(element) => Some(element),
            _ => None,
        }
    }

    /// The object type, if it is one.
    pub fn as_object(&self) -> Option<&ObjectType> {
        match self {
            Self::Object(object) => Some(object),
            _ => None,
        }
    }
}

impl fmt::Display for Type {
    /// Writes it in Terraform's type syntax, with `dynamic` where a configuration would say `any`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bool => f.write_str("bool"),
            Self::Number => f.write_str("number"),
            Self::String => f.write_str("string"),
            Self::Dynamic => f.write_str("dynamic"),
            Self::List(element) => write!(f, "list({element})"),
            Self::Set(element) => write!(f, "set({element})"),
            Self::Map(element) => write!(f, "map({element})"),
            Self::Object(object) => object.fmt(f),
            Self::Tuple(elements) => {
                f.write_str("tuple([")?;
                for (position, element) in elements.iter().enumerate() {
                    write!(f, "{}{element}", if position == 0 { "" } else { ", " })?;
                }
                f.write_str("])")
            }
        }
    }
}

/// The attributes of an object type, sorted by name. Names are in NFC form and shared by every value decoded with it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectType(Arc<Attributes>);

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Attributes {
    types: BTreeMap<Arc<str>, Type>,
    optional: BTreeSet<Arc<str>>,
}

impl ObjectType {
    /// An object type with these attributes; the last one wins when a name comes twice.
    pub fn new<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Self {
        Self::with_optional(attributes, std::iter::empty::<&str>())
    }

    /// An object type in which some attributes may be left out when a value is converted to it. Names in `optional`
    /// that are no attributes are dropped.
    ///
    /// ```
    /// use tfgen_cty::{ObjectType, Type};
    ///
    /// let ty = ObjectType::with_optional([("a", Type::String), ("b", Type::Number)], ["b"]);
    /// assert_eq!(ty.to_string(), "object({a = string, b = optional(number)})");
    /// ```
    pub fn with_optional<N: AsRef<str>, O: AsRef<str>>(
        attributes: impl IntoIterator<Item = (N, Type)>,
        optional: impl IntoIterator<Item = O>,
    ) -> Self {
        let attributes = attributes.into_iter().map(|(name, ty)| (normalize(name.as_ref()), ty));
        let optional = optional.into_iter().map(|name| normalize(name.as_ref()));
        Self::of(attributes.collect(), &optional.collect::<Vec<_>>())
    }

    /// Not generic, so that sorting is compiled here and once.
    fn of(attributes: Vec<(Arc<str>, Type)>, optional: &[Arc<str>]) -> Self {
        let types: BTreeMap<Arc<str>, Type> = attributes.into_iter().collect();
        let optional = optional.iter().filter_map(|name| types.get_key_value(name));
        let optional = optional.map(|(name, _)| Arc::clone(name)).collect();
        Self(Arc::new(Attributes { types, optional }))
    }

    /// The attributes, sorted by name.
    pub fn attributes(&self) -> &BTreeMap<Arc<str>, Type> {
        &self.0.types
    }

    /// The type of one attribute.
    pub fn get(&self, name: &str) -> Option<&Type> {
        self.0.types.get(name)
    }

    /// The names that may be left out; only type constraints in a configuration have any.
    pub fn optional(&self) -> &BTreeSet<Arc<str>> {
        &self.0.optional
    }

    /// How many attributes there are.
    pub fn len(&self) -> usize {
        self.0.types.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.types.is_empty()
    }
}

impl fmt::Display for ObjectType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("object({")?;
        for (position, (name, ty)) in self.0.types.iter().enumerate() {
            f.write_str(if position == 0 { "" } else { ", " })?;
            if self.0.optional.contains(name) {
                write!(f, "{name} = optional({ty})")?;
            } else {
                write!(f, "{name} = {ty}")?;
            }
        }
        f.write_str("})")
    }
}
