//! `ephemeral "kitchen_apron"`: a hook and a time limit of an ephemeral resource.

use crate::generated::ephemeral_resources::apron::{ApronConfig, ApronData, ApronHooks, ApronView, attribute};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Ephemeral, Result, Session, error};

/// The ephemeral resource.
pub struct Apron;

impl Ephemeral for Apron {
    type Provider = Kitchen;
    type Model = ApronData;

    async fn open(cx: Session<Self>, config: ApronConfig) -> Result<ApronData> {
        let ApronConfig { cook, delay, size } = config;
        cx.sleep(Duration::from_millis(delay.unwrap_or_default().unsigned_abs())).await?;
        let pocket = format!("key of {}", cook.as_deref().unwrap_or("nobody"));
        Ok(ApronData { cook, delay, pocket, size })
    }
}

impl ApronHooks for Apron {
    fn validate(config: &ApronView) -> Result<()> {
        match config.size().known() {
            Some(size) if size > 60 => Err(error("There is no apron of that size").at(attribute::SIZE)),
            _ => Ok(()),
        }
    }

    fn validate_cook(cook: &str) -> Result<()> {
        if cook.is_empty() { Err(error("A cook has a name")) } else { Ok(()) }
    }
}
