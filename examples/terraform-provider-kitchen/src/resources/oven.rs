//! `kitchen_oven`: takes as long as it is told to, and sometimes longer than it may.

use crate::generated::resources::oven::{OvenIdentity, OvenModel, OvenPlan};
use crate::glass::reach;
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource.
pub struct Oven;

impl Resource for Oven {
    type Provider = Kitchen;
    type Model = OvenModel;

    async fn create(cx: Apply<Self>, plan: OvenPlan) -> Result<OvenModel> {
        let id = cx.provider().pantry.next_id();
        let model = OvenModel { degrees: plan.degrees, id: id.clone() };
        cx.provider().pantry.put(&id, &model)?;
        cx.created(&OvenIdentity { id });
        cx.timed("warm up", warmed_up(&cx, &plan)).await?;
        Ok(model)
    }

    async fn read(cx: Stored<Self>, id: OvenIdentity) -> Result<Option<OvenModel>> {
        reach(&cx, cx.prior().fate().known().as_deref(), "read").await?;
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: OvenIdentity) -> Result<()> {
        reach(&cx, cx.prior().fate().known().as_deref(), "delete").await?;
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Oven {
    async fn update(cx: Apply<Self>, id: OvenIdentity, plan: OvenPlan) -> Result<OvenModel> {
        reach(&cx, plan.fate.as_deref(), "update").await?;
        let model = OvenModel { degrees: plan.degrees, id: id.id };
        cx.provider().pantry.put(&model.id, &model)?;
        Ok(model)
    }
}

async fn warmed_up(cx: &Apply<Oven>, plan: &OvenPlan) -> Result<()> {
    reach(cx, plan.fate.as_deref(), "create").await?;
    if plan.stubborn.unwrap_or_default() {
        // It waits for something that never comes, and looks at no token.
        std::future::pending::<()>().await;
    }
    cx.sleep(Duration::from_millis(plan.warm_up.unwrap_or_default().unsigned_abs())).await
}
