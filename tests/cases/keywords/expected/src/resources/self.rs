//! `acme_self`: what Terraform's operations do to it.

use crate::generated::resources::self_::{SelfIdentity, SelfModel, SelfPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_self`.
pub struct Self_;

impl Resource for Self_ {
    type Provider = Acme;
    type Model = SelfModel;

    async fn create(_cx: Apply<Self>, _plan: SelfPlan) -> Result<SelfModel> {
        Err(error("Creating `acme_self` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: SelfIdentity) -> Result<Option<SelfModel>> {
        Err(error("Reading `acme_self` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: SelfIdentity) -> Result<()> {
        Err(error("Deleting `acme_self` is not implemented yet"))
    }
}
