//! `action "kitchen_polish"`: hooks and a time limit of an action.

use crate::generated::actions::polish::{PolishConfig, PolishHooks, PolishView, attribute};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Action, Context, DeferralReason, Invoke, Result, defer, error};

/// The action.
pub struct Polish;

impl Action for Polish {
    type Provider = Kitchen;
    type Config = PolishConfig;

    async fn invoke(cx: Invoke<Self>, config: PolishConfig) -> Result<()> {
        cx.sleep(Duration::from_millis(config.delay.unsigned_abs())).await?;
        let what = config.plate.or(config.shelf).unwrap_or_default();
        if let Some(recipe) = config.recipe {
            cx.progress(format!("used {recipe}, which has {} letters", recipe.len())).await;
        }
        cx.progress(format!("polished {what}")).await;
        Ok(())
    }
}

impl PolishHooks for Polish {
    async fn plan(cx: Context<Kitchen>, config: PolishView) -> Result<()> {
        match config.plate().known().as_deref() {
            Some("chipped") => Err(error("A chipped plate cannot be polished").at(attribute::PLATE)),
            Some("early") => Err(defer(DeferralReason::ProviderConfigUnknown).detail("The kitchen is not open yet.")),
            Some("missing") => Err(defer(DeferralReason::AbsentPrereq).at(attribute::PLATE)),
            Some("cracked") => panic!("the plate broke"),
            Some("old") => {
                cx.warn(error("The plate is old"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn validate(config: &PolishView) -> Result<()> {
        match (config.shelf().known(), config.wax().known()) {
            (Some(shelf), Some(_)) if shelf == "top" => Err(error("The top shelf takes no wax").at(attribute::WAX)),
            _ => Ok(()),
        }
    }

    fn validate_plate(plate: &str) -> Result<()> {
        if plate.contains(' ') { Err(error("A plate's name is one word")) } else { Ok(()) }
    }
}
