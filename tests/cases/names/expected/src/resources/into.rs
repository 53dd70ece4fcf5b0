//! `acme_into`: what Terraform's operations do to it.

use crate::generated::resources::into::{
    IntoHooks, IntoIdentity, IntoModel, IntoPlan, IntoPlanning,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_into`.
pub struct Into;

impl Resource for Into {
    type Provider = Acme;
    type Model = IntoModel;

    async fn create(_cx: Apply<Self>, _plan: IntoPlan) -> Result<IntoModel> {
        Err(error("Creating `acme_into` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: IntoIdentity) -> Result<Option<IntoModel>> {
        Err(error("Reading `acme_into` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: IntoIdentity) -> Result<()> {
        Err(error("Deleting `acme_into` is not implemented yet"))
    }
}

impl Update for Into {
    async fn update(_cx: Apply<Self>, _id: IntoIdentity, _plan: IntoPlan) -> Result<IntoModel> {
        Err(error("Updating `acme_into` is not implemented yet"))
    }
}

impl IntoHooks for Into {
    async fn plan(_plan: &mut IntoPlanning<Self>) -> Result<()> {
        Err(error("`plan` of `acme_into` is not implemented yet"))
    }
}
