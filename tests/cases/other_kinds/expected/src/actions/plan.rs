//! `action.plan`: what invoking it does.

use crate::generated::actions::plan::{PlanConfig, PlanHooks, PlanView};
use crate::provider::Acme;
use tfgen_runtime::{Action, Context, Invoke, Result, error};

/// The action `action.plan`.
pub struct Plan;

impl Action for Plan {
    type Provider = Acme;
    type Config = PlanConfig;

    async fn invoke(_cx: Invoke<Self>, _config: PlanConfig) -> Result<()> {
        Err(error("Invoking `action.plan` is not implemented yet"))
    }
}

impl PlanHooks for Plan {
    async fn plan(_cx: Context<Acme>, _config: PlanView) -> Result<()> {
        Err(error("`plan` of `action.plan` is not implemented yet"))
    }
}
