//! `acme_acme`: what Terraform's operations do to it.

use crate::generated::resources::acme::{AcmeIdentity, AcmeModel, AcmePlan};
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_acme`.
pub struct Acme;

impl Resource for Acme {
    type Provider = crate::provider::Acme;
    type Model = AcmeModel;

    async fn create(_cx: Apply<Self>, _plan: AcmePlan) -> Result<AcmeModel> {
        Err(error("Creating `acme_acme` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: AcmeIdentity) -> Result<Option<AcmeModel>> {
        Err(error("Reading `acme_acme` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: AcmeIdentity) -> Result<()> {
        Err(error("Deleting `acme_acme` is not implemented yet"))
    }
}

impl Update for Acme {
    async fn update(_cx: Apply<Self>, _id: AcmeIdentity, _plan: AcmePlan) -> Result<AcmeModel> {
        Err(error("Updating `acme_acme` is not implemented yet"))
    }
}
