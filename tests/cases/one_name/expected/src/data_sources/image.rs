//! `data.acme_image`: what reading it does.

use crate::generated::data_sources::image::{ImageData, ImageDataConfig};
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
