//! Whose private state it is: a type, and the object itself as far as it can be told. Encrypted private state is good for no
//! other.
//!
//! An object is known by the attributes of its identity, as its state has them when private state is written and when it comes
//! back. Three things cannot be told, and are not held against it: an object that is not there yet, a state that has been
//! upgraded since, and a schema whose identity has become another.

use crate::schema::ResourceSchema;
use crate::seal::parts::{Reader, write_bytes, write_count};
use ring::digest::{Context, SHA256};
use tfgen_cty::Value;

/// Whose private state it is.
#[derive(Clone, Debug)]
pub(crate) struct Owner<'a> {
    pub(super) type_name: &'a str,
    pub(super) object: Bound,
}

/// The object that private state belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound {
    /// The version of the schema that its state had.
    version: Vec<u8>,
    /// The attributes that it is known by.
    names: Vec<String>,
    /// A hash of their values; empty if there is no object yet.
    digest: Vec<u8>,
}

impl<'a> Owner<'a> {
    /// An object, as its state has it; null for one that is yet to be made.
    pub(crate) fn of(schema: &ResourceSchema, state: &Value) -> Self {
        let names: Vec<String> = schema.identity.iter().map(|name| (*name).to_owned()).collect();
        let digest = if names.is_empty() { None } else { hash(&names, state) };
        let version = schema.version.to_be_bytes().to_vec();
        let object = Bound { version, names, digest: digest.unwrap_or_default() };
        Self { type_name: schema.type_name, object }
    }

    /// Any object of a type, whose schema may be another provider's.
    pub(crate) fn of_type(type_name: &'a str) -> Self {
        Self { type_name, object: Bound::default() }
    }
}

impl Bound {
    /// Whether what was bound to `self` may be that of `now`.
    pub(super) fn may_be(&self, now: &Self) -> bool {
        let comparable = !now.digest.is_empty() && self.version == now.version && self.names == now.names;
        !comparable || self.digest == now.digest
    }

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        write_bytes(bytes, &self.version);
        write_count(bytes, u32::try_from(self.names.len()).unwrap_or(u32::MAX));
        for name in &self.names {
            write_bytes(bytes, name.as_bytes());
        }
        write_bytes(bytes, &self.digest);
    }

    pub(super) fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let version = reader.bytes()?.to_vec();
        let count = reader.count()?;
        let names = (0..count).map(|_| reader.text().map(str::to_owned)).collect::<Option<_>>()?;
        Some(Self { version, names, digest: reader.bytes()?.to_vec() })
    }
}

/// A hash of the values of these attributes; none if there is no object, or not all of them are known.
fn hash(names: &[String], state: &Value) -> Option<Vec<u8>> {
    state.as_object()?;
    let mut context = Context::new(&SHA256);
    for name in names {
        let value = state.get(name).unwrap_or(&Value::Null);
        if !value.is_wholly_known() {
            return None;
        }
        told(value, &mut context);
    }
    Some(context.finish().as_ref().to_vec())
}

/// Every value in one form, however it has travelled.
fn told(value: &Value, context: &mut Context) {
    let mut part = |kind: u8, text: &[u8]| {
        let mut bytes = vec![kind];
        write_bytes(&mut bytes, text);
        context.update(&bytes);
    };
    match value.inner() {
        Value::String(text) => part(1, text.as_bytes()),
        Value::Number(number) => part(2, number.to_string().as_bytes()),
        Value::Bool(flag) => part(3, &[u8::from(*flag)]),
        other => match other.elements() {
            Some(elements) => {
                part(4, &elements.len().to_be_bytes());
                for element in elements {
                    told(element, context);
                }
            }
            // Null. Nothing else can be part of an identity.
            None => part(0, &[]),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static DISK: ResourceSchema =
        ResourceSchema { type_name: "my_disk", version: 2, identity: &["id", "zone"], ..ResourceSchema::DEFAULT };

    fn bound(schema: &ResourceSchema, id: Value) -> Bound {
        Owner::of(schema, &Value::object([("id", id), ("zone", Value::number(1)), ("size", Value::number(9))])).object
    }

    #[test]
    fn one_object_is_told_from_another_and_a_change_of_the_rest_changes_nothing() {
        let (a, b) = (bound(&DISK, Value::string("a")), bound(&DISK, Value::string("b")));
        assert!(!a.may_be(&b) && a.may_be(&a));
        let other = Value::object([("id", Value::string("a")), ("zone", Value::number(1)), ("size", Value::Null)]);
        assert_eq!(Owner::of(&DISK, &other).object, a);
        for (left, right) in [
            (Value::string("1"), Value::number(1)),
            (Value::Null, Value::string("")),
            (Value::list([Value::string("a"), Value::string("b")]), Value::list([Value::string("ab")])),
        ] {
            assert!(!bound(&DISK, left.clone()).may_be(&bound(&DISK, right)), "{left:?}");
        }
    }

    #[test]
    fn what_cannot_be_told_is_not_held_against_it() {
        static NEWER: ResourceSchema = ResourceSchema { version: 3, ..DISK };
        static LESS: ResourceSchema = ResourceSchema { identity: &["id"], ..DISK };
        let a = bound(&DISK, Value::string("a"));
        let none = Owner::of(&DISK, &Value::Null).object;
        assert!(a.may_be(&none), "a replacement is planned as if nothing were there");
        assert!(!none.may_be(&a), "what was kept for an object that is yet to be made belongs to none that is there");
        for schema in [&NEWER, &LESS] {
            assert!(a.may_be(&bound(schema, Value::string("a/1"))));
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for bound in [bound(&DISK, Value::string("a")), Bound::default()] {
            let mut bytes = Vec::new();
            bound.write(&mut bytes);
            assert_eq!(Bound::read(&mut Reader(&bytes)), Some(bound));
        }
    }
}
