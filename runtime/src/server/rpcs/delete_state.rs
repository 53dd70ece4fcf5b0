//! `DeleteState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::handlers::state_stores::StateRequest;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn delete_state(
    handlers: Arc<Handlers>,
    request: proto::delete_state::Request,
    cancellation: Cancellation,
) -> proto::delete_state::Response {
    let proto::delete_state::Request { type_name, state_id } = request;
    let asked = StateRequest { type_name, state_id, cancellation };
    let found = handlers.delete_state(asked).await;
    proto::delete_state::Response { diagnostics: to_proto::diagnostics(found) }
}
