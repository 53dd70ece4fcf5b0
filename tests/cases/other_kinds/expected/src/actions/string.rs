//! `action.string`: what invoking it does.

use crate::generated::actions::string::StringConfig;
use crate::provider::Acme;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.string`.
pub struct String;

impl Action for String {
    type Provider = Acme;
    type Config = StringConfig;

    async fn invoke(_cx: Invoke<Self>, _config: StringConfig) -> Result<()> {
        Err(error("Invoking `action.string` is not implemented yet"))
    }
}
