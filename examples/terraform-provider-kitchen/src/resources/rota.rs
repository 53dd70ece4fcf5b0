//! `kitchen_rota`: collections with null elements, and an API that words colours in its own way.

use crate::formats::color::Color;
use crate::generated::resources::rota::{RotaIdentity, RotaModel, RotaPlan};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, TextFormat, Update};

/// The managed resource.
pub struct Rota;

impl Resource for Rota {
    type Provider = Kitchen;
    type Model = RotaModel;

    async fn create(cx: Apply<Self>, plan: RotaPlan) -> Result<RotaModel> {
        let id = cx.provider().pantry.next_id();
        keep(&cx, id, plan)
    }

    async fn read(cx: Stored<Self>, id: RotaIdentity) -> Result<Option<RotaModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: RotaIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Rota {
    async fn update(cx: Apply<Self>, id: RotaIdentity, plan: RotaPlan) -> Result<RotaModel> {
        keep(&cx, id.id, plan)
    }
}

fn keep(cx: &Apply<Rota>, id: String, plan: RotaPlan) -> Result<RotaModel> {
    let free = plan.cooks.iter().flatten().filter(|cook| cook.is_none()).count();
    let worded = |color: String| Color::canonical(&color).unwrap_or(color);
    let rota = RotaModel {
        color: plan.color.map(worded),
        colors: plan.colors.map(|colors| colors.into_iter().map(worded).collect()),
        cooks: plan.cooks,
        free: i64::try_from(free).unwrap_or_default(),
        hours: plan.hours,
        id,
    };
    cx.provider().pantry.put(&rota.id, &rota)?;
    Ok(rota)
}
