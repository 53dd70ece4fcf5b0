//! `UnlockState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::handlers::state_stores::StateRequest;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn unlock_state(
    handlers: Arc<Handlers>,
    request: proto::unlock_state::Request,
    cancellation: Cancellation,
) -> proto::unlock_state::Response {
    let proto::unlock_state::Request { type_name, state_id, lock_id } = request;
    let asked = StateRequest { type_name, state_id, cancellation };
    let found = handlers.unlock_state(asked, lock_id).await;
    proto::unlock_state::Response { diagnostics: to_proto::diagnostics(found) }
}
