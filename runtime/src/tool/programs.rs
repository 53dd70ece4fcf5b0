//! Where programs are, and the steps that are written in Rust instead.

use super::implemented::ImplementedStep;
use super::table::StepName;
use crate::seal::Keyring;
use crate::variables;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

/// Steps by tool and name.
type Implemented = BTreeMap<(&'static str, StepName), Arc<ImplementedStep>>;

/// Finds programs by name: in the folders of `PATH`, or where a test has put them. Clones share that.
#[derive(Clone, Debug, Default)]
pub(crate) struct Programs {
    /// Those that are somewhere else than `PATH` says.
    elsewhere: Arc<RwLock<BTreeMap<String, PathBuf>>>,
    /// By tool and step.
    implemented: Arc<RwLock<Implemented>>,
    /// The tools that have been seen to have all that they need.
    complete: Arc<RwLock<BTreeSet<&'static str>>>,
    /// Variables of the provider's own that no program gets.
    private: Arc<[String]>,
}

impl Programs {
    /// Those of a provider of this name, which keeps its keys to itself.
    pub(crate) fn of(provider: &str) -> Self {
        let provider = variables::prefix(provider);
        let keys = ["PRIVATE_STATE", "STATE_STORE"]
            .iter()
            .flat_map(|of| Keyring::SECRETS.map(|end| format!("{provider}_{of}_{end}")));
        let private = keys.chain([format!("{provider}_STATE_STORE_CONN_STR")]).collect();
        Self { private, ..Self::default() }
    }

    /// The variables of the environment that are the provider's own.
    pub(super) fn private(&self) -> &[String] {
        &self.private
    }

    /// From now on this program is there.
    pub(crate) fn set(&self, name: &str, path: &Path) {
        self.elsewhere.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), path.to_owned());
    }

    /// From now on these steps of the tool are there.
    pub(crate) fn implement(&self, tool: &'static str, steps: Vec<ImplementedStep>) {
        let mut all = self.implemented.write().unwrap_or_else(PoisonError::into_inner);
        all.extend(steps.into_iter().map(|step| ((tool, step.name), Arc::new(step))));
    }

    /// Whether the tool has been seen to have all that it needs.
    pub(super) fn is_complete(&self, tool: &'static str) -> bool {
        self.complete.read().unwrap_or_else(PoisonError::into_inner).contains(tool)
    }

    /// From now on the tool counts as one that has all that it needs.
    pub(super) fn completed(&self, tool: &'static str) {
        self.complete.write().unwrap_or_else(PoisonError::into_inner).insert(tool);
    }

    /// A step of a tool that is written in Rust.
    pub(super) fn implemented(&self, tool: &'static str, step: StepName) -> Option<Arc<ImplementedStep>> {
        self.implemented.read().unwrap_or_else(PoisonError::into_inner).get(&(tool, step)).cloned()
    }

    /// The path of a program; the error says where it was looked for. A path is taken from the folder that Terraform runs in,
    /// wherever a step runs.
    pub(crate) fn find(&self, name: &str) -> Result<PathBuf, String> {
        if let Some(path) = self.elsewhere.read().unwrap_or_else(PoisonError::into_inner).get(name) {
            return Ok(path.clone());
        }
        if name.contains(std::path::MAIN_SEPARATOR) || name.contains('/') {
            let path = std::path::absolute(name).unwrap_or_else(|_| PathBuf::from(name));
            return if is_program(&path) { Ok(path) } else { Err(format!("at `{}`", path.display())) };
        }
        let folders = std::env::var_os("PATH").unwrap_or_default();
        let folders: Vec<PathBuf> =
            std::env::split_paths(&folders).map(|folder| std::path::absolute(&folder).unwrap_or(folder)).collect();
        let found = folders.iter().find_map(|folder| {
            let plain = folder.join(name);
            let with_suffix = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
            [plain, with_suffix].into_iter().find(|path| is_program(path))
        });
        found.ok_or_else(|| {
            let shown: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
            format!("in the folders of `PATH`, which are {}", shown.join(", "))
        })
    }
}

fn is_program(path: &Path) -> bool {
    let Ok(about) = path.metadata() else { return false };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    about.is_file() && may_run
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_provider_keeps_its_keys_to_itself() {
        let programs = Programs::of("big-co");
        for own in ["BIG_CO_PRIVATE_STATE_KEY", "BIG_CO_STATE_STORE_PASSPHRASE", "BIG_CO_STATE_STORE_OLD_KEYS"] {
            assert!(programs.private().iter().any(|name| name == own), "{own}");
        }
    }
}
