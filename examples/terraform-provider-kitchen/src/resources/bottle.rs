//! `kitchen_bottle`: two capabilities at work.

use crate::capabilities::labelling::{self, Labelling};
use crate::capabilities::quota::Quota;
use crate::generated::capabilities::labelling::LabellingView;
use crate::generated::resources::bottle::{BottleHooks, BottleIdentity, BottleModel, BottlePlan, BottleView};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource.
pub struct Bottle;

impl Resource for Bottle {
    type Provider = Kitchen;
    type Model = BottleModel;

    async fn create(cx: Apply<Self>, plan: BottlePlan) -> Result<BottleModel> {
        cx.service::<Quota>().take()?;
        labelled(&cx, plan)
    }

    async fn read(cx: Stored<Self>, id: BottleIdentity) -> Result<Option<BottleModel>> {
        cx.provider().pantry.get(&id.name)
    }

    async fn delete(cx: Stored<Self>, id: BottleIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.name)?)
    }
}

impl Update for Bottle {
    async fn update(cx: Apply<Self>, _id: BottleIdentity, plan: BottlePlan) -> Result<BottleModel> {
        labelled(&cx, plan)
    }
}

impl BottleHooks for Bottle {
    fn validate(config: &BottleView) -> Result<()> {
        labelling::check(&LabellingView::from(config))
    }
}

fn labelled(cx: &Apply<Bottle>, plan: BottlePlan) -> Result<BottleModel> {
    let caption = cx.service::<Labelling>().caption(plan.labels.as_ref());
    let bottle = BottleModel { caption, labels: plan.labels, name: plan.name };
    cx.provider().pantry.put(&bottle.name, &bottle)?;
    Ok(bottle)
}
