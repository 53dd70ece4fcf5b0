//! `ValidateResourceConfig` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::{Diagnostics, Result};
use crate::handlers::{Handlers, validate_resource_config};
use crate::registry::ResourceEntry;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn validate_resource_config(
    handlers: Arc<Handlers>,
    request: proto::validate_resource_config::Request,
    _: Cancellation,
) -> proto::validate_resource_config::Response {
    let validate = || -> Result<Diagnostics> {
        let entry = handlers.registry().find_resource(&request.type_name)?;
        Ok(Handlers::validate_resource_config(entry, &read(entry, &request)?))
    };
    let found = validate().unwrap_or_else(|failed| failed);
    proto::validate_resource_config::Response { diagnostics: to_proto::diagnostics(found) }
}

fn read(
    entry: &ResourceEntry,
    sent: &proto::validate_resource_config::Request,
) -> Result<validate_resource_config::Request> {
    Ok(validate_resource_config::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
    })
}
