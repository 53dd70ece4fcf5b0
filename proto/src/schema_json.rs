//! A provider's schemas as `terraform providers schema -json` prints them.
//!
//! Terraform leaves out what is empty, false or zero, sorts maps by key, and escapes as Go's encoder does.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::tfplugin6::{
    Function, ResourceIdentitySchema, Schema, StringKind, function, get_provider_schema, get_resource_identity_schemas,
    schema,
};

/// How the text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// On one line, byte for byte what Terraform prints.
    Line,
    /// One value per line, indented: for people, and for differences.
    Indented,
}

/// The text for one provider, by its full address (`registry.terraform.io/NAMESPACE/NAME`).
pub fn provider_schemas(
    address: &str,
    schemas: &get_provider_schema::Response,
    identities: &get_resource_identity_schemas::Response,
    layout: Layout,
) -> String {
    let all = object([
        ("format_version", text("1.0")),
        ("provider_schemas", Some(Json::Object(vec![(address.to_owned(), provider(schemas, identities))]))),
    ]);
    all.printed(layout)
}

/// The same without what is around it, for those who do not know the address.
pub fn provider_schema(
    schemas: &get_provider_schema::Response,
    identities: &get_resource_identity_schemas::Response,
    layout: Layout,
) -> String {
    provider(schemas, identities).printed(layout)
}

fn provider(schemas: &get_provider_schema::Response, identities: &get_resource_identity_schemas::Response) -> Json {
    object([
        ("provider", schemas.provider.as_ref().map(whole)),
        ("resource_schemas", map(&schemas.resource_schemas, whole)),
        ("data_source_schemas", map(&schemas.data_source_schemas, whole)),
        ("ephemeral_resource_schemas", map(&schemas.ephemeral_resource_schemas, whole)),
        ("list_resource_schemas", map(&schemas.list_resource_schemas, whole)),
        ("functions", map(&schemas.functions, signature)),
        ("resource_identity_schemas", map(&identities.identity_schemas, identity)),
        (
            "action_schemas",
            map(&schemas.action_schemas, |action| {
                object([("block", action.schema.as_ref().and_then(|schema| schema.block.as_ref()).map(block))])
            }),
        ),
        ("state_store_schemas", map(&schemas.state_store_schemas, whole)),
    ])
}

/// A value to be printed.
enum Json {
    Text(String),
    /// What is JSON already.
    Raw(String),
    Array(Vec<Self>),
    Object(Vec<(String, Self)>),
}

impl Json {
    fn printed(&self, layout: Layout) -> String {
        let mut out = String::new();
        self.print(layout, 0, &mut out);
        out
    }

    fn print(&self, layout: Layout, depth: usize, out: &mut String) {
        match self {
            Self::Text(text) => quote(text, out),
            Self::Raw(text) => out.push_str(text),
            Self::Array(items) => {
                list(('[', ']'), items, layout, depth, out, |item, out| item.print(layout, depth + 1, out));
            }
            Self::Object(fields) => {
                list(('{', '}'), fields, layout, depth, out, |(name, value), out| {
                    quote(name, out);
                    out.push_str(if layout == Layout::Line { ":" } else { ": " });
                    value.print(layout, depth + 1, out);
                });
            }
        }
    }
}

fn list<T>(
    (open, close): (char, char),
    items: &[T],
    layout: Layout,
    depth: usize,
    out: &mut String,
    print: impl Fn(&T, &mut String),
) {
    let line = |out: &mut String, depth: usize| {
        if layout == Layout::Indented {
            out.push('\n');
            out.push_str(&"  ".repeat(depth));
        }
    };
    out.push(open);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push(',');
        }
        line(out, depth + 1);
        print(item, out);
    }
    if !items.is_empty() {
        line(out, depth);
    }
    out.push(close);
}

/// A text as a string of JSON, the way that Terraform writes one.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    quote(text, &mut out);
    out
}

/// Go's encoder also escapes what means something in HTML and JavaScript.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\u{0}'..='\u{1f}' => {
                // Writing to a string cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
}

fn object<const N: usize>(fields: [(&str, Option<Json>); N]) -> Json {
    let present = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
    Json::Object(present.collect())
}

fn text(text: &str) -> Option<Json> {
    (!text.is_empty()).then(|| Json::Text(text.to_owned()))
}

fn flag(set: bool) -> Option<Json> {
    set.then(|| Json::Raw("true".to_owned()))
}

fn count(number: i64) -> Option<Json> {
    (number != 0).then(|| Json::Raw(number.to_string()))
}

/// A type is JSON on the wire, too.
fn cty_type(bytes: &[u8]) -> Option<Json> {
    (!bytes.is_empty()).then(|| Json::Raw(String::from_utf8_lossy(bytes).into_owned()))
}

fn description_kind(kind: i32) -> Option<Json> {
    text(if kind == i32::from(StringKind::Markdown) { "markdown" } else { "plain" })
}

fn map<T>(entries: &BTreeMap<String, T>, value: impl Fn(&T) -> Json) -> Option<Json> {
    named(entries.iter().map(|(name, entry)| (name.as_str(), value(entry))))
}

fn named<'a>(entries: impl IntoIterator<Item = (&'a str, Json)>) -> Option<Json> {
    let sorted: BTreeMap<&str, Json> = entries.into_iter().collect();
    (!sorted.is_empty()).then(|| Json::Object(sorted.into_iter().map(|(name, it)| (name.to_owned(), it)).collect()))
}

fn whole(schema: &Schema) -> Json {
    object([("version", Some(Json::Raw(schema.version.to_string()))), ("block", schema.block.as_ref().map(block))])
}

fn block(block: &schema::Block) -> Json {
    object([
        ("attributes", named(block.attributes.iter().map(|each| (each.name.as_str(), attribute(each))))),
        ("block_types", named(block.block_types.iter().map(|each| (each.type_name.as_str(), nested_block(each))))),
        ("description", text(&block.description)),
        ("description_kind", description_kind(block.description_kind)),
        ("deprecated", flag(block.deprecated)),
        ("deprecation_message", text(&block.deprecation_message)),
    ])
}

fn nested_block(nested: &schema::NestedBlock) -> Json {
    use schema::nested_block::NestingMode;
    let nesting = match nested.nesting() {
        NestingMode::Single => "single",
        NestingMode::List => "list",
        NestingMode::Set => "set",
        NestingMode::Map => "map",
        NestingMode::Group => "group",
        NestingMode::Invalid => "invalid",
    };
    object([
        ("nesting_mode", text(nesting)),
        ("block", nested.block.as_ref().map(block)),
        ("min_items", count(nested.min_items)),
        ("max_items", count(nested.max_items)),
    ])
}

fn attribute(attribute: &schema::Attribute) -> Json {
    object([
        ("type", cty_type(&attribute.r#type)),
        ("nested_type", attribute.nested_type.as_ref().map(nested_type)),
        ("description", text(&attribute.description)),
        ("description_kind", description_kind(attribute.description_kind)),
        ("deprecated", flag(attribute.deprecated)),
        ("deprecation_message", text(&attribute.deprecation_message)),
        ("required", flag(attribute.required)),
        ("optional", flag(attribute.optional)),
        ("computed", flag(attribute.computed)),
        ("sensitive", flag(attribute.sensitive)),
        ("write_only", flag(attribute.write_only)),
    ])
}

fn nested_type(nested: &schema::Object) -> Json {
    use schema::object::NestingMode;
    let nesting = match nested.nesting() {
        NestingMode::Single => "single",
        NestingMode::List => "list",
        NestingMode::Set => "set",
        NestingMode::Map => "map",
        NestingMode::Invalid => "invalid",
    };
    object([
        ("attributes", named(nested.attributes.iter().map(|each| (each.name.as_str(), attribute(each))))),
        ("nesting_mode", text(nesting)),
    ])
}

fn identity(identity: &ResourceIdentitySchema) -> Json {
    let attributes = identity.identity_attributes.iter().map(|each| {
        let value = object([
            ("type", cty_type(&each.r#type)),
            ("description", text(&each.description)),
            ("required_for_import", flag(each.required_for_import)),
            ("optional_for_import", flag(each.optional_for_import)),
        ]);
        (each.name.as_str(), value)
    });
    object([("version", Some(Json::Raw(identity.version.to_string()))), ("attributes", named(attributes))])
}

fn signature(function: &Function) -> Json {
    let parameters: Vec<Json> = function.parameters.iter().map(parameter).collect();
    object([
        ("description", text(&function.description)),
        ("summary", text(&function.summary)),
        ("deprecation_message", text(&function.deprecation_message)),
        ("return_type", function.r#return.as_ref().and_then(|it| cty_type(&it.r#type))),
        ("parameters", (!parameters.is_empty()).then_some(Json::Array(parameters))),
        ("variadic_parameter", function.variadic_parameter.as_ref().map(parameter)),
    ])
}

fn parameter(parameter: &function::Parameter) -> Json {
    object([
        ("name", text(&parameter.name)),
        ("description", text(&parameter.description)),
        ("is_nullable", flag(parameter.allow_null_value)),
        ("type", cty_type(&parameter.r#type)),
    ])
}
