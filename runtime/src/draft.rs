//! The configuration that Terraform is about to write for an object, while a hook changes it. Must not know any RPC.

use crate::model::{AttributePath, IntoValue, Object, View};
use crate::resource::{Resource, ViewOf};
use crate::schema::{Attribute, Block};
use std::fmt;
use std::marker::PhantomData;
use tfgen_cty::Value;

/// What `hooks = ["generate_config"]` is given: an object, and the configuration that the runtime would write for it.
///
/// The runtime has left out what only the provider gives, what is deprecated or write-only, and all but one of what
/// excludes each other. What is set here must be something that a configuration may set.
///
/// ```rust,ignore
/// fn generate_config(draft: &mut Draft<Self>) -> Result<()> {
///     if draft.state().size_gb().known() == Some(10) {
///         draft.leave_out(attribute::SIZE_GB);
///     }
///     Ok(())
/// }
/// ```
pub struct Draft<R: Resource> {
    state: Object,
    config: Value,
    /// Addresses that were set.
    set: Vec<AttributePath>,
    resource: PhantomData<fn() -> R>,
}

impl<R: Resource> Draft<R> {
    pub(crate) fn new(state: Value, config: Value) -> Self {
        Self { state: Object::new(state), config, set: Vec::new(), resource: PhantomData }
    }

    /// The configuration, and the addresses that were set.
    pub(crate) fn into_config(self) -> (Value, Vec<AttributePath>) {
        (self.config, self.set)
    }

    /// What the object is.
    pub fn state(&self) -> ViewOf<R> {
        View::new(self.state.clone())
    }

    /// The configuration so far; null is what is left out.
    pub fn config(&self) -> ViewOf<R> {
        View::new(Object::new(self.config.clone()))
    }

    /// Writes this value. Of an attribute in a collection, in every element; in what is left out, nowhere.
    pub fn set<T: IntoValue>(&mut self, attribute: AttributePath, value: T) {
        self.set.push(attribute);
        let names: Vec<_> = attribute.names().collect();
        replace(&mut self.config, &names, &value.into_value());
    }

    /// Does not write the attribute. Of an attribute in a collection, in no element.
    pub fn leave_out(&mut self, attribute: AttributePath) {
        let names: Vec<_> = attribute.names().collect();
        replace(&mut self.config, &names, &Value::Null);
    }
}

/// The attribute at an address.
pub(crate) fn find(block: &Block, address: AttributePath) -> Option<&'static Attribute> {
    let mut level = *block;
    let mut found = None;
    for name in address.names() {
        found = level.attribute(name);
        level = match found {
            Some(attribute) => attribute.nested().map_or(Block::of(&[]), |(_, below)| below),
            None => level.nested_block(name)?.block,
        };
    }
    found
}

/// Puts `value` where the names lead, in every element of what is on the way.
pub(crate) fn replace(place: &mut Value, names: &[&str], value: &Value) {
    let Some((first, rest)) = names.split_first() else {
        *place = value.clone();
        return;
    };
    match place {
        Value::Object(members) => {
            if let Some(member) = members.get_mut(*first) {
                replace(member, rest, value);
            }
        }
        Value::Map(members) => members.values_mut().for_each(|member| replace(member, names, value)),
        Value::List(elements) | Value::Tuple(elements) => {
            for element in elements {
                replace(element, names, value);
            }
        }
        Value::Set(elements) => {
            let changed = elements.iter().cloned().map(|mut element| {
                replace(&mut element, names, value);
                element
            });
            *place = Value::set(changed.collect::<Vec<_>>());
        }
        Value::Dynamic(dynamic) => replace(&mut dynamic.value, names, value),
        _ => {}
    }
}

impl<R: Resource> fmt::Debug for Draft<R> {
    /// Says nothing of values: some are sensitive.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Draft").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_replaced_in_every_element_and_nowhere_else() {
        let element = |host: &str| Value::object([("host", Value::string(host)), ("path", Value::string("p"))]);
        let mut config = Value::object([
            ("mounts", Value::list([element("a"), Value::Null])),
            ("others", Value::set([element("a"), element("b")])),
        ]);
        replace(&mut config, &["mounts", "path"], &Value::Null);
        replace(&mut config, &["others", "host"], &Value::string("c"));
        replace(&mut config, &["none", "host"], &Value::string("c"));
        let bare = Value::object([("host", Value::string("a")), ("path", Value::Null)]);
        let expected =
            Value::object([("mounts", Value::list([bare, Value::Null])), ("others", Value::set([element("c")]))]);
        assert_eq!(config, expected);
    }
}
