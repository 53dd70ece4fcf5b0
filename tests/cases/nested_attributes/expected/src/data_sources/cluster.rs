//! `data.acme_cluster`: what reading it does.

use crate::generated::data_sources::cluster::{ClusterData, ClusterDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_cluster`.
pub struct Cluster;

impl DataSource for Cluster {
    type Provider = Acme;
    type Model = ClusterData;

    async fn read(_cx: Context<Acme>, _config: ClusterDataConfig) -> Result<ClusterData> {
        Err(error("Reading `data.acme_cluster` is not implemented yet"))
    }
}
