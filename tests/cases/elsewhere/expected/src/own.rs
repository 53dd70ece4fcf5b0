//! An implementation of a provider and of a resource, in a place of its own.

use crate::generated::provider::ProviderConfig;
use crate::generated::resources::disk::{DiskIdentity, DiskModel, DiskPlan};
use tfgen_runtime::{Apply, Provider, Resource, Result, Stored};

/// The provider.
pub struct Client;

impl Provider for Client {
    type Config = ProviderConfig;

    async fn configure(_config: ProviderConfig) -> Result<Self> {
        Ok(Self)
    }
}

/// The resource.
pub struct Everything;

impl Resource for Everything {
    type Provider = Client;
    type Model = DiskModel;

    async fn create(_cx: Apply<Self>, _plan: DiskPlan) -> Result<DiskModel> {
        Ok(DiskModel { id: "1".to_owned() })
    }

    async fn read(_cx: Stored<Self>, id: DiskIdentity) -> Result<Option<DiskModel>> {
        Ok(Some(DiskModel { id: id.id }))
    }

    async fn delete(_cx: Stored<Self>, _id: DiskIdentity) -> Result<()> {
        Ok(())
    }
}
