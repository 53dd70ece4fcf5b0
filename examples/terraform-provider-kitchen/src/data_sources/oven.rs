//! `data "kitchen_oven"`: looks into an oven, within a limit of time.

use crate::generated::data_sources::oven::{OvenData, OvenDataConfig, attribute};
use crate::generated::resources::oven::OvenModel;
use crate::glass::reach;
use crate::provider::Kitchen;
use tfgen_runtime::{Context, DataSource, Result, error};

/// The data source.
pub struct Oven;

impl DataSource for Oven {
    type Provider = Kitchen;
    type Model = OvenData;

    async fn read(cx: Context<Kitchen>, config: OvenDataConfig) -> Result<OvenData> {
        reach(&cx, config.fate.as_deref(), "read").await?;
        match cx.provider().pantry.get::<OvenModel>(&config.id)? {
            Some(oven) => Ok(OvenData { degrees: oven.degrees, fate: config.fate, id: config.id }),
            None => Err(error("There is no such oven").at(attribute::ID)),
        }
    }
}
