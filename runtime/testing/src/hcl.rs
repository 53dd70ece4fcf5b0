//! Values as a configuration writes them: what tests give, and what they compare with.
//!
//! They have no schema: `configuration` brings them into a schema's types.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use tfgen_cty::{Number, Value};

/// A value as HCL would write it; [`hcl!`](crate::hcl) makes one.
///
/// Compared with `==`, the two sides need not be of the same type as long as they would be written the same: a set
/// equals a list of the same elements in any order, a map an object, and an attribute that an object does not mention is
/// null.
#[derive(Clone, Default)]
pub struct Hcl(pub(super) Value);

impl Hcl {
    /// An object of these attributes.
    pub fn object<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Self)>) -> Self {
        Self(Value::object(attributes.into_iter().map(|(name, value)| (name, value.0))))
    }

    /// A list of these elements.
    pub fn list(elements: impl IntoIterator<Item = Self>) -> Self {
        Self(Value::tuple(elements.into_iter().map(|element| element.0)))
    }

    /// A value that will be known after apply.
    pub const fn unknown() -> Self {
        Self(Value::unknown())
    }

    /// Whether it is null.
    pub fn is_null(&self) -> bool {
        self.0.is_null()
    }

    /// Whether it is unknown as a whole.
    pub fn is_unknown(&self) -> bool {
        self.0.is_unknown()
    }

    /// The text of a string; none of anything else.
    pub fn as_str(&self) -> Option<&str> {
        self.0.as_str()
    }

    /// The integer; none of anything else.
    pub fn as_i64(&self) -> Option<i64> {
        self.0.as_number().and_then(Number::to_i64)
    }

    /// The truth value; none of anything else.
    pub fn as_bool(&self) -> Option<bool> {
        self.0.as_bool()
    }

    /// The value itself, for what is not offered here.
    pub fn as_value(&self) -> &Value {
        &self.0
    }

    /// The same object with these attributes changed or added: the next configuration of a test.
    #[must_use]
    pub fn with(self, changed: impl Into<Self>) -> Self {
        match (self.0, changed.into().0) {
            (Value::Object(mut attributes), Value::Object(changed)) => {
                attributes.extend(changed);
                Self(Value::Object(attributes))
            }
            (_, changed) => Self(changed),
        }
    }
}

impl<T: Clone + Into<Hcl>> PartialEq<T> for Hcl {
    fn eq(&self, other: &T) -> bool {
        same(&self.0, &other.clone().into().0)
    }
}

/// Whether two values would be written the same.
fn same(one: &Value, other: &Value) -> bool {
    match (one.inner(), other.inner()) {
        (Value::Unknown(_), Value::Unknown(_)) => true,
        (Value::Set(_), _) | (_, Value::Set(_)) => {
            let (Some(one), Some(other)) = (one.elements(), other.elements()) else { return false };
            let mut rest: Vec<&Value> = other.iter().collect();
            let mut found = |value: &Value| {
                rest.iter().position(|candidate| same(value, candidate)).map(|at| rest.swap_remove(at)).is_some()
            };
            one.len() == other.len() && one.iter().all(&mut found)
        }
        (Value::List(one) | Value::Tuple(one), Value::List(other) | Value::Tuple(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let at = |name| (one.get(name).unwrap_or(&Value::Null), other.get(name).unwrap_or(&Value::Null));
            one.keys().chain(other.keys()).map(at).all(|(one, other)| same(one, other))
        }
        (Value::Map(one) | Value::Object(one), Value::Map(other) | Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().zip(other).all(|((key, one), (other_key, other))| key == other_key && same(one, other))
        }
        (one, other) => one == other,
    }
}

impl fmt::Display for Hcl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.0, formatter)
    }
}

impl fmt::Debug for Hcl {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.0, formatter)
    }
}

fn write(value: &Value, to: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value.inner() {
        Value::Null => to.write_str("null"),
        Value::Unknown(_) => to.write_str("unknown"),
        Value::Bool(known) => write!(to, "{known}"),
        Value::Number(number) => write!(to, "{number}"),
        Value::String(text) => write!(to, "{text:?}"),
        Value::Map(members) | Value::Object(members) => {
            to.write_str("{")?;
            for (at, (name, member)) in members.iter().enumerate() {
                to.write_str(if at == 0 { " " } else { ", " })?;
                let plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                if plain && !name.is_empty() { to.write_str(name) } else { write!(to, "{name:?}") }?;
                to.write_str(" = ")?;
                write(member, to)?;
            }
            to.write_str(if members.is_empty() { "}" } else { " }" })
        }
        sequence => {
            to.write_str("[")?;
            for (at, element) in sequence.elements().unwrap_or_default().iter().enumerate() {
                to.write_str(if at == 0 { "" } else { ", " })?;
                write(element, to)?;
            }
            to.write_str("]")
        }
    }
}

macro_rules! from {
    ($($from:ty: $value:ident => $made:expr;)*) => {
        $(impl From<$from> for Hcl {
            fn from($value: $from) -> Self {
                Self($made)
            }
        })*
    };
}

from! {
    bool: given => Value::Bool(given);
    u8: given => Value::number(i64::from(given));
    i32: given => Value::number(i64::from(given));
    i64: given => Value::number(given);
    u16: given => Value::number(i64::from(given));
    u32: given => Value::number(i64::from(given));
    u64: given => Value::number(given);
    usize: given => Value::number(given as u64);
    f64: given => Number::from_f64(given).map_or(Value::Null, Value::Number);
    &str: given => Value::string(given);
    &String: given => Value::string(given);
    String: given => Value::string(given);
    &Path: given => Value::string(given.to_string_lossy());
    &PathBuf: given => Value::string(given.to_string_lossy());
    PathBuf: given => Value::string(given.to_string_lossy());
    Value: given => given;
    &Value: given => given.clone();
    &Hcl: given => given.0.clone();
}

impl<T: Into<Hcl>> From<Vec<T>> for Hcl {
    fn from(elements: Vec<T>) -> Self {
        Self::list(elements.into_iter().map(Into::into))
    }
}

impl<T: Into<Hcl>, const N: usize> From<[T; N]> for Hcl {
    fn from(elements: [T; N]) -> Self {
        Self::list(elements.into_iter().map(Into::into))
    }
}

impl<T: Into<Hcl> + Clone> From<&[T]> for Hcl {
    fn from(elements: &[T]) -> Self {
        Self::list(elements.iter().cloned().map(Into::into))
    }
}

impl<K: AsRef<str>, T: Into<Hcl>> From<BTreeMap<K, T>> for Hcl {
    fn from(members: BTreeMap<K, T>) -> Self {
        Self::object(members.into_iter().map(|(key, member)| (key, member.into())))
    }
}

impl<T: Into<Hcl>> From<Option<T>> for Hcl {
    fn from(value: Option<T>) -> Self {
        value.map(Into::into).unwrap_or_default()
    }
}

/// A value as HCL would write it, an [`Hcl`](crate::Hcl): a body of `name = value` pairs, an object, a list,
/// `null`, `unknown`, or any Rust expression that becomes a string, number, bool or list.
///
/// ```
/// use tfgen_testing::hcl;
///
/// let size = 5;
/// let disk = hcl! { name = "data", size_gb = size * 2, id = unknown, tags = { "cost centre" = "42" }, mounts = [] };
/// assert_eq!(disk.to_string(), r#"{ id = unknown, mounts = [], name = "data", size_gb = 10, tags = { "cost centre" = "42" } }"#);
/// assert_eq!(hcl!([1, null, { a = true }]).to_string(), "[1, null, { a = true }]");
/// ```
///
/// Blocks are written as objects (one of them) or lists of objects: `rule = [{ port = 80 }]`.
#[doc(hidden)]
#[macro_export]
macro_rules! __hcl {
    () => { $crate::Hcl::object::<&str>([]) };
    (null) => { <$crate::Hcl as ::core::default::Default>::default() };
    (unknown) => { $crate::Hcl::unknown() };
    ({ $($body:tt)* }) => { $crate::hcl!(@body [] $($body)*) };
    ([ $($elements:tt)* ]) => { $crate::hcl!(@list [] $($elements)*) };

    (@key $key:ident) => { ::core::stringify!($key) };
    (@key $key:expr) => { $key };

    (@body [$($done:tt)*]) => { $crate::Hcl::object::<&str>([$($done)*]) };
    (@body [$($done:tt)*] $key:tt = null $(, $($rest:tt)*)?) => {
        $crate::hcl!(@body [$($done)* ($crate::hcl!(@key $key), $crate::hcl!(null)),] $($($rest)*)?)
    };
    (@body [$($done:tt)*] $key:tt = unknown $(, $($rest:tt)*)?) => {
        $crate::hcl!(@body [$($done)* ($crate::hcl!(@key $key), $crate::hcl!(unknown)),] $($($rest)*)?)
    };
    (@body [$($done:tt)*] $key:tt = { $($body:tt)* } $(, $($rest:tt)*)?) => {
        $crate::hcl!(@body [$($done)* ($crate::hcl!(@key $key), $crate::hcl!({ $($body)* })),] $($($rest)*)?)
    };
    (@body [$($done:tt)*] $key:tt = [ $($elements:tt)* ] $(, $($rest:tt)*)?) => {
        $crate::hcl!(@body [$($done)* ($crate::hcl!(@key $key), $crate::hcl!([ $($elements)* ])),] $($($rest)*)?)
    };
    (@body [$($done:tt)*] $key:tt = $value:expr $(, $($rest:tt)*)?) => {
        $crate::hcl!(@body [$($done)* ($crate::hcl!(@key $key), $crate::Hcl::from($value)),] $($($rest)*)?)
    };

    (@list [$($done:tt)*]) => { $crate::Hcl::list([$($done)*]) };
    (@list [$($done:tt)*] null $(, $($rest:tt)*)?) => {
        $crate::hcl!(@list [$($done)* $crate::hcl!(null),] $($($rest)*)?)
    };
    (@list [$($done:tt)*] unknown $(, $($rest:tt)*)?) => {
        $crate::hcl!(@list [$($done)* $crate::hcl!(unknown),] $($($rest)*)?)
    };
    (@list [$($done:tt)*] { $($body:tt)* } $(, $($rest:tt)*)?) => {
        $crate::hcl!(@list [$($done)* $crate::hcl!({ $($body)* }),] $($($rest)*)?)
    };
    (@list [$($done:tt)*] [ $($elements:tt)* ] $(, $($rest:tt)*)?) => {
        $crate::hcl!(@list [$($done)* $crate::hcl!([ $($elements)* ]),] $($($rest)*)?)
    };
    (@list [$($done:tt)*] $value:expr $(, $($rest:tt)*)?) => {
        $crate::hcl!(@list [$($done)* $crate::Hcl::from($value),] $($($rest)*)?)
    };

    ($key:tt = $($rest:tt)*) => { $crate::hcl!(@body [] $key = $($rest)*) };
    ($value:expr) => { $crate::Hcl::from($value) };
}

pub use crate::__hcl as hcl;

#[cfg(test)]
mod tests {
    use super::{Hcl, hcl};
    use std::collections::BTreeMap;
    use tfgen_cty::Value;

    #[test]
    fn values_that_are_written_the_same_are_equal() {
        assert_eq!(Hcl(Value::set([Value::string("a"), Value::string("b")])), hcl!(["b", "a"]));
        assert_eq!(Hcl(Value::map([("k", Value::number(1))])), hcl! { k = 1 });
        assert_eq!(hcl! { k = 1 }, BTreeMap::from([("k", 1_usize)]));
        assert_eq!(hcl!(["a", "b"]), &["a", "b"][..]);
        assert_eq!(hcl! { a = 1, b = null }, hcl! { a = 1 });
        assert_eq!(hcl!("x"), "x");
        assert_eq!(hcl!(null), None::<i32>);
        assert_ne!(hcl!(["a", "a"]), Hcl(Value::set([Value::string("a"), Value::string("b")])));
        assert_ne!(Hcl(Value::map([("k", Value::Null)])), hcl! {});
        assert_ne!(hcl!(unknown), hcl!(null));
    }

    #[test]
    fn a_configuration_is_changed_in_part() {
        let next = hcl! { a = 1, b = [1, 2] }.with(hcl! { b = [], c = -7 });
        assert_eq!(next.to_string(), "{ a = 1, b = [], c = -7 }");
    }
}
