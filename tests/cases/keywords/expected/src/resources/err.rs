//! `acme_err`: what Terraform's operations do to it.

use crate::generated::resources::err::{ErrIdentity, ErrModel, ErrPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_err`.
pub struct Err;

impl Resource for Err {
    type Provider = Acme;
    type Model = ErrModel;

    async fn create(_cx: Apply<Self>, _plan: ErrPlan) -> Result<ErrModel> {
        std::result::Result::Err(error("Creating `acme_err` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ErrIdentity) -> Result<Option<ErrModel>> {
        std::result::Result::Err(error("Reading `acme_err` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ErrIdentity) -> Result<()> {
        std::result::Result::Err(error("Deleting `acme_err` is not implemented yet"))
    }
}

impl Update for Err {
    async fn update(_cx: Apply<Self>, _id: ErrIdentity, _plan: ErrPlan) -> Result<ErrModel> {
        std::result::Result::Err(error("Updating `acme_err` is not implemented yet"))
    }
}
