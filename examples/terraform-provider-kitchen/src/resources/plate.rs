//! `kitchen_plate`: small, for lists, and with a write-only attribute for what ephemeral resources give.

use crate::generated::resources::plate::{PlateIdentity, PlateModel, PlatePlan};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource.
pub struct Plate;

impl Resource for Plate {
    type Provider = Kitchen;
    type Model = PlateModel;

    async fn create(cx: Apply<Self>, plan: PlatePlan) -> Result<PlateModel> {
        let id = format!("plate-{}", plan.name);
        let model = fired(&id, plan);
        cx.provider().plates.put(&id, &model)?;
        Ok(model)
    }

    async fn read(cx: Stored<Self>, id: PlateIdentity) -> Result<Option<PlateModel>> {
        cx.provider().plates.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: PlateIdentity) -> Result<()> {
        Ok(cx.provider().plates.remove(&id.id)?)
    }
}

impl Update for Plate {
    async fn update(cx: Apply<Self>, id: PlateIdentity, plan: PlatePlan) -> Result<PlateModel> {
        let model = fired(&id.id, plan);
        cx.provider().plates.put(&id.id, &model)?;
        Ok(model)
    }
}

fn fired(id: &str, plan: PlatePlan) -> PlateModel {
    let letters = plan.secret.map_or(0, |secret| secret.len() as i64);
    PlateModel { color: plan.color, id: id.to_owned(), letters, name: plan.name }
}
