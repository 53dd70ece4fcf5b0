//! `PlanResourceChange` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, plan_resource_change};
use crate::registry::{Registry, ResourceEntry};
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn plan_resource_change(
    handlers: Arc<Handlers>,
    request: proto::plan_resource_change::Request,
    cancellation: Cancellation,
) -> proto::plan_resource_change::Response {
    use proto::plan_resource_change::Response;
    let prepared = handlers
        .registry()
        .find_resource(&request.type_name)
        .and_then(|entry| Ok((entry, read(handlers.registry(), entry, &request, cancellation)?)));
    let (entry, asked) = match prepared {
        Ok(prepared) => prepared,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.plan_resource_change(entry, asked).await;
    let mut found = response.diagnostics;
    Response {
        planned_state: to_proto::value(&response.planned_state, entry.ty(), &mut found),
        planned_identity: to_proto::identity(entry, &response.planned_identity, &mut found),
        planned_private: response.planned_private,
        requires_replace: response.requires_replace.iter().filter_map(to_proto::attribute_path).collect(),
        deferred: response.deferred.map(to_proto::deferred),
        diagnostics: to_proto::diagnostics(found),
        ..Response::default()
    }
}

fn read(
    registry: &Registry,
    entry: &ResourceEntry,
    sent: &proto::plan_resource_change::Request,
    cancellation: Cancellation,
) -> Result<plan_resource_change::Request> {
    Ok(plan_resource_change::Request {
        prior_state: dynamic_value::decode(sent.prior_state.as_ref(), entry.ty())?,
        prior_identity: from_proto::identity(entry, sent.prior_identity.as_ref())?,
        proposed_new_state: dynamic_value::decode(sent.proposed_new_state.as_ref(), entry.ty())?,
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        prior_private: sent.prior_private.clone(),
        planned_private: sent.planned_private.clone(),
        provider_meta: from_proto::provider_meta(registry, sent.provider_meta.as_ref())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        cancellation,
    })
}
