//! `acme_disk`: what Terraform's operations do to it.

use crate::generated::resources::disk::{
    DiskHooks, DiskIdentity, DiskKind, DiskModel, DiskPlan, DiskPlanning, DiskView,
};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Draft, Resource, Result, Stored, Update, error};

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

impl DiskHooks for Disk {
    fn generate_config(_draft: &mut Draft<Self>) -> Result<()> {
        Err(error(
            "`generate_config` of `acme_disk` is not implemented yet",
        ))
    }

    async fn plan(_plan: &mut DiskPlanning<Self>) -> Result<()> {
        Err(error("`plan` of `acme_disk` is not implemented yet"))
    }

    async fn plan_destroy(_plan: &mut DiskPlanning<Self>) -> Result<()> {
        Err(error(
            "`plan_destroy` of `acme_disk` is not implemented yet",
        ))
    }

    fn validate(_config: &DiskView) -> Result<()> {
        Err(error("`validate` of `acme_disk` is not implemented yet"))
    }

    fn validate_kind(_value: &DiskKind) -> Result<()> {
        Err(error(
            "`validate_kind` of `acme_disk` is not implemented yet",
        ))
    }

    fn validate_name(_value: &str) -> Result<()> {
        Err(error(
            "`validate_name` of `acme_disk` is not implemented yet",
        ))
    }

    fn validate_size(_value: i64) -> Result<()> {
        Err(error(
            "`validate_size` of `acme_disk` is not implemented yet",
        ))
    }

    fn validate_tags(_value: &tfgen_runtime::Map<String>) -> Result<()> {
        Err(error(
            "`validate_tags` of `acme_disk` is not implemented yet",
        ))
    }

    fn validate_the_number_of_copies_that_a_backup_has(_value: i64) -> Result<()> {
        Err(error(
            "`validate_the_number_of_copies_that_a_backup_has` of `acme_disk` is not implemented yet",
        ))
    }
}
