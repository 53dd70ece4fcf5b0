//! The schema over terraform-plugin-framework, a file for each resource, as a generator of skeletons would write it.

use super::{Body, Nesting, Resource, camel};
use crate::peer::place;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tfgen_cty::Type;
use tfgen_tests::built::repository;

const IMPORTS: &str = "import (
\t\"context\"

\t\"github.com/hashicorp/terraform-plugin-framework/resource\"
\t\"github.com/hashicorp/terraform-plugin-framework/resource/schema\"
\t\"github.com/hashicorp/terraform-plugin-framework/types\"
)
";

/// Writes a module whose provider is named `many`.
pub fn write(resources: &[Resource], folder: &Path) -> Result<(), String> {
    let _ = fs::remove_dir_all(folder);
    let original = repository().join("tests/bench/framework");
    for name in ["go.mod", "go.sum"] {
        let text = fs::read(original.join(name)).map_err(|error| format!("{name}: {error}"))?;
        place(&folder.join(name), &text)?;
    }
    let constructors: Vec<String> = resources
        .iter()
        .map(|resource| format!("\tfunc() resource.Resource {{ return &r{}{{}} }},", camel(&resource.name)))
        .collect();
    let main = include_str!("many.go").replace("// RESOURCES", &constructors.join("\n"));
    place(&folder.join("main.go"), main.as_bytes())?;
    for resource in resources {
        // Not the name alone: Go takes an ending such as `_386` for an architecture.
        place(&folder.join(format!("{}_resource.go", resource.name)), file(resource).as_bytes())?;
    }
    Ok(())
}

fn file(resource: &Resource) -> String {
    let (name, title) = (&resource.name, format!("r{}", camel(&resource.name)));
    let mut schema = String::new();
    body(&resource.body, &mut schema);
    let description = &resource.description;
    let mut models = String::new();
    model(&resource.body, &format!("m{}", camel(name)), &mut models);
    format!(
        "package main\n\n{IMPORTS}\ntype {title} struct{{ skeleton[m{}] }}\n\n{models}\n\
         func (*{title}) Metadata(_ context.Context, _ resource.MetadataRequest, r *resource.MetadataResponse) {{\n\
         \tr.TypeName = \"many_{name}\"\n}}\n\n\
         func (*{title}) Schema(_ context.Context, _ resource.SchemaRequest, r *resource.SchemaResponse) {{\n\
         \tr.Schema = schema.Schema{{MarkdownDescription: {description:?}, {schema}}}\n}}\n\nvar _ = types.StringType\n",
        camel(name)
    )
}

/// The struct that a plan or a state is read into.
fn model(body: &Body, name: &str, models: &mut String) {
    let mut fields = String::new();
    for attribute in &body.attributes {
        let ty = match attribute.ty {
            Type::String => "types.String",
            Type::Number => "types.Int64",
            Type::Bool => "types.Bool",
            Type::List(_) => "types.List",
            Type::Set(_) => "types.Set",
            Type::Map(_) => "types.Map",
            _ => "types.Dynamic",
        };
        let _ = writeln!(fields, "\t{} {ty} `tfsdk:\"{}\"`", camel(&attribute.name), attribute.name);
    }
    for block in &body.blocks {
        let inner = format!("{name}{}", camel(&block.name));
        let many = if matches!(block.nesting, Nesting::Single) { "*" } else { "[]" };
        let _ = writeln!(fields, "\t{} {many}{inner} `tfsdk:\"{}\"`", camel(&block.name), block.name);
        model(&block.body, &inner, models);
    }
    let _ = writeln!(models, "type {name} struct {{\n{fields}}}\n");
}

fn body(body: &Body, out: &mut String) {
    out.push_str("Attributes: map[string]schema.Attribute{\n");
    for attribute in &body.attributes {
        let (kind, element) = kind(&attribute.ty);
        let mut keys = element.map(|element| format!("ElementType: {element}, ")).unwrap_or_default();
        let flags = [
            ("Required", attribute.required),
            ("Optional", attribute.optional),
            ("Computed", attribute.computed),
            ("Sensitive", attribute.sensitive),
        ];
        for (flag, _) in flags.iter().filter(|(_, set)| *set) {
            let _ = write!(keys, "{flag}: true, ");
        }
        let description = serde_json::to_string(&attribute.description).unwrap_or_default();
        let (name, text) = (&attribute.name, format!("{keys}MarkdownDescription: {description}"));
        let _ = writeln!(out, "\"{name}\": schema.{kind}Attribute{{{text}}},");
    }
    out.push_str("},\nBlocks: map[string]schema.Block{\n");
    for block in &body.blocks {
        let mut inner = String::new();
        self::body(&block.body, &mut inner);
        let _ = match block.nesting {
            Nesting::Single => writeln!(out, "\"{}\": schema.SingleNestedBlock{{{inner}}},", block.name),
            Nesting::List => nested(out, "List", &block.name, &inner),
            Nesting::Set => nested(out, "Set", &block.name, &inner),
        };
    }
    out.push_str("},\n");
}

fn nested(out: &mut String, kind: &str, name: &str, inner: &str) -> std::fmt::Result {
    writeln!(out, "\"{name}\": schema.{kind}NestedBlock{{NestedObject: schema.NestedBlockObject{{{inner}}}}},")
}

/// The attribute's kind, and the type of its elements.
fn kind(ty: &Type) -> (&'static str, Option<String>) {
    match ty {
        Type::String => ("String", None),
        Type::Number => ("Int64", None),
        Type::Bool => ("Bool", None),
        Type::List(element) => ("List", Some(expression(element))),
        Type::Set(element) => ("Set", Some(expression(element))),
        Type::Map(element) => ("Map", Some(expression(element))),
        _ => ("Dynamic", None),
    }
}

fn expression(ty: &Type) -> String {
    match ty {
        Type::Number => "types.NumberType".into(),
        Type::Bool => "types.BoolType".into(),
        Type::List(element) => format!("types.ListType{{ElemType: {}}}", expression(element)),
        Type::Set(element) => format!("types.SetType{{ElemType: {}}}", expression(element)),
        Type::Map(element) => format!("types.MapType{{ElemType: {}}}", expression(element)),
        Type::Object(object) => {
            let attributes = object.attributes().iter().map(|(name, ty)| format!("\"{name}\": {}", expression(ty)));
            format!(
                "types.ObjectType{{AttrTypes: map[string]attr.Type{{{}}}}}",
                attributes.collect::<Vec<_>>().join(", ")
            )
        }
        _ => "types.StringType".into(),
    }
}
