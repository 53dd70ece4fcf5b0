//! The schema over pyvider, in one module, with the handlers of a skeleton.

use super::{Body, Nesting, Resource, camel};
use crate::peer::place;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use tfgen_cty::Type;

const PROJECT: &str = "[project]
name = \"many\"
version = \"1.0.0\"
dependencies = [\"pyvider==0.8.1\"]

[project.entry-points.pyvider]
many = \"many\"

[build-system]
requires = [\"setuptools\"]
build-backend = \"setuptools.build_meta\"

[tool.setuptools]
packages = [\"many\"]
";

const HEAD: &str = "import attrs

from pyvider.providers import BaseProvider, ProviderMetadata, register_provider
from pyvider.resources import BaseResource, register_resource
from pyvider.schema import a_bool, a_dyn, a_list, a_map, a_num, a_obj, a_set, a_str, b_list, b_set, b_single, s_resource


@register_provider(\"many\")
class Many(BaseProvider):
    def __init__(self):
        super().__init__(metadata=ProviderMetadata(name=\"many\", version=\"1.0.0\"))


class Skeleton(BaseResource):
    async def _validate_config(self, config):
        return []

    async def _create_apply(self, ctx):
        return ctx.planned_state, None

    async def _update_apply(self, ctx):
        return ctx.planned_state, None

    async def read(self, ctx):
        return ctx.state

    async def _delete_apply(self, ctx):
        pass
";

/// Writes a package whose provider is named `many`.
pub fn write(resources: &[Resource], folder: &Path) -> Result<(), String> {
    fs::create_dir_all(folder).map_err(|error| error.to_string())?;
    place(&folder.join("pyproject.toml"), PROJECT.as_bytes())?;
    let mut text = HEAD.to_owned();
    for resource in resources {
        add(resource, &mut text);
    }
    place(&folder.join("many/__init__.py"), text.as_bytes())
}

fn add(resource: &Resource, text: &mut String) {
    let title = camel(&resource.name);
    let fields = |text: &mut String, read_only: bool| {
        let attributes = resource.body.attributes.iter().filter(|it| (it.computed && !it.optional) == read_only);
        let mut names: Vec<&str> = attributes.map(|attribute| attribute.name.as_str()).collect();
        if !read_only {
            names.extend(resource.body.blocks.iter().map(|block| block.name.as_str()));
        }
        for name in &names {
            let _ = writeln!(text, "    {name}: object = None");
        }
        if names.is_empty() {
            text.push_str("    pass\n");
        }
    };
    let _ = writeln!(text, "\n\n@attrs.define\nclass {title}Config:");
    fields(text, false);
    let _ = writeln!(text, "\n\n@attrs.define\nclass {title}({title}Config):");
    fields(text, true);
    let (attributes, blocks) = body(&resource.body);
    let _ = writeln!(
        text,
        "\n\n@register_resource(\"many_{}\")\nclass {title}Resource(Skeleton):\n    config_class = {title}Config\n    \
         state_class = {title}\n\n    @classmethod\n    def get_schema(cls):\n        \
         return s_resource({attributes}, block_types={blocks})",
        resource.name
    );
}

fn body(body: &Body) -> (String, String) {
    let attributes = body.attributes.iter().map(|attribute| {
        let mut arguments = Vec::new();
        match &attribute.ty {
            Type::List(element) | Type::Set(element) | Type::Map(element) => arguments.push(expression(element)),
            Type::Object(_) => arguments.push(expression(&attribute.ty)),
            _ => {}
        }
        arguments.push(format!("description={}", serde_json::to_string(&attribute.description).unwrap_or_default()));
        let flags = [
            ("required", attribute.required),
            ("optional", attribute.optional),
            ("computed", attribute.computed),
            ("sensitive", attribute.sensitive),
        ];
        arguments.extend(flags.iter().filter(|(_, set)| *set).map(|(flag, _)| format!("{flag}=True")));
        format!("\"{}\": {}({})", attribute.name, function(&attribute.ty), arguments.join(", "))
    });
    let blocks = body.blocks.iter().map(|block| {
        let (attributes, blocks) = self::body(&block.body);
        let function = match block.nesting {
            Nesting::List => "b_list",
            Nesting::Set => "b_set",
            Nesting::Single => "b_single",
        };
        format!("{function}(\"{}\", attributes={attributes}, block_types={blocks})", block.name)
    });
    let (attributes, blocks): (Vec<_>, Vec<_>) = (attributes.collect(), blocks.collect());
    (format!("{{{}}}", attributes.join(", ")), format!("[{}]", blocks.join(", ")))
}

fn function(ty: &Type) -> &'static str {
    match ty {
        Type::Number => "a_num",
        Type::Bool => "a_bool",
        Type::List(_) => "a_list",
        Type::Set(_) => "a_set",
        Type::Map(_) => "a_map",
        Type::Object(_) => "a_obj",
        Type::Dynamic => "a_dyn",
        _ => "a_str",
    }
}

fn expression(ty: &Type) -> String {
    match ty {
        Type::List(element) | Type::Set(element) | Type::Map(element) => {
            format!("{}({})", function(ty), expression(element))
        }
        Type::Object(object) => {
            let attributes = object.attributes().iter().map(|(name, ty)| format!("\"{name}\": {}", expression(ty)));
            format!("a_obj({{{}}})", attributes.collect::<Vec<_>>().join(", "))
        }
        _ => format!("{}()", function(ty)),
    }
}
