//! `data.acme_acme`: what reading it does.

use crate::generated::data_sources::acme::{AcmeData, AcmeDataConfig};
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_acme`.
pub struct Acme;

impl DataSource for Acme {
    type Provider = crate::provider::Acme;
    type Model = AcmeData;

    async fn read(
        _cx: Context<crate::provider::Acme>,
        _config: AcmeDataConfig,
    ) -> Result<AcmeData> {
        Err(error("Reading `data.acme_acme` is not implemented yet"))
    }
}
