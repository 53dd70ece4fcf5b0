//! The data source that reads the outputs of states in a store of this provider's.

use super::lifecycle::{self, optional};
use super::{Attribute, AttributeType, DataSource, Mode, Model, Origin, Schema, Thing};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{Documents, Kind};
use crate::rule::Rule;
use tfgen_cty::Value;

/// The attributes that only the data source has.
const OWN: [&str; 3] = ["outputs", "sensitive_outputs", "workspace"];

/// Its name in the schema.
const NAME: &str = "state_outputs";

/// The data source of the store that asks for one; `prefix` is what type names begin with.
pub(super) fn lower(
    prefix: &str,
    stores: &[Thing],
    others: &[DataSource],
    documents: &Documents,
    diagnostics: &mut Diagnostics,
) -> Option<DataSource> {
    let asks = |store: &&Thing| store.state_store.as_ref().is_some_and(|store| store.outputs);
    let mut asking = stores.iter().filter(asks);
    let store = asking.next()?;
    let place = |name: &str, kind| {
        let thing = documents.things.iter().find(|thing| thing.kind == kind && thing.name.value == name);
        thing.map(|thing| thing.name.span)
    };
    let second = asking.next().and_then(|second| place(&second.name, Kind::StateStore));
    let taken = others.iter().find(|other| other.name == NAME).and_then(|other| place(&other.name, Kind::Data));
    if let Some(span) = second.or(taken) {
        diagnostics.push(
            Diagnostic::new(Rule::NameCollision, format!("the data source `{NAME}` is there twice"))
                .at(span, format!("`outputs = true` of `state_store.{}` makes one of this name", store.name))
                .with_help("leave `outputs = true` to one state store, and the name to its data source"),
        );
        return None;
    }
    if let Some(clash) = store.schema.attributes.iter().find(|attribute| OWN.contains(&attribute.name.as_str())) {
        let file = place(&store.name, Kind::StateStore);
        let message = format!("the attribute `{}` is there twice in the data source `{NAME}`", clash.name);
        let diagnostic = Diagnostic::new(Rule::NameCollision, message)
            .with_help("rename the state store's attribute, or remove `outputs = true`");
        diagnostics.push(match file {
            Some(span) => diagnostic.at(span, "this state store's attributes are those of the data source, too"),
            None => diagnostic,
        });
        return None;
    }
    Some(DataSource {
        name: NAME.to_owned(),
        type_name: format!("{prefix}_{NAME}"),
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
