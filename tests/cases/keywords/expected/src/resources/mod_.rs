//! `acme_mod`: what Terraform's operations do to it.

use crate::generated::resources::r#mod::{ModIdentity, ModModel, ModPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, error};

/// The managed resource `acme_mod`.
pub struct Mod;

impl Resource for Mod {
    type Provider = Acme;
    type Model = ModModel;

    async fn create(_cx: Apply<Self>, _plan: ModPlan) -> Result<ModModel> {
        Err(error("Creating `acme_mod` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ModIdentity) -> Result<Option<ModModel>> {
        Err(error("Reading `acme_mod` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ModIdentity) -> Result<()> {
        Err(error("Deleting `acme_mod` is not implemented yet"))
    }
}
