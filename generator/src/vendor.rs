//! The runtime's crates as files of a provider crate: `vendor/tfgen/`.
//!
//! Their sources are embedded in the tfgen binary, so that an installed tfgen needs no checkout. In a checkout their
//! manifests inherit from the workspace; [`stand_alone`] resolves that, a pure function of the two manifests.

pub mod features;

use self::features::Features;
use std::collections::BTreeMap;
use toml::{Table, Value};

include!(concat!(env!("OUT_DIR"), "/vendored.rs"));

/// The folder in a provider crate.
pub const FOLDER: &str = "vendor/tfgen";

const README: &str = "# vendor/tfgen\n\nThe runtime of this provider, written here by tfgen so that a clone builds with cargo \
                      alone. Everything in\nthis folder is tfgen's: `tfgen upgrade` replaces it. Commit it, and do not \
                      edit it.\n";

/// A mistake of ours: an embedded manifest that does not resolve.
#[derive(Debug)]
pub struct VendorError(String);

impl std::fmt::Display for VendorError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "a mistake in tfgen, please report it: {}", self.0)
    }
}

impl std::error::Error for VendorError {}

/// Every file of the folder, by its path below the crate's root; the runtime has these features on.
pub fn files(features: &Features) -> Result<BTreeMap<String, Vec<u8>>, VendorError> {
    let root = embedded("Cargo.toml")?;
    let mut files = BTreeMap::from([(format!("{FOLDER}/README.md"), README.as_bytes().to_vec())]);
    for (path, contents) in vendored() {
        let contents = match path {
            path if path.ends_with("Cargo.toml") => {
                let text = std::str::from_utf8(contents).map_err(|error| VendorError(format!("{path}: {error}")))?;
                let manifest = stand_alone(path, text, root)?;
                let manifest = if path == "runtime/Cargo.toml" {
                    features::turn_on(&manifest, features).map_err(VendorError)?
                } else {
                    manifest
                };
                manifest.into_bytes()
            }
            _ => contents.to_vec(),
        };
        files.insert(format!("{FOLDER}/{path}"), contents);
    }
    Ok(files)
}

/// What of the embedded files belongs into the folder: the workspace's manifest is only inherited from.
fn vendored() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    VENDORED.iter().copied().filter(|(path, _)| *path != "Cargo.toml")
}

/// The path of each source file and manifest below the crate's root.
pub fn paths() -> impl Iterator<Item = String> {
    vendored().map(|(path, _)| format!("{FOLDER}/{path}"))
}

/// Whether a vendored manifest is of this version's runtime.
pub fn is_of_this_version(manifest: &str) -> bool {
    let parsed = manifest.parse::<Table>().unwrap_or_default();
    parsed.get("package").and_then(|package| package.get("version")).and_then(Value::as_str) == Some(crate::VERSION)
}

fn embedded(name: &str) -> Result<&'static str, VendorError> {
    let found = VENDORED.iter().find(|(path, _)| *path == name);
    let bytes = found.ok_or_else(|| VendorError(format!("{name} is not embedded")))?.1;
    std::str::from_utf8(bytes).map_err(|error| VendorError(format!("{name}: {error}")))
}

/// The manifest at `path` (below the workspace's root) without anything of the workspace: inherited keys are spelled
/// out, development dependencies are gone, and its warnings are nobody's concern.
pub fn stand_alone(path: &str, manifest: &str, root: &str) -> Result<String, VendorError> {
    let parse = |text: &str, name: &str| {
        text.parse::<Table>().map_err(|error| VendorError(format!("{name}: {}", error.message())))
    };
    let mut manifest = parse(manifest, path)?;
    let root = parse(root, "Cargo.toml")?;
    let workspace = table(&root, "workspace");
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    if let Some(Value::Table(package)) = manifest.get_mut("package") {
        let inherited = table(&workspace, "package");
        for (key, value) in package.iter_mut() {
            if inherits(value) {
                let from = inherited.get(key);
                *value = from.cloned().ok_or_else(|| VendorError(format!("{path}: nothing to inherit for `{key}`")))?;
            }
        }
    }
    let shared = table(&workspace, "dependencies");
    for section in ["dependencies", "build-dependencies"] {
        if let Some(Value::Table(dependencies)) = manifest.get_mut(section) {
            for (name, value) in dependencies.iter_mut() {
                *value = dependency(name, value, &shared, folder)
                    .map_err(|error| VendorError(format!("{path}: {error}")))?;
            }
        }
    }
    manifest.remove("dev-dependencies");
    let quiet = Table::from_iter([("warnings".to_owned(), Value::from("allow"))]);
    manifest.insert("lints".to_owned(), Value::Table(Table::from_iter([("rust".to_owned(), Value::Table(quiet))])));
    let text = toml::to_string(&manifest).map_err(|error| VendorError(format!("{path}: {error}")))?;
    Ok(format!("# Written by tfgen; `tfgen upgrade` replaces it.\n\n{text}"))
}

fn table(parent: &Table, key: &str) -> Table {
    parent.get(key).and_then(Value::as_table).cloned().unwrap_or_default()
}

fn inherits(value: &Value) -> bool {
    value.get("workspace").and_then(Value::as_bool) == Some(true)
}

/// A dependency with what it inherits, and with its path as seen from `folder`.
fn dependency(name: &str, own: &Value, shared: &Table, folder: &str) -> Result<Value, String> {
    if !inherits(own) {
        return Ok(own.clone());
    }
    let mut resolved = match shared.get(name) {
        Some(Value::Table(table)) => table.clone(),
        Some(version) => Table::from_iter([("version".to_owned(), version.clone())]),
        None => return Err(format!("nothing to inherit for `{name}`")),
    };
    if let Some(path) = resolved.get("path").and_then(Value::as_str) {
        let path = relative(folder, path);
        resolved.insert("path".to_owned(), Value::from(path));
    }
    for (key, value) in own.as_table().into_iter().flatten().filter(|(key, _)| *key != "workspace") {
        match (key.as_str(), value, resolved.get_mut(key)) {
            ("features", Value::Array(more), Some(Value::Array(features))) => {
                features.extend(more.iter().filter(|each| !features.contains(each)).cloned().collect::<Vec<_>>());
            }
            _ => drop(resolved.insert(key.clone(), value.clone())),
        }
    }
    Ok(Value::Table(resolved))
}

/// The path `to` as seen from the folder `from`; both are below one root, with forward slashes.
fn relative(from: &str, to: &str) -> String {
    let from: Vec<&str> = from.split('/').filter(|part| !part.is_empty()).collect();
    let to: Vec<&str> = to.split('/').collect();
    let shared = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..", from.len() - shared);
    let path: Vec<&str> = up.chain(to.iter().skip(shared).copied()).collect();
    if path.is_empty() { ".".to_owned() } else { path.join("/") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inherited_keys_are_spelled_out() {
        let root = "[workspace.package]\nversion = \"1.2.3\"\n[workspace.dependencies]\na = \"1\"\n\
                    b = { version = \"2\", default-features = false, features = [\"x\"] }\nc = { path = \"runtime/c\" }\n";
        let manifest = "[package]\nname = \"r\"\nversion.workspace = true\n[dependencies]\na.workspace = true\n\
                        b = { workspace = true, optional = true, features = [\"y\"] }\nc.workspace = true\nd = \"4\"\n\
                        [dev-dependencies]\ne.workspace = true\n[lints]\nworkspace = true\n";
        let text = stand_alone("runtime/Cargo.toml", manifest, root).unwrap();
        let parsed: Table = text.parse().unwrap();
        let expected: Table = "[package]\nname = \"r\"\nversion = \"1.2.3\"\n[dependencies]\na = { version = \"1\" }\n\
            b = { version = \"2\", default-features = false, features = [\"x\", \"y\"], optional = true }\n\
            c = { path = \"c\" }\nd = \"4\"\n[lints.rust]\nwarnings = \"allow\"\n"
            .parse()
            .unwrap();
        assert_eq!(parsed, expected);
    }

    #[test]
    fn paths_are_seen_from_the_folder_of_the_manifest() {
        assert_eq!(relative("runtime", "proto"), "../proto");
        assert_eq!(relative("runtime", "runtime/cty"), "cty");
        assert_eq!(relative("runtime/cty", "proto"), "../../proto");
    }

    #[test]
    fn no_embedded_manifest_needs_a_workspace() {
        for (path, contents) in files(&Features::new()).unwrap() {
            if path.ends_with("Cargo.toml") {
                let text = String::from_utf8(contents).unwrap();
                assert!(!text.contains("workspace"), "{path}:\n{text}");
            }
        }
    }
}
