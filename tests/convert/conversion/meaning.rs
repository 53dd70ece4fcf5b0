//! What an input means, as the IR that a schema in TOML must give, and what of it is more than a schema.

use serde_json::{Map, Value as Json};
use tfgen::ir::{
    Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, OnChange, RequiresReplace, Schema, WhenUnset,
};

/// Everything that one input describes.
#[derive(Debug, Default)]
pub struct Meaning {
    /// The provider's name.
    pub provider: String,
    /// What its type names start with.
    pub prefix: String,
    /// Things in the order of the input.
    pub things: Vec<Thing>,
    /// Constructs that are not (only) part of a schema.
    pub notes: Vec<Note>,
}

/// The provider, a resource, a data source, …
#[derive(Debug)]
pub struct Thing {
    /// `provider`, `resource`, `data`, …
    pub kind: &'static str,
    /// Without the provider's prefix.
    pub name: String,
    /// The full type name, where there is one.
    pub type_name: String,
    /// What stands in it.
    pub schema: Schema,
    /// Root attributes that find the object again, of a resource.
    pub identity: Vec<String>,
    pub identity_version: i64,
    /// Hooks of the whole thing.
    pub hooks: Vec<&'static str>,
    /// Of a function: parameters and the result.
    pub function: Option<Function>,
}

/// What a function has.
#[derive(Debug)]
pub struct Function {
    pub parameters: Vec<Parameter>,
    pub variadic: Option<Parameter>,
    pub result: AttributeType,
    pub summary: String,
}

/// A parameter of a function.
#[derive(Debug)]
pub struct Parameter {
    pub name: String,
    pub ty: AttributeType,
    pub nullable: bool,
    pub description: String,
}

/// What becomes of one construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// the schema says it, and the IR has it
    Mapped,
    /// the schema names it, and a function in Rust does it
    Hook,
    /// it does nothing in the original either
    NoEffect,
    /// it is lost
    Dropped,
}

/// A construct that the IR alone does not show.
#[derive(Clone, Debug)]
pub struct Note {
    pub construct: &'static str,
    pub place: String,
    pub text: String,
    pub outcome: Outcome,
}

impl Meaning {
    /// What the input says and nobody reads is lost.
    pub fn check_keys(&mut self, place: &str, json: &Json, known: &[&str]) {
        for (key, value) in json.as_object().into_iter().flatten().filter(|(key, _)| !known.contains(&key.as_str())) {
            let is_empty = value.is_null() || value.as_object().is_some_and(Map::is_empty);
            let outcome = if is_empty { Outcome::NoEffect } else { Outcome::Dropped };
            self.note("unknown key", place, format!("{key}: {value}"), outcome);
        }
    }

    pub fn note(&mut self, construct: &'static str, place: &str, text: impl Into<String>, outcome: Outcome) {
        self.notes.push(Note { construct, place: place.to_owned(), text: text.into(), outcome });
    }
}

/// An attribute with nothing but a name, a type and a mode.
pub fn attribute(name: &str, ty: AttributeType, mode: Mode) -> Attribute {
    Attribute {
        name: name.to_owned(),
        ty,
        object: None,
        mode,
        sensitive: false,
        write_only: false,
        nullable: false,
        local: false,
        carried: false,
        null_when_empty: false,
        null_elements: false,
        description: String::new(),
        deprecation_message: None,
        default: None,
        env: Vec::new(),
        enum_values: Vec::new(),
        requires_replace: RequiresReplace::Never,
        when_unset: WhenUnset::Unknown,
        validators: Vec::new(),
        identity_key: Vec::new(),
        format: None,
        prefix: String::new(),
        on_change: OnChange::Nothing,
    }
}

/// Attributes in another. An object that never has any is said as a type: Terraform takes and keeps the same values.
pub fn nested_type(nesting: Nesting, attributes: Vec<Attribute>) -> AttributeType {
    if !attributes.is_empty() {
        return AttributeType::Nested(nesting, attributes);
    }
    let object = AttributeType::Object(Vec::new());
    match nesting {
        Nesting::Single => object,
        Nesting::List => AttributeType::List(Box::new(object)),
        Nesting::Set => AttributeType::Set(Box::new(object)),
        Nesting::Map => AttributeType::Map(Box::new(object)),
    }
}

/// A block with nothing in it.
pub fn block(name: &str, nesting: BlockNesting) -> Block {
    Block {
        name: name.to_owned(),
        nesting,
        object: None,
        min_items: 0,
        max_items: 0,
        requires_replace: RequiresReplace::Never,
        computed: false,
        carried: false,
        description: String::new(),
        deprecation_message: None,
        identity_key: Vec::new(),
        validators: Vec::new(),
        attributes: Vec::new(),
        blocks: Vec::new(),
    }
}

fn is_simple(ty: &AttributeType) -> bool {
    use AttributeType::{Bool, Float32, Float64, Int32, Int64, Number, String};
    matches!(ty, Bool | Float32 | Float64 | Int32 | Int64 | Number | String)
}

/// The root attributes by which an object is found: its id, or what is always there.
pub fn identity(schema: &mut Schema) -> Vec<String> {
    let is_handy =
        |ty: &AttributeType| matches!(ty, AttributeType::String | AttributeType::Int64 | AttributeType::Number);
    let is_possible = |ty: &AttributeType| match ty {
        AttributeType::List(element) => is_simple(element),
        ty => is_simple(ty),
    };
    let fits = |each: &&Attribute| each.mode != Mode::Optional && !each.write_only;
    let found = schema.attributes.iter().filter(fits);
    let mut handy = found.clone().filter(|each| is_handy(&each.ty));
    let id = handy.clone().find(|each| each.name == "id");
    let required = handy.clone().find(|each| each.mode == Mode::Required);
    let other = || found.clone().find(|each| is_possible(&each.ty));
    let name = id.or(required).or(handy.next()).or_else(other).map(|each| each.name.clone());
    for attribute in schema.attributes.iter_mut().filter(|each| Some(&each.name) == name.as_ref()) {
        // What finds an object is always there.
        attribute.nullable = false;
    }
    name.into_iter().collect()
}
