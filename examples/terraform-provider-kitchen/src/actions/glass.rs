//! `action "kitchen_glass"`: meets its fate when it is planned, or between two words while it is invoked.

use crate::generated::actions::glass::{GlassConfig, GlassHooks, GlassView};
use crate::glass::{meet, reach};
use crate::provider::Kitchen;
use tfgen_runtime::{Action, Context, Invoke, Result};

/// The action.
pub struct Glass;

impl Action for Glass {
    type Provider = Kitchen;
    type Config = GlassConfig;

    async fn invoke(cx: Invoke<Self>, config: GlassConfig) -> Result<()> {
        cx.progress("lifted").await;
        reach(&cx, config.fate.as_deref(), "invoke").await?;
        cx.progress("put down").await;
        Ok(())
    }
}

impl GlassHooks for Glass {
    async fn plan(cx: Context<Kitchen>, config: GlassView) -> Result<()> {
        reach(&cx, config.fate().known().as_deref(), "plan").await
    }

    fn validate(config: &GlassView) -> Result<()> {
        meet(config.fate().known().as_deref(), "validate")
    }
}
