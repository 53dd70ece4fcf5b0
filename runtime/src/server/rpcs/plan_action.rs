//! `PlanAction` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::diagnostic::Result;
use crate::handlers::{Handlers, plan_action};
use crate::registry::ActionEntry;
use crate::server::{dynamic_value, from_proto, to_proto};
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn plan_action(
    handlers: Arc<Handlers>,
    request: proto::plan_action::Request,
    cancellation: Cancellation,
) -> proto::plan_action::Response {
    use proto::plan_action::Response;
    let prepared = handlers
        .registry()
        .find_action(&request.action_type)
        .and_then(|entry| Ok((entry, read(entry, &request, cancellation)?)));
    match prepared {
        Ok((entry, asked)) => {
            let response = handlers.plan_action(entry, asked).await;
            let deferred = response.deferred.map(to_proto::deferred);
            Response { diagnostics: to_proto::diagnostics(response.diagnostics), deferred }
        }
        Err(failed) => Response { diagnostics: to_proto::diagnostics(failed), deferred: None },
    }
}

fn read(
    entry: &ActionEntry,
    sent: &proto::plan_action::Request,
    cancellation: Cancellation,
) -> Result<plan_action::Request> {
    Ok(plan_action::Request {
        config: dynamic_value::decode(sent.config.as_ref(), entry.ty())?,
        client: from_proto::client(sent.client_capabilities.as_ref()),
        cancellation,
    })
}
