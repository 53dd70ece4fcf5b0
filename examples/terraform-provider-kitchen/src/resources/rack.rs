//! `kitchen_rack`: its slots are computed blocks. One named `broken` breaks the promise that its id begins with `rack-`.

use crate::generated::resources::rack::{RackIdentity, RackModel, RackPlan, RackSlotModel};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource.
pub struct Rack;

impl Resource for Rack {
    type Provider = Kitchen;
    type Model = RackModel;

    async fn create(cx: Apply<Self>, plan: RackPlan) -> Result<RackModel> {
        let kind = if plan.name == "broken" { "shelf" } else { "rack" };
        built(&cx, format!("{kind}-{}", plan.name), plan)
    }

    async fn read(cx: Stored<Self>, id: RackIdentity) -> Result<Option<RackModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: RackIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Rack {
    async fn update(cx: Apply<Self>, id: RackIdentity, plan: RackPlan) -> Result<RackModel> {
        built(&cx, id.id, plan)
    }
}

fn built(cx: &Apply<Rack>, id: String, plan: RackPlan) -> Result<RackModel> {
    let slot = |place| RackSlotModel { label: format!("{} {place}", plan.name), place };
    let rack = RackModel { id, slot: (1..=plan.slots).map(slot).collect(), name: plan.name.clone(), slots: plan.slots };
    cx.provider().pantry.put(&rack.id, &rack)?;
    Ok(rack)
}
