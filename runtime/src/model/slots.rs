//! Slots for the Rust types that attributes have: scalars, collections, tuples and dynamic values.
//!
//! Loading sees through a dynamic value to the one inside, and takes a tuple for a list and an object for a map, since
//! a block with a dynamic attribute travels that way.

use super::{Map, Slot, below, expected};
use crate::diagnostic::{Diagnostics, Result, error};
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::Arc;
use tfgen_cty::{Number, Step, Value};

/// The text of a string value: what a generated enum is made from.
pub fn load_text(value: Value) -> Result<Arc<str>> {
    match inner(value) {
        Value::String(text) => Ok(text),
        other => Err(expected("A string", &other)),
    }
}

/// The attributes of an object value.
pub(super) fn object(value: Value) -> Result<BTreeMap<Arc<str>, Value>> {
    match inner(value) {
        Value::Object(attributes) | Value::Map(attributes) => Ok(attributes),
        other => Err(expected("An object", &other)),
    }
}

fn inner(value: Value) -> Value {
    match value {
        Value::Dynamic(dynamic) => inner(dynamic.value),
        other => other,
    }
}

/// The number is not named: the attribute may be sensitive, which is not known here.
fn out_of_range(min: impl Display, max: impl Display) -> Diagnostics {
    error(format!("A whole number from {min} to {max} is required here"))
}

fn number(value: Value, what: &str) -> Result<Number> {
    match inner(value) {
        Value::Number(number) => Ok(number),
        other => Err(expected(what, &other)),
    }
}

impl Slot for bool {
    fn load(&mut self, value: Value) -> Result<()> {
        match inner(value) {
            Value::Bool(known) => *self = known,
            other => return Err(expected("A bool", &other)),
        }
        Ok(())
    }

    fn store(&mut self) -> Value {
        Value::Bool(*self)
    }
}

impl Slot for String {
    fn load(&mut self, value: Value) -> Result<()> {
        *self = load_text(value)?.to_string();
        Ok(())
    }

    fn store(&mut self) -> Value {
        Value::string(std::mem::take(self))
    }
}

impl Slot for i64 {
    fn load(&mut self, value: Value) -> Result<()> {
        let number = number(value, "A whole number")?;
        *self = number.to_i64().ok_or_else(|| out_of_range(Self::MIN, Self::MAX))?;
        Ok(())
    }

    fn store(&mut self) -> Value {
        Value::number(*self)
    }
}

impl Slot for i32 {
    fn load(&mut self, value: Value) -> Result<()> {
        let number = number(value, "A whole number")?;
        *self = number
            .to_i64()
            .and_then(|wide| Self::try_from(wide).ok())
            .ok_or_else(|| out_of_range(Self::MIN, Self::MAX))?;
        Ok(())
    }

    fn store(&mut self) -> Value {
        Value::number(i64::from(*self))
    }
}

impl Slot for f64 {
    fn load(&mut self, value: Value) -> Result<()> {
        *self = number(value, "A number")?.to_f64();
        Ok(())
    }

    fn store(&mut self) -> Value {
        Number::from_f64(*self).filter(|_| self.is_finite()).map_or_else(|| not_a_number(*self), Value::Number)
    }
}

impl Slot for f32 {
    #[expect(clippy::cast_possible_truncation, reason = "the nearest value is what a 32-bit attribute holds")]
    fn load(&mut self, value: Value) -> Result<()> {
        *self = number(value, "A number")?.to_f64() as Self;
        Ok(())
    }

    /// The shortest decimal that is this 32-bit float, so that 0.1 stays 0.1.
    fn store(&mut self) -> Value {
        let shortest = self.is_finite().then(|| self.to_string().parse().ok()).flatten();
        shortest.map_or_else(|| not_a_number(f64::from(*self)), Value::Number)
    }
}

/// What NaN and the infinities become: text, which the conformance check then reports at its path. Terraform panics on
/// NaN, so that it must never get as far as the wire.
fn not_a_number(float: f64) -> Value {
    Value::string(format!("{float}"))
}

impl Slot for Number {
    fn load(&mut self, value: Value) -> Result<()> {
        *self = number(value, "A number")?;
        Ok(())
    }

    fn store(&mut self) -> Value {
        Value::Number(self.clone())
    }
}

/// A dynamic attribute: any value, null and unknown included.
impl Slot for Value {
    fn load(&mut self, value: Value) -> Result<()> {
        *self = value;
        Ok(())
    }

    fn store(&mut self) -> Value {
        std::mem::replace(self, Value::Null)
    }
}

/// Null and unknown are `None`: in a plan, what is unknown is the provider's to choose.
impl<T: Slot + Default> Slot for Option<T> {
    fn load(&mut self, value: Value) -> Result<()> {
        *self = None;
        if value.is_null() || value.is_unknown() {
            return Ok(());
        }
        self.insert(T::default()).load(value)
    }

    fn store(&mut self) -> Value {
        match self {
            Some(known) => known.store(),
            None => Value::Null,
        }
    }
}

/// Null is the empty list.
impl<T: Slot + Default> Slot for Vec<T> {
    fn load(&mut self, value: Value) -> Result<()> {
        self.clear();
        each_element(value, &mut |element| {
            let mut known = T::default();
            let loaded = known.load(element);
            self.push(known);
            loaded
        })
    }

    fn store(&mut self) -> Value {
        let mut stored = Vec::with_capacity(self.len());
        for element in self {
            stored.push(element.store());
        }
        Value::List(stored)
    }
}

// What follows is compiled once and not for each type of element, of which a provider has hundreds.

fn each_element(value: Value, load: &mut dyn FnMut(Value) -> Result<()>) -> Result<()> {
    for (index, element) in elements(value)?.into_iter().enumerate() {
        load(element).map_err(|failed| below(Step::Index(index), failed))?;
    }
    Ok(())
}

fn each_entry(value: Value, load: &mut dyn FnMut(String, Value) -> Result<()>) -> Result<()> {
    for (key, element) in entries(value)? {
        load(key.to_string(), element).map_err(|failed| below(Step::Key(key), failed))?;
    }
    Ok(())
}

fn elements(value: Value) -> Result<Vec<Value>> {
    match inner(value) {
        Value::Null => Ok(Vec::new()),
        Value::List(elements) | Value::Tuple(elements) => Ok(elements),
        Value::Set(set) => Ok(set.into_iter().collect()),
        other => Err(expected("A list or set", &other)),
    }
}

/// Null is the empty map.
impl<T: Slot + Default> Slot for Map<T> {
    fn load(&mut self, value: Value) -> Result<()> {
        self.clear();
        each_entry(value, &mut |key, element| {
            let mut known = T::default();
            let loaded = known.load(element);
            self.insert(key, known);
            loaded
        })
    }

    fn store(&mut self) -> Value {
        let mut stored: Vec<(Arc<str>, Value)> = Vec::with_capacity(self.len());
        for (key, element) in self {
            stored.push((key.as_str().into(), element.store()));
        }
        Value::map(stored)
    }
}

fn entries(value: Value) -> Result<BTreeMap<Arc<str>, Value>> {
    match inner(value) {
        Value::Null => Ok(BTreeMap::new()),
        Value::Map(entries) | Value::Object(entries) => Ok(entries),
        other => Err(expected("A map", &other)),
    }
}

macro_rules! tuple_slots {
    ($($name:ident $index:tt),+) => {
        impl<$($name: Slot),+> Slot for ($($name,)+) {
            fn load(&mut self, value: Value) -> Result<()> {
                let mut given = tuple(value, [$(stringify!($name)),+].len())?.into_iter();
                $(self.$index
                    .load(given.next().unwrap_or(Value::Null))
                    .map_err(|failed| below(Step::Index($index), failed))?;)+
                Ok(())
            }

            fn store(&mut self) -> Value {
                Value::Tuple(vec![$(self.$index.store()),+])
            }
        }
    };
}

tuple_slots!(A 0);
tuple_slots!(A 0, B 1);
tuple_slots!(A 0, B 1, C 2);
tuple_slots!(A 0, B 1, C 2, D 3);
tuple_slots!(A 0, B 1, C 2, D 3, E 4);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuple_slots!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

fn tuple(value: Value, length: usize) -> Result<Vec<Value>> {
    match inner(value) {
        Value::Tuple(elements) | Value::List(elements) if elements.len() == length => Ok(elements),
        other => Err(expected(&format!("A tuple of {length}"), &other)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load<T: Slot + Default>(value: Value) -> Result<T> {
        super::super::decode(value)
    }

    #[test]
    fn integers_out_of_range_are_refused() {
        assert_eq!(load::<i64>(Value::number(i64::MIN)).unwrap(), i64::MIN);
        assert!(load::<i64>(Value::number(u64::MAX)).is_err());
        assert!(load::<i32>(Value::number(i64::from(i32::MAX) + 1)).is_err());
        assert!(load::<i64>(Value::Number("1.5".parse().unwrap())).is_err());
    }

    #[test]
    fn floats_store_their_shortest_decimal() {
        assert_eq!(0.1_f32.store(), Value::Number("0.1".parse().unwrap()));
        assert_eq!(0.1_f64.store(), Value::Number("0.1".parse().unwrap()));
    }

    #[test]
    fn a_float_that_is_no_number_is_never_stored_as_one() {
        let (mut nan, mut infinite) = (f64::NAN, f32::INFINITY);
        assert!(nan.store().as_number().is_none());
        assert!(infinite.store().as_number().is_none());
    }

    #[test]
    fn collections_take_null_for_empty_and_refuse_unknown() {
        assert_eq!(load::<Vec<String>>(Value::Null).unwrap(), Vec::<String>::new());
        assert!(load::<Vec<String>>(Value::unknown()).is_err());
        assert!(load::<Map<String>>(Value::unknown()).is_err());
        assert_eq!(load::<Option<Vec<String>>>(Value::unknown()).unwrap(), None);
    }

    #[test]
    fn a_set_loads_as_a_list_in_its_own_order() {
        let set = Value::set([Value::string("b"), Value::string("a")]);
        assert_eq!(load::<Vec<String>>(set).unwrap(), ["a", "b"]);
    }

    #[test]
    fn the_longest_tuple_of_the_schema_language_has_a_slot() {
        type Flags = (bool, bool, bool, bool, bool, bool, bool, bool, bool, bool, bool, bool);
        let value = Value::Tuple((0..12).map(|n| Value::Bool(n == 11)).collect());
        let mut flags = Flags::default();
        flags.load(value.clone()).unwrap();
        assert!(flags.11 && !flags.10);
        assert_eq!(flags.store(), value);
    }

    #[test]
    fn tuples_keep_their_places() {
        let value = Value::Tuple(vec![Value::string("a"), Value::Bool(true)]);
        let mut loaded: (String, bool) = load(value.clone()).unwrap();
        assert_eq!(loaded, ("a".to_owned(), true));
        assert_eq!(loaded.store(), value);
        assert!(load::<(String,)>(value).is_err());
    }
}
