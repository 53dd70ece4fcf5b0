//! `acme_cluster`: what Terraform's operations do to it.

use crate::generated::resources::cluster::{ClusterIdentity, ClusterModel, ClusterPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_cluster`.
pub struct Cluster;

impl Resource for Cluster {
    type Provider = Acme;
    type Model = ClusterModel;

    async fn create(_cx: Apply<Self>, _plan: ClusterPlan) -> Result<ClusterModel> {
        Err(error("Creating `acme_cluster` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ClusterIdentity) -> Result<Option<ClusterModel>> {
        Err(error("Reading `acme_cluster` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ClusterIdentity) -> Result<()> {
        Err(error("Deleting `acme_cluster` is not implemented yet"))
    }
}

impl Update for Cluster {
    async fn update(
        _cx: Apply<Self>,
        _id: ClusterIdentity,
        _plan: ClusterPlan,
    ) -> Result<ClusterModel> {
        Err(error("Updating `acme_cluster` is not implemented yet"))
    }
}
