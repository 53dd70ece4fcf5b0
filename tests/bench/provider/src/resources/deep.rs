//! `bench_deep`: blocks in blocks.

use crate::generated::resources::deep as generated;
use crate::generated::resources::deep::DeepModel;
use crate::kept::{Kept, Made, made};

/// The managed resource.
pub type Deep = Kept<DeepModel>;

made! { generated::DeepPlan => DeepModel; name; [a]; ..Self::default() }
made! { generated::DeepAPlan => generated::DeepAModel; label, size; [b] }
made! { generated::DeepABPlan => generated::DeepABModel; label, size; [c] }
made! { generated::DeepABCPlan => generated::DeepABCModel; label, size; [d] }
made! { generated::DeepABCDPlan => generated::DeepABCDModel; label, size; [e] }
made! { generated::DeepABCDEPlan => generated::DeepABCDEModel; label, size; [f] }
made! { generated::DeepABCDEFPlan => generated::DeepABCDEFModel; label, size }

impl Made for DeepModel {
    const NAME: &'static str = "deep";

    fn id(&mut self) -> &mut String {
        &mut self.id
    }

    fn name(&self) -> &str {
        &self.name
    }
}
