//! `acme_page`: what Terraform's operations do to it.

use crate::generated::resources::page::{PageIdentity, PageModel, PagePlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_page`.
pub struct Page;

impl Resource for Page {
    type Provider = Acme;
    type Model = PageModel;

    async fn create(_cx: Apply<Self>, _plan: PagePlan) -> Result<PageModel> {
        Err(error("Creating `acme_page` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: PageIdentity) -> Result<Option<PageModel>> {
        Err(error("Reading `acme_page` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: PageIdentity) -> Result<()> {
        Err(error("Deleting `acme_page` is not implemented yet"))
    }
}

impl Update for Page {
    async fn update(_cx: Apply<Self>, _id: PageIdentity, _plan: PagePlan) -> Result<PageModel> {
        Err(error("Updating `acme_page` is not implemented yet"))
    }
}
