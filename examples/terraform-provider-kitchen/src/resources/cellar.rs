//! `kitchen_cellar`: an API that gives texts back in its own words, and secrets whose change nobody stores.

use crate::generated::resources::cellar::{CellarBottlesModel, CellarIdentity, CellarModel, CellarPlan, attribute};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource `kitchen_cellar`.
pub struct Cellar;

impl Resource for Cellar {
    type Provider = Kitchen;
    type Model = CellarModel;

    async fn create(cx: Apply<Self>, plan: CellarPlan) -> Result<CellarModel> {
        let id = cx.provider().pantry.next_id();
        cx.created(&CellarIdentity { id: id.clone() });
        keep(&cx, id, plan, 1)
    }

    async fn read(cx: Stored<Self>, id: CellarIdentity) -> Result<Option<CellarModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: CellarIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Cellar {
    async fn update(cx: Apply<Self>, id: CellarIdentity, plan: CellarPlan) -> Result<CellarModel> {
        let before = cx.prior().revision().known().unwrap_or_default();
        let step = if cx.changed(attribute::CODE) { 10 } else { 1 };
        keep(&cx, id.id, plan, before + step)
    }
}

fn keep(cx: &Apply<Cellar>, id: String, plan: CellarPlan, revision: i64) -> Result<CellarModel> {
    let bottle =
        |label: String| CellarBottlesModel { place: format!("rack {}", label.len()), label: label.to_uppercase() };
    let cellar = CellarModel {
        address: plan.address.map_or_else(|| "2001:DB8::1".to_owned(), |address| address.to_uppercase()),
        airing: plan.airing.map(|airing| if airing == "90m" { "1h30m0s".to_owned() } else { airing }),
        bottles: plan.bottles.map(|bottles| bottles.into_iter().map(|each| bottle(each.label)).collect()),
        id,
        keepers: plan.keepers.map(|keepers| keepers.iter().map(|keeper| keeper.to_lowercase()).collect()),
        layout: plan.layout.map(|layout| layout.replace(' ', "")),
        revision,
    };
    cx.provider().pantry.put(&cellar.id, &cellar)?;
    Ok(cellar)
}
