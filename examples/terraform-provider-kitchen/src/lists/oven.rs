//! `list "kitchen_oven"`: a hook and a time limit of a list resource.

use crate::generated::lists::oven::{OvenListConfig, OvenListHooks, OvenListView, attribute};
use crate::generated::resources::oven::{OvenIdentity, OvenModel};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Context, Found, List, Result, error};

/// The list resource.
pub struct OvenList;

impl List for OvenList {
    type Provider = Kitchen;
    type Config = OvenListConfig;

    async fn list(cx: Context<Kitchen>, config: OvenListConfig, found: Found<OvenModel>) -> Result<()> {
        cx.sleep(Duration::from_millis(config.delay.unsigned_abs())).await?;
        let pantry = &cx.provider().pantry;
        for id in pantry.ids()? {
            let Some(oven) = pantry.get::<OvenModel>(&id)? else { continue };
            let (low, high) = (config.hotter_than.unwrap_or(i64::MIN), config.colder_than.unwrap_or(i64::MAX));
            if low < oven.degrees && oven.degrees < high {
                found.send(OvenIdentity { id }, format!("an oven of {} degrees", oven.degrees), Some(oven)).await?;
            }
        }
        Ok(())
    }
}

impl OvenListHooks for OvenList {
    fn validate(config: &OvenListView) -> Result<()> {
        match config.colder_than().known() {
            Some(degrees) if degrees < 0 => Err(error("No oven is that cold").at(attribute::COLDER_THAN)),
            _ => Ok(()),
        }
    }

    fn validate_degrees(degrees: i64) -> Result<()> {
        if degrees > 300 { Err(error("No oven is that hot")) } else { Ok(()) }
    }
}
