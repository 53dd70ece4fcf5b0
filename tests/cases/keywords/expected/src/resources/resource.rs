//! `acme_resource`: what Terraform's operations do to it.

use crate::generated::resources::resource::{ResourceIdentity, ResourceModel, ResourcePlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Result, Stored, Update, error};

/// The managed resource `acme_resource`.
pub struct Resource;

impl tfgen_runtime::Resource for Resource {
    type Provider = Acme;
    type Model = ResourceModel;

    async fn create(_cx: Apply<Self>, _plan: ResourcePlan) -> Result<ResourceModel> {
        Err(error("Creating `acme_resource` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ResourceIdentity) -> Result<Option<ResourceModel>> {
        Err(error("Reading `acme_resource` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ResourceIdentity) -> Result<()> {
        Err(error("Deleting `acme_resource` is not implemented yet"))
    }
}

impl Update for Resource {
    async fn update(
        _cx: Apply<Self>,
        _id: ResourceIdentity,
        _plan: ResourcePlan,
    ) -> Result<ResourceModel> {
        Err(error("Updating `acme_resource` is not implemented yet"))
    }
}
