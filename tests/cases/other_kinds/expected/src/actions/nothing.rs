//! `action.nothing`: what invoking it does.

use crate::generated::actions::nothing::NothingConfig;
use crate::provider::Acme;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.nothing`.
pub struct Nothing;

impl Action for Nothing {
    type Provider = Acme;
    type Config = NothingConfig;

    async fn invoke(_cx: Invoke<Self>, _config: NothingConfig) -> Result<()> {
        Err(error("Invoking `action.nothing` is not implemented yet"))
    }
}
