//! `kitchen_dish`: keeps what it is asked for, and misbehaves when `failure` says so.

use crate::generated::resources::dish::{
    DishGarnishModel, DishIdentity, DishIngredientsModel, DishIngredientsPlan, DishLayersModel, DishLayersPartsModel,
    DishLayersPartsPlan, DishLayersPlan, DishModel, DishOvenModel, DishPlan, DishPlateModel, DishSideDipModel,
    DishSideModel, DishSidePlan, DishStagesModel, DishStagesPlan, DishWineModel, attribute,
};
use crate::provider::Kitchen;
use std::collections::BTreeMap;
use tfgen_runtime::{Apply, Map, Resource, Result, ResultExt, Stored, Update, error};

/// The managed resource.
pub struct Dish;

impl Resource for Dish {
    type Provider = Kitchen;
    type Model = DishModel;

    async fn create(cx: Apply<Self>, plan: DishPlan) -> Result<DishModel> {
        let pantry = &cx.provider().pantry;
        let failure = plan.failure.clone().unwrap_or_default();
        if failure == "before_create" {
            return Err(error("The stove is off").detail("Nothing was made.").at(attribute::NAME));
        }
        if failure == "slow" {
            // Blocks its thread, as a library that knows nothing of async code does.
            std::thread::sleep(std::time::Duration::from_millis(500));
        }
        let id = pantry.next_id();
        let model = cook(&cx, &id, 1, plan, None);
        pantry.put(&id, &model)?;
        cx.created(&DishIdentity { id });
        misbehave(&failure, model)
    }

    async fn read(cx: Stored<Self>, id: DishIdentity) -> Result<Option<DishModel>> {
        if cx.prior().failure().known().as_deref() == Some("read") {
            return Err(error("the shelf is locked"));
        }
        cx.provider().pantry.get(&id.id).summary("Cannot read the dish")
    }

    async fn delete(cx: Stored<Self>, id: DishIdentity) -> Result<()> {
        if cx.prior().failure().known().as_deref() == Some("delete") {
            return Err(error("The dish is stuck to the plate"));
        }
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Dish {
    async fn update(cx: Apply<Self>, id: DishIdentity, plan: DishPlan) -> Result<DishModel> {
        let pantry = &cx.provider().pantry;
        let failure = plan.failure.clone().unwrap_or_default();
        let before: Option<DishModel> = pantry.get(&id.id)?;
        let revision = before.as_ref().map_or(0, |before| before.revision) + 1;
        let model = cook(&cx, &id.id, revision, plan, before.as_ref());
        if failure == "during_update" {
            return Err(error("The stove went out").detail("The dish is as it was."));
        }
        pantry.put(&id.id, &model)?;
        misbehave(&failure, model)
    }
}

/// Answers wrongly, as the configuration asks.
fn misbehave(failure: &str, mut model: DishModel) -> Result<DishModel> {
    match failure {
        "after_create" => return Err(error("The dish fell down").detail("It exists all the same.")),
        "panic" => panic!("the cook slipped"),
        "wrong_name" => model.name.push('!'),
        "wrong_servings" => model.servings += 1,
        "dropped_tags" => model.tags = None,
        "changed_id" => model.id.push('x'),
        _ => {}
    }
    Ok(model)
}

/// What becomes of a plan: every computed value is chosen here.
fn cook(cx: &Apply<Dish>, id: &str, revision: i64, plan: DishPlan, before: Option<&DishModel>) -> DishModel {
    let kept_lots: BTreeMap<&str, &str> = before
        .into_iter()
        .flat_map(|before| before.ingredients.iter().flatten())
        .map(|ingredient| (&*ingredient.name, &*ingredient.lot))
        .collect();
    DishModel {
        allergens: plan.allergens,
        comment: plan.recipe.map(|recipe| format!("a recipe of {} letters", recipe.len())),
        course: plan.course,
        extra: plan.extra,
        garnish: plan.garnish.map(|garnish| DishGarnishModel { color: garnish.color, size: garnish.size }),
        id: id.to_string(),
        ingredients: plan.ingredients.map(|all| ingredients(all, &kept_lots, revision)),
        layers: plan.layers.map(|layers| layers.into_iter().map(layer).collect()),
        note: plan.note,
        origin: plan.origin,
        oven: DishOvenModel { degrees: plan.oven.degrees },
        pair: plan.pair,
        password: plan.password,
        plate: plan.plate.map(|plate| DishPlateModel { material: plate.material }),
        price: plan.price,
        ratio: plan.ratio,
        revision,
        servings: plan.servings,
        side: plan.side.into_iter().map(side).collect(),
        sizes: plan.sizes,
        small: plan.small,
        stages: plan.stages.map(stages),
        steps: plan.steps,
        store: plan.store.unwrap_or_else(|| "shelf".to_string()),
        summary: format!("{} for {} at {}", plan.name, plan.servings, cx.provider().heat),
        tags: plan.tags,
        vegan: plan.vegan,
        weight: plan.weight.unwrap_or(0.5),
        wine: plan.wine.into_iter().map(|wine| DishWineModel { grape: wine.grape, year: wine.year }).collect(),
        name: plan.name,
    }
}

/// A lot stays with its ingredient, whatever its place in the set.
fn ingredients(all: Vec<DishIngredientsPlan>, kept: &BTreeMap<&str, &str>, revision: i64) -> Vec<DishIngredientsModel> {
    let lot = |name: &str| kept.get(name).map_or_else(|| format!("{name}-{revision}"), |lot| (*lot).to_string());
    all.into_iter().map(|one| DishIngredientsModel { grams: one.grams, lot: lot(&one.name), name: one.name }).collect()
}

fn stages(stages: Map<DishStagesPlan>) -> Map<DishStagesModel> {
    stages
        .into_iter()
        .map(|(key, stage)| (key, DishStagesModel { order: stage.title.len() as i64, title: stage.title }))
        .collect()
}

fn layer(layer: DishLayersPlan) -> DishLayersModel {
    let part = |part: DishLayersPartsPlan| DishLayersPartsModel { code: part.name.to_uppercase(), name: part.name };
    DishLayersModel { kind: layer.kind, parts: layer.parts.map(|parts| parts.into_iter().map(part).collect()) }
}

fn side(side: DishSidePlan) -> DishSideModel {
    DishSideModel { dip: side.dip.map(|dip| DishSideDipModel { flavor: dip.flavor }), name: side.name, warm: side.warm }
}
