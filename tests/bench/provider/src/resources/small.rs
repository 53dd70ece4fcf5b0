//! `bench_small`: five attributes. Its objects outlive the process, since Terraform starts several.

use crate::generated::resources::small::{SmallModel, SmallPlan, SmallView};
use crate::kept::{Kept, Made, made};
use tfgen_runtime::Map;

/// The managed resource.
pub type Small = Kept<SmallModel>;

made! { SmallPlan => SmallModel; enabled, name, size, tags; ..Self::default() }

impl Made for SmallModel {
    const NAME: &'static str = "small";

    fn id(&mut self) -> &mut String {
        &mut self.id
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn stored(view: SmallView) -> Option<Self> {
        Some(Self {
            enabled: view.enabled().known()?,
            id: view.id().known()?,
            name: view.name().known()?,
            size: view.size().known(),
            tags: view.tags().known().map(Map::from_iter),
        })
    }
}
