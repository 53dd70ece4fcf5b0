//! `data.acme_server`: what reading it does.

use crate::generated::data_sources::server::{ServerData, ServerDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_server`.
pub struct Server;

impl DataSource for Server {
    type Provider = Acme;
    type Model = ServerData;

    async fn read(_cx: Context<Acme>, _config: ServerDataConfig) -> Result<ServerData> {
        Err(error("Reading `data.acme_server` is not implemented yet"))
    }
}
