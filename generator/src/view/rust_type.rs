//! Attribute types and blocks as Rust types, and the names of the structs that nested ones become.
//!
//! One thing (a resource, a data source, the provider) has one file and one [`Names`]; what is claimed first keeps its
//! name, so the thing's own types always have theirs.

use super::{hook, identifier};
use crate::ir::{Attribute, AttributeType, Block, BlockNesting, Mode, Nesting, Schema};
use std::collections::{BTreeMap, BTreeSet};

/// What a struct is for: it decides which attributes it has and how their types are wrapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// what a resource's handler returns
    Model,
    /// what a resource's handler is asked for
    Plan,
    /// what finds a resource again
    Identity,
    /// anything of a resource, of which anything may be missing
    View,
    /// what a data source's handler returns
    Data,
    /// what a data source's handler is asked for
    DataConfig,
    /// the configuration of the provider, and of what is neither stored nor looked up
    Config,
}

impl Role {
    /// The end of the struct's name.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Model => "Model",
            Self::Plan => "Plan",
            Self::Identity => "Identity",
            Self::View => "View",
            Self::Data => "Data",
            Self::DataConfig => "DataConfig",
            Self::Config => "Config",
        }
    }

    /// The role whose struct an object has for this one: what is given, what is asked for, what may be missing.
    #[must_use]
    pub fn of_object(self) -> Self {
        match self {
            Self::Model | Self::Data | Self::Identity => Self::Model,
            Self::Plan | Self::DataConfig | Self::Config => Self::Plan,
            Self::View => Self::View,
        }
    }

    /// Whether structs of this role have the attribute.
    pub fn has_attribute(self, attribute: &Attribute) -> bool {
        match self {
            Self::Model => !attribute.write_only && !attribute.local,
            Self::Data => !attribute.write_only && !attribute.carried,
            Self::Plan | Self::DataConfig | Self::Config => attribute.mode != Mode::Computed && !attribute.carried,
            Self::Identity | Self::View => true,
        }
    }

    /// Whether structs of this role have the block.
    pub fn has_block(self, block: &Block) -> bool {
        match self {
            Self::Plan | Self::DataConfig | Self::Config => !block.computed && !block.carried,
            Self::Model | Self::Data => !block.carried,
            Self::Identity | Self::View => true,
        }
    }
}

/// What the paths of objects' structs start with, in files that import the module.
pub const OBJECTS: &str = "objects::";

/// What an object's structs are for.
const OBJECT_ROLES: [Role; 3] = [Role::Model, Role::Plan, Role::View];

/// The type names of one thing.
#[derive(Debug)]
pub struct Names {
    thing: String,
    taken: BTreeSet<String>,
    bases: BTreeMap<String, String>,
    enums: BTreeMap<String, String>,
}

impl Names {
    /// Names everything in the schema of the thing called `thing`, whose own structs have the given roles.
    pub fn new(thing: &str, own: &[Role], nested: &[Role], schema: &Schema) -> Self {
        let mut names = Self {
            thing: thing.to_owned(),
            taken: own
                .iter()
                .map(|role| role.suffix())
                .chain(["Hooks", "Planning"].into_iter().filter(|_| hook::has_hooks(schema)))
                .map(|suffix| identifier::type_name(thing, suffix))
                .collect(),
            bases: BTreeMap::from([(String::new(), stem(thing))]),
            enums: BTreeMap::new(),
        };
        names.name_level("", nested, &schema.attributes, &schema.blocks);
        names
    }

    /// Names everything in an object, whose structs all things that use it share.
    pub fn of_object(name: &str, attributes: &[Attribute], blocks: &[Block]) -> Self {
        let mut names = Self {
            thing: name.to_owned(),
            taken: OBJECT_ROLES.iter().map(|role| identifier::type_name(name, role.suffix())).collect(),
            bases: BTreeMap::from([(String::new(), stem(name))]),
            enums: BTreeMap::new(),
        };
        names.name_level("", &OBJECT_ROLES, attributes, blocks);
        names
    }

    /// Whether a struct of an object is named.
    pub fn uses_objects(&self) -> bool {
        self.bases.values().chain(self.enums.values()).any(|name| name.starts_with(OBJECTS))
    }

    /// The struct of the attribute or block at an address, or of the thing itself at the empty address.
    pub fn record(&self, address: &str, role: Role) -> String {
        let base = self.base(address);
        let role = if base.starts_with(OBJECTS) { role.of_object() } else { role };
        format!("{base}{}", role.suffix())
    }

    /// The struct of the object type at an address: one for all roles, but its view.
    pub fn object(&self, address: &str, role: Role) -> String {
        let suffix = if role == Role::View { "View" } else { "" };
        format!("{}{suffix}", self.base(address))
    }

    /// The enum of the attribute at an address.
    pub fn enumeration(&self, address: &str) -> Option<&str> {
        self.enums.get(address).map(String::as_str)
    }

    fn base(&self, address: &str) -> &str {
        self.bases.get(address).map_or("", String::as_str)
    }

    fn name_level(&mut self, address: &str, roles: &[Role], attributes: &[Attribute], blocks: &[Block]) {
        let suffixes: Vec<_> = roles.iter().map(|role| role.suffix()).collect();
        for attribute in attributes {
            let address = join(address, &attribute.name);
            if let (AttributeType::Nested(_, nested), Some(object)) = (&attribute.ty, &attribute.object) {
                self.adopt(&address, object, nested, &[]);
            } else if let AttributeType::Nested(_, nested) = &attribute.ty {
                self.claim_base(&address, &suffixes);
                self.name_level(&address, roles, nested, &[]);
            } else if attribute.enum_values.is_empty() {
                self.name_objects(&address, &attribute.ty);
            } else {
                let name = self.claim(&identifier::enum_name(&join(&self.thing, &address)), &[""]);
                self.enums.insert(address, name);
            }
        }
        for block in blocks {
            let address = join(address, &block.name);
            if let Some(object) = &block.object {
                self.adopt(&address, object, &block.attributes, &block.blocks);
                continue;
            }
            self.claim_base(&address, &suffixes);
            self.name_level(&address, roles, &block.attributes, &block.blocks);
        }
    }

    /// Names what is made of an object as the object's file does.
    fn adopt(&mut self, address: &str, object: &str, attributes: &[Attribute], blocks: &[Block]) {
        let names = Self::of_object(object, attributes, blocks);
        let module = identifier::module(object);
        let path = |name: String| if name.starts_with(OBJECTS) { name } else { format!("{OBJECTS}{module}::{name}") };
        let below = |inner: String| if inner.is_empty() { address.to_owned() } else { join(address, &inner) };
        self.bases.extend(names.bases.into_iter().map(|(inner, name)| (below(inner), path(name))));
        self.enums.extend(names.enums.into_iter().map(|(inner, name)| (below(inner), path(name))));
    }

    fn name_objects(&mut self, address: &str, ty: &AttributeType) {
        match ty {
            AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => {
                self.name_objects(address, element);
            }
            AttributeType::Object(members) => {
                self.claim_base(address, &["", "View"]);
                for (name, ty) in members {
                    self.name_objects(&join(address, name), ty);
                }
            }
            AttributeType::Tuple(elements) => {
                for (n, ty) in elements.iter().enumerate() {
                    self.name_objects(&join(address, &n.to_string()), ty);
                }
            }
            _ => {}
        }
    }

    fn claim_base(&mut self, address: &str, suffixes: &[&str]) {
        let base = self.claim(&stem(&join(&self.thing, address)), suffixes);
        self.bases.insert(address.to_owned(), base);
    }

    /// Takes the name, or the first numbered one, that is free with every suffix.
    fn claim(&mut self, wanted: &str, suffixes: &[&str]) -> String {
        let mut name = wanted.to_owned();
        let mut number = 2;
        while suffixes.iter().any(|suffix| self.taken.contains(&format!("{name}{suffix}"))) {
            name = format!("{wanted}{number}");
            number += 1;
        }
        self.taken.extend(suffixes.iter().map(|suffix| format!("{name}{suffix}")));
        name
    }
}

/// What the names of an address's structs start with.
fn stem(address: &str) -> String {
    // A suffix keeps a keyword such as `Self` from being escaped; none of them stands alone.
    let mut name = identifier::type_name(address, "X");
    name.pop();
    name
}

/// An address one level down.
pub fn join(address: &str, name: &str) -> String {
    if address.is_empty() { name.to_owned() } else { format!("{address}.{name}") }
}

/// The type of a field that holds an attribute.
pub fn attribute_field(names: &Names, address: &str, attribute: &Attribute, role: Role) -> String {
    let ty = attribute_value(names, address, attribute, role);
    if may_be_missing(attribute, role) { format!("Option<{ty}>") } else { ty }
}

/// The type of an attribute's value when it is there; its elements may still be null.
pub fn attribute_value(names: &Names, address: &str, attribute: &Attribute, role: Role) -> String {
    typed(names, address, &attribute.ty, role, Elements::of(attribute))
}

/// Whether elements of a collection may be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Elements {
    /// They are there.
    Given,
    /// They may be null.
    Nullable,
}

impl Elements {
    /// What the attribute says of its elements.
    pub fn of(attribute: &Attribute) -> Self {
        if attribute.null_elements { Self::Nullable } else { Self::Given }
    }
}

fn may_be_missing(attribute: &Attribute, role: Role) -> bool {
    let collection = matches!(
        attribute.ty,
        AttributeType::List(_)
            | AttributeType::Set(_)
            | AttributeType::Map(_)
            | AttributeType::Nested(Nesting::List | Nesting::Set | Nesting::Map, _)
    );
    let given = attribute.mode == Mode::Required
        || attribute.default.is_some()
        || (collection && attribute.null_when_empty && attribute.mode == Mode::Optional);
    match role {
        Role::View | Role::Identity => false,
        Role::Model | Role::Data => attribute.nullable || (attribute.mode == Mode::Optional && !given),
        Role::Plan | Role::DataConfig | Role::Config => !given,
    }
}

/// A type whose elements are all there.
pub fn attribute_type(names: &Names, address: &str, ty: &AttributeType, role: Role) -> String {
    typed(names, address, ty, role, Elements::Given)
}

fn typed(names: &Names, address: &str, ty: &AttributeType, role: Role, elements: Elements) -> String {
    let text = |address: &str| names.enumeration(address).unwrap_or("String").to_owned();
    let holder = |address: &str, ty: &AttributeType| match ty {
        AttributeType::Nested(..) => names.record(address, role),
        _ => names.object(address, role),
    };
    spelled(address, ty, elements, &text, &holder)
}

/// A type with `text` for strings, and `holder` for what holds several attributes.
pub fn spelled(
    address: &str,
    ty: &AttributeType,
    elements: Elements,
    text: &dyn Fn(&str) -> String,
    holder: &dyn Fn(&str, &AttributeType) -> String,
) -> String {
    let element = |ty: &AttributeType| {
        let ty = spelled(address, ty, elements, text, holder);
        if elements == Elements::Nullable { format!("Option<{ty}>") } else { ty }
    };
    match ty {
        AttributeType::Bool => "bool".to_owned(),
        AttributeType::String => text(address),
        AttributeType::Number => "rt::Number".to_owned(),
        AttributeType::Int32 => "i32".to_owned(),
        AttributeType::Int64 => "i64".to_owned(),
        AttributeType::Float32 => "f32".to_owned(),
        AttributeType::Float64 => "f64".to_owned(),
        AttributeType::Dynamic => "rt::Value".to_owned(),
        AttributeType::List(ty) | AttributeType::Set(ty) => format!("Vec<{}>", element(ty)),
        AttributeType::Map(ty) => format!("rt::Map<{}>", element(ty)),
        AttributeType::Tuple(types) => {
            let types: Vec<_> = (types.iter().enumerate())
                .map(|(n, ty)| spelled(&join(address, &n.to_string()), ty, Elements::Given, text, holder))
                .collect();
            if let [only] = types.as_slice() { format!("({only},)") } else { format!("({})", types.join(", ")) }
        }
        AttributeType::Object(_) | AttributeType::Nested(Nesting::Single, _) => holder(address, ty),
        AttributeType::Nested(Nesting::List | Nesting::Set, _) => format!("Vec<{}>", holder(address, ty)),
        AttributeType::Nested(Nesting::Map, _) => format!("rt::Map<{}>", holder(address, ty)),
    }
}

/// The type of a field that holds a block.
pub fn block_field(names: &Names, address: &str, block: &Block, role: Role) -> String {
    let record = names.record(address, role);
    match block.nesting {
        BlockNesting::Group => record,
        BlockNesting::Single if role == Role::View => record,
        BlockNesting::Single => format!("Option<{record}>"),
        BlockNesting::List | BlockNesting::Set => format!("Vec<{record}>"),
        BlockNesting::Map => format!("rt::Map<{record}>"),
    }
}
