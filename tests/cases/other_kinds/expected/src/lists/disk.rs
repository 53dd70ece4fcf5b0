//! `list.disk`: how its objects are found.

use crate::generated::lists::disk::DiskListConfig;
use crate::provider::Acme;
use tfgen_runtime::{Context, Found, List, Listed, Result, error};

/// The list resource `list.disk`.
pub struct DiskList;

impl List for DiskList {
    type Provider = Acme;
    type Config = DiskListConfig;

    async fn list(
        _cx: Context<Acme>,
        _config: DiskListConfig,
        _found: Found<Listed<Self>>,
    ) -> Result<()> {
        Err(error("Listing `list.disk` is not implemented yet"))
    }
}
