//! `kitchen_glass`: meets its fate in each function that a managed resource can have. What it complains of quotes secrets, so
//! that tests see them masked.

use crate::generated::resources::glass::private::MARK;
use crate::generated::resources::glass::{
    GlassHooks, GlassIdentity, GlassModel, GlassPlan, GlassPlanning, GlassView, attribute,
};
use crate::glass::{ENGRAVED, look, meet, reach, remember};
use crate::provider::Kitchen;
use std::time::Duration;
use tfgen_runtime::{
    Apply, Draft, MoveState, Resource, Result, ResultExt, Source, Stored, StoredObject, Update, UpgradeIdentity,
    UpgradeState, error, warning,
};

/// The managed resource.
pub struct Glass;

impl Resource for Glass {
    type Provider = Kitchen;
    type Model = GlassModel;

    async fn create(cx: Apply<Self>, plan: GlassPlan) -> Result<GlassModel> {
        let id = "glass-1".to_owned();
        cx.created(&GlassIdentity { id: id.clone() });
        cx.private().set(MARK, format!("mark of {id}"))?;
        let mark = cx.private().get(MARK)?.unwrap_or_default();
        if let (Some("blurt"), Some(motto)) = (plan.fate.as_deref(), &plan.motto) {
            panic!("the glass broke with {motto} on it");
        }
        reach(&cx, plan.fate.as_deref(), "create").await.summary(&format!("No access with {mark}"))?;
        Ok(GlassModel { fate: plan.fate, id, motto: plan.motto })
    }

    async fn read(cx: Stored<Self>, id: GlassIdentity) -> Result<Option<GlassModel>> {
        let prior = cx.prior();
        let fate = prior.fate().known();
        reach(&cx, fate.as_deref(), "read").await?;
        Ok(Some(GlassModel { fate, id: id.id, motto: prior.motto().known() }))
    }

    async fn delete(cx: Stored<Self>, _id: GlassIdentity) -> Result<()> {
        reach(&cx, cx.prior().fate().known().as_deref(), "delete").await
    }
}

impl Update for Glass {
    async fn update(cx: Apply<Self>, id: GlassIdentity, plan: GlassPlan) -> Result<GlassModel> {
        reach(&cx, plan.fate.as_deref(), "update").await?;
        if plan.fate.as_deref() == Some("mark in plan") {
            cx.warn(warning(format!("Its mark is {:?}", cx.private().get(MARK)?.unwrap_or_default())));
        }
        Ok(GlassModel { fate: plan.fate, id: id.id, motto: plan.motto })
    }
}

impl GlassHooks for Glass {
    fn generate_config(draft: &mut Draft<Self>) -> Result<()> {
        let motto = draft.state().motto().known().unwrap_or_default();
        let met = meet(draft.state().fate().known().as_deref(), "generate_config");
        met.summary(&format!("No words for {motto}"))
    }

    async fn plan(plan: &mut GlassPlanning<Self>) -> Result<()> {
        let fate = plan.config().fate().known();
        if fate.as_deref() == Some("quote in plan") {
            plan.warn(error(format!("It is {ENGRAVED}")));
        }
        meet(fate.as_deref(), "plan")?;
        remember(fate.as_deref(), "plan", plan.provider_meta()?)?;
        look(fate.as_deref(), "plan", plan.client(), None)?;
        if let Some(fate) = fate.clone().filter(|fate| fate == "mark in plan") {
            plan.private().set(MARK, fate)?;
        }
        if let (Some("wait in plan"), Some(kitchen)) = (fate.as_deref(), plan.provider()) {
            kitchen.pantry.note("glass.log", "waits in plan")?;
            let waited = plan.sleep(Duration::from_mins(10)).await;
            kitchen.pantry.note("glass.log", "ends in plan")?;
            waited?;
        }
        Ok(())
    }

    async fn plan_destroy(plan: &mut GlassPlanning<Self>) -> Result<()> {
        let fate = plan.prior().and_then(|prior| prior.fate().known());
        remember(fate.as_deref(), "plan_destroy", plan.provider_meta()?)?;
        meet(fate.as_deref(), "plan_destroy")
    }

    fn validate(config: &GlassView) -> Result<()> {
        meet(config.fate().known().as_deref(), "validate")
    }

    fn validate_fate(fate: &str) -> Result<()> {
        meet(Some(fate), "validate_fate")
    }

    fn validate_motto(motto: &str) -> Result<()> {
        let is_dull = motto.starts_with("dull");
        if is_dull { Err(error(format!("Nobody reads {motto:?}")).at(attribute::MOTTO)) } else { Ok(()) }
    }
}

impl UpgradeState for Glass {
    fn upgrade_state(_from: i64, state: &mut StoredObject) -> Result<()> {
        let motto = state.get::<String>("motto").unwrap_or_default();
        meet(state.get::<String>("fate").as_deref(), "upgrade_state").summary(&format!("No words for {motto}"))
    }
}

impl UpgradeIdentity for Glass {
    fn upgrade_identity(_from: i64, identity: &mut StoredObject) -> Result<()> {
        meet(identity.get::<String>("id").as_deref(), "upgrade_identity")
    }
}

impl MoveState for Glass {
    fn move_state(_from: &Source, card: &mut StoredObject) -> Result<()> {
        let motto = card.get::<String>("text").unwrap_or_default();
        card.set("motto", motto.clone());
        meet(Some(&motto), "move_state").summary(&format!("No words for {motto}"))
    }
}
