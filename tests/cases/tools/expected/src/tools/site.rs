//! `tool.site`: the steps that are no programs.

use crate::generated::tools::site::SiteSteps;
use crate::provider::Acme;
use tfgen_runtime::{Result, StepAnswer, StepContext, error};

/// The steps of `tool.site` that are written in Rust.
pub struct Site;

impl SiteSteps for Site {
    type Provider = Acme;

    async fn plan(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `plan` of `tool.site` is not implemented yet",
        ))
    }

    async fn health(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `health` of `tool.site` is not implemented yet",
        ))
    }
}
