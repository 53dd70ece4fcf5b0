//! `action.acme`: what invoking it does.

use crate::generated::actions::acme::AcmeConfig;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.acme`.
pub struct Acme;

impl Action for Acme {
    type Provider = crate::provider::Acme;
    type Config = AcmeConfig;

    async fn invoke(_cx: Invoke<Self>, _config: AcmeConfig) -> Result<()> {
        Err(error("Invoking `action.acme` is not implemented yet"))
    }
}
