//! Stored objects of another form: of an older version, or of another resource type.
//!
//! They are read without a schema, as the JSON that they are ([`StoredObject`]); [`steps`] changes them as the tables say,
//! and [`hook`] is what user code adds. The result is then read by today's schema, leniently. Nothing here knows RPCs.

use crate::check::describe::shown_path;
use crate::diagnostic::{Diagnostics, Result, error};
use crate::log::Secrets;
use crate::model::{FromValue, IntoValue};
use crate::schema::Block;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tfgen_cty::{Type, Value, ValueState, json, tree};

mod hook;
mod steps;

pub use hook::{MoveState, Source, UpgradeIdentity, UpgradeState};
pub(crate) use steps::{apply, unmet};

/// A stored object as it was written: any attributes, of whatever types JSON has.
///
/// Hooks of upgrades and moves change it until it has today's form. Attributes that today's schema does not have are left
/// out in the end, and those that are missing are null until the next read.
#[derive(Clone, Default, PartialEq)]
pub struct StoredObject(BTreeMap<Arc<str>, Value>);

impl StoredObject {
    /// Reads the JSON of a state. Null is an error, and so is anything but an object.
    pub(crate) fn decode(bytes: &[u8]) -> Result<Self> {
        let read = json::implied_type(bytes).and_then(|ty| json::decode(bytes, &ty));
        match read.map_err(|failed| Diagnostics::from(failed).summary("The stored state cannot be read"))? {
            Value::Object(members) => Ok(Self(members)),
            _ => Err(error("The stored state cannot be read").detail("It is no object.")),
        }
    }

    /// The object as a value of today's type.
    pub(crate) fn read(self, block: &Block, ty: &Type) -> Result<Value> {
        let value = Value::Object(self.0);
        let read = json::encode(&value, &implied(&value)).and_then(|bytes| json::decode_lenient(&bytes, ty));
        read.map_err(|failed| {
            let path = shown_path(block, failed.path());
            error("The stored state does not fit the schema after its upgrade").detail(failed.message()).at(path)
        })
    }

    /// The attribute `name`. What is not there, and what is not a `T`, is `None`.
    pub fn get<T: FromValue>(&self, name: &str) -> Option<T> {
        match T::from_value(self.0.get(name)?) {
            ValueState::Known(value) => Some(value),
            ValueState::Null | ValueState::Unknown => None,
        }
    }

    /// The attribute `name` as it is: objects and tuples, strings, numbers, bools and null.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// Sets the attribute `name`.
    pub fn set(&mut self, name: &str, value: impl IntoValue) {
        self.0.insert(name.into(), plain(value.into_value()));
    }

    /// Takes the attribute `name` out.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        self.0.remove(name)
    }

    /// The names of all attributes, sorted.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(|name| &**name)
    }

    /// Calls user code that changes the object. What it says is without values that the block calls sensitive, whether they
    /// were there before or came by it.
    pub(crate) fn changed_by(&mut self, block: &Block, change: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        let mut secrets = Secrets::of(block, [&Value::Object(self.0.clone())]);
        change(self).map_err(|mut failed| {
            secrets.extend_texts(&Secrets::of(block, [&Value::Object(self.0.clone())]));
            secrets.mask_all(&mut failed);
            failed
        })
    }

    fn members(&mut self) -> &mut BTreeMap<Arc<str>, Value> {
        &mut self.0
    }
}

impl fmt::Debug for StoredObject {
    /// Which attributes there are, and not which values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_set().entries(self.0.keys()).finish()
    }
}

/// A value in the forms of JSON, and its type there: what is stored without a schema.
pub(crate) fn plain_with_type(value: Value) -> (Value, Type) {
    let value = plain(value);
    let ty = implied(&value);
    (value, ty)
}

/// The type by which a value is written as the JSON that it came from.
fn implied(value: &Value) -> Type {
    match value {
        Value::Bool(_) => Type::Bool,
        Value::Number(_) => Type::Number,
        Value::String(_) => Type::String,
        Value::List(elements) | Value::Tuple(elements) => Type::tuple(elements.iter().map(implied)),
        Value::Set(set) => Type::tuple(set.iter().map(implied)),
        Value::Map(members) | Value::Object(members) => {
            Type::object(members.iter().map(|(name, value)| (name.clone(), implied(value))))
        }
        Value::Null | Value::Unknown(_) | Value::Dynamic(_) => Type::Dynamic,
    }
}

/// The value in the forms that [`implied`] gives types for.
fn plain(value: Value) -> Value {
    match value {
        Value::List(elements) | Value::Tuple(elements) => Value::Tuple(elements.into_iter().map(plain).collect()),
        Value::Set(set) => Value::Tuple(set.into_iter().map(plain).collect()),
        Value::Map(members) | Value::Object(members) => {
            Value::Object(tree(members.into_iter().map(|(name, value)| (name, plain(value)))))
        }
        Value::Unknown(_) => Value::Null,
        Value::Dynamic(dynamic) => plain(dynamic.value),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Attribute;
    use crate::schema::implied_type::block_type;

    #[test]
    fn no_digit_is_lost_on_the_way() {
        static ATTRIBUTES: [Attribute; 2] = [
            Attribute { name: "n", ty: crate::schema::AttributeType::Number, ..Attribute::DEFAULT },
            Attribute { name: "s", ..Attribute::DEFAULT },
        ];
        let block = Block::of(&ATTRIBUTES);
        let text = br#"{"gone":[1,{"a":null}],"n":12.340000000000000000000000000000001,"s":"\u00e9\n"}"#;
        let state = StoredObject::decode(text).unwrap().read(&block, &block_type(&block)).unwrap();
        let expected = Value::object([
            ("n", Value::Number("12.340000000000000000000000000000001".parse().unwrap())),
            ("s", Value::string("é\n")),
        ]);
        assert_eq!(state, expected);
    }

    #[test]
    fn an_object_reads_and_changes_by_name() {
        let mut object = StoredObject::decode(br#"{"sizes":["1","2"],"zone":"a"}"#).unwrap();
        assert_eq!(object.get::<Vec<String>>("sizes"), Some(vec!["1".to_owned(), "2".to_owned()]));
        assert_eq!(object.get::<i64>("zone"), None);
        object.set("zones", vec!["a".to_owned()]);
        object.remove("zone");
        assert_eq!(object.names().collect::<Vec<_>>(), ["sizes", "zones"]);
        assert_eq!(format!("{object:?}"), r#"{"sizes", "zones"}"#);
        assert!(StoredObject::decode(b"[]").is_err() && StoredObject::decode(b"{").is_err());
    }
}
