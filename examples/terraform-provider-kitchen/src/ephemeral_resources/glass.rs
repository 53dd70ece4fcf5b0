//! `ephemeral "kitchen_glass"`: meets its fate while it is opened, renewed or closed. What it complains of quotes what it keeps,
//! so that tests see it masked.

use crate::generated::ephemeral_resources::glass::private::{FATE, MARK};
use crate::generated::ephemeral_resources::glass::{GlassConfig, GlassData, GlassHooks, GlassView};
use crate::glass::{meet, reach};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Close, Ephemeral, Renew, Result, ResultExt, Session};

/// The ephemeral resource.
pub struct Glass;

impl Ephemeral for Glass {
    type Provider = Kitchen;
    type Model = GlassData;

    async fn open(cx: Session<Self>, config: GlassConfig) -> Result<GlassData> {
        let mark = "mark of an open glass".to_owned();
        cx.private().set(MARK, mark.clone())?;
        cx.private().set(FATE, config.fate.clone().unwrap_or_default())?;
        cx.renew_in(Duration::from_secs(1));
        reach(&cx, config.fate.as_deref(), "open").await.summary(&format!("No access with {mark}"))?;
        Ok(GlassData { fate: config.fate })
    }
}

impl Renew for Glass {
    async fn renew(cx: Session<Self>) -> Result<()> {
        reached(&cx, "renew").await
    }
}

impl Close for Glass {
    async fn close(cx: Session<Self>) -> Result<()> {
        reached(&cx, "close").await
    }
}

async fn reached(cx: &Session<Glass>, step: &str) -> Result<()> {
    let mark = cx.private().get(MARK)?.unwrap_or_default();
    let fate = cx.private().get(FATE)?;
    reach(cx, fate.as_deref(), step).await.summary(&format!("No access with {mark}"))
}

impl GlassHooks for Glass {
    fn validate(config: &GlassView) -> Result<()> {
        meet(config.fate().known().as_deref(), "validate")
    }
}
