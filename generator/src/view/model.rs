//! The structs, enums and views of one thing, as the templates print them.

use super::documentation::{self, lines, summary};
use super::identifier;
use super::layout::{self, Expression};
use super::literal;
use super::rust_type::{Names, Role, attribute_field, attribute_type, block_field, join};
use crate::ir::{Attribute, AttributeType, Block, Mode, Nesting, Schema};
use serde::Serialize;

/// A struct whose fields are the attributes of one level.
#[derive(Debug, Serialize)]
pub struct RecordView {
    doc: Vec<String>,
    name: String,
    has_fields: bool,
    /// Its `Debug` must not show a sensitive or write-only field.
    hides: bool,
    fields: Vec<FieldView>,
    names: String,
    slots: String,
}

/// A field, or an accessor of a view.
#[derive(Debug, Serialize)]
pub struct FieldView {
    doc: Vec<String>,
    name: String,
    attribute: String,
    ty: String,
    /// The field or the head of the accessor, laid out.
    declaration: String,
    sensitive: bool,
}

/// A struct with an accessor per attribute.
#[derive(Debug, Serialize)]
pub struct ViewView {
    doc: Vec<String>,
    name: String,
    has_accessors: bool,
    accessors: Vec<FieldView>,
}

/// An enum of strings.
#[derive(Debug, Serialize)]
pub struct EnumView {
    doc: Vec<String>,
    name: String,
    variants: Vec<VariantView>,
}

#[derive(Debug, Serialize)]
struct VariantView {
    doc: Vec<String>,
    name: String,
    default: bool,
    text: String,
}

/// The constant of an attribute's address.
#[derive(Debug, Serialize)]
pub struct AddressView {
    name: String,
    address: String,
    value: String,
}

impl AddressView {
    fn new(address: String) -> Self {
        let name = identifier::constant(&address);
        let column = "    pub const : AttributePath =".len() + name.len();
        let value = Expression::Call("AttributePath", vec![literal::text(&address)]).assigned(4, column);
        Self { name, address, value }
    }
}

/// Everything that one thing declares besides its static table.
#[derive(Debug, Default, Serialize)]
pub struct Declarations {
    records: Vec<RecordView>,
    views: Vec<ViewView>,
    enums: Vec<EnumView>,
    addresses: Vec<AddressView>,
    has_addresses: bool,
    /// A struct of an object is named.
    uses_objects: bool,
}

/// One level of a schema: where it is and what it holds.
#[derive(Clone, Copy)]
struct Level<'a> {
    address: &'a str,
    attributes: &'a [Attribute],
    blocks: &'a [Block],
}

impl Declarations {
    /// Declares the structs of the given roles, each with what its documentation says first.
    pub fn new(names: &Names, schema: &Schema, roles: &[(Role, Vec<String>)]) -> Self {
        let mut declarations = Self::of_object(names, schema, roles);
        let root = Level { address: "", attributes: &schema.attributes, blocks: &schema.blocks };
        declarations.add_addresses(root);
        declarations.addresses.sort_by(|a, b| a.address.cmp(&b.address));
        declarations.has_addresses = !declarations.addresses.is_empty();
        declarations
    }

    /// Declares the structs of an object: what is in it has no address of its own.
    pub fn of_object(names: &Names, schema: &Schema, roles: &[(Role, Vec<String>)]) -> Self {
        let mut declarations = Self { uses_objects: names.uses_objects(), ..Self::default() };
        let root = Level { address: "", attributes: &schema.attributes, blocks: &schema.blocks };
        for (role, doc) in roles {
            declarations.add_level(names, root, *role, doc.clone());
        }
        declarations.add_shared(names, root);
        declarations
    }

    /// Declares what the parameters and the result of a function are made of; addresses are those of the parameters.
    pub fn of_function(names: &Names, parameters: &[Attribute], result: &Attribute) -> Self {
        let mut declarations = Self::default();
        let level = |attributes| Level { address: "", attributes, blocks: &[] };
        declarations.add_shared(names, level(parameters));
        declarations.add_shared(names, level(std::slice::from_ref(result)));
        declarations.add_addresses(level(parameters));
        declarations.has_addresses = !declarations.addresses.is_empty();
        declarations
    }

    /// The names of the structs and views.
    pub fn type_names(&self) -> impl Iterator<Item = &str> {
        self.records.iter().map(|each| each.name.as_str()).chain(self.views.iter().map(|each| each.name.as_str()))
    }

    /// Declares the identity of a resource: the named root attributes.
    pub fn add_identity(&mut self, names: &Names, schema: &Schema, identity: &[String], doc: Vec<String>) {
        let fields = (schema.attributes.iter())
            .filter(|attribute| identity.contains(&attribute.name))
            .map(|attribute| field(names, &attribute.name, attribute, Role::Identity));
        self.records.push(record(names.record("", Role::Identity), doc, fields.collect()));
    }

    fn add_level(&mut self, names: &Names, level: Level<'_>, role: Role, doc: Vec<String>) {
        let name = names.record(level.address, role);
        let fields = fields(names, level, role);
        if role == Role::View {
            self.views.push(view(name, doc, fields));
        } else {
            self.records.push(record(name, doc, fields));
        }
        let own = |attribute: &&Attribute| attribute.object.is_none() && role.has_attribute(attribute);
        for attribute in level.attributes.iter().filter(own) {
            if let AttributeType::Nested(nesting, nested) = &attribute.ty {
                let address = join(level.address, &attribute.name);
                let doc = lines(&format!("{} `{address}`{}.", portion(*nesting), purpose(role)), "");
                let level = Level { address: &address, attributes: nested, blocks: &[] };
                self.add_level(names, level, role, doc);
            }
        }
        for block in level.blocks.iter().filter(|block| block.object.is_none() && role.has_block(block)) {
            let address = join(level.address, &block.name);
            let doc = lines(&format!("One `{address}` block{}.", purpose(role)), "");
            let level = Level { address: &address, attributes: &block.attributes, blocks: &block.blocks };
            self.add_level(names, level, role, doc);
        }
    }

    /// Declares what all roles share: enums and the structs of object types.
    fn add_shared(&mut self, names: &Names, level: Level<'_>) {
        for attribute in level.attributes.iter().filter(|attribute| attribute.object.is_none()) {
            let address = join(level.address, &attribute.name);
            if let Some(name) = names.enumeration(&address) {
                self.enums.push(enumeration(name.to_owned(), &address, attribute));
            }
            if let AttributeType::Nested(_, nested) = &attribute.ty {
                self.add_shared(names, Level { address: &address, attributes: nested, blocks: &[] });
            } else {
                self.add_objects(names, &address, &attribute.ty);
            }
        }
        for block in level.blocks.iter().filter(|block| block.object.is_none()) {
            let address = join(level.address, &block.name);
            let level = Level { address: &address, attributes: &block.attributes, blocks: &block.blocks };
            self.add_shared(names, level);
        }
    }

    fn add_objects(&mut self, names: &Names, address: &str, ty: &AttributeType) {
        match ty {
            AttributeType::List(element) | AttributeType::Set(element) | AttributeType::Map(element) => {
                self.add_objects(names, address, element);
            }
            AttributeType::Tuple(elements) => {
                for (n, ty) in elements.iter().enumerate() {
                    self.add_objects(names, &join(address, &n.to_string()), ty);
                }
            }
            AttributeType::Object(members) => {
                let fields = |role: Role| {
                    let member = |(name, ty): &(String, AttributeType)| {
                        member_field(names, &join(address, name), name, ty, role)
                    };
                    members.iter().map(member).collect()
                };
                let doc = lines(&format!("One `{address}` object."), "");
                self.records.push(record(names.object(address, Role::Model), doc, fields(Role::Model)));
                let doc = lines(&format!("One `{address}` object, of which anything may be missing."), "");
                self.views.push(view(names.object(address, Role::View), doc, fields(Role::View)));
                for (name, ty) in members {
                    self.add_objects(names, &join(address, name), ty);
                }
            }
            _ => {}
        }
    }

    fn add_addresses(&mut self, level: Level<'_>) {
        for attribute in level.attributes {
            let address = join(level.address, &attribute.name);
            if let AttributeType::Nested(_, nested) = &attribute.ty {
                self.add_addresses(Level { address: &address, attributes: nested, blocks: &[] });
            }
            self.addresses.push(AddressView::new(address));
        }
        for block in level.blocks {
            let address = join(level.address, &block.name);
            self.add_addresses(Level { address: &address, attributes: &block.attributes, blocks: &block.blocks });
            self.addresses.push(AddressView::new(address));
        }
    }
}

fn portion(nesting: Nesting) -> &'static str {
    match nesting {
        Nesting::Single => "The value of",
        Nesting::List | Nesting::Set | Nesting::Map => "One element of",
    }
}

fn purpose(role: Role) -> &'static str {
    match role {
        Role::Plan | Role::DataConfig => " as it is asked for",
        Role::View => " of which anything may be missing",
        Role::Model | Role::Data | Role::Config | Role::Identity => "",
    }
}

fn fields(names: &Names, level: Level<'_>, role: Role) -> Vec<FieldView> {
    let attributes = (level.attributes.iter())
        .filter(|attribute| role.has_attribute(attribute))
        .map(|attribute| field(names, &join(level.address, &attribute.name), attribute, role));
    let blocks = (level.blocks.iter()).filter(|block| role.has_block(block)).map(|block| {
        let address = join(level.address, &block.name);
        let fallback = format!("The `{address}` blocks.");
        FieldView {
            doc: doc(&block.description, &fallback, block.deprecation_message.as_deref(), role),
            name: identifier::field(&block.name),
            attribute: block.name.clone(),
            ty: block_field(names, &address, block, role),
            declaration: String::new(),
            sensitive: false,
        }
    });
    let mut fields: Vec<_> = attributes.chain(blocks).collect();
    fields.sort_by(|a, b| a.attribute.cmp(&b.attribute));
    fields
}

fn field(names: &Names, address: &str, attribute: &Attribute, role: Role) -> FieldView {
    let mode = match attribute.mode {
        Mode::Required => "required",
        Mode::Optional => "optional",
        Mode::Computed => "computed",
        Mode::OptionalComputed => "optional and computed",
    };
    let fallback = format!("The `{address}` attribute, {mode}.");
    FieldView {
        doc: doc(&attribute.description, &fallback, attribute.deprecation_message.as_deref(), role),
        name: identifier::field(&attribute.name),
        attribute: attribute.name.clone(),
        ty: attribute_field(names, address, attribute, role),
        declaration: String::new(),
        sensitive: attribute.sensitive || attribute.write_only,
    }
}

fn member_field(names: &Names, address: &str, name: &str, ty: &AttributeType, role: Role) -> FieldView {
    let ty = attribute_type(names, address, ty, role);
    FieldView {
        doc: lines(&format!("The `{address}` member."), ""),
        name: identifier::field(name),
        attribute: name.to_owned(),
        ty: if role == Role::View { ty } else { format!("Option<{ty}>") },
        declaration: String::new(),
        sensitive: false,
    }
}

fn doc(description: &str, fallback: &str, deprecation: Option<&str>, role: Role) -> Vec<String> {
    if role == Role::View {
        return summary(description, fallback);
    }
    let deprecation = deprecation.map(|message| format!("Deprecated: {message}")).unwrap_or_default();
    documentation::and_then(lines(description, fallback), &deprecation)
}

/// What stands before the names.
const NAMES: &str = "    const NAMES: &'static [&'static str] =";

fn record(name: String, doc: Vec<String>, mut fields: Vec<FieldView>) -> RecordView {
    for field in &mut fields {
        field.declaration = layout::field(4, &field.name, &field.ty);
    }
    let attributes: Vec<_> = fields.iter().map(|field| field.attribute.as_str()).collect();
    let names = literal::texts(&attributes).assigned(4, NAMES.len());
    let slots = fields.iter().map(|field| Expression::Text(format!("&mut self.{}", field.name))).collect();
    let slots = Expression::Vector(slots).layout(8, 8, 0);
    let hides = fields.iter().any(|field| field.sensitive);
    RecordView { doc, name, has_fields: !fields.is_empty(), hides, fields, names, slots }
}

fn view(name: String, doc: Vec<String>, mut accessors: Vec<FieldView>) -> ViewView {
    for accessor in &mut accessors {
        let head = format!("pub fn {}", accessor.name);
        let answer = format!("rt::ValueState<{}>", accessor.ty);
        accessor.declaration = layout::signature(4, &head, &["&self".to_owned()], &answer);
    }
    ViewView { doc, name, has_accessors: !accessors.is_empty(), accessors }
}

fn enumeration(name: String, address: &str, attribute: &Attribute) -> EnumView {
    let variants = identifier::variants(&attribute.enum_values).into_iter().zip(&attribute.enum_values);
    let variants = variants.enumerate().map(|(n, (name, value))| VariantView {
        doc: lines(&format!("`{value}`"), ""),
        name,
        default: n == 0,
        text: literal::string(value),
    });
    EnumView { doc: lines(&format!("The values of `{address}`."), ""), name, variants: variants.collect() }
}
