//! `acme_fixed`: what Terraform's operations do to it.

use crate::generated::resources::fixed::{FixedIdentity, FixedModel, FixedPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_fixed`.
pub struct Fixed;

impl Resource for Fixed {
    type Provider = Acme;
    type Model = FixedModel;

    async fn create(_cx: Apply<Self>, _plan: FixedPlan) -> Result<FixedModel> {
        Err(error("Creating `acme_fixed` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: FixedIdentity) -> Result<Option<FixedModel>> {
        Err(error("Reading `acme_fixed` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: FixedIdentity) -> Result<()> {
        Err(error("Deleting `acme_fixed` is not implemented yet"))
    }
}
