//! The JSON Schema in a crate, by which editors complete and check schema files without a network.

use crate::document::json_schema::json_schema;

/// Where it lies: beside the schema files, which name it in their first line.
pub const FILE: &str = "schema/tfgen.schema.json";

/// What it holds.
pub fn text() -> String {
    format!("{:#}\n", json_schema())
}

/// The first line of a schema file, by its path below the crate's root.
pub fn line(path: &str) -> String {
    let folders = path.matches('/').count().saturating_sub(1);
    format!("#:schema {}tfgen.schema.json\n", if folders == 0 { "./".to_owned() } else { "../".repeat(folders) })
}
