//! `acme_typed`: what Terraform's operations do to it.

use crate::generated::resources::typed::{TypedIdentity, TypedModel, TypedPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_typed`.
pub struct Typed;

impl Resource for Typed {
    type Provider = Acme;
    type Model = TypedModel;

    async fn create(_cx: Apply<Self>, _plan: TypedPlan) -> Result<TypedModel> {
        Err(error("Creating `acme_typed` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: TypedIdentity) -> Result<Option<TypedModel>> {
        Err(error("Reading `acme_typed` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: TypedIdentity) -> Result<()> {
        Err(error("Deleting `acme_typed` is not implemented yet"))
    }
}
