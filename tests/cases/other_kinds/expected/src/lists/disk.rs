//! `list.disk`: how its objects are found.

use crate::generated::lists::disk::{DiskListConfig, DiskListHooks, DiskListView};
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

impl DiskListHooks for DiskList {
    fn validate(_config: &DiskListView) -> Result<()> {
        Err(error("`validate` of `list.disk` is not implemented yet"))
    }

    fn validate_suffix(_value: &str) -> Result<()> {
        Err(error(
            "`validate_suffix` of `list.disk` is not implemented yet",
        ))
    }
}
