//! `acme_type`: what Terraform's operations do to it.

use crate::generated::resources::r#type::{TypeIdentity, TypeModel, TypePlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_type`.
pub struct Type;

impl Resource for Type {
    type Provider = Acme;
    type Model = TypeModel;

    async fn create(_cx: Apply<Self>, _plan: TypePlan) -> Result<TypeModel> {
        Err(error("Creating `acme_type` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: TypeIdentity) -> Result<Option<TypeModel>> {
        Err(error("Reading `acme_type` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: TypeIdentity) -> Result<()> {
        Err(error("Deleting `acme_type` is not implemented yet"))
    }
}

impl Update for Type {
    async fn update(_cx: Apply<Self>, _id: TypeIdentity, _plan: TypePlan) -> Result<TypeModel> {
        Err(error("Updating `acme_type` is not implemented yet"))
    }
}
