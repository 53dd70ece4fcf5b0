//! `list.acme`: how its objects are found.

use crate::generated::lists::acme::AcmeListConfig;
use crate::provider::Acme;
use tfgen_runtime::{Context, Found, List, Listed, Result, error};

/// The list resource `list.acme`.
pub struct AcmeList;

impl List for AcmeList {
    type Provider = Acme;
    type Config = AcmeListConfig;

    async fn list(
        _cx: Context<Acme>,
        _config: AcmeListConfig,
        _found: Found<Listed<Self>>,
    ) -> Result<()> {
        Err(error("Listing `list.acme` is not implemented yet"))
    }
}
