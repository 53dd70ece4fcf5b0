//! Runs of a provider as Terraform drives it, each as if in a process of its own.

use std::path::Path;
use terraform_provider_kitchen::generated::wiring::registry;
use tfgen_runtime::Registry;
use tfgen_testing::{Core, Hcl, StateStore, hcl};

/// A provider that has just been started, with a state store that is not configured yet.
pub fn provider(folder: &Path) -> Core {
    provider_of(registry(), folder)
}

/// The same of a kitchen with other stores.
pub fn provider_of(registry: Registry, folder: &Path) -> Core {
    let core = Core::start(registry).expect("the schemas load");
    core.configure(hcl! { store = folder.join("pantry").display().to_string() }).expect("the provider is configured")
}

/// The state store of a new run.
pub fn run(folder: &Path, store: &str, config: impl Into<Hcl>) -> StateStore {
    provider(folder).state_store(store).chunk_size(1 << 16).configure(config).expect("the store is configured")
}

/// A run on the shelf in this folder.
pub fn shelf(folder: &Path) -> StateStore {
    run(folder, "kitchen_shelf", hcl! { path = folder.join("shelf").display().to_string() })
}
