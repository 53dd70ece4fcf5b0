//! `list "bench_small"`: as many objects as are asked for.

use crate::generated::lists::small::SmallListConfig;
use crate::generated::resources::small::{SmallIdentity, SmallModel};
use crate::provider::Bench;
use tfgen_runtime::{Context, Found, List, Listed, Result};

/// The list resource.
pub struct SmallList;

impl List for SmallList {
    type Provider = Bench;
    type Config = SmallListConfig;

    async fn list(_cx: Context<Bench>, config: SmallListConfig, found: Found<Listed<Self>>) -> Result<()> {
        for n in 0..config.total {
            let (id, name) = (format!("small-{n}"), format!("object {n}"));
            let model = found.wants_resource().then(|| SmallModel {
                enabled: true,
                id: id.clone(),
                name: name.clone(),
                size: Some(n),
                tags: None,
            });
            found.send(SmallIdentity { id }, name, model).await?;
        }
        Ok(())
    }
}
