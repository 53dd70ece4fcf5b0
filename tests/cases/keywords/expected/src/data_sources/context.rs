//! `data.acme_context`: what reading it does.

use crate::generated::data_sources::context::{ContextData, ContextDataConfig};
use crate::provider::Acme;
use tfgen_runtime::{DataSource, Result, error};

/// The data source `acme_context`.
pub struct Context;

impl DataSource for Context {
    type Provider = Acme;
    type Model = ContextData;

    async fn read(
        _cx: tfgen_runtime::Context<Acme>,
        _config: ContextDataConfig,
    ) -> Result<ContextData> {
        Err(error("Reading `data.acme_context` is not implemented yet"))
    }
}
