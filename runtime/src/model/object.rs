//! Views: an object of which anything may be null or unknown.

use super::{AttributePath, Field, FromValue, IntoValue};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;
use tfgen_cty::{Value, ValueState, tree};

/// A configuration, a stored state or a plan: whatever is there, read leniently.
///
/// Cloning is cheap. Generated views are newtypes over it with one accessor for each attribute.
#[derive(Clone, Default, PartialEq)]
pub struct Object(Arc<BTreeMap<Arc<str>, Value>>);

/// A generated view. See [`Object`].
pub trait View: Clone + Send + Sync + 'static {
    /// The view of `object`.
    fn new(object: Object) -> Self;

    /// What it is a view of.
    fn object(&self) -> &Object;
}

impl Object {
    /// The object that `value` is; nothing but nulls when it is null, unknown or something else.
    pub fn new(value: Value) -> Self {
        match value {
            Value::Object(attributes) | Value::Map(attributes) => Self(Arc::new(attributes)),
            Value::Dynamic(dynamic) => Self::new(dynamic.value),
            _ => Self::default(),
        }
    }

    /// The attribute `name` as a Rust value. What is not there, and what is not a `T`, is null.
    pub fn get<T: FromValue>(&self, name: &str) -> ValueState<T> {
        self.value(name).map_or(ValueState::Null, T::from_value)
    }

    /// An attribute as a value of its type: the constant of a dynamic model says which. In an element of a collection, the
    /// constant of what is inside is looked up.
    ///
    /// ```
    /// # use tfgen_runtime::{Field, Object};
    /// # mod attribute {
    /// #     use tfgen_runtime::{Field, Object};
    /// #     pub const MOUNTS: Field<Vec<Object>> = Field::new("mounts");
    /// #     pub const MOUNTS_HOST: Field<String> = Field::new("mounts.host");
    /// # }
    /// fn hosts(disk: &Object) -> Vec<String> {
    ///     let mounts = disk.at(attribute::MOUNTS).known().unwrap_or_default();
    ///     mounts.iter().filter_map(|mount| mount.at(attribute::MOUNTS_HOST).known()).collect()
    /// }
    /// # assert!(hosts(&Object::default()).is_empty());
    /// ```
    pub fn at<T: FromValue>(&self, field: Field<T>) -> ValueState<T> {
        self.get(field.name())
    }

    /// Gives an attribute a value of its type.
    pub fn put<T: IntoValue>(&mut self, field: Field<T>, value: T) {
        self.set(field.name(), value);
    }

    /// The attribute `name` as it is.
    pub fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// The object as a generated view, whose accessors have types.
    pub fn view<V: View>(&self) -> V {
        V::new(self.clone())
    }

    /// Gives the attribute `name` a value.
    pub fn set(&mut self, name: &str, value: impl IntoValue) {
        Arc::make_mut(&mut self.0).insert(name.into(), value.into_value());
    }

    /// Gives the attribute `name` a value that has the form of its type already.
    #[cfg(feature = "tool")]
    pub(crate) fn set_as_it_is(&mut self, name: &str, value: Value) {
        Arc::make_mut(&mut self.0).insert(name.into(), value);
    }

    /// Takes over every attribute of another object.
    #[cfg(feature = "tool")]
    pub(crate) fn set_all(&mut self, other: &Self) {
        Arc::make_mut(&mut self.0).extend(other.iter().map(|(name, value)| (name.clone(), value.clone())));
    }

    /// The attributes by name.
    #[cfg(feature = "tool")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Arc<str>, &Value)> {
        self.0.iter()
    }

    /// The same object with null for what is not known yet, however deep it is.
    #[must_use]
    pub fn known(&self) -> Self {
        Self(Arc::new(tree(self.0.iter().map(|(name, value)| (name.clone(), known(value))))))
    }

    /// Whether there is no object: a resource that is yet to be created has an empty prior state.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All values at `address`: one, or one for each element where it leads through collections.
    pub(crate) fn values_at(&self, address: AttributePath) -> Vec<&Value> {
        let mut names = address.names();
        let mut found: Vec<&Value> = names.next().and_then(|name| self.0.get(name)).into_iter().collect();
        for name in names {
            found = found.into_iter().flat_map(objects_in).filter_map(|object| object.get(name)).collect();
        }
        found
    }
}

/// An object of a dynamic model is looked at as it is.
impl View for Object {
    fn new(object: Object) -> Self {
        object
    }

    fn object(&self) -> &Object {
        self
    }
}

fn known(value: &Value) -> Value {
    let entries =
        |entries: &BTreeMap<Arc<str>, Value>| tree(entries.iter().map(|(key, value)| (key.clone(), known(value))));
    match value {
        Value::Unknown(_) => Value::Null,
        Value::List(elements) => Value::List(elements.iter().map(known).collect()),
        Value::Tuple(elements) => Value::Tuple(elements.iter().map(known).collect()),
        Value::Set(elements) => Value::set(elements.iter().map(known)),
        Value::Map(given) => Value::Map(entries(given)),
        Value::Object(given) => Value::Object(entries(given)),
        Value::Dynamic(inner) => Value::dynamic(inner.ty.clone(), known(&inner.value)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

/// The objects that a nested attribute or block holds.
fn objects_in(value: &Value) -> Vec<&Value> {
    match value {
        Value::Object(_) => vec![value],
        Value::List(elements) | Value::Tuple(elements) => elements.iter().collect(),
        Value::Set(elements) => elements.iter().collect(),
        Value::Map(entries) => entries.values().collect(),
        Value::Dynamic(dynamic) => objects_in(&dynamic.value),
        _ => Vec::new(),
    }
}

impl fmt::Debug for Object {
    /// Which attributes have a value, and not which: some are sensitive, and an object does not know its schema.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |value: &Value| match value {
            value if value.is_null() => "null",
            value if value.is_unknown() => "(known after apply)",
            _ => "(known)",
        };
        formatter.debug_map().entries(self.0.iter().map(|(name, value)| (name, what(value)))).finish()
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(Arc::unwrap_or_clone(object.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object() -> Object {
        Object::new(Value::object([
            ("id", Value::unknown()),
            (
                "mounts",
                Value::List(vec![
                    Value::object([("host", Value::string("a"))]),
                    Value::object([("host", Value::Null)]),
                ]),
            ),
            ("name", Value::string("disk")),
        ]))
    }

    #[test]
    fn an_accessor_tells_null_unknown_and_known_apart() {
        assert_eq!(object().get::<String>("name").known().as_deref(), Some("disk"));
        assert!(object().get::<String>("id").is_unknown());
        assert!(object().get::<String>("missing").is_null());
        assert!(object().get::<bool>("name").is_null());
    }

    #[test]
    fn debugging_shows_no_values() {
        let text = format!("{:?}", object());
        assert_eq!(text, r#"{"id": "(known after apply)", "mounts": "(known)", "name": "(known)"}"#);
    }

    #[test]
    fn an_object_is_changed_by_name_and_keeps_what_is_known() {
        let mut object = object();
        object.set("name", "log".to_owned());
        object.set("size", Some(5_i64));
        let known = object.known();
        assert_eq!(known.get::<String>("name").known().as_deref(), Some("log"));
        assert_eq!(known.value("id"), Some(&Value::Null));
        assert_eq!(known.value("size"), Some(&Value::number(5)));
    }

    #[test]
    fn an_address_leads_through_collections() {
        let object = object();
        assert_eq!(object.values_at(AttributePath("mounts.host")), [&Value::string("a"), &Value::Null]);
        assert!(object.values_at(AttributePath("name.host")).is_empty());
    }
}
