//! `data "kitchen_menu"`: lists the dishes.

use crate::generated::data_sources::menu::{MenuData, MenuDataConfig, MenuDishesData};
use crate::generated::resources::dish::DishModel;
use crate::provider::Kitchen;
use tfgen_runtime::{Context, DataSource, Result};

/// The data source.
pub struct Menu;

impl DataSource for Menu {
    type Provider = Kitchen;
    type Model = MenuData;

    async fn read(cx: Context<Kitchen>, config: MenuDataConfig) -> Result<MenuData> {
        let pantry = &cx.provider().pantry;
        let mut dishes = Vec::new();
        for id in pantry.ids()? {
            let dish: Option<DishModel> = pantry.get(&id)?;
            dishes.extend(dish.map(|dish| MenuDishesData { id, name: dish.name }));
        }
        let prefix = config.prefix.clone().unwrap_or_default();
        dishes.retain(|dish| dish.name.starts_with(&prefix));
        Ok(MenuData { dishes, prefix: config.prefix })
    }
}
