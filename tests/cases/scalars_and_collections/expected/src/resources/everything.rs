//! `acme_everything`: what Terraform's operations do to it.

use crate::generated::resources::everything::{
    EverythingIdentity, EverythingModel, EverythingPlan,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_everything`.
pub struct Everything;

impl Resource for Everything {
    type Provider = Acme;
    type Model = EverythingModel;

    async fn create(_cx: Apply<Self>, _plan: EverythingPlan) -> Result<EverythingModel> {
        Err(error("Creating `acme_everything` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: EverythingIdentity) -> Result<Option<EverythingModel>> {
        Err(error("Reading `acme_everything` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: EverythingIdentity) -> Result<()> {
        Err(error("Deleting `acme_everything` is not implemented yet"))
    }
}

impl Update for Everything {
    async fn update(
        _cx: Apply<Self>,
        _id: EverythingIdentity,
        _plan: EverythingPlan,
    ) -> Result<EverythingModel> {
        Err(error("Updating `acme_everything` is not implemented yet"))
    }
}
