//! Sensitive values of a request, so that no text that user code makes can show them.
//!
//! What the runtime says itself never quotes a sensitive value; but an API's error message may quote the token that it
//! was sent, and an author may log too much. Only texts are masked, and only those that are long enough not to be words.

use super::{Entry, Value as Field};
use crate::diagnostic::Diagnostics;
use crate::private::Record;
use crate::schema::{Attribute, AttributeType, Block};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use tfgen_cty::Value;

mod form;
#[cfg(feature = "tool")]
mod reference;

/// Shorter texts are too common to be told from the words around them.
const SHORTEST: usize = 8;

/// What stands for a sensitive value.
const MASK: &str = "(sensitive value)";

/// The sensitive texts of some objects.
#[derive(Clone, Default)]
pub(crate) struct Secrets {
    /// Each in all the forms in which it may be written.
    texts: BTreeSet<String>,
    /// Where each stands, as far as that can be said, and the text itself.
    #[cfg_attr(not(feature = "tool"), allow(dead_code, reason = "only what tools print refers to it"))]
    places: BTreeMap<String, String>,
}

impl Secrets {
    /// The sensitive and write-only texts in objects of a block.
    pub(crate) fn of<'v>(block: &Block, objects: impl IntoIterator<Item = &'v Value>) -> Self {
        let mut secrets = Self::default();
        for (at, object) in objects.into_iter().enumerate() {
            // Only what tools print refers to places: nobody else pays for their names.
            let place = cfg!(feature = "tool").then(|| at.to_string());
            secrets.collect(block, object, place.as_deref());
        }
        secrets
    }

    /// Whether there is nothing to be hidden.
    pub(crate) fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Adds those of the provider's configuration.
    pub(crate) fn extend(&mut self, others: &Self) {
        self.extend_texts(others);
        let places = others.places.iter().map(|(place, text)| (format!("provider {place}"), text.clone()));
        self.places.extend(places);
    }

    /// Adds the texts of other objects, to mask them; nothing refers to them.
    pub(crate) fn extend_texts(&mut self, others: &Self) {
        self.texts.extend(others.texts.iter().cloned());
    }

    /// Adds what is kept privately, but for texts that stand openly in one of the objects as well.
    pub(crate) fn extend_private<'v>(&mut self, private: &Record, objects: impl IntoIterator<Item = &'v Value>) {
        let mut hidden = BTreeSet::new();
        private.texts(&mut |text| {
            if text.len() >= SHORTEST && !self.texts.contains(text) {
                hidden.insert(text.to_owned());
            }
        });
        for object in objects {
            tfgen_cty::walk(object, &mut |_, value| {
                if let Some(open) = value.as_str() {
                    hidden.remove(open);
                }
                true
            });
        }
        self.texts.extend(hidden.iter().flat_map(|text| form::all(text)).filter(|text| text.len() >= SHORTEST));
    }

    fn collect(&mut self, block: &Block, object: &Value, place: Option<&str>) {
        let within = |name: &str| place.map(|place| format!("{place}.{name}"));
        for attribute in block.attributes {
            if let Some(value) = object.get(attribute.name) {
                self.attribute(attribute, value, within(attribute.name).as_deref());
            }
        }
        for nested in block.blocks {
            if let Some(value) = object.get(nested.name) {
                let place = within(nested.name);
                each_object(value, place.as_deref(), &mut |object, place| self.collect(&nested.block, object, place));
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, value: &Value, place: Option<&str>) {
        if attribute.sensitive || attribute.write_only {
            each_text(value, place, &mut |text, place| {
                if text.len() >= SHORTEST {
                    self.texts.extend(form::all(text).into_iter().filter(|text| text.len() >= SHORTEST));
                    self.places.extend(place.map(|place| (place.to_owned(), text.to_owned())));
                }
            });
        } else if let AttributeType::Nested(_, attributes) = attribute.ty {
            each_object(value, place, &mut |object, place| self.collect(&Block::of(attributes), object, place));
        }
    }

    /// The text without sensitive values in it.
    pub(crate) fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        // A longer one may hold a shorter one.
        let mut secrets: Vec<_> = self.texts.iter().collect();
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        for secret in secrets {
            if masked.contains(secret.as_str()) {
                masked = masked.replace(secret.as_str(), MASK);
            }
        }
        masked
    }

    /// The same for messages.
    pub(crate) fn mask_all(&self, messages: &mut Diagnostics) {
        if self.is_empty() {
            return;
        }
        for message in &mut messages.0 {
            message.summary = self.mask(&message.summary);
            message.detail = self.mask(&message.detail);
        }
    }

    /// The same for an entry of the log.
    pub(crate) fn mask_entry(&self, entry: &mut Entry) {
        if self.is_empty() {
            return;
        }
        entry.message = self.mask(&entry.message);
        for (_, field) in &mut entry.fields {
            self.mask_field(field);
        }
    }

    fn mask_field(&self, field: &mut Field) {
        match field {
            Field::Text(text) => *text = self.mask(text),
            Field::List(fields) => fields.iter_mut().for_each(|field| self.mask_field(field)),
            Field::Object(fields) => fields.values_mut().for_each(|field| self.mask_field(field)),
            Field::Bool(_) | Field::Number(_) => {}
        }
    }
}

/// Calls `visit` with each object that a nested attribute or block holds, and with its place, if it has one.
fn each_object(value: &Value, place: Option<&str>, visit: &mut dyn FnMut(&Value, Option<&str>)) {
    let within = |part: &dyn fmt::Display| within(place, part);
    match value.inner() {
        object @ Value::Object(members) => {
            visit(object, place);
            // A map of blocks with dynamic attributes travels as an object.
            for (key, member) in members.iter().filter(|(_, member)| member.as_object().is_some()) {
                visit(member, within(key).as_deref());
            }
        }
        Value::Map(members) => members.iter().for_each(|(key, member)| visit(member, within(key).as_deref())),
        other => {
            let has_places = has_places(other);

            for (at, element) in other.elements().unwrap_or_default().iter().enumerate() {
                visit(element, within(&at).filter(|_| has_places).as_deref());
            }
        }
    }
}

/// The same for each text in a value.
fn each_text(value: &Value, place: Option<&str>, visit: &mut dyn FnMut(&str, Option<&str>)) {
    match value.inner() {
        Value::String(text) => visit(text, place),
        Value::Map(members) | Value::Object(members) => {
            for (key, member) in members {
                each_text(member, within(place, key).as_deref(), visit);
            }
        }
        other => {
            let has_places = has_places(other);
            for (at, element) in other.elements().unwrap_or_default().iter().enumerate() {
                each_text(element, within(place, &at).filter(|_| has_places).as_deref(), visit);
            }
        }
    }
}

fn within(place: Option<&str>, part: &dyn fmt::Display) -> Option<String> {
    place.map(|place| format!("{place}[{part}]"))
}

/// Elements of a set are sorted, so that each has a place: unless something is to become known, and to stand before it.
fn has_places(elements: &Value) -> bool {
    elements.as_set().is_none_or(|set| set.iter().all(Value::is_wholly_known))
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} secrets", self.texts.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::error;
    use crate::log::{Level, Logger};
    use crate::schema::Nesting;

    fn secrets() -> Secrets {
        static ATTRIBUTES: [Attribute; 3] = [
            Attribute { name: "name", ..Attribute::DEFAULT },
            Attribute { name: "token", sensitive: true, ..Attribute::DEFAULT },
            Attribute {
                name: "users",
                ty: AttributeType::Nested(
                    Nesting::List,
                    &[Attribute { name: "password", write_only: true, ..Attribute::DEFAULT }],
                ),
                ..Attribute::DEFAULT
            },
        ];
        let user = |password| Value::object([("password", Value::string(password))]);
        let object = Value::object([
            ("name", Value::string("public name")),
            ("token", Value::string("hunter2hunter2")),
            ("users", Value::list([user("hunter2h"), user("refused")])),
        ]);
        Secrets::of(&Block::of(&ATTRIBUTES), [&object])
    }

    #[test]
    fn sensitive_texts_are_masked_at_any_depth_and_others_are_not() {
        let masked = secrets().mask("public name: hunter2hunter2, hunter2h, refused");
        assert_eq!(masked, "public name: (sensitive value), (sensitive value), refused");
        assert!(!format!("{:?}", secrets()).contains("hunter"));
    }

    #[test]
    fn what_is_kept_privately_is_masked_unless_it_stands_openly() {
        let mut private = Record::default();
        private.set("lease", Value::string("lease-4711"));
        private.set("name", Value::string("public name"));
        private.set("parts", Value::tuple([Value::string("a part of it")]));
        private.set(".own", Value::string("of the runtime"));
        let mut secrets = secrets();
        secrets.extend_private(&private, [&Value::object([("name", Value::string("public name"))])]);
        let masked = secrets.mask("lease-4711 of public name, a part of it, of the runtime, hunter2h");
        assert_eq!(masked, "(sensitive value) of public name, (sensitive value), of the runtime, (sensitive value)");
    }

    #[test]
    fn messages_and_entries_are_masked() {
        let mut said = error("no access with hunter2hunter2").detail("token=hunter2h");
        secrets().mask_all(&mut said);
        assert_eq!(
            (said.0[0].summary.as_str(), said.0[0].detail.as_str()),
            ("no access with (sensitive value)", "token=(sensitive value)")
        );
        let mut entry = Entry::of(Logger::Provider, Level::Info, "using hunter2h".to_owned());
        entry.fields.push(("headers", Field::List(vec![Field::from("hunter2hunter2")])));
        secrets().mask_entry(&mut entry);
        assert_eq!(entry.message, "using (sensitive value)");
        assert_eq!(entry.fields[0].1.to_string(), r#"["(sensitive value)"]"#);
    }
}
