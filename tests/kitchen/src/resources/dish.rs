//! `kitchen_dish`: keeps what it is asked for, and misbehaves when `failure` says so.

use crate::generated::resources::dish::{
    DishIdentity, DishIngredientsModel, DishGarnishModel, DishLayersModel, DishLayersPartsModel, DishModel, DishPlan,
    DishStagesModel, attribute,
};
use crate::provider::Kitchen;
use tfgen_runtime::cty::Number;
use tfgen_runtime::{Apply, Resource, Result, ResultExt, Stored, Update, error};

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
        let id = pantry.next_id();
        let model = cook(&cx, &id, 1, plan, None);
        pantry.put(&id, &model)?;
        cx.created(&DishIdentity { id });
        misbehave(&failure, model)
    }

    async fn read(cx: Stored<Self>, id: DishIdentity) -> Result<Option<DishModel>> {
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
    let lot = |name: &str| {
        let known = before.into_iter().flat_map(|before| before.ingredients.iter().flatten());
        let kept = known.into_iter().find(|ingredient| ingredient.name == name).map(|ingredient| ingredient.lot.clone());
        kept.unwrap_or_else(|| format!("lot-{name}-{revision}"))
    };
    let ingredients = plan.ingredients.map(|ingredients| {
        let made = ingredients.into_iter();
        made.map(|one| DishIngredientsModel { grams: one.grams, lot: lot(&one.name), name: one.name }).collect()
    });
    let stages = plan.stages.map(|stages| {
        let ordered = stages.into_iter().zip(1..);
        ordered.map(|((key, stage), order)| (key, DishStagesModel { order, title: stage.title })).collect()
    });
    let layers = plan.layers.map(|layers| layers.into_iter().map(layer).collect());
    DishModel {
        allergens: plan.allergens,
        comment: plan.recipe.map(|recipe| format!("a recipe of {} letters", recipe.len())),
        course: plan.course,
        extra: plan.extra,
        garnish: plan.garnish.map(|garnish| DishGarnishModel { color: garnish.color, size: garnish.size }),
        id: id.to_string(),
        ingredients,
        layers,
        note: plan.note,
        origin: plan.origin,
        oven: plan.oven.into(),
        pair: plan.pair,
        password: plan.password,
        plate: plan.plate.map(Into::into),
        price: plan.price,
        ratio: plan.ratio,
        revision,
        servings: plan.servings,
        side: plan.side.into_iter().map(Into::into).collect(),
        sizes: plan.sizes,
        small: plan.small,
        stages,
        steps: plan.steps,
        store: plan.store.unwrap_or_else(|| "shelf".to_string()),
        summary: format!("{} for {} at {}", plan.name, plan.servings, cx.provider().heat),
        tags: plan.tags,
        vegan: plan.vegan,
        weight: plan.weight.unwrap_or(0.5),
        wine: plan.wine.into_iter().map(Into::into).collect(),
        name: plan.name,
    }
}
