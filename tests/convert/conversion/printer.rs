//! The meaning of an input as schema files in TOML: one thing per file.

use std::fmt::Write as _;

use tfgen::ir::{Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, RequiresReplace, Validator, WhenUnset};
use tfgen_cty::Value;

use super::meaning::{Function, Meaning, Parameter, Thing};

/// The files, as (path in a crate, text).
pub fn files(meaning: &Meaning, model: Option<&str>) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut has_provider = false;
    for thing in &meaning.things {
        let path = match thing.kind {
            "provider" => "schema/provider.toml".to_owned(),
            "data" => format!("schema/data_sources/{}.toml", thing.name),
            "ephemeral" => format!("schema/ephemeral_resources/{}.toml", thing.name),
            kind => format!("schema/{kind}s/{}.toml", thing.name),
        };
        has_provider |= thing.kind == "provider";
        files.push((path, file(meaning, thing, model)));
    }
    if !has_provider {
        files.push(("schema/provider.toml".to_owned(), format!("[provider]\n{}", names(meaning))));
    }
    files
}

/// What the provider is called, and what its types start with.
fn names(meaning: &Meaning) -> String {
    let mut text = format!("name = {}\n", string(&meaning.provider));
    if meaning.prefix != meaning.provider.replace('-', "_") {
        let _ = writeln!(text, "type_prefix = {}", string(&meaning.prefix));
    }
    text
}

fn file(meaning: &Meaning, thing: &Thing, model: Option<&str>) -> String {
    let header =
        if thing.kind == "provider" { "provider".to_owned() } else { format!("{}.{}", thing.kind, thing.name) };
    let mut text = format!("[{header}]\n");
    if thing.kind == "provider" {
        text.push_str(&names(meaning));
    }
    let mut key = |name: &str, value: String| {
        let _ = writeln!(text, "{name} = {value}");
    };
    if !thing.schema.description.is_empty() {
        key("description", string(&thing.schema.description));
    }
    if let Some(message) = &thing.schema.deprecation_message {
        key("deprecation_message", string(message));
    }
    if thing.kind == "resource" {
        if thing.schema.version != 0 {
            key("version", thing.schema.version.to_string());
        }
        key("identity", strings(&thing.identity));
        if thing.identity_version != 0 {
            key("identity_version", thing.identity_version.to_string());
        }
    }
    if thing.kind == "state_store" {
        // What it has is all in its own attributes: those of a lock would be more than the input says.
        key("kind", string("custom"));
        key("lock", "false".to_owned());
    }
    // A name without the provider's prefix is how it is in the input.
    let conventional = format!("{}_{}", meaning.prefix, thing.name);
    let has_type_name = !matches!(thing.kind, "provider" | "list" | "function");
    if has_type_name && !thing.type_name.is_empty() && thing.type_name != conventional {
        key("type_name", string(&thing.type_name));
    }
    if let Some(model) = model.filter(|_| matches!(thing.kind, "resource" | "data")) {
        key("model", string(model));
    }
    if !thing.hooks.is_empty() {
        key("hooks", strings(&thing.hooks));
    }
    if let Some(function) = &thing.function {
        text.push_str(&of_function(function));
        return text;
    }
    let (mut attributes, mut blocks) = (String::new(), String::new());
    level("", &thing.schema.attributes, &thing.schema.blocks, &mut attributes, &mut blocks);
    if !attributes.is_empty() {
        let _ = write!(text, "\n[{header}.attributes]\n{attributes}");
    }
    if !blocks.is_empty() {
        let _ = write!(text, "\n[{header}.blocks]\n{blocks}");
    }
    text
}

fn of_function(function: &Function) -> String {
    let parameter = |given: &Parameter| {
        let mut keys = format!("name = {}, type = {}", string(&given.name), string(&type_text(&given.ty)));
        if given.nullable {
            keys.push_str(", allow_null_value = true");
        }
        if !given.description.is_empty() {
            let _ = write!(keys, ", description = {}", string(&given.description));
        }
        format!("{{ {keys} }}")
    };
    let parameters: Vec<String> = function.parameters.iter().map(parameter).collect();
    let mut text = format!(
        "summary = {}\nparameters = [{}]\nreturn_type = {}\n",
        string(&function.summary),
        parameters.join(", "),
        string(&type_text(&function.result))
    );
    if let Some(variadic) = &function.variadic {
        let _ = writeln!(text, "variadic_parameter = {}", parameter(variadic));
    }
    text
}

fn level(outer: &str, attributes: &[Attribute], blocks: &[Block], into: &mut String, into_blocks: &mut String) {
    for attribute in attributes {
        let address = join(outer, &attribute.name);
        let _ = writeln!(into, "{} = {{ {} }}", string(&address), keys(attribute).join(", "));
        if let AttributeType::Nested(_, inner) = &attribute.ty {
            level(&address, inner, &[], into, into_blocks);
        }
    }
    for block in blocks {
        let address = join(outer, &block.name);
        let _ = writeln!(into_blocks, "{} = {{ {} }}", string(&address), block_keys(block).join(", "));
        level(&address, &block.attributes, &block.blocks, into, into_blocks);
    }
}

fn keys(attribute: &Attribute) -> Vec<String> {
    let mut keys = vec![match &attribute.ty {
        AttributeType::Nested(nesting, _) => format!("nesting = {}", string(nesting_text(*nesting))),
        ty => format!("type = {}", string(&type_text(ty))),
    }];
    match attribute.mode {
        Mode::Required => keys.push("required = true".to_owned()),
        Mode::Optional => keys.push("optional = true".to_owned()),
        Mode::Computed => keys.push("computed = true".to_owned()),
        Mode::OptionalComputed => keys.push("optional = true, computed = true".to_owned()),
    }
    for (name, set) in
        [("sensitive", attribute.sensitive), ("write_only", attribute.write_only), ("nullable", attribute.nullable)]
    {
        if set {
            keys.push(format!("{name} = true"));
        }
    }
    if let Some(default) = &attribute.default {
        keys.push(format!("default = {}", value(default)));
    }
    match attribute.requires_replace {
        RequiresReplace::Never => {}
        RequiresReplace::Always => keys.push("requires_replace = true".to_owned()),
        RequiresReplace::IfConfigured => keys.push("requires_replace = \"if_configured\"".to_owned()),
    }
    if attribute.when_unset == WhenUnset::PriorState {
        keys.push("use_state_for_unknown = true".to_owned());
    }
    if !attribute.validators.is_empty() {
        keys.push(format!("validators = {}", rules(&attribute.validators, &attribute.ty)));
    }
    if !attribute.description.is_empty() {
        keys.push(format!("description = {}", string(&attribute.description)));
    }
    if let Some(message) = &attribute.deprecation_message {
        keys.push(format!("deprecation_message = {}", string(message)));
    }
    keys
}

fn block_keys(block: &Block) -> Vec<String> {
    let mut keys = vec![format!(
        "nesting = {}",
        string(match block.nesting {
            BlockNesting::Single => "single",
            BlockNesting::List => "list",
            BlockNesting::Set => "set",
            BlockNesting::Map => "map",
            BlockNesting::Group => "group",
        })
    )];
    for (name, count) in [("min_items", block.min_items), ("max_items", block.max_items)] {
        if count > 0 {
            keys.push(format!("{name} = {count}"));
        }
    }
    match block.requires_replace {
        RequiresReplace::Never => {}
        RequiresReplace::Always => keys.push("requires_replace = true".to_owned()),
        RequiresReplace::IfConfigured => keys.push("requires_replace = \"if_configured\"".to_owned()),
    }
    if !block.description.is_empty() {
        keys.push(format!("description = {}", string(&block.description)));
    }
    if let Some(message) = &block.deprecation_message {
        keys.push(format!("deprecation_message = {}", string(message)));
    }
    if !block.validators.is_empty() {
        let nesting = if block.nesting == BlockNesting::Map { Nesting::Map } else { Nesting::List };
        let held = AttributeType::Nested(nesting, Vec::new());
        keys.push(format!("validators = {}", rules(&block.validators, &held)));
    }
    keys
}

/// A table of rules. What a table cannot hold twice is put into `all`.
fn rules(rules: &[Validator], ty: &AttributeType) -> String {
    let mut entries: Vec<(String, String)> = Vec::new();
    let mut twice = Vec::new();
    for rule in rules {
        let (name, value) = entry(rule, ty);
        if entries.iter().any(|(taken, _)| *taken == name) {
            twice.push(format!("{{ {name} = {value} }}"));
        } else {
            entries.push((name, value));
        }
    }
    if !twice.is_empty() {
        entries.push(("all".to_owned(), format!("[{}]", twice.join(", "))));
    }
    let entries: Vec<String> = entries.into_iter().map(|(name, value)| format!("{name} = {value}")).collect();
    format!("{{ {} }}", entries.join(", "))
}

fn entry(rule: &Validator, ty: &AttributeType) -> (String, String) {
    let lists = |lists: &[Vec<Validator>]| {
        let lists: Vec<String> = lists.iter().map(|list| rules(list, ty)).collect();
        format!("[{}]", lists.join(", "))
    };
    let values = |all: &[Value]| format!("[{}]", all.iter().map(value).collect::<Vec<_>>().join(", "));
    let (name, value) = match rule {
        Validator::LengthAtLeast(n) => ("length_at_least", n.to_string()),
        Validator::LengthAtMost(n) => ("length_at_most", n.to_string()),
        Validator::LengthBetween(a, b) => ("length_between", format!("[{a}, {b}]")),
        Validator::Utf8LengthAtLeast(n) => ("utf8_length_at_least", n.to_string()),
        Validator::Utf8LengthAtMost(n) => ("utf8_length_at_most", n.to_string()),
        Validator::Utf8LengthBetween(a, b) => ("utf8_length_between", format!("[{a}, {b}]")),
        Validator::OneOf(all) => ("one_of", values(all)),
        Validator::NoneOf(all) => ("none_of", values(all)),
        Validator::OneOfCaseInsensitive(all) => ("one_of_case_insensitive", strings(all)),
        Validator::NoneOfCaseInsensitive(all) => ("none_of_case_insensitive", strings(all)),
        Validator::RegexMatches(pattern, message) if message.is_empty() => ("regex_matches", string(pattern)),
        Validator::RegexMatches(pattern, message) => {
            ("regex_matches", format!("{{ pattern = {}, message = {} }}", string(pattern), string(message)))
        }
        Validator::AtLeast(n) => ("at_least", n.clone()),
        Validator::AtMost(n) => ("at_most", n.clone()),
        Validator::Between(a, b) => ("between", format!("[{a}, {b}]")),
        Validator::SizeAtLeast(n) => ("size_at_least", n.to_string()),
        Validator::SizeAtMost(n) => ("size_at_most", n.to_string()),
        Validator::SizeBetween(a, b) => ("size_between", format!("[{a}, {b}]")),
        Validator::IsRequired => ("is_required", "true".to_owned()),
        Validator::UniqueValues => ("unique_values", "true".to_owned()),
        Validator::NoNullValues => ("no_null_values", "true".to_owned()),
        Validator::ValuesAre(inner) => {
            let (name, element) = element(ty);
            (name, rules(inner, element))
        }
        Validator::KeysAre(inner) => ("keys_are", rules(inner, &AttributeType::String)),
        Validator::ConflictsWith(all) => ("conflicts_with", strings(all)),
        Validator::AlsoRequires(all) => ("also_requires", strings(all)),
        Validator::AtLeastOneOf(all) => ("at_least_one_of", strings(all)),
        Validator::ExactlyOneOf(all) => ("exactly_one_of", strings(all)),
        Validator::Equals(value) => ("equals", value.to_string()),
        Validator::Any(all) => ("any", lists(all)),
        Validator::AnyWithAllWarnings(all) => ("any_with_all_warnings", lists(all)),
        Validator::All(all) => ("all", lists(all)),
        Validator::Hook(name) => ("hook", string(name)),
        // Nothing that is read here gives these.
        other => ("unknown", string(&format!("{other:?}"))),
    };
    (name.to_owned(), value)
}

fn element(ty: &AttributeType) -> (&'static str, &AttributeType) {
    let element = match ty {
        AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => &**element,
        other => other,
    };
    let name = match element {
        AttributeType::Int32 => "value_int32s_are",
        AttributeType::Int64 => "value_int64s_are",
        AttributeType::Float32 => "value_float32s_are",
        AttributeType::Float64 => "value_float64s_are",
        AttributeType::Number => "value_numbers_are",
        AttributeType::List(_) => "value_lists_are",
        AttributeType::Set(_) => "value_sets_are",
        AttributeType::Map(_) => "value_maps_are",
        _ => "value_strings_are",
    };
    (name, element)
}

/// A value; nulls in objects are left out.
fn value(given: &Value) -> String {
    let table = |entries: &std::collections::BTreeMap<std::sync::Arc<str>, Value>| {
        let known = entries.iter().filter(|(_, value)| !value.is_null());
        let entries: Vec<String> = known.map(|(key, each)| format!("{} = {}", string(key), value(each))).collect();
        format!("{{ {} }}", entries.join(", "))
    };
    match given {
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => string(text),
        Value::List(items) | Value::Tuple(items) => {
            format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", "))
        }
        Value::Set(items) => format!("[{}]", items.iter().map(value).collect::<Vec<_>>().join(", ")),
        Value::Map(entries) | Value::Object(entries) => table(entries),
        Value::Dynamic(inner) => value(&inner.value),
        Value::Null | Value::Unknown(_) => "\"\"".to_owned(),
    }
}

fn join(outer: &str, name: &str) -> String {
    if outer.is_empty() { name.to_owned() } else { format!("{outer}.{name}") }
}

fn string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if c.is_control() => {
                let _ = write!(out, "\\u{:04X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out + "\""
}

fn strings<T: AsRef<str>>(texts: &[T]) -> String {
    format!("[{}]", texts.iter().map(|text| string(text.as_ref())).collect::<Vec<_>>().join(", "))
}

fn nesting_text(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::Single => "single",
        Nesting::List => "list",
        Nesting::Set => "set",
        Nesting::Map => "map",
    }
}

/// A type in Terraform's syntax.
pub fn type_text(ty: &AttributeType) -> String {
    match ty {
        AttributeType::Bool => "bool".to_owned(),
        AttributeType::String => "string".to_owned(),
        AttributeType::Number => "number".to_owned(),
        AttributeType::Int32 => "int32".to_owned(),
        AttributeType::Int64 => "int64".to_owned(),
        AttributeType::Float32 => "float32".to_owned(),
        AttributeType::Float64 => "float64".to_owned(),
        AttributeType::Dynamic => "dynamic".to_owned(),
        AttributeType::List(element) => format!("list({})", type_text(element)),
        AttributeType::Set(element) => format!("set({})", type_text(element)),
        AttributeType::Map(element) => format!("map({})", type_text(element)),
        AttributeType::Tuple(types) => {
            format!("tuple([{}])", types.iter().map(type_text).collect::<Vec<_>>().join(", "))
        }
        AttributeType::Object(members) => {
            let member = |(name, ty): &(String, AttributeType)| format!("{name} = {}", type_text(ty));
            format!("object({{ {} }})", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        AttributeType::Nested(nesting, _) => format!("nested {}", nesting_text(*nesting)),
    }
}
