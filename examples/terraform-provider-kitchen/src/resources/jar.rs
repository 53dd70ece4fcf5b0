//! `kitchen_jar`: writes its own configuration.

use crate::generated::resources::jar::{JarContentModel, JarHooks, JarIdentity, JarModel, JarPlan, attribute};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Draft, Resource, Result, Stored, Update, error};

/// The managed resource.
pub struct Jar;

impl Resource for Jar {
    type Provider = Kitchen;
    type Model = JarModel;

    async fn create(cx: Apply<Self>, plan: JarPlan) -> Result<JarModel> {
        let id = format!("jar-{}", plan.label);
        filled(&cx, id, plan)
    }

    async fn read(cx: Stored<Self>, id: JarIdentity) -> Result<Option<JarModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: JarIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Jar {
    async fn update(cx: Apply<Self>, id: JarIdentity, plan: JarPlan) -> Result<JarModel> {
        filled(&cx, id.id, plan)
    }
}

fn filled(cx: &Apply<Jar>, id: String, plan: JarPlan) -> Result<JarModel> {
    let content = plan.content.map(|content| {
        content.into_iter().map(|each| JarContentModel { grams: each.grams, name: each.name }).collect()
    });
    let jar = JarModel { content, id, label: plan.label, lid: plan.lid };
    cx.provider().pantry.put(&jar.id, &jar)?;
    Ok(jar)
}

impl JarHooks for Jar {
    /// What is as a person would have it anyway is not written. Three labels show what the runtime does about mistakes.
    fn generate_config(draft: &mut Draft<Self>) -> Result<()> {
        match draft.state().label().known().as_deref() {
            Some("wrong") => draft.set(attribute::ID, "jar-1"),
            Some("broken") => return Err(error("The label cannot be read")),
            Some("cracked") => panic!("the jar fell"),
            _ => {}
        }
        if draft.config().lid().known().as_deref() == Some("cork") {
            draft.leave_out(attribute::LID);
        }
        draft.leave_out(attribute::CONTENT__GRAMS);
        let label = draft.config().label().known().unwrap_or_default();
        draft.set(attribute::LABEL, label.trim());
        Ok(())
    }
}
