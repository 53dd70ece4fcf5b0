//! `data.acme_image`: what reading it does.

use crate::generated::data_sources::image::{
    ImageData, ImageDataConfig, ImageHooks, ImageOwnerView, ImageView,
};
use crate::provider::Acme;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source `acme_image`.
pub struct Image;

impl DataSource for Image {
    type Provider = Acme;
    type Model = ImageData;

    async fn read(_cx: Context<Acme>, _config: ImageDataConfig) -> Result<ImageData> {
        Err(error("Reading `data.acme_image` is not implemented yet"))
    }
}

impl ImageHooks for Image {
    fn validate(_config: &ImageView) -> Result<()> {
        Err(error(
            "`validate` of `data.acme_image` is not implemented yet",
        ))
    }

    fn validate_owner(_value: &ImageOwnerView) -> Result<()> {
        Err(error(
            "`validate_owner` of `data.acme_image` is not implemented yet",
        ))
    }
}
