//! `tfgen new`: a provider crate that builds, is tested and stores something at once.

use super::session::{Failure, Session};
use super::{NewArguments, RuntimeArguments, editor};
use crate::ir::name;
use crate::render::Templates;
use crate::source::SourceMap;
use crate::vendor::features;
use crate::view::wiring;
use crate::{CompileError, Compiled, format, vendor, wire_schema};
use clap::ValueEnum;
use minijinja::value::Serde;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tfgen_proto::schema_json::{Layout, provider_schema};

/// What a crate begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Template {
    /// A resource that stores something, written in Rust
    #[default]
    Resource,
    /// A program as a resource and an action, by TOML alone
    Tool,
}

/// The files that every crate has: template and place.
const COMMON_FILES: &[(&str, &str)] = &[
    ("scaffold/crate/Cargo.toml.jinja", "Cargo.toml"),
    ("scaffold/crate/config.toml.jinja", ".cargo/config.toml"),
    ("scaffold/crate/gitattributes.jinja", ".gitattributes"),
    ("scaffold/crate/gitignore.jinja", ".gitignore"),
    ("scaffold/crate/main.rs.jinja", "src/main.rs"),
    ("scaffold/crate/tests.rs.jinja", "tests/schema.rs"),
];

/// Those of a crate with a tool.
const TOOL_FILES: &[(&str, &str)] = &[
    ("scaffold/tool/README.md.jinja", "README.md"),
    ("scaffold/tool/main.tf.jinja", "examples/main.tf"),
    ("scaffold/tool/provider.toml.jinja", "schema/provider.toml"),
    ("scaffold/tool/folder.toml.jinja", "schema/tools/folder.toml"),
    ("scaffold/tool/lib.rs.jinja", "src/lib.rs"),
    ("scaffold/tool/provider.rs.jinja", "src/provider.rs"),
    ("scaffold/tool/folder_test.rs.jinja", "tests/folder.rs"),
];

/// Those of a crate with a resource.
const RESOURCE_FILES: &[(&str, &str)] = &[
    ("scaffold/crate/README.md.jinja", "README.md"),
    ("scaffold/crate/main.tf.jinja", "examples/main.tf"),
    ("scaffold/crate/provider.toml.jinja", "schema/provider.toml"),
    ("scaffold/crate/note.toml.jinja", "schema/resources/note.toml"),
    ("scaffold/crate/lib.rs.jinja", "src/lib.rs"),
    ("scaffold/crate/provider.rs.jinja", "src/provider.rs"),
    ("scaffold/crate/note.rs.jinja", "src/resources/note.rs"),
    ("scaffold/crate/note_test.rs.jinja", "tests/note.rs"),
];

/// The versions that tfgen is tested with, exactly as cargo writes them for a new crate, so that `--locked` holds for
/// the first build too. Only for a vendored runtime: what another one brings is not known here.
const LOCK_FILE: (&str, &str) = ("scaffold/crate/Cargo.lock.jinja", "Cargo.lock");

/// What the templates of a crate print.
#[derive(Debug, Serialize)]
struct CrateView {
    name: String,
    address: String,
    namespace: String,
    has_namespace: bool,
    package: String,
    library: String,
    provider: String,
    prefix: String,
    needs_provider_argument: bool,
    rust_version: &'static str,
    runtime: String,
    testing: String,
    vendored: bool,
    #[serde(skip)]
    template: Template,
}

/// Makes the crate.
pub fn run(session: &Session, arguments: &NewArguments) -> Result<(), Failure> {
    let view = view(arguments, session.directory())?;
    let mut root = session.directory().to_owned();
    root.extend(arguments.parent.as_deref());
    root.push(&view.package);
    // Where people read it, `./` says nothing.
    let root = root.strip_prefix(".").map(Path::to_owned).unwrap_or(root);
    if fs::symlink_metadata(&root).is_ok() {
        return Err(Failure::Usage(format!("`{}` is there already; nothing was changed", root.display())));
    }
    let files = files(session, &view)?;
    create(&root, &files).map_err(|error| Failure::Error(format!("cannot make `{}`: {error}", root.display())))?;
    let text = format!(
        "Created {}\n\nNext:\n\n  cd {}\n  tfgen build\n  cargo test\n\nIts README.md goes on from there.",
        root.display(),
        root.display()
    );
    session.result(&text, &json!({ "action": "create", "folder": root, "source": view.address }));
    Ok(())
}

/// The longest name or namespace.
const NAME_LENGTH_MAX: usize = 63;

fn view(arguments: &NewArguments, directory: &Path) -> Result<CrateView, Failure> {
    let name = arguments.name.strip_prefix("terraform-provider-").unwrap_or(&arguments.name);
    let namespace = arguments.namespace.as_deref().unwrap_or(name);
    for (what, text) in [("name", name), ("namespace", namespace)] {
        if !name::is_legal_for_provider(text) {
            return Err(Failure::Usage(format!(
                "`{text}` is not a legal {what} for a provider: use lower-case letters, digits and hyphens, and start \
                 with a letter, as in `acme` or `acme-cloud`"
            )));
        }
        // Longer parts of a source address are legal, but Terraform names folders after them, and a host's name has no longer ones.
        if text.len() > NAME_LENGTH_MAX {
            return Err(Failure::Usage(format!(
                "the {what} `{text}` has {} characters: at most {NAME_LENGTH_MAX} make a name that can be typed, and a file name \
                 everywhere",
                text.len()
            )));
        }
    }
    let (runtime, testing) = dependencies(&arguments.runtime, arguments.template, directory)?;
    Ok(CrateView {
        name: name.to_owned(),
        address: format!("{namespace}/{name}"),
        namespace: namespace.to_owned(),
        has_namespace: namespace != name,
        package: format!("terraform-provider-{name}"),
        library: format!("terraform_provider_{}", name.replace('-', "_")),
        provider: wiring::provider_type(name),
        prefix: name::type_prefix(name),
        // Terraform takes the provider's name from a type only up to the first underscore.
        needs_provider_argument: name.contains('-'),
        rust_version: env!("CARGO_PKG_RUST_VERSION"),
        runtime,
        testing,
        template: arguments.template,
        vendored: is_vendored(&arguments.runtime),
    })
}

fn is_vendored(arguments: &RuntimeArguments) -> bool {
    arguments.runtime_version.is_none() && arguments.runtime_git.is_none() && arguments.runtime_path.is_none()
}

/// The values of the dependencies `tfgen-runtime` and `tfgen-testing` in the new manifest.
fn dependencies(
    arguments: &RuntimeArguments,
    template: Template,
    directory: &Path,
) -> Result<(String, String), Failure> {
    let text = |text: &str| toml::Value::from(text).to_string();
    // A vendored one has the features that the schema needs.
    let features = if template == Template::Tool { ", features = [\"tool\"]" } else { "" };
    let both = |source: String| (format!("{{ {source}{features} }}"), format!("{{ {source} }}"));
    if let Some(version) = &arguments.runtime_version {
        let plain = text(version);
        let runtime = if features.is_empty() { plain.clone() } else { both(format!("version = {plain}")).0 };
        return Ok((runtime, plain));
    }
    if let Some(url) = &arguments.runtime_git {
        let rev = arguments.rev.as_deref().map(|rev| format!(", rev = {}", text(rev))).unwrap_or_default();
        return Ok(both(format!("git = {}{rev}", text(url))));
    }
    let Some(path) = &arguments.runtime_path else {
        let vendored = |name: &str| format!("{{ path = {} }}", text(&format!("{}/{name}", vendor::FOLDER)));
        return Ok((vendored("runtime"), vendored("runtime/testing")));
    };
    let path = directory.join(path);
    let crate_at = |path: PathBuf| {
        let found = fs::canonicalize(&path).ok().filter(|path| path.join("Cargo.toml").is_file());
        let found = found.ok_or_else(|| Failure::Usage(format!("`{}` is not a crate's folder", path.display())))?;
        Ok::<String, Failure>(format!("path = {}", text(&found.display().to_string())))
    };
    Ok((both(crate_at(path.clone())?).0, both(crate_at(path.join("testing"))?).1))
}

/// Everything that the crate starts with.
fn files(session: &Session, view: &CrateView) -> Result<BTreeMap<String, Vec<u8>>, Failure> {
    let internal = |error: minijinja::Error| Failure::Error(format!("a mistake in tfgen, please report it: {error:#}"));
    let vendored = |error: vendor::VendorError| Failure::Error(error.to_string());
    let templates = Templates::new().map_err(internal)?;
    let context = minijinja::Value::from(Serde(view));
    let mut files = BTreeMap::new();
    let own = if view.template == Template::Tool { TOOL_FILES } else { RESOURCE_FILES };
    for (template, path) in COMMON_FILES.iter().chain(own).chain(view.vendored.then_some(&LOCK_FILE)) {
        let text = templates.render(template, &context).map_err(internal)?;
        // What is left out of a template would leave gaps.
        let is_schema = path.starts_with("schema/");
        let text = if is_schema { format::format(&format!("{}{text}", editor::line(path))) } else { text };
        files.insert((*path).to_owned(), text.into_bytes());
    }
    let schema = files.iter().filter(|(path, _)| path.starts_with("schema/"));
    let schema = schema.map(|(path, contents)| (path.clone(), String::from_utf8_lossy(contents).into_owned()));
    let sources = SourceMap::from_texts(schema.collect::<Vec<_>>());
    let compiled = crate::compile(&sources).map_err(|error: CompileError| session.compile_failure(error, &sources))?;
    for (path, file) in compiled.tree.iter() {
        files.entry(path.to_owned()).or_insert_with(|| file.contents.clone());
    }
    files.extend(snapshots(&compiled));
    files.insert(editor::FILE.to_owned(), editor::text().into_bytes());
    if view.vendored {
        files.extend(vendor::files(&features::needed(&compiled.provider)).map_err(vendored)?);
    }
    Ok(files)
}

/// What the crate's snapshot tests compare with, so that they pass from the start.
fn snapshots(compiled: &Compiled) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut add = |name: &str, expression: &str, contents: &str| {
        let path = format!("tests/snapshots/schema__{name}.snap");
        let text = format!("---\nsource: tests/schema.rs\nexpression: {expression}\n---\n{}\n", contents.trim_end());
        found.insert(path, text.into_bytes());
    };
    let (schemas, identities) =
        (wire_schema::response(&compiled.provider), wire_schema::identities(&compiled.provider));
    add("schema", "core.schema_json()", &provider_schema(&schemas, &identities, Layout::Indented));
    for (path, file) in compiled.tree.iter() {
        let stem = path.strip_prefix("src/generated/").and_then(|path| path.strip_suffix(".rs"));
        if let Some(stem) = stem {
            add(&stem.replace('/', "_"), "text", &String::from_utf8_lossy(&file.contents));
        }
    }
    found
}

/// Writes the crate under a temporary name, so that it is there whole or not at all.
fn create(root: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    let mut name = root.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.tfgen-tmp", std::process::id()));
    let temporary: PathBuf = root.with_file_name(name);
    // A run that was killed may have had the same number.
    let _ = fs::remove_dir_all(&temporary);
    let parent = root.parent().map_or(Ok(()), fs::create_dir_all);
    let written = parent
        .and_then(|()| fs::create_dir(&temporary))
        .and_then(|()| write_all(&temporary, files))
        .and_then(|()| fs::rename(&temporary, root));
    if written.is_err() {
        // The error that matters is the one already at hand.
        let _ = fs::remove_dir_all(&temporary);
    }
    written
}

fn write_all(folder: &Path, files: &BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for (path, contents) in files {
        let path = folder.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, contents)?;
    }
    Ok(())
}
