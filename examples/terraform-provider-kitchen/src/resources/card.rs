//! `kitchen_card`: a text. Recipes were cards once.

use crate::generated::resources::card::{CardIdentity, CardModel, CardPlan, private};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, Update};

/// The managed resource.
pub struct Card;

impl Resource for Card {
    type Provider = Kitchen;
    type Model = CardModel;

    async fn create(cx: Apply<Self>, plan: CardPlan) -> Result<CardModel> {
        let id = cx.provider().pantry.next_id();
        cx.private().set(private::AUTHOR, "grandmother".to_owned())?;
        let model = CardModel { id: id.clone(), text: plan.text };
        cx.provider().pantry.put(&id, &model)?;
        Ok(model)
    }

    async fn read(cx: Stored<Self>, id: CardIdentity) -> Result<Option<CardModel>> {
        cx.provider().pantry.get(&id.id)
    }

    async fn delete(cx: Stored<Self>, id: CardIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&id.id)?)
    }
}

impl Update for Card {
    async fn update(cx: Apply<Self>, id: CardIdentity, plan: CardPlan) -> Result<CardModel> {
        let model = CardModel { id: id.id, text: plan.text };
        cx.provider().pantry.put(&model.id, &model)?;
        Ok(model)
    }
}
