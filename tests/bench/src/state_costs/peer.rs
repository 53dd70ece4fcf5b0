//! The two providers: where their programs are, and how each is told of a folder.

use std::fs;
use std::path::{Path, PathBuf};
use tfgen_cty::{Type, Value};
use tfgen_tests::{built, pyvider};

/// A provider with a store in a folder.
pub struct Peer {
    /// What it is called in the table.
    pub name: &'static str,
    /// What it is started with.
    pub program: PathBuf,
    /// The state store's type name.
    pub store: &'static str,
    /// The store's configuration, for a folder and so long a wait.
    pub config: fn(&Path, &str) -> (Value, Type),
}

/// The provider of the kitchen example, in release.
pub fn tfgen() -> Peer {
    let config = |folder: &Path, timeout: &str| {
        let ty = Type::object([("lease", Type::String), ("lock_timeout", Type::String), ("path", Type::String)]);
        let value = Value::object([
            ("lease", Value::Null),
            ("lock_timeout", Value::string(timeout)),
            ("path", Value::string(folder.display().to_string())),
        ]);
        (value, ty)
    };
    let program = built::kitchen_provider_in_release().join("terraform-provider-kitchen");
    Peer { name: "tfgen", program, store: "kitchen_shelf", config }
}

/// A provider over pyvider with its own store in a folder.
pub fn pyvider() -> Result<Peer, String> {
    let config = |folder: &Path, _: &str| {
        let value = Value::object([("path", Value::string(folder.display().to_string()))]);
        (value, Type::object([("path", Type::String)]))
    };
    let source = built::repository().join("tests/bench/pyvider_states");
    let place = tfgen_tests::terraform::target_folder().join("state-costs/pyvider");
    let copied = fs::create_dir_all(place.join("states")).and_then(|()| {
        ["pyproject.toml", "states/__init__.py"]
            .iter()
            .try_for_each(|file| fs::copy(source.join(file), place.join(file)).map(drop))
    });
    copied.map_err(|error| format!("{}: {error}", place.display()))?;
    let program = pyvider::install(&place, "states")?;
    Ok(Peer { name: "pyvider", program, store: "states_folder", config })
}
