//! `data "kitchen_leftovers"`: what is left, which is nothing.

use crate::generated::data_sources::leftovers::{LeftoversBoxData, LeftoversData, LeftoversDataConfig};
use crate::provider::Kitchen;
use tfgen_runtime::{Context, DataSource, Result};

/// The data source.
pub struct Leftovers;

impl DataSource for Leftovers {
    type Provider = Kitchen;
    type Model = LeftoversData;

    async fn read(_: Context<Kitchen>, config: LeftoversDataConfig) -> Result<LeftoversData> {
        let boxes = config.r#box.into_iter().map(|each| LeftoversBoxData { size: each.size });
        Ok(LeftoversData { r#box: boxes.collect(), dishes: Vec::new() })
    }
}
