//! `acme_depth`: what Terraform's operations do to it.

use crate::generated::resources::depth::{
    DepthHooks, DepthIdentity, DepthModel, DepthPlan, DepthPlanning,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_depth`.
pub struct Depth;

impl Resource for Depth {
    type Provider = Acme;
    type Model = DepthModel;

    async fn create(_cx: Apply<Self>, _plan: DepthPlan) -> Result<DepthModel> {
        Err(error("Creating `acme_depth` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: DepthIdentity) -> Result<Option<DepthModel>> {
        Err(error("Reading `acme_depth` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: DepthIdentity) -> Result<()> {
        Err(error("Deleting `acme_depth` is not implemented yet"))
    }
}

impl Update for Depth {
    async fn update(_cx: Apply<Self>, _id: DepthIdentity, _plan: DepthPlan) -> Result<DepthModel> {
        Err(error("Updating `acme_depth` is not implemented yet"))
    }
}

impl DepthHooks for Depth {
    async fn plan(_plan: &mut DepthPlanning<Self>) -> Result<()> {
        Err(error("`plan` of `acme_depth` is not implemented yet"))
    }
}
