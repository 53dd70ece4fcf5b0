//! A provider and a resource that keeps something privately; `cases/private_plain` has the same.

use crate::generated::provider::ProviderConfig;
use crate::generated::resources::disk::{DiskIdentity, DiskModel, DiskPlan, private};
use tfgen_runtime::{Apply, Provider, Resource, Result, Stored, error};

/// What a disk keeps.
pub const TOKEN: &str = "token of a disk";

/// The provider.
pub struct Client;

impl Provider for Client {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}

/// The resource.
pub struct Disk;

impl Resource for Disk {
    type Provider = Client;
    type Model = DiskModel;

    async fn create(cx: Apply<Self>, _plan: DiskPlan) -> Result<DiskModel> {
        cx.private().set(private::TOKEN, TOKEN.to_owned())?;
        Ok(DiskModel { id: "1".to_owned() })
    }

    async fn read(cx: Stored<Self>, id: DiskIdentity) -> Result<Option<DiskModel>> {
        match cx.private().get(private::TOKEN)?.as_deref() {
            Some(TOKEN) => Ok(Some(DiskModel { id: id.id })),
            _ => Err(error("The token is not the one that was kept")),
        }
    }

    async fn delete(_cx: Stored<Self>, _id: DiskIdentity) -> Result<()> {
        Ok(())
    }
}
