//! `ValidateResourceConfig` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, validate_resource_config};
use crate::registry::ResourceEntry;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn validate_resource_config(
    handlers: Arc<Handlers>,
    request: proto::validate_resource_config::Request,
    cancellation: Cancellation,
) -> proto::validate_resource_config::Response {
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, read(entry, &request, cancellation)?)));
    let found = match prepared {
        Ok((entry, asked)) => Handlers::validate_resource_config(entry, asked).await,
        Err(failed) => failed,
    };
    proto::validate_resource_config::Response { diagnostics: to_proto::diagnostics(found) }
}

fn read(
    entry: &ResourceEntry,
    sent: &proto::validate_resource_config::Request,
    cancellation: Cancellation,
) -> Result<validate_resource_config::Request> {
    Ok(validate_resource_config::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        cancellation,
    })
}
