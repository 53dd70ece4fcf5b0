//! `acme_image`: what Terraform's operations do to it.

use crate::generated::resources::image::{ImageIdentity, ImageModel, ImagePlan};
use crate::provider::Acme;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error};

/// The managed resource `acme_image`.
pub struct Image;

impl Resource for Image {
    type Provider = Acme;
    type Model = ImageModel;

    async fn create(_cx: Apply<Self>, _plan: ImagePlan) -> Result<ImageModel> {
        Err(error("Creating `acme_image` is not implemented yet"))
    }

    async fn read(_cx: Stored<Self>, _id: ImageIdentity) -> Result<Option<ImageModel>> {
        Err(error("Reading `acme_image` is not implemented yet"))
    }

    async fn delete(_cx: Stored<Self>, _id: ImageIdentity) -> Result<()> {
        Err(error("Deleting `acme_image` is not implemented yet"))
    }
}

impl Update for Image {
    async fn update(_cx: Apply<Self>, _id: ImageIdentity, _plan: ImagePlan) -> Result<ImageModel> {
        Err(error("Updating `acme_image` is not implemented yet"))
    }
}
