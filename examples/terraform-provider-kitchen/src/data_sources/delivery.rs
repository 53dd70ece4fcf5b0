//! `data "kitchen_delivery"`: waits for a file that something else makes.

use crate::generated::data_sources::delivery::{
    DeliveryData, DeliveryDataConfig, DeliveryHooks, DeliveryView, attribute,
};
use crate::provider::Kitchen;
use std::fs;
use tfgen_runtime::{Context, DataSource, DeferralReason, Result, defer, error};

/// The data source.
pub struct Delivery;

impl DataSource for Delivery {
    type Provider = Kitchen;
    type Model = DeliveryData;

    async fn read(cx: Context<Kitchen>, config: DeliveryDataConfig) -> Result<DeliveryData> {
        let path = cx.provider().pantry.folder().join(format!("{}.delivery", config.supplier));
        let Ok(goods) = fs::read_to_string(&path) else {
            let detail = format!("{} has brought nothing: there is no {}.", config.supplier, path.display());
            return Err(defer(DeferralReason::AbsentPrereq).detail(detail).at(attribute::SUPPLIER));
        };
        Ok(DeliveryData { goods, supplier: config.supplier })
    }
}

impl DeliveryHooks for Delivery {
    fn validate(config: &DeliveryView) -> Result<()> {
        if config.supplier().known().is_some_and(|supplier| supplier.contains('/')) {
            return Err(error("A supplier is a name, not a path").at(attribute::SUPPLIER));
        }
        Ok(())
    }
}
