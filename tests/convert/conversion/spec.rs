//! The provider code specification, version 0.1, to what it means.

use std::collections::BTreeMap;

use serde_json::{Map, Value as Json};
use tfgen::ir::{Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, Schema};
use tfgen_cty::{Number, Value};

use super::custom;
use super::meaning::{Meaning, Outcome, Thing, attribute, block, identity, nested_type};

/// What a specification means.
pub fn read(document: &Json) -> Meaning {
    let prefix = document["provider"]["name"].as_str().unwrap_or("provider").to_owned();
    let mut meaning = Meaning { provider: prefix.replace('_', "-"), prefix, ..Meaning::default() };
    meaning.check_keys("", document, &["$schema", "version", "provider", "resources", "datasources"]);
    meaning.check_keys("provider", &document["provider"], &["name", "schema"]);
    push(&mut meaning, "provider", "provider", &document["provider"]["schema"]);
    for (section, kind) in [("resources", "resource"), ("datasources", "data")] {
        for each in document[section].as_array().into_iter().flatten() {
            let name = each["name"].as_str().unwrap_or_default();
            meaning.check_keys(&format!("{kind}.{name}"), each, &["name", "schema"]);
            push(&mut meaning, kind, name, &each["schema"]);
        }
    }
    meaning
}

/// What the schema of a thing says.
const OF_SCHEMA: &[&str] = &["attributes", "blocks", "description", "markdown_description", "deprecation_message"];

/// What an attribute, a block, or the object in one of them says. That which is of another type is refused by whoever reads it.
const OF_BODY: &[&str] = &[
    "computed_optional_required",
    "optional_required",
    "custom_type",
    "associated_external_type",
    "deprecation_message",
    "description",
    "sensitive",
    "validators",
    "default",
    "plan_modifiers",
    "element_type",
    "attribute_types",
    "nested_object",
    "attributes",
    "blocks",
];

fn push(meaning: &mut Meaning, kind: &'static str, name: &str, schema: &Json) {
    let empty = Map::new();
    let object = schema.as_object().unwrap_or(&empty);
    let mut reader =
        Reader { kind, root: format!("{kind}.{name}"), hooks: Vec::new(), hook_names: BTreeMap::new(), meaning };
    reader.meaning.check_keys(&reader.root, schema, OF_SCHEMA);
    if object.contains_key("description") && object.contains_key("markdown_description") {
        reader.note("description", "", "the Markdown stands for the plain text", Outcome::NoEffect);
    }
    let (attributes, blocks) = reader.contents(object, "");
    let hooks = std::mem::take(&mut reader.hooks);
    let description = text(object, "markdown_description").or_else(|| text(object, "description"));
    let mut schema = Schema {
        description: description.unwrap_or_default(),
        deprecation_message: text(object, "deprecation_message"),
        attributes,
        blocks,
        ..Schema::default()
    };
    let identity = if kind == "resource" { identity(&mut schema) } else { Vec::new() };
    meaning.things.push(Thing {
        kind,
        name: name.to_owned(),
        type_name: String::new(),
        schema,
        identity,
        identity_version: 0,
        hooks,
        function: None,
    });
}

/// Line ends and blanks at the end mean nothing.
fn text(object: &Map<String, Json>, key: &str) -> Option<String> {
    let text = object.get(key)?.as_str()?.replace("\r\n", "\n");
    Some(text.trim_end().to_owned()).filter(|text| !text.is_empty())
}

/// The kinds of values of an attribute.
const TYPES: &[&str] = &[
    "bool",
    "dynamic",
    "float64",
    "int64",
    "list",
    "list_nested",
    "map",
    "map_nested",
    "number",
    "object",
    "set",
    "set_nested",
    "single_nested",
    "string",
];

struct Reader<'a> {
    kind: &'static str,
    root: String,
    hooks: Vec<&'static str>,
    /// Names of functions that are taken, and by which address.
    hook_names: BTreeMap<String, String>,
    meaning: &'a mut Meaning,
}

impl Reader<'_> {
    fn contents(&mut self, object: &Map<String, Json>, address: &str) -> (Vec<Attribute>, Vec<Block>) {
        let each = |key: &str| object.get(key).and_then(Json::as_array).cloned().unwrap_or_default();
        let (mut attributes, mut blocks) = (Vec::new(), Vec::new());
        for json in each("attributes") {
            let found = self.attribute(&json, address);
            attributes.extend(self.or_dropped("attribute", &json, address, found));
        }
        for json in each("blocks") {
            let found = self.block(&json, address);
            blocks.extend(self.or_dropped("block", &json, address, found));
        }
        attributes.sort_by(|a, b| a.name.cmp(&b.name));
        blocks.sort_by(|a, b| a.name.cmp(&b.name));
        (attributes, blocks)
    }

    /// What could not be read is lost, and said to be.
    fn or_dropped<T>(&mut self, what: &'static str, json: &Json, outer: &str, found: Option<T>) -> Option<T> {
        if found.is_none() {
            self.note(what, outer, json.to_string(), Outcome::Dropped);
        }
        found
    }

    fn attribute(&mut self, json: &Json, outer: &str) -> Option<Attribute> {
        let name = json["name"].as_str()?;
        let address = join(outer, name);
        let kind = TYPES.iter().find(|kind| json.get(**kind).is_some())?;
        self.check_keys(&address, json, &["name", *kind]);
        let body = json[*kind].as_object()?;
        let mode = match (body.get("computed_optional_required").or(body.get("optional_required"))?).as_str()? {
            "required" => Mode::Required,
            "computed" => Mode::Computed,
            "computed_optional" => Mode::OptionalComputed,
            _ => Mode::Optional,
        };
        let ty = self.attribute_type(kind, body, &address);
        let mut found = attribute(name, ty, mode);
        found.sensitive = body.get("sensitive").and_then(Json::as_bool).unwrap_or(false);
        // The original's values may all be null.
        found.nullable = matches!(mode, Mode::Computed | Mode::OptionalComputed);
        found.description = text(body, "description").unwrap_or_default();
        found.deprecation_message = text(body, "deprecation_message");
        found.default = static_default(body);
        if found.default.is_none()
            && let Some(given) = body.get("default").and_then(|it| it.get("static"))
        {
            self.note("default", &address, given.to_string(), Outcome::Dropped);
        }
        self.customs(body, &address, &mut found);
        if let Some(nested) = body.get("nested_object").and_then(Json::as_object) {
            self.customs(nested, &address, &mut found);
        }
        if found.default.is_some() {
            found.nullable = false;
            if found.mode == Mode::Optional {
                found.mode = Mode::OptionalComputed;
                self.note("mode", &address, "computed, too, as the framework demands for a default", Outcome::Mapped);
            }
        }
        Some(found)
    }

    fn attribute_type(&mut self, kind: &str, body: &Map<String, Json>, address: &str) -> AttributeType {
        let nested = |this: &mut Self, nesting| {
            let inner = body.get("nested_object").and_then(Json::as_object).unwrap_or(body);
            nested_type(nesting, this.contents(inner, address).0)
        };
        match kind {
            "list_nested" => nested(self, Nesting::List),
            "set_nested" => nested(self, Nesting::Set),
            "map_nested" => nested(self, Nesting::Map),
            "single_nested" => nested(self, Nesting::Single),
            "list" | "set" | "map" => {
                let element =
                    body.get("element_type").map_or(AttributeType::Dynamic, |json| self.element(json, address));
                collection(kind, element)
            }
            "object" => self.object(body, address),
            simple => simple_type(simple),
        }
    }

    /// `{"string": {…}}` and the like.
    fn element(&mut self, json: &Json, address: &str) -> AttributeType {
        let Some((kind, body)) =
            json.as_object().and_then(|it| it.iter().find(|(key, _)| TYPES.contains(&key.as_str())))
        else {
            self.note("type", address, json.to_string(), Outcome::Dropped);
            return AttributeType::Dynamic;
        };
        self.check_keys(address, body, &["custom_type", "element_type", "attribute_types"]);
        let empty = Map::new();
        let body = body.as_object().unwrap_or(&empty);
        self.go_types(body, address);
        match kind.as_str() {
            "list" | "set" | "map" => {
                let element =
                    body.get("element_type").map_or(AttributeType::Dynamic, |json| self.element(json, address));
                collection(kind, element)
            }
            "object" => self.object(body, address),
            simple => simple_type(simple),
        }
    }

    fn object(&mut self, body: &Map<String, Json>, address: &str) -> AttributeType {
        let members = body.get("attribute_types").and_then(Json::as_array).cloned().unwrap_or_default();
        let mut members: Vec<_> = (members.iter())
            .filter_map(|json| Some((json["name"].as_str()?.to_owned(), self.element(json, address))))
            .collect();
        members.sort_by(|(a, _), (b, _)| a.cmp(b));
        AttributeType::Object(members)
    }

    fn block(&mut self, json: &Json, outer: &str) -> Option<Block> {
        let name = json["name"].as_str()?;
        let address = join(outer, name);
        let kinds = [
            ("list_nested", BlockNesting::List),
            ("set_nested", BlockNesting::Set),
            ("single_nested", BlockNesting::Single),
        ];
        let (kind, nesting) = kinds.into_iter().find(|(kind, _)| json.get(kind).is_some())?;
        self.check_keys(&address, json, &["name", kind]);
        let body = json[kind].as_object()?;
        let inner = body.get("nested_object").and_then(Json::as_object).unwrap_or(body);
        let (attributes, blocks) = self.contents(inner, &address);
        // What a block can have of this, an attribute has too.
        let mut stand_in = attribute(name, AttributeType::Dynamic, Mode::Optional);
        self.customs(body, &address, &mut stand_in);
        if !std::ptr::eq(body, inner) {
            self.customs(inner, &address, &mut stand_in);
        }
        if let Some(default) = &stand_in.default {
            self.note("default", &address, format!("{default:?}"), Outcome::Dropped);
        }
        Some(Block {
            description: text(body, "description").unwrap_or_default(),
            deprecation_message: text(body, "deprecation_message"),
            requires_replace: stand_in.requires_replace,
            attributes,
            blocks,
            validators: stand_in.validators,
            ..block(name, nesting)
        })
    }

    /// Custom types, defaults, validators and plan modifiers: Go, of which some is known.
    fn customs(&mut self, body: &Map<String, Json>, address: &str, found: &mut Attribute) {
        self.check_keys(address, &Json::Object(body.clone()), OF_BODY);
        self.go_types(body, address);
        if let Some(go) =
            body.get("default").and_then(|it| it.pointer("/custom/schema_definition")).and_then(Json::as_str)
        {
            match custom::default(go, &found.ty) {
                custom::Default::Value(value) => found.default = Some(value),
                custom::Default::Null => {
                    self.note("default", address, "null: what is there without one, too", Outcome::NoEffect);
                }
                custom::Default::Unknown => self.thing_hook("default", "plan", address, go),
            }
        }
        for validator in body.get("validators").and_then(Json::as_array).into_iter().flatten() {
            match validator.pointer("/custom/schema_definition").and_then(Json::as_str) {
                Some(go) => self.validators(go, address, found),
                None => self.note("validator", address, validator.to_string(), Outcome::Dropped),
            }
        }
        for modifier in body.get("plan_modifiers").and_then(Json::as_array).into_iter().flatten() {
            match modifier.pointer("/custom/schema_definition").and_then(Json::as_str) {
                Some(go) => self.plan_modifier(go, address, found),
                None => self.note("plan modifier", address, modifier.to_string(), Outcome::Dropped),
            }
        }
    }

    fn validators(&mut self, go: &str, address: &str, found: &mut Attribute) {
        if found.mode == Mode::Computed {
            return self.note("validator", address, format!("{go}: no configuration has the value"), Outcome::NoEffect);
        }
        for part in custom::validators(go, &found.ty, address) {
            match part {
                custom::Part::Known(rule) => found.validators.push(rule),
                // It looks at other attributes, or has to run when there is no value.
                custom::Part::OfOthers(go) => self.thing_hook("validator", "validate", address, &go),
                custom::Part::OfValue(go) => {
                    let rule = tfgen::ir::Validator::Hook(self.hook_name(address));
                    if !found.validators.contains(&rule) {
                        found.validators.push(rule);
                    }
                    self.note("validator", address, go, Outcome::Hook);
                }
            }
        }
    }

    /// A name of a function for an address: 40 characters at most, and no two addresses share one.
    fn hook_name(&mut self, address: &str) -> String {
        const MOST: usize = 40 - "_is_valid".len();
        let whole = address.replace('.', "_");
        // The end tells more than the beginning, in whole words of which the first begins with a letter.
        let cut = whole.len().saturating_sub(MOST);
        let end = whole.get(cut..).unwrap_or(&whole);
        let end = if cut == 0 { end } else { end.split_once('_').map_or(end, |(_, rest)| rest) };
        let end = end.trim_start_matches(|c: char| !c.is_ascii_lowercase());
        let mut name = format!("{end}_is_valid");
        let mut n = 1;
        while self.hook_names.get(&name).is_some_and(|taken| taken != address) {
            n += 1;
            let number = format!("_{n}_is_valid");
            let kept = end.get(..end.len().min(40 - number.len())).unwrap_or(end).trim_end_matches('_');
            name = format!("{kept}{number}");
        }
        self.hook_names.insert(name.clone(), address.to_owned());
        name
    }

    fn plan_modifier(&mut self, go: &str, address: &str, found: &mut Attribute) {
        let can_be_configured = found.mode != Mode::Computed;
        let rule = go.rsplit('.').next().unwrap_or(go).trim();
        let is_computed = matches!(found.mode, Mode::Computed | Mode::OptionalComputed);
        match rule {
            "UseStateForUnknown()" if is_computed && found.default.is_none() => {
                found.when_unset = tfgen::ir::WhenUnset::PriorState;
            }
            "UseStateForUnknown()" => {
                self.note("plan modifier", address, format!("{go}: the value is never unknown"), Outcome::NoEffect);
            }
            "RequiresReplaceIfConfigured()" if !can_be_configured => {
                self.note("plan modifier", address, format!("{go}: no configuration has the value"), Outcome::NoEffect);
            }
            // What the provider alone plans may replace the object: that is for its own code to say.
            "RequiresReplace()" if can_be_configured => found.requires_replace = tfgen::ir::RequiresReplace::Always,
            "RequiresReplaceIfConfigured()" => found.requires_replace = tfgen::ir::RequiresReplace::IfConfigured,
            _ => self.thing_hook("plan modifier", "plan", address, go),
        }
    }

    /// Something that the thing's own hook does: the schema names the hook, and rustc asks for it.
    fn thing_hook(&mut self, construct: &'static str, hook: &'static str, address: &str, go: &str) {
        let possible = match hook {
            "plan" => self.kind == "resource",
            _ => matches!(self.kind, "resource" | "data" | "provider"),
        };
        if possible && !self.hooks.contains(&hook) {
            self.hooks.push(hook);
        }
        self.note(construct, address, go, if possible { Outcome::Hook } else { Outcome::Dropped });
    }

    /// Go types of values: the built-in ones are what is generated anyway; others are the business of Rust code.
    fn go_types(&mut self, body: &Map<String, Json>, address: &str) {
        if let Some(ty) = body.get("custom_type").and_then(|it| it["type"].as_str()) {
            let is_own = custom::is_built_in(body.get("custom_type").unwrap_or(&Json::Null));
            let outcome = if is_own { Outcome::Mapped } else { Outcome::Hook };
            self.note("custom type", address, ty, outcome);
        }
        if let Some(ty) = body.get("associated_external_type").and_then(|it| it["type"].as_str()) {
            self.note("external type", address, format!("{ty}: `impl From` in Rust"), Outcome::Hook);
        }
    }

    fn check_keys(&mut self, address: &str, json: &Json, known: &[&str]) {
        let place = join(&self.root, address);
        self.meaning.check_keys(&place, json, known);
    }

    fn note(&mut self, construct: &'static str, address: &str, text: impl Into<String>, outcome: Outcome) {
        let place = join(&self.root, address);
        self.meaning.note(construct, &place, text, outcome);
    }
}

fn join(outer: &str, name: &str) -> String {
    match (outer, name) {
        ("", name) => name.to_owned(),
        (outer, "") => outer.to_owned(),
        (outer, name) => format!("{outer}.{name}"),
    }
}

fn collection(kind: &str, element: AttributeType) -> AttributeType {
    let element = Box::new(element);
    match kind {
        "list" => AttributeType::List(element),
        "set" => AttributeType::Set(element),
        _ => AttributeType::Map(element),
    }
}

fn simple_type(kind: &str) -> AttributeType {
    match kind {
        "bool" => AttributeType::Bool,
        "float64" => AttributeType::Float64,
        "int64" => AttributeType::Int64,
        "number" => AttributeType::Number,
        "string" => AttributeType::String,
        _ => AttributeType::Dynamic,
    }
}

fn static_default(body: &Map<String, Json>) -> Option<Value> {
    match body.get("default")?.get("static")? {
        Json::Bool(value) => Some(Value::Bool(*value)),
        Json::String(text) => Some(Value::string(text)),
        Json::Number(number) => number.to_string().parse::<Number>().ok().map(Value::number),
        _ => None,
    }
}
