//! `list "kitchen_glass"`: two glasses, and what happens between them.

use crate::generated::lists::glass::{GlassListConfig, GlassListHooks, GlassListView};
use crate::generated::resources::glass::{GlassIdentity, GlassModel};
use crate::glass::{meet, reach};
use crate::provider::Kitchen;
use tfgen_runtime::{Context, Found, List, Result};

/// The list resource.
pub struct GlassList;

impl List for GlassList {
    type Provider = Kitchen;
    type Config = GlassListConfig;

    async fn list(cx: Context<Kitchen>, config: GlassListConfig, found: Found<GlassModel>) -> Result<()> {
        found.send(GlassIdentity { id: "glass-1".to_owned() }, "the first", None).await?;
        reach(&cx, config.fate.as_deref(), "list").await?;
        found.send(GlassIdentity { id: "glass-2".to_owned() }, "the second", None).await
    }
}

impl GlassListHooks for GlassList {
    fn validate(config: &GlassListView) -> Result<()> {
        meet(config.fate().known().as_deref(), "validate")
    }
}
