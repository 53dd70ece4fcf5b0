//! `CloseEphemeralResource` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::{Handlers, close_ephemeral_resource};
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn close_ephemeral_resource(
    handlers: Arc<Handlers>,
    request: proto::close_ephemeral_resource::Request,
    cancellation: Cancellation,
) -> proto::close_ephemeral_resource::Response {
    let found = match handlers.registry().find_ephemeral_resource(&request.type_name) {
        Ok(entry) => {
            let private = request.private.unwrap_or_default();
            let asked = close_ephemeral_resource::Request { private, cancellation };
            handlers.close_ephemeral_resource(entry, asked).await
        }
        Err(failed) => failed,
    };
    proto::close_ephemeral_resource::Response { diagnostics: to_proto::diagnostics(found) }
}
