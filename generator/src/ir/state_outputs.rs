//! The data source that reads the outputs of states in a store of this provider's.

use super::lifecycle::{self, optional};
use super::{Attribute, AttributeType, DataSource, Mode, Model, Origin, Schema, Thing, name};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Documents, Kind, ThingDocument};
use crate::rule::Rule;
use tfgen_cty::Value;

/// The attributes that only the data source has.
const OWN: [&str; 3] = ["outputs", "sensitive_outputs", "workspace"];

/// The data source of a store that asks for one; `prefix` is what type names begin with.
pub(super) fn lower(
    prefix: &str,
    store: &Thing,
    others: &[DataSource],
    documents: &Documents,
    diagnostics: &mut Diagnostics,
) -> Option<DataSource> {
    let is_it = |thing: &&ThingDocument| thing.kind == Kind::StateStore && thing.name.value == store.name;
    let asked = documents.things.iter().find(is_it)?.state_store.outputs.as_ref()?;
    let name = &asked.value;
    if !name::check_legal("a data source", asked, diagnostics) {
        return None;
    }
    if let Some(other) = others.iter().find(|other| other.name == *name) {
        let told = match other.outputs_of.as_ref() {
            Some(of) => format!("the state store `{of}` makes one of this name, too"),
            None => format!("there is a `[data.{name}]`, too"),
        };
        diagnostics.push(
            Diagnostic::new(Rule::NameCollision, format!("the data source `{name}` is there twice"))
                .at(asked.span, told)
                .with_help(format!("name one of them: `outputs = \"{}_outputs\"`", store.name)),
        );
        return None;
    }
    if let Some(clash) = store.schema.attributes.iter().find(|attribute| OWN.contains(&attribute.name.as_str())) {
        let message = format!("the attribute `{}` is there twice in the data source `{name}`", clash.name);
        diagnostics.push(
            Diagnostic::new(Rule::NameCollision, message)
                .at(asked.span, "this state store's attributes are those of the data source, too")
                .with_help("rename the state store's attribute, or remove `outputs`"),
        );
        return None;
    }
    Some(DataSource {
        name: name.clone(),
        type_name: format!("{prefix}_{name}"),
        schema: schema(store),
        implementation: None,
        tool: false,
        outputs_of: Some(store.type_name.clone()),
        model: Model::Typed,
        timeouts: lifecycle::Timeouts::default(),
        origin: Origin::clone(&store.origin),
    })
}

/// The store's own configuration, which state, and what is read of it.
fn schema(store: &Thing) -> Schema {
    let lookup = |name: &str, ty, description: &str| {
        let attribute = optional(name, ty, Vec::new(), description.to_owned());
        Attribute { carried: true, ..attribute }
    };
    let computed = |name: &str, sensitive, description: &str| Attribute {
        mode: Mode::Computed,
        sensitive,
        ..lookup(name, AttributeType::Dynamic, description)
    };
    // Defaults and what the environment gives are filled in where the store is made.
    let mut attributes: Vec<Attribute> = store
        .schema
        .attributes
        .iter()
        .cloned()
        .map(|attribute| Attribute { carried: true, default: None::<Value>, env: Vec::new(), ..attribute })
        .collect();
    attributes.extend([
        lookup("workspace", AttributeType::String, "Whose state it is. Without it, that of the workspace `default`."),
        computed("outputs", false, "The outputs of the state's root module that are not sensitive, by name."),
        computed("sensitive_outputs", true, "The sensitive outputs of the state's root module, by name."),
    ]);
    attributes.sort_by(|a, b| a.name.cmp(&b.name));
    Schema {
        description: format!("Reads the outputs of a state in the state store `{}`.", store.type_name),
        attributes,
        blocks: store.schema.blocks.clone(),
        ..Schema::default()
    }
}
