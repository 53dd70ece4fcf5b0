//! `ReadStateBytes` on the wire: each chunk with its range, which Terraform crashes without. Nothing here decides anything.

use crate::context::{Cancellation, Outlet};
use crate::handlers::Handlers;
use crate::handlers::read_state_bytes::Chunk;
use crate::handlers::state_stores::StateRequest;
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

type Response = proto::read_state_bytes::Response;

pub(in crate::server) async fn read_state_bytes(
    handlers: Arc<Handlers>,
    request: proto::read_state_bytes::Request,
    cancellation: Cancellation,
    outlet: Outlet<Response>,
) {
    let proto::read_state_bytes::Request { type_name, state_id } = request;
    let encoded = Outlet::new(move |chunk| {
        let (outlet, chunk) = (outlet.clone(), encode(chunk));
        Box::pin(async move { outlet.send(chunk).await })
    });
    handlers.read_state_bytes(StateRequest { type_name, state_id, cancellation }, encoded).await;
}

fn encode(chunk: Chunk) -> Response {
    let place = |place: usize| i64::try_from(place).unwrap_or(i64::MAX);
    Response {
        bytes: chunk.bytes,
        total_length: place(chunk.total_length),
        range: Some(proto::StateRange { start: place(chunk.start), end: place(chunk.end) }),
        diagnostics: to_proto::diagnostics(chunk.diagnostics),
    }
}
