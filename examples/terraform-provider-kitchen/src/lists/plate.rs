//! `list "kitchen_plate"`: the plates by name, and some that are not there when `failure` says so.

use crate::generated::lists::plate::{PlateListConfig, attribute};
use crate::generated::resources::plate::{PlateIdentity, PlateModel};
use crate::provider::Kitchen;
use tfgen_runtime::{Context, Found, List, Result, error};

/// The list resource.
pub struct PlateList;

impl List for PlateList {
    type Provider = Kitchen;
    type Config = PlateListConfig;

    async fn list(cx: Context<Kitchen>, config: PlateListConfig, found: Found<PlateModel>) -> Result<()> {
        let failure = config.failure.unwrap_or_default();
        if failure == "endless" {
            return endless(&cx, &found).await;
        }
        let plates = &cx.provider().plates;
        for id in plates.ids()? {
            let Some(mut plate) = plates.get::<PlateModel>(&id)? else { continue };
            if !plate.name.starts_with(&config.prefix) {
                continue;
            }
            let name = format!("the plate {}", plate.name);
            if failure == "wrong_identity" {
                plate.id.push('x');
            }
            let model = (found.wants_resource() && failure != "no_object").then_some(plate);
            found.send(PlateIdentity { id }, name, model).await?;
        }
        match failure.as_str() {
            "error" => Err(error("The shelf broke").at(attribute::PREFIX)),
            "panic" => panic!("the plates fell down"),
            "warning" => {
                cx.warn(error("The shelf is dusty"));
                Ok(())
            }
            _ => Ok(()),
        }
    }
}

/// More plates than anybody wants; the store tells when it is over.
async fn endless(cx: &Context<Kitchen>, found: &Found<PlateModel>) -> Result<()> {
    for n in 1_u64.. {
        let sent = found.send(PlateIdentity { id: format!("plate-{n}") }, format!("plate {n}"), None).await;
        if sent.is_err() {
            cx.provider().plates.note("list.log", &format!("ended at {n}"))?;
            return sent;
        }
    }
    Ok(())
}
