//! `ReadResource` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, read_resource};
use crate::registry::{Registry, ResourceEntry};
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn read_resource(
    handlers: Arc<Handlers>,
    request: proto::read_resource::Request,
    cancellation: Cancellation,
) -> proto::read_resource::Response {
    use proto::read_resource::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, read(handlers.registry(), entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => {
            return Response {
                new_state: request.current_state,
                private: request.private,
                new_identity: request.current_identity,
                diagnostics: to_proto::diagnostics(failed),
                ..Response::default()
            };
        }
    };
    let response = handlers.read_resource(entry, asked).await;
    let mut found = response.diagnostics;
    Response {
        new_state: to_proto::value(&response.new_state, entry.ty(), &mut found).or(request.current_state),
        new_identity: to_proto::identity(entry, &response.new_identity, &mut found),
        private: response.private,
        diagnostics: to_proto::diagnostics(found),
        deferred: response.deferred.map(to_proto::deferred),
    }
}

fn read(
    registry: &Registry,
    entry: &ResourceEntry,
    sent: &proto::read_resource::Request,
    cancellation: Cancellation,
) -> Result<read_resource::Request> {
    Ok(read_resource::Request {
        current_state: dynamic_value::decode(sent.current_state.as_ref(), entry.ty())?,
        current_identity: from_proto::identity(entry, sent.current_identity.as_ref())?,
        private: sent.private.clone(),
        client: from_proto::client(sent.client_capabilities.as_ref()),
        provider_meta: from_proto::provider_meta(registry, sent.provider_meta.as_ref())?,
        cancellation,
    })
}
