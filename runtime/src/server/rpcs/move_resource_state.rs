//! `MoveResourceState` on the wire: decode, handle, encode. Nothing here decides anything.

use crate::context::Cancellation;
use crate::handlers::{Handlers, move_resource_state};
use crate::server::{from_proto, to_proto};
use crate::upgrade::Source;
use std::sync::Arc;
use tfgen_proto::tfplugin6 as proto;

pub(in crate::server) async fn move_resource_state(
    handlers: Arc<Handlers>,
    request: proto::move_resource_state::Request,
    _: Cancellation,
) -> proto::move_resource_state::Response {
    use proto::move_resource_state::Response;
    let entry = match handlers.registry().find_resource(&request.target_type_name) {
        Ok(entry) => entry,
        Err(failed) => return Response { diagnostics: to_proto::diagnostics(failed), ..Response::default() },
    };
    let response = handlers.move_resource_state(entry, &read(request));
    let mut found = response.diagnostics;
    let failed = found.has_errors();
    Response {
        target_state: (!failed).then(|| to_proto::value(&response.target_state, entry.ty(), &mut found)).flatten(),
        target_private: response.target_private,
        target_identity: to_proto::identity(entry, &response.target_identity, &mut found),
        diagnostics: to_proto::diagnostics(found),
    }
}

fn read(sent: proto::move_resource_state::Request) -> move_resource_state::Request {
    move_resource_state::Request {
        source: Source {
            provider: sent.source_provider_address,
            type_name: sent.source_type_name,
            version: sent.source_schema_version,
        },
        source_state: from_proto::raw(sent.source_state),
        source_private: sent.source_private,
    }
}
