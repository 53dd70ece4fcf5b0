//! `data.acme_everything`: what reading it does.

use crate::generated::data_sources::everything::{EverythingData, EverythingDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_everything`.
pub struct Everything;

impl DataSource for Everything {
    type Provider = Acme;
    type Model = EverythingData;

    async fn read(_cx: Context<Acme>, _config: EverythingDataConfig) -> Result<EverythingData> {
        Err(error(
            "Reading `data.acme_everything` is not implemented yet",
        ))
    }
}
