//! The skeleton of a format.

use super::super::{identifier, literal};
use super::Imports;
use crate::ir::TextFormat;
use serde::Serialize;

/// What the skeleton prints.
#[derive(Debug, Serialize)]
pub(super) struct FormatView {
    of: String,
    thing: String,
    imports: Vec<String>,
    implements: String,
    description: String,
    answer: String,
    body: String,
}

/// A format of which every text is one, and all mean something else: a provider with a new format works as before.
pub(super) fn skeleton(format: &TextFormat) -> FormatView {
    let thing = identifier::type_name(&format.name, "");
    let mut imports = Imports::new(&thing);
    let implements = imports.runtime("TextFormat");
    FormatView {
        of: format.origin.table.clone(),
        description: literal::string("a text"),
        answer: format!("{}<{}>", imports.prelude("Option", "std::option"), imports.prelude("String", "std::string")),
        body: format!(
            "{}({}::from(text))",
            imports.prelude("Some", "std::option::Option"),
            imports.prelude("String", "std::string")
        ),
        implements,
        thing,
        imports: imports.lines(),
    }
}
