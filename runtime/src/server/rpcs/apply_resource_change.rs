//! `ApplyResourceChange` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, apply_resource_change};
use crate::registry::{Registry, ResourceEntry};
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn apply_resource_change(
    handlers: Arc<Handlers>,
    request: proto::apply_resource_change::Request,
    cancellation: Cancellation,
) -> proto::apply_resource_change::Response {
    use proto::apply_resource_change::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, read(handlers.registry(), entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => {
            return Response {
                new_state: request.prior_state,
                private: request.planned_private,
                new_identity: request.planned_identity,
                diagnostics: to_proto::diagnostics(failed),
                ..Response::default()
            };
        }
    };
    let response = handlers.apply_resource_change(entry, asked).await;
    let mut found = response.diagnostics;
    let new_state = to_proto::value(&response.new_state, entry.ty(), &mut found)
        .or_else(|| to_proto::value(&response.smallest_state, entry.ty(), &mut found));
    Response {
        new_state: new_state.or(request.prior_state),
        new_identity: to_proto::identity(entry, &response.new_identity, &mut found),
        private: response.private,
        diagnostics: to_proto::diagnostics(found),
        legacy_type_system: false,
    }
}

fn read(
    registry: &Registry,
    entry: &ResourceEntry,
    sent: &proto::apply_resource_change::Request,
    cancellation: Cancellation,
) -> Result<apply_resource_change::Request> {
    Ok(apply_resource_change::Request {
        prior_state: dynamic_value::decode(sent.prior_state.as_ref(), entry.ty())?,
        planned_state: dynamic_value::decode(sent.planned_state.as_ref(), entry.ty())?,
        planned_identity: from_proto::identity(entry, sent.planned_identity.as_ref())?,
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        planned_private: sent.planned_private.clone(),
        provider_meta: from_proto::provider_meta(registry, sent.provider_meta.as_ref())?,
        cancellation,
    })
}
