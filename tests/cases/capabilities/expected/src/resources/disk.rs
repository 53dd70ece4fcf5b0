//! `acme_disk`: what Terraform's operations do to it.

use crate::generated::resources::disk::{DiskIdentity, DiskModel, DiskPlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_disk`.
pub struct Disk;

impl Resource for Disk {
    type Provider = Acme;
    type Model = DiskModel;

    async fn create(_cx: Apply<Self>, _plan: DiskPlan) -> Result<DiskModel> {
        Err(error("Creating `acme_disk` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: DiskIdentity) -> Result<Option<DiskModel>> {
        Err(error("Reading `acme_disk` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: DiskIdentity) -> Result<()> {
        Err(error("Deleting `acme_disk` is not implemented yet"))
    }
}

impl Update for Disk {
    async fn update(_cx: Apply<Self>, _id: DiskIdentity, _plan: DiskPlan) -> Result<DiskModel> {
        Err(error("Updating `acme_disk` is not implemented yet"))
    }
}
