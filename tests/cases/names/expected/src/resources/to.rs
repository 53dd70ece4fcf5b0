//! `acme_to`: what Terraform's operations do to it.

use crate::generated::resources::to::{ToIdentity, ToModel, ToPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_to`.
pub struct To;

impl Resource for To {
    type Provider = Acme;
    type Model = ToModel;

    async fn create(_cx: Apply<Self>, _plan: ToPlan) -> Result<ToModel> {
        Err(error("Creating `acme_to` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ToIdentity) -> Result<Option<ToModel>> {
        Err(error("Reading `acme_to` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ToIdentity) -> Result<()> {
        Err(error("Deleting `acme_to` is not implemented yet"))
    }
}

impl Update for To {
    async fn update(_cx: Apply<Self>, _id: ToIdentity, _plan: ToPlan) -> Result<ToModel> {
        Err(error("Updating `acme_to` is not implemented yet"))
    }
}
