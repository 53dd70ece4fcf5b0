//! `kitchen_shelf`: an identity of several versions.

use crate::generated::resources::shelf::{ShelfIdentity, ShelfModel, ShelfPlan};
use crate::provider::Kitchen;
use tfgen_runtime::{Apply, Resource, Result, Stored, StoredObject, Update, UpgradeIdentity, error};

/// The managed resource.
pub struct Shelf;

impl Resource for Shelf {
    type Provider = Kitchen;
    type Model = ShelfModel;

    async fn create(cx: Apply<Self>, plan: ShelfPlan) -> Result<ShelfModel> {
        put(&cx, plan)
    }

    async fn read(cx: Stored<Self>, id: ShelfIdentity) -> Result<Option<ShelfModel>> {
        cx.provider().pantry.get(&file(&id.room, &id.place))
    }

    async fn delete(cx: Stored<Self>, id: ShelfIdentity) -> Result<()> {
        Ok(cx.provider().pantry.remove(&file(&id.room, &id.place))?)
    }
}

impl Update for Shelf {
    async fn update(cx: Apply<Self>, _id: ShelfIdentity, plan: ShelfPlan) -> Result<ShelfModel> {
        put(&cx, plan)
    }
}

fn put(cx: &Apply<Shelf>, plan: ShelfPlan) -> Result<ShelfModel> {
    let shelf = ShelfModel { depth: plan.depth, place: plan.place, room: plan.room };
    cx.provider().pantry.put(&file(&shelf.room, &shelf.place), &shelf)?;
    Ok(shelf)
}

fn file(room: &str, place: &str) -> String {
    format!("shelf-{room}-{place}")
}

impl UpgradeIdentity for Shelf {
    /// Places were counted from nought once.
    fn upgrade_identity(_from: i64, identity: &mut StoredObject) -> Result<()> {
        let place: String = identity.get("place").unwrap_or_default();
        let place: u64 = place.parse().map_err(|_| error("The place of the shelf is no number"))?;
        identity.set("place", (place + 1).to_string().as_str());
        Ok(())
    }
}
