//! `kitchen_stove`: what a plan hook and validation hooks can do.

use crate::generated::resources::stove::{
    StoveHooks, StoveIdentity, StoveModel, StovePlan, StovePlanning, StoveTimerModel, StoveView, attribute,
};
use crate::provider::Kitchen;
use tfgen_runtime::cty::ValueState;
use tfgen_runtime::{Apply, DeferralReason, Resource, Result, Stored, Update, defer, error, warning};

/// The managed resource `kitchen_stove`.
pub struct Stove;

impl Resource for Stove {
    type Provider = Kitchen;
    type Model = StoveModel;

    async fn create(cx: Apply<Self>, plan: StovePlan) -> Result<StoveModel> {
        let id = cx.provider().pantry.next_id().replace("dish-", "stove-");
        cx.created(&StoveIdentity { id: id.clone() });
        keep(&cx, id, plan)
    }

    async fn read(cx: Stored<Self>, id: StoveIdentity) -> Result<Option<StoveModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: StoveIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Stove {
    async fn update(cx: Apply<Self>, id: StoveIdentity, plan: StovePlan) -> Result<StoveModel> {
        keep(&cx, id.id, plan)
    }
}

impl StoveHooks for Stove {
    async fn plan(plan: &mut StovePlanning<Self>) -> Result<()> {
        let config = plan.config();
        if let (Some(room), Some(kitchen)) = (config.room().known(), plan.provider())
            && !kitchen.pantry.folder().join(&room).exists()
        {
            let detail = format!("There is no {room} yet.");
            return Err(defer(DeferralReason::AbsentPrereq).detail(detail).at(attribute::ROOM));
        }
        match config.watts() {
            ValueState::Known(watts) => plan.set_class(class(Some(watts))),
            ValueState::Null => plan.set_class(class(None)),
            ValueState::Unknown => plan.class_unknown(),
        }
        let before = plan.prior().and_then(|prior| prior.watts().known());
        if let (Some(before), Some(after)) = (before, config.watts().known())
            && after < before
        {
            plan.warn(warning("A weaker stove is another stove").at(attribute::WATTS));
            plan.replace(attribute::WATTS);
        }
        Ok(())
    }

    async fn plan_destroy(plan: &mut StovePlanning<Self>) -> Result<()> {
        if plan.prior().and_then(|prior| prior.class().known()).as_deref() == Some("large") {
            plan.warn(warning("A large stove will go"));
        }
        Ok(())
    }

    fn validate(config: &StoveView) -> Result<()> {
        if config.name().known().as_deref() == Some("spark") && !config.gas().is_null() {
            return Err(error("No sparks near gas").at(attribute::GAS));
        }
        Ok(())
    }

    fn validate_name(value: &str) -> Result<()> {
        match value {
            "panic" => panic!("the stove exploded"),
            value if value.ends_with('-') => Err(error("A stove's name cannot end in a hyphen")),
            _ => Ok(()),
        }
    }
}

fn class(watts: Option<i64>) -> String {
    let class = match watts {
        None => "gas",
        Some(watts) if watts < 2_000 => "small",
        Some(_) => "large",
    };
    class.to_owned()
}

fn keep(cx: &Apply<Stove>, id: String, plan: StovePlan) -> Result<StoveModel> {
    let class = class(plan.watts);
    let timer = plan.timer.map(|timer| StoveTimerModel { bell: timer.bell, minutes: timer.minutes });
    let label = format!("{}, {class}", plan.name);
    let stove = StoveModel { class, gas: plan.gas, id, label, name: plan.name, timer, watts: plan.watts };
    cx.provider().pantry.put(&stove.id, &stove)?;
    Ok(stove)
}
