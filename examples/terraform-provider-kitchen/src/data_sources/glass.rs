//! `data "kitchen_glass"`: meets its fate while it is read.

use crate::generated::data_sources::glass::{GlassData, GlassDataConfig, GlassHooks, GlassView};
use crate::glass::{meet, reach};
use crate::provider::Kitchen;
use tfgen_runtime::{Context, DataSource, Result};

/// The data source.
pub struct Glass;

impl DataSource for Glass {
    type Provider = Kitchen;
    type Model = GlassData;

    async fn read(cx: Context<Kitchen>, config: GlassDataConfig) -> Result<GlassData> {
        reach(&cx, config.fate.as_deref(), "read").await?;
        Ok(GlassData { fate: config.fate, sound: "clink".to_owned() })
    }
}

impl GlassHooks for Glass {
    fn validate(config: &GlassView) -> Result<()> {
        meet(config.fate().known().as_deref(), "validate")
    }
}
