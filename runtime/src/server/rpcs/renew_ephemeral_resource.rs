//! `RenewEphemeralResource` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::{Handlers, renew_ephemeral_resource};
use crate::server::to_proto;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn renew_ephemeral_resource(
    handlers: Arc<Handlers>,
    request: proto::renew_ephemeral_resource::Request,
    cancellation: Cancellation,
) -> proto::renew_ephemeral_resource::Response {
    use proto::renew_ephemeral_resource::Response;
    let entry = match handlers.registry().find_ephemeral_resource(&request.type_name) {
        Ok(entry) => entry,
        Err(failed) => {
            let diagnostics = to_proto::diagnostics(failed);
            return Response { diagnostics, private: request.private, ..Response::default() };
        }
    };
    let private = request.private.unwrap_or_default();
    let asked = renew_ephemeral_resource::Request { private, cancellation };
    let response = handlers.renew_ephemeral_resource(entry, asked).await;
    Response {
        renew_at: response.renew_at.map(Into::into),
        private: Some(response.private),
        diagnostics: to_proto::diagnostics(response.diagnostics),
    }
}
