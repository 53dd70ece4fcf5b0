//! `data.acme_mod`: what reading it does.

use crate::generated::data_sources::r#mod::{ModData, ModDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_mod`.
pub struct Mod;

impl DataSource for Mod {
    type Provider = Acme;
    type Model = ModData;

    async fn read(_cx: Context<Acme>, _config: ModDataConfig) -> Result<ModData> {
        Err(error("Reading `data.acme_mod` is not implemented yet"))
    }
}
