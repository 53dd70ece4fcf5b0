//! `data.acme_data_source`: what reading it does.

use crate::generated::data_sources::data_source::{DataSourceData, DataSourceDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{Context, Result, error};

/// The data source `acme_data_source`.
pub struct DataSource;

impl tfgen_runtime::DataSource for DataSource {
    type Provider = Acme;
    type Model = DataSourceData;

    async fn read(_cx: Context<Acme>, _config: DataSourceDataConfig) -> Result<DataSourceData> {
        Err(error(
            "Reading `data.acme_data_source` is not implemented yet",
        ))
    }
}
