//! `GetStates` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::Handlers;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn get_states(
    handlers: Arc<Handlers>,
    request: proto::get_states::Request,
    _: Cancellation,
) -> proto::get_states::Response {
    let (state_id, found) = handlers.get_states(&request.type_name).await;
    proto::get_states::Response { state_id, diagnostics: to_proto::diagnostics(found) }
}
