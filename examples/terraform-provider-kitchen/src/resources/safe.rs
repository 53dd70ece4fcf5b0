//! `kitchen_safe`: keeps its combination in private state.

use crate::generated::provider_meta::ProviderMetaConfig;
use crate::generated::resources::safe::{SafeIdentity, SafeModel, SafePlan, private};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update, error, warning};

/// The managed resource.
pub struct Safe;

/// What everybody could know.
fn combination(id: &str) -> String {
    format!("open {id} sesame")
}

impl Resource for Safe {
    type Provider = Kitchen;
    type Model = SafeModel;

    async fn create(cx: Apply<Self>, plan: SafePlan) -> Result<SafeModel> {
        let id = cx.provider().pantry.next_id();
        cx.private().set(private::COMBINATION, combination(&id))?;
        cx.private().set(private::OPENINGS, 1)?;
        let meta: Option<ProviderMetaConfig> = cx.provider_meta()?;
        let made_by = meta.and_then(|meta| meta.module);
        let pin = plan.pin;
        // An author who logs too much: the runtime masks what is sensitive.
        let close = async || cx.provider().pantry.put(&id, &SafeModel::default());
        cx.timed("close", close()).await?;
        cx.log().info(format!("Closed with {pin:?}")).field("pin", pin.clone().unwrap_or_default()).write();
        let mut model = SafeModel { id: id.clone(), label: plan.label, made_by, openings: 1, pin, secured: true };
        if model.label == "blabbing" {
            // Nobody has asked for a pin, and nobody but the handler knows it.
            cx.warn(warning("It is closed with 2718281828"));
            model.pin = Some("2718281828".to_owned());
        }
        cx.provider().pantry.put(&id, &model)?;
        cx.created(&SafeIdentity { id });
        if model.label == "jammed" {
            let pin = model.pin.unwrap_or_default();
            return Err(error("The safe is jammed").detail(format!("It was closed with {pin}.")));
        }
        Ok(model)
    }

    async fn read(cx: Stored<Self>, id: SafeIdentity) -> Result<Option<SafeModel>> {
        let Some(kept) = cx.provider().pantry.get::<SafeModel>(&id.id)? else { return Ok(None) };
        let known = cx.private().get(private::COMBINATION)?;
        let secured = known.is_some_and(|known| known == combination(&id.id));
        Ok(Some(SafeModel { secured, ..kept }))
    }

    async fn delete(cx: Stored<Self>, id: SafeIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Safe {
    async fn update(cx: Apply<Self>, id: SafeIdentity, plan: SafePlan) -> Result<SafeModel> {
        let openings = cx.private().get(private::OPENINGS)?.unwrap_or_default() + 1;
        cx.private().set(private::OPENINGS, openings)?;
        let known = cx.private().get(private::COMBINATION)?;
        let secured = known.is_some_and(|known| known == combination(&id.id));
        let made_by = cx.prior().made_by().known();
        let model = SafeModel { id: id.id, label: plan.label, made_by, openings, pin: plan.pin, secured };
        cx.provider().pantry.put(&model.id, &model)?;
        Ok(model)
    }
}
