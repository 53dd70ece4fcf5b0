//! `tool.ticket`: the steps that are no programs.

use crate::generated::tools::ticket::TicketSteps;
use crate::provider::Acme;
use tfgen_runtime::{Result, StepAnswer, StepContext, error};

/// The steps of `tool.ticket` that are written in Rust.
pub struct Ticket;

impl TicketSteps for Ticket {
    type Provider = Acme;

    async fn check(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `check` of `tool.ticket` is not implemented yet",
        ))
    }

    async fn apply(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `apply` of `tool.ticket` is not implemented yet",
        ))
    }

    async fn status(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `status` of `tool.ticket` is not implemented yet",
        ))
    }

    async fn destroy(_step: StepContext<Self::Provider>) -> Result<StepAnswer> {
        Err(error(
            "The step `destroy` of `tool.ticket` is not implemented yet",
        ))
    }
}
