//! The configured provider: where relative paths start.

use crate::generated::provider::ProviderConfig;
use std::path::{Path, PathBuf};
use tfgen_runtime::{Provider, Result, ResultExt};

/// What every resource and data source gets from its context.
pub struct Files {
    root: PathBuf,
}

impl Provider for Files {
    type Config = ProviderConfig;

    async fn configure(config: ProviderConfig) -> Result<Self> {
        let root = std::path::absolute(&config.root).summary("Cannot find the root directory")?;
        Ok(Self { root })
    }
}

impl Files {
    /// The absolute place of `path` as a configuration writes it.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.root.join(Path::new(path))
    }
}
