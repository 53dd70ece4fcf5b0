//! `acme_server`: what Terraform's operations do to it.

use crate::generated::resources::server::{ServerIdentity, ServerModel, ServerPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_server`.
pub struct Server;

impl Resource for Server {
    type Provider = Acme;
    type Model = ServerModel;

    async fn create(_cx: Apply<Self>, _plan: ServerPlan) -> Result<ServerModel> {
        Err(error("Creating `acme_server` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ServerIdentity) -> Result<Option<ServerModel>> {
        Err(error("Reading `acme_server` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ServerIdentity) -> Result<()> {
        Err(error("Deleting `acme_server` is not implemented yet"))
    }
}

impl Update for Server {
    async fn update(
        _cx: Apply<Self>,
        _id: ServerIdentity,
        _plan: ServerPlan,
    ) -> Result<ServerModel> {
        Err(error("Updating `acme_server` is not implemented yet"))
    }
}
