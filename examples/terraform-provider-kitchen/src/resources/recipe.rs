//! `kitchen_recipe`: has been through two versions, and takes over cards.

use crate::generated::resources::recipe::{RecipeIdentity, RecipeIngredientsModel, RecipeModel, RecipePlan};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, MoveState, Resource, Result, Source, Stored, StoredObject, Update, UpgradeState, error};

/// The managed resource.
pub struct Recipe;

impl Resource for Recipe {
    type Provider = Kitchen;
    type Model = RecipeModel;

    async fn create(cx: Apply<Self>, plan: RecipePlan) -> Result<RecipeModel> {
        let id = cx.provider().pantry.next_id();
        let model = model(id, plan);
        cx.provider().pantry.put(&model.id, &model)?;
        Ok(model)
    }

    /// An object that is in no pantry is as the state says: states of these tests are made by hand.
    async fn read(cx: Stored<Self>, id: RecipeIdentity) -> Result<Option<RecipeModel>> {
        let prior = cx.prior();
        let Some(name) = prior.name().known() else { return cx.provider().pantry.get(&id.id) };
        let ingredients = prior.ingredients().known().map(|all| {
            let name = |one: crate::generated::resources::recipe::RecipeIngredientsView| one.name().known();
            all.into_iter().filter_map(name).map(|name| RecipeIngredientsModel { name }).collect()
        });
        Ok(Some(RecipeModel {
            cooks: prior.cooks().known(),
            id: id.id,
            ingredients,
            language: prior.language().known().unwrap_or_default(),
            name,
            portions: prior.portions().known(),
        }))
    }

    async fn delete(cx: Stored<Self>, id: RecipeIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Recipe {
    async fn update(cx: Apply<Self>, id: RecipeIdentity, plan: RecipePlan) -> Result<RecipeModel> {
        let model = model(id.id, plan);
        cx.provider().pantry.put(&model.id, &model)?;
        Ok(model)
    }
}

fn model(id: String, plan: RecipePlan) -> RecipeModel {
    let ingredients = plan.ingredients;
    RecipeModel {
        cooks: plan.cooks,
        id,
        ingredients: ingredients
            .map(|all| all.into_iter().map(|one| RecipeIngredientsModel { name: one.name }).collect()),
        language: plan.language,
        name: plan.name,
        portions: plan.portions,
    }
}

impl UpgradeState for Recipe {
    /// Version 1 listed the steps; version 2 counts them.
    fn upgrade_state(from: i64, state: &mut StoredObject) -> Result<()> {
        if let (1, Some(steps)) = (from, state.get::<Vec<String>>("steps")) {
            if steps.iter().any(String::is_empty) {
                return Err(error("A step of the recipe is empty"));
            }
            state.set("steps", i64::try_from(steps.len()).unwrap_or_default());
        }
        Ok(())
    }
}

impl MoveState for Recipe {
    /// A `null_resource` has nothing but an id and triggers.
    fn move_state(from: &Source, state: &mut StoredObject) -> Result<()> {
        if from.type_name == "null_resource" {
            state.set("name", format!("{} {}", from.type_name, state.get::<String>("id").unwrap_or_default()));
            state.set("language", "en".to_owned());
        }
        Ok(())
    }
}
