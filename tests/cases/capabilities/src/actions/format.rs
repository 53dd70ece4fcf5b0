//! `action.format`: what invoking it does.

use crate::generated::actions::format::FormatConfig;
use crate::provider::Acme;
use tfgen_runtime::{Action, Invoke, Result, error};

/// The action `action.format`.
pub struct Format;

impl Action for Format {
    type Provider = Acme;
    type Config = FormatConfig;

    async fn invoke(_cx: Invoke<Self>, _config: FormatConfig) -> Result<()> {
        Err(error("Invoking `action.format` is not implemented yet"))
    }
}
