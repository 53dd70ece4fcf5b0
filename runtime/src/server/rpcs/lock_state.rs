//! `LockState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::handlers::state_stores::StateRequest;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn lock_state(
    handlers: Arc<Handlers>,
    request: proto::lock_state::Request,
    cancellation: Cancellation,
) -> proto::lock_state::Response {
    let proto::lock_state::Request { type_name, state_id, operation } = request;
    let asked = StateRequest { type_name, state_id, cancellation };
    let response = handlers.lock_state(asked, operation).await;
    let diagnostics = to_proto::diagnostics(response.diagnostics);
    proto::lock_state::Response { lock_id: response.lock_id, diagnostics }
}
