//! The schema in tfgen's language, a file for each resource.

use super::{Body, Nesting, Resource};
use crate::peer::place;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// Writes `schema/` of a provider named `many`, with models of this kind: `typed` or `dynamic`.
pub fn write(resources: &[Resource], model: &str, provider: &Path) -> Result<(), String> {
    let schema = provider.join("schema");
    let _ = fs::remove_dir_all(&schema);
    place(&schema.join("provider.toml"), b"[provider]\nname = \"many\"\n")?;
    for resource in resources {
        let text = text(resource, model);
        place(&schema.join(format!("{}.toml", resource.name)), text.as_bytes())?;
    }
    Ok(())
}

fn text(resource: &Resource, model: &str) -> String {
    let Resource { name, description, body } = resource;
    let (mut attributes, mut blocks) = (String::new(), String::new());
    add(body, "", &mut attributes, &mut blocks);
    let head = format!("[resource.{name}]\ndescription = {description:?}\nidentity = [\"id\"]\nmodel = \"{model}\"\n");
    let blocks = if blocks.is_empty() { blocks } else { format!("\n[resource.{name}.blocks]\n{blocks}") };
    format!("{head}\n[resource.{name}.attributes]\n{attributes}{blocks}")
}

fn add(body: &Body, address: &str, attributes: &mut String, blocks: &mut String) {
    for attribute in &body.attributes {
        let mut keys = match attribute.ty {
            // A name of its own for what most numbers are.
            tfgen_cty::Type::Number => "type = \"int64\"".to_owned(),
            ref ty => format!("type = \"{ty}\""),
        };
        let flags = [
            ("required", attribute.required),
            ("optional", attribute.optional),
            ("computed", attribute.computed),
            ("sensitive", attribute.sensitive),
        ];
        for (flag, _) in flags.iter().filter(|(_, set)| *set) {
            let _ = write!(keys, ", {flag} = true");
        }
        // JSON's escapes are TOML's too.
        let description = serde_json::to_string(&attribute.description).unwrap_or_default();
        let _ = writeln!(attributes, "\"{address}{}\" = {{ {keys}, description = {description} }}", attribute.name);
    }
    for block in &body.blocks {
        let nesting = match block.nesting {
            Nesting::List => "list",
            Nesting::Set => "set",
            Nesting::Single => "single",
        };
        let address = format!("{address}{}", block.name);
        let _ = writeln!(blocks, "\"{address}\" = {{ nesting = \"{nesting}\" }}");
        add(&block.body, &format!("{address}."), attributes, blocks);
    }
}
