//! Sensitive values of a request, so that no text that user code makes can show them.
//!
//! What the runtime says itself never quotes a sensitive value; but an API's error message may quote the token that it
//! was sent, and an author may log too much. Only texts are masked, and only those that are long enough not to be words.

use super::{Entry, Value as Field};
use crate::diagnostic::Diagnostics;
use crate::schema::{Attribute, AttributeType, Block};
use std::collections::BTreeSet;
use std::fmt;
use tfgen_cty::Value;

/// Shorter texts are too common to be told from the words around them.
const SHORTEST: usize = 8;

/// What stands for a sensitive value.
const MASK: &str = "(sensitive value)";

/// The sensitive texts of some objects.
#[derive(Clone, Default)]
pub(crate) struct Secrets(BTreeSet<String>);

impl Secrets {
    /// The sensitive and write-only texts in objects of a block.
    pub(crate) fn of<'v>(block: &Block, objects: impl IntoIterator<Item = &'v Value>) -> Self {
        let mut secrets = Self::default();
        for object in objects {
            secrets.collect(block, object);
        }
        secrets
    }

    pub(crate) fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().cloned());
    }

    fn collect(&mut self, block: &Block, object: &Value) {
        for attribute in block.attributes {
            if let Some(value) = object.get(attribute.name) {
                self.attribute(attribute, value);
            }
        }
        for nested in block.blocks {
            if let Some(value) = object.get(nested.name) {
                each_object(value, &mut |object| self.collect(&nested.block, object));
            }
        }
    }

    fn attribute(&mut self, attribute: &Attribute, value: &Value) {
        if attribute.sensitive || attribute.write_only {
            tfgen_cty::walk(value, &mut |_, value| {
                if let Some(text) = value.as_str().filter(|text| text.len() >= SHORTEST) {
                    self.0.insert(text.to_owned());
                }
                true
            });
        } else if let AttributeType::Nested(_, attributes) = attribute.ty {
            each_object(value, &mut |object| self.collect(&Block::of(attributes), object));
        }
    }

    /// The text without sensitive values in it.
    pub(crate) fn mask(&self, text: &str) -> String {
        let mut masked = text.to_owned();
        // A longer one may hold a shorter one.
        let mut secrets: Vec<_> = self.0.iter().collect();
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
        if self.0.is_empty() {
            return;
        }
        for message in &mut messages.0 {
            message.summary = self.mask(&message.summary);
            message.detail = self.mask(&message.detail);
        }
    }

    /// The same for an entry of the log.
    pub(crate) fn mask_entry(&self, entry: &mut Entry) {
        if self.0.is_empty() {
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

/// Calls `visit` with each object that a nested attribute or block holds.
fn each_object(value: &Value, visit: &mut dyn FnMut(&Value)) {
    match value.inner() {
        object @ Value::Object(members) => {
            visit(object);
            // A map of blocks with dynamic attributes travels as an object.
            members.values().filter(|member| member.as_object().is_some()).for_each(visit);
        }
        Value::Map(members) => members.values().for_each(visit),
        other => other.elements().unwrap_or_default().iter().for_each(visit),
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} secrets", self.0.len())
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
