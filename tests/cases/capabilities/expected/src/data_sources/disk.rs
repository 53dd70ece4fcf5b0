//! `data.acme_disk`: what reading it does.

use crate::generated::data_sources::disk::{DiskData, DiskDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_disk`.
pub struct Disk;

impl DataSource for Disk {
    type Provider = Acme;
    type Model = DiskData;

    async fn read(_cx: Context<Acme>, _config: DiskDataConfig) -> Result<DiskData> {
        Err(error("Reading `data.acme_disk` is not implemented yet"))
    }
}
