//! Which cargo features of the runtime a schema needs, and the manifest of the vendored runtime that turns just these on.
//!
//! A provider compiles only what its schema asks for, and its author names no feature: the vendored manifest is tfgen's,
//! so its default features follow the schema. A runtime from elsewhere has state stores on by default; what else it is to
//! have stands in the user's manifest. Nothing here reads or writes files.

use super::FOLDER;
use crate::ir;
use crate::ir::state_store::StateStoreKind;
use crate::render::manifest::MARKER;
use std::collections::BTreeSet;
use toml::{Table, Value};

/// Names of features.
pub type Features = BTreeSet<String>;

/// The manifest in a provider crate.
pub fn manifest_path() -> String {
    format!("{FOLDER}/runtime/Cargo.toml")
}

/// What the schema needs.
pub fn needed(provider: &ir::Provider) -> Features {
    let mut features = Features::new();
    for thing in &provider.state_stores {
        features.insert("state-store".to_owned());
        let Some(store) = &thing.state_store else { continue };
        if store.compressed {
            features.insert("zstd".to_owned());
        }
        // The client that asks KMS is that of buckets.
        if store.kms {
            features.insert("s3".to_owned());
        }
        match store.kind {
            StateStoreKind::S3 => drop(features.insert("s3".to_owned())),
            StateStoreKind::Postgres => drop(features.insert("postgres".to_owned())),
            _ => {}
        }
    }
    if !provider.tools.is_empty() {
        features.insert("tool".to_owned());
    }
    features
}

/// What a vendored manifest turns on.
pub fn turned_on(manifest: &str) -> Features {
    let parsed = manifest.parse::<Table>().unwrap_or_default();
    let default = parsed.get("features").and_then(|features| features.get("default")).and_then(Value::as_array);
    default.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The same manifest with these features on, as far as its runtime has them: one of another version may need none for what it
/// does. Fails with what is wrong with the manifest.
pub fn turn_on(manifest: &str, features: &Features) -> Result<String, String> {
    let parsed: Result<Table, _> = manifest.parse();
    let mut parsed = parsed.map_err(|error| error.message().to_owned())?;
    if let Some(Value::Table(table)) = parsed.get_mut("features") {
        let wanted = features.iter().filter(|feature| table.contains_key(*feature));
        let wanted = Value::Array(wanted.map(|feature| Value::from(feature.as_str())).collect());
        table.insert("default".to_owned(), wanted);
    }
    let text = toml::to_string(&parsed).map_err(|error| error.to_string())?;
    Ok(format!("# The runtime's manifest, {MARKER}schema/: its default features are what the schema needs.\n\n{text}"))
}

/// What a schema needs that the user's manifest does not ask its runtime for: nothing where that cannot be told from the
/// manifest alone.
pub fn not_asked_for(manifest: &str, needed: &Features) -> Features {
    let parsed = manifest.parse::<Table>().unwrap_or_default();
    let Some(dependency) = parsed.get("dependencies").and_then(|all| all.get("tfgen-runtime")) else {
        return Features::new();
    };
    let says = |key: &str| dependency.get(key).and_then(Value::as_bool);
    if says("workspace") == Some(true) {
        return Features::new();
    }
    let asked = dependency.get("features").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let mut there: Features = asked.map(str::to_owned).collect();
    if says("default-features") != Some(false) {
        there.insert("state-store".to_owned());
    }
    needed.difference(&there).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Features {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn default_features_are_those_that_are_needed_and_there() {
        let manifest = "[package]\nname = \"r\"\n[features]\ndefault = [\"a\"]\na = []\nb = [\"dep:x\"]\n";
        assert_eq!(turned_on(manifest), names(&["a"]));
        let turned = turn_on(manifest, &names(&["b", "unheard-of"])).unwrap();
        assert_eq!(turned_on(&turned), names(&["b"]));
        assert_eq!(turn_on(&turned, &names(&["b"])).unwrap(), turned);
        assert_eq!(turned_on(&turn_on(&turned, &names(&[])).unwrap()), names(&[]));
        let of_before = turn_on("[package]\nname = \"r\"\n", &names(&["b"])).unwrap();
        assert_eq!(turned_on(&of_before), names(&[]));
        assert!(turn_on("[package", &names(&[])).is_err());
    }

    #[test]
    fn what_is_missing_in_the_users_manifest_is_told() {
        let both = names(&["state-store", "zstd"]);
        let missing =
            |dependency: &str| not_asked_for(&format!("[dependencies]\ntfgen-runtime = {dependency}\n"), &both);
        assert_eq!(missing("\"0.1\""), names(&["zstd"]));
        assert_eq!(missing("{ path = \"x\", features = [\"zstd\"] }"), names(&[]));
        assert_eq!(missing("{ path = \"x\", default-features = false }"), both);
        assert_eq!(missing("{ workspace = true }"), names(&[]));
        assert_eq!(not_asked_for("", &both), names(&[]));
    }
}
