//! One implementation for every resource: objects that are kept in memory, under an id made of their name.

use crate::provider::Bench;
use std::marker::PhantomData;
use tfgen_runtime::{Apply, Resource, ResourceModel, Result, Slot, Stored, Update};

/// The managed resource whose model is `M`.
pub struct Kept<M>(PhantomData<fn() -> M>);

/// A model that can be made of its plan.
pub trait Made: ResourceModel<Plan: Into<Self>> {
    /// What ids begin with.
    const NAME: &'static str;

    /// Where the id is.
    fn id(&mut self) -> &mut String;

    /// The name.
    fn name(&self) -> &str;

    /// The object as it is stored, for one that another process has made.
    fn stored(_view: Self::View) -> Option<Self> {
        None
    }
}

impl<M: Made> Resource for Kept<M> {
    type Provider = Bench;
    type Model = M;

    async fn create(cx: Apply<Self>, plan: M::Plan) -> Result<M> {
        let mut model: M = plan.into();
        let id = format!("{}-{}", M::NAME, model.name());
        model.id().clone_from(&id);
        cx.provider().keep(id, model.clone());
        Ok(model)
    }

    async fn read(cx: Stored<Self>, id: M::Identity) -> Result<Option<M>> {
        let kept = cx.provider().kept(&text(id));
        Ok(kept.or_else(|| M::stored(cx.prior())))
    }

    async fn delete(cx: Stored<Self>, id: M::Identity) -> Result<()> {
        cx.provider().forget(&text(id));
        Ok(())
    }
}

impl<M: Made> Update for Kept<M> {
    async fn update(cx: Apply<Self>, id: M::Identity, plan: M::Plan) -> Result<M> {
        let (mut model, id): (M, _) = (plan.into(), text(id));
        model.id().clone_from(&id);
        cx.provider().keep(id, model.clone());
        Ok(model)
    }
}

/// The id of any identity.
fn text(mut identity: impl Slot) -> String {
    identity.store().get("id").and_then(|id| id.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Says which fields go from a plan into a model as they are, which is a list of nested ones, and where the rest comes from.
macro_rules! made {
    ($plan:ty => $model:ty; $($field:ident),* $(; [$list:ident])? $(; ..$rest:expr)?) => {
        impl From<$plan> for $model {
            fn from(plan: $plan) -> Self {
                Self {
                    $($field: plan.$field,)*
                    $($list: plan.$list.into_iter().map(Into::into).collect(),)?
                    $(..$rest)?
                }
            }
        }
    };
}
pub(crate) use made;
