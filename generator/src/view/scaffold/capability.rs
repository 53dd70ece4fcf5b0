//! The skeleton of a capability's service.

use super::super::{identifier, wiring};
use super::{Imports, signature};
use crate::ir::{Capability, Provider};
use serde::Serialize;

/// What the skeleton prints.
#[derive(Debug, Serialize)]
pub(super) struct ServiceView {
    of: String,
    thing: String,
    imports: Vec<String>,
    implements: String,
    provider: String,
    signature: String,
    body: String,
}

/// A service that knows nothing: a provider with a new capability starts.
pub(super) fn service(provider: &Provider, capability: &Capability) -> ServiceView {
    const CONFIG: &str = "ProviderConfig";
    let thing = identifier::type_name(&capability.name, "");
    let mut imports = Imports::new(&thing);
    let path = format!("crate::generated::provider::{CONFIG}");
    let config = if thing == CONFIG {
        path
    } else {
        imports.lines.push(format!("use {path};"));
        CONFIG.to_owned()
    };
    let provider = imports.provider(&wiring::implementation(provider));
    let (implements, result) = (imports.runtime("Capability"), imports.runtime("Result"));
    let parameters = [format!("_provider: &{provider}"), format!("_config: {config}")];
    ServiceView {
        of: capability.origin.table.clone(),
        signature: signature(4, "async fn start", &parameters, &format!("{result}<Self>")),
        body: format!("{}(Self)", imports.prelude("Ok", "std::result::Result")),
        thing,
        implements,
        provider,
        imports: imports.lines(),
    }
}
