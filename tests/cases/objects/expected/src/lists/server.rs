//! `list.server`: how its objects are found.

use crate::generated::lists::server::ServerListConfig;
use crate::provider::Acme;
use tfgen_runtime::{Context, Found, List, Listed, Result, error};

/// The list resource `list.server`.
pub struct ServerList;

impl List for ServerList {
    type Provider = Acme;
    type Config = ServerListConfig;

    async fn list(
        _cx: Context<Acme>,
        _config: ServerListConfig,
        _found: Found<Listed<Self>>,
    ) -> Result<()> {
        Err(error("Listing `list.server` is not implemented yet"))
    }
}
