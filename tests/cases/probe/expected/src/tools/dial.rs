//! `tool.dial`: the steps that are no programs.

use crate::generated::tools::dial::DialSteps;
use crate::provider::Acme;
use tfgen_runtime::{Result, StepAnswer, StepContext, error};

/// The steps of `tool.dial` that are written in Rust.
pub struct Dial;

impl DialSteps for Dial {
    type Provider = Acme;

    async fn plan(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `plan` of `tool.dial` is not implemented yet",
        ))
    }

    async fn apply(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `apply` of `tool.dial` is not implemented yet",
        ))
    }

    async fn status(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `status` of `tool.dial` is not implemented yet",
        ))
    }

    async fn destroy(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `destroy` of `tool.dial` is not implemented yet",
        ))
    }
}
