//! `tfgen add`: a documented sample in the schema.

use super::editor;
use super::session::{Failure, Session};
use crate::diagnostic::Diagnostics;
use crate::document;
use crate::format;
use crate::ir::name;
use crate::render::Templates;
use crate::source::{SCHEMA_FOLDER, SourceMap};
use crate::write::write_new;
use clap::ValueEnum;
use serde::Serialize;
use serde_json::json;
use std::path::Path;

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// A managed resource
    Resource,
    /// What a module may tell the provider; there is one, without a name
    #[value(name = "provider_meta", alias = "provider-meta")]
    ProviderMeta,
    /// A data source
    Data,
    /// An ephemeral resource
    Ephemeral,
    /// A list resource, of the managed resource of that name
    List,
    /// An action
    Action,
    /// A function
    Function,
    /// An object, of which attributes and blocks can be made
    Object,
    /// A format: what the text of an attribute is, and which texts mean the same
    Format,
    /// A capability: what several things have in common, and a service for them
    Capability,
    /// A tool: a program as a resource and an action
    Tool,
    /// A state store
    #[value(name = "state_store", alias = "state-store")]
    StateStore,
}

#[derive(Debug, Serialize)]
struct SampleView {
    name: String,
}

/// Adds a sample.
pub fn run(session: &Session, kind: Kind, name: Option<&str>) -> Result<(), Failure> {
    let root = session.crate_root()?;
    let _lock = session.lock(&root)?;
    let name = match (kind, name) {
        (Kind::ProviderMeta, None) => "provider_meta",
        (Kind::ProviderMeta, Some(_)) => {
            return Err(Failure::Usage("`provider_meta` has no name: there is one for the whole provider".to_owned()));
        }
        (_, Some(name)) => name,
        (_, None) => return Err(Failure::Usage("what is it called? `tfgen add KIND NAME`".to_owned())),
    };
    if !name::is_legal(name) {
        return Err(Failure::Usage(format!(
            "`{name}` is not a legal name: use lower-case letters, digits and underscores, not a digit first"
        )));
    }
    let (template, folder) = match kind {
        Kind::Resource => ("scaffold/schema/resource.toml.jinja", "resources/"),
        Kind::ProviderMeta => ("scaffold/schema/provider_meta.toml.jinja", ""),
        Kind::Data => ("scaffold/schema/data_source.toml.jinja", "data_sources/"),
        Kind::Ephemeral => ("scaffold/schema/ephemeral_resource.toml.jinja", "ephemeral_resources/"),
        Kind::List => ("scaffold/schema/list_resource.toml.jinja", "lists/"),
        Kind::Action => ("scaffold/schema/action.toml.jinja", "actions/"),
        Kind::StateStore => ("scaffold/schema/state_store.toml.jinja", "state_stores/"),
        Kind::Function => ("scaffold/schema/function.toml.jinja", "functions/"),
        Kind::Tool => ("scaffold/schema/tool.toml.jinja", "tools/"),
        Kind::Format => ("scaffold/schema/format.toml.jinja", "formats/"),
        Kind::Capability => ("scaffold/schema/capability.toml.jinja", "capabilities/"),
        Kind::Object => ("scaffold/schema/object.toml.jinja", "objects/"),
    };
    check(&root, kind, name)?;
    let path = format!("{SCHEMA_FOLDER}/{folder}{name}.toml");
    let text = text(&root, template, name, &path)?;
    match write_new(&root.join(&path), text.as_bytes()) {
        Ok(true) => {}
        Ok(false) => return Err(Failure::Usage(format!("`{path}` is there already; nothing was changed"))),
        Err(error) => return Err(Failure::Error(format!("cannot write `{path}`: {error}"))),
    }
    session.result(
        &format!("Created {path}\n\nEdit it, then run `tfgen build`: the compiler lists what is left to write."),
        &json!({ "action": "create", "file": path }),
    );
    Ok(())
}

impl Kind {
    fn of_schema(self) -> document::Kind {
        match self {
            Self::Resource => document::Kind::Resource,
            Self::ProviderMeta => document::Kind::ProviderMeta,
            Self::Data => document::Kind::Data,
            Self::Ephemeral => document::Kind::Ephemeral,
            Self::List => document::Kind::List,
            Self::Action => document::Kind::Action,
            Self::Function => document::Kind::Function,
            Self::Object => document::Kind::Object,
            Self::Format => document::Kind::Format,
            Self::Capability => document::Kind::Capability,
            Self::StateStore => document::Kind::StateStore,
            Self::Tool => document::Kind::Tool,
        }
    }
}

/// Refuses a sample that could only be wrong beside what is there. Other mistakes of the schema are not asked about here.
fn check(root: &Path, kind: Kind, name: &str) -> Result<(), Failure> {
    let documents = document::parse(&SourceMap::load(root, &mut Diagnostics::new()), &mut Diagnostics::new());
    let find = |kind| documents.things.iter().find(|thing| thing.kind == kind && thing.name.value == name);
    if let Some(there) = find(kind.of_schema()) {
        let message = format!("`[{}]` is there already, in {}; nothing was changed", there.header(), there.file);
        return Err(Failure::Usage(message));
    }
    if kind == Kind::List && find(document::Kind::Resource).is_none() && !documents.incomplete {
        return Err(Failure::Usage(format!(
            "there is no `[resource.{name}]` whose objects could be listed: `tfgen add resource {name}` first, or give the list resource the name of another managed resource; nothing was changed"
        )));
    }
    Ok(())
}

/// The sample, with the line by which editors find the JSON Schema where the crate has it.
fn text(root: &Path, template: &str, name: &str, path: &str) -> Result<String, Failure> {
    let context = minijinja::Value::from(minijinja::value::Serde(SampleView { name: name.to_owned() }));
    let internal = |error| Failure::Error(format!("a mistake in tfgen, please report it: {error:#}"));
    let text = Templates::new().and_then(|templates| templates.render(template, &context)).map_err(internal)?;
    let line = if root.join(editor::FILE).is_file() { editor::line(path) } else { String::new() };
    Ok(format::format(&format!("{line}{text}")))
}
