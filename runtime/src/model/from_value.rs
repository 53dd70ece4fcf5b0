//! Lenient reading: what a view's accessor makes of a value.

use super::{Map, Object, Slot, View};
use std::sync::Arc;
use tfgen_cty::{Number, Value, ValueState};

/// A Rust type that a view can answer.
pub trait FromValue: Sized {
    /// Null, unknown, or what `value` is. A value of another type reads as null.
    fn from_value(value: &Value) -> ValueState<Self>;
}

/// A Rust type that becomes a value: the counterpart of [`FromValue`], and what fills a dynamic attribute.
pub trait IntoValue {
    /// The value.
    fn into_value(self) -> Value;
}

impl<T: Slot> IntoValue for T {
    fn into_value(mut self) -> Value {
        self.store()
    }
}

impl IntoValue for &str {
    fn into_value(self) -> Value {
        Value::string(self)
    }
}

/// What a function answers that is called with what is not known yet.
impl<T: IntoValue> IntoValue for ValueState<T> {
    fn into_value(self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Unknown => Value::unknown(),
            Self::Known(known) => known.into_value(),
        }
    }
}

/// Reads a string and makes a `T` of it: what a generated enum does.
pub fn text_state<T>(value: &Value, make: impl FnOnce(&str) -> T) -> ValueState<T> {
    state(value, |value| value.as_str().map(make))
}

fn state<T>(value: &Value, read: impl FnOnce(&Value) -> Option<T>) -> ValueState<T> {
    match value {
        Value::Null => ValueState::Null,
        Value::Unknown(_) => ValueState::Unknown,
        Value::Dynamic(dynamic) => state(&dynamic.value, read),
        known => read(known).map_or(ValueState::Null, ValueState::Known),
    }
}

/// Collects elements; one that is unknown makes the whole unknown, and a null one is left out.
fn all<T>(elements: impl Iterator<Item = ValueState<T>>) -> ValueState<Vec<T>> {
    let mut known = Vec::new();
    for element in elements {
        match element {
            ValueState::Unknown => return ValueState::Unknown,
            ValueState::Null => {}
            ValueState::Known(element) => known.push(element),
        }
    }
    ValueState::Known(known)
}

impl FromValue for bool {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, Value::as_bool)
    }
}

impl FromValue for String {
    fn from_value(value: &Value) -> ValueState<Self> {
        text_state(value, str::to_owned)
    }
}

impl FromValue for Arc<str> {
    fn from_value(value: &Value) -> ValueState<Self> {
        text_state(value, |text| text.into())
    }
}

impl FromValue for Number {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| value.as_number().cloned())
    }
}

impl FromValue for i64 {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| value.as_number()?.to_i64())
    }
}

impl FromValue for i32 {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| value.as_number()?.to_i64()?.try_into().ok())
    }
}

impl FromValue for f64 {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| Some(value.as_number()?.to_f64()))
    }
}

impl FromValue for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the nearest value is what a 32-bit attribute holds")]
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| Some(value.as_number()?.to_f64() as Self))
    }
}

/// The value as it is, with its type where it is a dynamic one.
impl FromValue for Value {
    fn from_value(value: &Value) -> ValueState<Self> {
        if value.is_null() {
            ValueState::Null
        } else if value.is_unknown() {
            ValueState::Unknown
        } else {
            ValueState::Known(value.clone())
        }
    }
}

impl<T: FromValue> FromValue for Vec<T> {
    fn from_value(value: &Value) -> ValueState<Self> {
        match value {
            Value::List(elements) | Value::Tuple(elements) => all(elements.iter().map(T::from_value)),
            Value::Set(elements) => all(elements.iter().map(T::from_value)),
            Value::Dynamic(dynamic) => Self::from_value(&dynamic.value),
            other => state(other, |_| None),
        }
    }
}

impl<T: FromValue> FromValue for Map<T> {
    fn from_value(value: &Value) -> ValueState<Self> {
        let (Value::Map(entries) | Value::Object(entries)) = value else {
            return match value {
                Value::Dynamic(dynamic) => Self::from_value(&dynamic.value),
                other => state(other, |_| None),
            };
        };
        let mut known = Self::new();
        for (key, element) in entries {
            match T::from_value(element) {
                ValueState::Unknown => return ValueState::Unknown,
                ValueState::Null => {}
                ValueState::Known(element) => drop(known.insert(key.to_string(), element)),
            }
        }
        ValueState::Known(known)
    }
}

/// An element that may be null: only then is null something that is known.
impl<T: FromValue> FromValue for Option<T> {
    fn from_value(value: &Value) -> ValueState<Self> {
        match T::from_value(value) {
            ValueState::Known(known) => ValueState::Known(Some(known)),
            ValueState::Unknown => ValueState::Unknown,
            ValueState::Null => ValueState::Known(None),
        }
    }
}

impl<V: View> FromValue for V {
    fn from_value(value: &Value) -> ValueState<Self> {
        state(value, |value| value.as_object().is_some().then(|| V::new(Object::new(value.clone()))))
    }
}

macro_rules! tuple_from_value {
    ($($name:ident $index:tt),+) => {
        impl<$($name: FromValue),+> FromValue for ($($name,)+) {
            fn from_value(value: &Value) -> ValueState<Self> {
                let (Value::Tuple(elements) | Value::List(elements)) = value else {
                    return match value {
                        Value::Dynamic(dynamic) => Self::from_value(&dynamic.value),
                        other => state(other, |_| None),
                    };
                };
                ValueState::Known(($(
                    match elements.get($index).map_or(ValueState::Null, $name::from_value) {
                        ValueState::Known(element) => element,
                        ValueState::Unknown => return ValueState::Unknown,
                        ValueState::Null => return ValueState::Null,
                    },
                )+))
            }
        }
    };
}

tuple_from_value!(A 0);
tuple_from_value!(A 0, B 1);
tuple_from_value!(A 0, B 1, C 2);
tuple_from_value!(A 0, B 1, C 2, D 3);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple_from_value!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);
