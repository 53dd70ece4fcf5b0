//! `acme_option`: what Terraform's operations do to it.

use crate::generated::resources::option::{OptionIdentity, OptionModel, OptionPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_option`.
pub struct Option;

impl Resource for Option {
    type Provider = Acme;
    type Model = OptionModel;

    async fn create(_cx: Apply<Self>, _plan: OptionPlan) -> Result<OptionModel> {
        Err(error("Creating `acme_option` is not implemented yet"))
    }

    async fn read(
        _cx: Stored<Self>,
        _id: OptionIdentity,
    ) -> Result<std::option::Option<OptionModel>> {
        Err(error("Reading `acme_option` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: OptionIdentity) -> Result<()> {
        Err(error("Deleting `acme_option` is not implemented yet"))
    }
}
