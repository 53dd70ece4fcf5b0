//! `action.context`: what invoking it does.

use crate::generated::actions::context::{ContextConfig, ContextHooks, ContextKind};
use crate::provider::Acme;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.context`.
pub struct Context;

impl Action for Context {
    type Provider = Acme;
    type Config = ContextConfig;

    async fn invoke(_cx: Invoke<Self>, _config: ContextConfig) -> Result<()> {
        Err(error("Invoking `action.context` is not implemented yet"))
    }
}

impl ContextHooks for Context {
    fn validate_kind(_value: &ContextKind) -> Result<()> {
        Err(error(
            "`validate_kind` of `action.context` is not implemented yet",
        ))
    }
}
