//! What the template of the shared constants prints: the attributes of everything with a dynamic model, each once by type and
//! address. A provider of a thousand things says `id` and `name` in most of them, and rustc compiles a constant far more
//! slowly than the name of one.

use super::dynamic::{FieldView, fields};
use super::identifier;
use super::thing::HeaderView;
use crate::ir::{Model, Provider};
use serde::Serialize;
use std::collections::BTreeMap;

/// `src/generated/attributes.rs`
#[derive(Debug, Serialize)]
pub struct AttributesView {
    header: HeaderView,
    modules: Vec<ModuleView>,
}

/// The constants of one type.
#[derive(Debug, Serialize)]
struct ModuleView {
    name: String,
    ty: String,
    fields: Vec<FieldView>,
}

impl AttributesView {
    /// The view of all shared constants; `None` if there is none.
    pub fn new(provider: &Provider) -> Option<Self> {
        let mut modules: BTreeMap<String, BTreeMap<String, FieldView>> = BTreeMap::new();
        let resources = provider.resources.iter().filter(|each| each.model == Model::Dynamic);
        let sources = provider.data_sources.iter().filter(|each| each.model == Model::Dynamic);
        for schema in resources.map(|each| &each.schema).chain(sources.map(|each| &each.schema)) {
            for field in fields(schema).into_iter().filter(FieldView::is_shared) {
                modules.entry(field.module()).or_default().insert(field.address().to_owned(), field);
            }
        }
        let module = |(name, fields): (String, BTreeMap<String, FieldView>)| {
            let fields: Vec<FieldView> = fields.into_values().collect();
            let ty = fields.first().map_or_else(String::new, |field| field.ty().to_owned());
            ModuleView { name, ty, fields }
        };
        let modules: Vec<ModuleView> = modules.into_iter().map(module).collect();
        let header = HeaderView::of_everything("The attributes of dynamic models");
        (!modules.is_empty()).then_some(Self { header, modules })
    }
}

/// The module of a type: `Vec<rt::Map<i64>>` is in `vec_map_i64`. No two types have one name, since each part of a type has as
/// many parts of its own as its word says.
pub(super) fn module(ty: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut word = String::new();
    for c in ty.chars().chain([' ']) {
        if c.is_ascii_alphanumeric() {
            word.push(c.to_ascii_lowercase());
            continue;
        }
        words.extend(Some(std::mem::take(&mut word)).filter(|word| !word.is_empty() && word != "rt"));
        match c {
            '(' => words.push("tuple".to_owned()),
            ')' => words.push("end".to_owned()),
            _ => {}
        }
    }
    words.join("_")
}

/// Whether the constant of an address is that of no other address: then it can be shared by name.
pub(super) fn is_plain(address: &str, constant: &str) -> bool {
    identifier::constant(address) == constant && constant.to_ascii_lowercase().replace("__", ".") == address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_have_modules_of_their_own() {
        for (ty, expected) in [
            ("String", "string"),
            ("rt::Map<Vec<i64>>", "map_vec_i64"),
            ("Vec<rt::Object>", "vec_object"),
            ("(bool,)", "tuple_bool_end"),
            ("Vec<Option<(String, f64)>>", "vec_option_tuple_string_f64_end"),
        ] {
            assert_eq!(module(ty), expected);
        }
    }

    #[test]
    fn constants_that_other_addresses_have_are_not_shared() {
        for (address, plain) in [
            ("id", true),
            ("mounts.host", true),
            ("self", true),
            ("a__b", false),
            ("_1", false),
            ("_", false),
            ("a.b__c", false),
        ] {
            assert_eq!(is_plain(address, &identifier::constant(address)), plain, "{address}");
        }
    }
}
