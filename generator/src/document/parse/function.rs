//! What only functions have: parameters in their order, and a result.
//!
//! A parameter is read as an attribute is, so that types, validators and names are checked in one way.

use super::{Reader, attribute};
use crate::diagnostic::Diagnostic;
use crate::document::key::PARAMETER;
use crate::document::table::{TableReader, wrong_type};
use crate::document::tree::{Entry, Item, Table};
use crate::document::{ParameterDocument, Text, ThingDocument, type_expression};
use crate::rule::Rule;
use crate::source::Spanned;

impl Reader<'_> {
    pub(super) fn function(&mut self, table: &Table, return_type: Option<Text>, thing: &mut ThingDocument) {
        if let Some(entry) = table.entries.get("parameters") {
            let Some(items) = entry.item.as_array() else {
                thing.has_holes = true;
                let help = "write an array: `parameters = [{ name = \"region\", type = \"string\" }]`";
                self.diagnostics.push(wrong_type("parameters", &entry.item, "an array of tables").with_help(help));
                return;
            };
            for item in items {
                let parameter = self.parameter("each entry of parameters", item, thing);
                thing.function.parameters.extend(parameter);
            }
        }
        if let Some(entry) = table.entries.get("variadic_parameter") {
            thing.function.variadic_parameter = self.parameter("variadic_parameter", &entry.item, thing);
        }
        self.return_type(table, return_type, thing);
    }

    fn return_type(&mut self, table: &Table, text: Option<Text>, thing: &mut ThingDocument) {
        if let Some(text) = text {
            let span = table.entries.get("return_type").map_or(text.span, Entry::span);
            let parsed = type_expression::parse(&text, self.diagnostics);
            thing.broken |= parsed.is_none();
            thing.function.return_type = parsed.map(|ty| Spanned::new(ty, span));
        } else if !thing.broken {
            thing.broken = true;
            self.diagnostics.push(
                Diagnostic::new(Rule::MissingKey, format!("the function `{}` has no `return_type`", thing.name.value))
                    .at(thing.name.span, "`return_type` is missing")
                    .with_help("add for example `return_type = \"string\"`"),
            );
        }
    }

    fn parameter(&mut self, key: &str, item: &Item, thing: &mut ThingDocument) -> Option<ParameterDocument> {
        let Some(table) = item.as_table() else {
            thing.has_holes = true;
            let help = "a parameter is a table: `{ name = \"region\", type = \"string\" }`";
            self.diagnostics.push(wrong_type(key, item, "a table").with_help(help));
            return None;
        };
        let mut reader = TableReader::new(table, PARAMETER, "a parameter", None, self.sources, self.diagnostics);
        let name = reader.string("name");
        let (allow_null_value, allow_unknown_values) =
            (reader.flag("allow_null_value"), reader.flag("allow_unknown_values"));
        let place = name.as_ref().map_or(item.span, |name| name.span);
        let text = name.as_ref().map_or("", |name| name.value.as_str());
        let (mut document, ty) = attribute(&mut reader, text, place);
        let Some(name) = name else {
            thing.has_holes = true;
            if !document.broken {
                self.diagnostics.push(
                    Diagnostic::new(Rule::MissingKey, "a parameter has no `name`")
                        .at(item.span, "`name` is missing")
                        .with_help("add for example `name = \"region\"`"),
                );
            }
            return None;
        };
        if name.value.contains('.') {
            thing.has_holes = true;
            self.diagnostics.push(
                Diagnostic::new(Rule::IllegalName, format!("`{}` cannot name a parameter", name.value))
                    .at(name.span, "it would be the address of something inside"),
            );
            return None;
        }
        // Whether null may be passed is what `required` and `optional` say of an attribute.
        document.required = allow_null_value.is_none().then_some(place);
        document.optional = allow_null_value;
        let document = self.typed("parameter", table, (document, ty), false);
        thing.attributes.push(document);
        Some(ParameterDocument { name, allow_null_value, allow_unknown_values })
    }
}
